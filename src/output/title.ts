/** How each screen of a carrier begins and ends. */
import { singleLine } from "../text/safe-text.ts";
import { displayWidth } from "../text/width.ts";
import type { Cell } from "./cells.ts";
import { fitted } from "./column-widths.ts";
import { foldedLine } from "./folded-line.ts";
import type { Drawing, Paint } from "./palette.ts";

/** The column in which the numbers end, unless the name is too long. */
const numbersEnd = 77;

/**
 * `THUNDER GOOSE EXPRESS LLC     USDOT 9000010 · MC 9100010`: one below the other where they don't fit side by side.
 *
 * @param heading a verdict before the name
 */
export function titleLine(
  name: string,
  numbers: readonly string[],
  paint: Paint,
  width: number | undefined,
  heading?: Cell,
): string {
  const right = numbers.join(" · ");
  const start = heading === undefined ? "" : `${paint(heading.text, heading.tone)}  `;
  const indent = heading === undefined ? 0 : displayWidth(heading.text) + 2;
  const taken = indent + displayWidth(name);
  const gap = Math.max(2, numbersEnd - taken - displayWidth(right));
  if (width === undefined || taken + gap + displayWidth(right) <= width) {
    return `${start}${paint(name, "bold")}${" ".repeat(gap)}${right}\n`;
  }
  return (
    foldedLine(start, name, indent, width, (line) => paint(line, "bold"), 2) + hanging(right, undefined, paint, width)
  );
}

/** A line whose further lines are indented: only what we write starts at the margin. */
export function hanging(text: string, tone: Cell["tone"], paint: Paint, width: number | undefined): string {
  return foldedLine("", text, 0, width, (line) => paint(line, tone), 2);
}

/** Texts beside each other, `status ACTIVE · authority ACTIVE`, or below each other where they don't fit. */
export function sideBySide(texts: readonly Cell[], paint: Paint, width: number | undefined): string {
  const whole = texts.map(({ text }) => text).join(" · ");
  if (width === undefined || displayWidth(whole) <= width) {
    return `${texts.map(({ text, tone }) => paint(text, tone)).join(" · ")}\n`;
  }
  return texts.map(({ text, tone }) => hanging(text, tone, paint, width)).join("");
}

/** `also sent: dba_name, mcs150 (usdot carrier 9000010 --json)`: nothing that the service sent is lost. Empty without any. */
export function alsoSent(fields: readonly string[], command: string, { paint, width }: Drawing): string {
  if (fields.length === 0) return "";
  const [start, end] = ["also sent: ", ` (${command} --json)`];
  const room = width === undefined ? Number.POSITIVE_INFINITY : width - start.length - end.length;
  return hanging(
    `${start}${fitted(
      fields.map((field) => singleLine(field, 40)),
      room,
    )}${end}`,
    "dim",
    paint,
    width,
  );
}
