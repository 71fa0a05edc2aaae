/** How each screen of a carrier begins and ends. */
import { singleLine, visible } from "../text/safe-text.ts";
import { displayWidth } from "../text/width.ts";
import { type Cell, notStated, oneLine } from "./cells.ts";
import { fitted } from "./column-widths.ts";
import { foldedLine, hanging } from "./folded-line.ts";
import type { Drawing } from "./palette.ts";

/** The column in which the numbers end, unless the name is too long. */
const numbersEnd = 77;

/**
 * `THUNDER GOOSE EXPRESS LLC     USDOT 9000010 · MC 9100010`: one below the other where they don't fit side by side.
 * @param docket its number with `MC`, if it is stated
 * @param heading a verdict before the name
 */
export function titleLine(
  legalName: string | undefined,
  dotNumber: string | undefined,
  docket: Cell,
  drawing: Drawing,
  heading?: Cell,
): string {
  const { paint, width } = drawing;
  const name = visible(legalName ?? "name not stated");
  const numbers = `USDOT ${dotNumber ?? "not stated"}`;
  const right = visible(docket === notStated ? numbers : `${numbers} · ${docket.text}`);
  const start = heading === undefined ? "" : `${paint(heading.text, heading.tone)}  `;
  const indent = heading === undefined ? 0 : displayWidth(heading.text) + 2;
  const taken = indent + displayWidth(name);
  const gap = Math.max(2, numbersEnd - taken - displayWidth(right));
  if (taken + gap + displayWidth(right) <= width) {
    return `${start}${paint(name, "bold")}${" ".repeat(gap)}${right}\n`;
  }
  return foldedLine(start, { text: name, tone: "bold" }, indent, drawing, 2) + hanging({ text: right }, drawing);
}

/** Texts beside each other, `status ACTIVE · authority ACTIVE`, or below each other where they don't fit. */
export function sideBySide(cells: readonly Cell[], drawing: Drawing): string {
  const texts = cells.map((cell) => visible(oneLine(cell)));
  if (displayWidth(texts.join(" · ")) > drawing.width) return cells.map((cell) => hanging(cell, drawing)).join("");
  return `${texts.map((text, index) => drawing.paint(text, cells[index]?.tone)).join(" · ")}\n`;
}

/** `also sent: dba_name, mcs150 (usdot carrier 9000010 --json)`: nothing that the service sent is lost. Empty without any. */
export function alsoSent(fields: readonly string[], command: string, drawing: Drawing): string {
  if (fields.length === 0) return "";
  const [start, end] = ["also sent: ", ` (${command} --json)`];
  const room = drawing.width - start.length - end.length;
  const names = fields.map((field) => singleLine(field, 40));
  return hanging({ text: start + fitted(names, room) + end, tone: "dim" }, drawing);
}
