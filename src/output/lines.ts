/** Lines of a screen that fold at the width of the terminal: nothing is cut. */
import { visible } from "../text/safe-text.ts";
import { displayWidth, wrap } from "../text/width.ts";
import { type Cell, docket, name, notStated, oneLine, type RecordRow } from "./cells.ts";
import type { Drawing, Look } from "./look.ts";

/** A text behind its label, which is safe and painted; its further lines stand below its first, `hanging` columns further in. */
export function labeled(label: string, cell: Cell, indent: number, { paint, width }: Drawing, hanging = 0): string {
  const text = visible(oneLine(cell));
  const start = label + " ".repeat(Math.max(0, indent - displayWidth(label)));
  if (indent + displayWidth(text) <= width) return `${start}${paint(text, cell.tone)}\n`;
  const margin = indent + hanging;
  const lines = wrap(text, Math.max(2, width - margin)).map((line) => paint(line, cell.tone));
  return `${start}${lines.join(`\n${" ".repeat(margin)}`)}\n`;
}

/** A text whose further lines are indented: only what we write starts at the margin. */
export function hanging(cell: Cell, drawing: Drawing): string {
  return labeled("", cell, 0, drawing, 2);
}

/** `THUNDER GOOSE EXPRESS LLC     USDOT 9000010 · MC 9100010`, or one below the other, with a verdict before the name. */
export function titleLine(dotNumber: string, row: RecordRow, drawing: Drawing, heading?: Cell): string {
  const { paint, width } = drawing;
  const [called, mc] = [name(row, "legal_name"), docket(row, "mc_number")];
  const left: Cell = { text: called === notStated ? "(no name)" : oneLine(called), tone: "bold" };
  const right = visible(`USDOT ${dotNumber}${mc === notStated ? "" : ` · ${mc.text}`}`);
  const start = heading === undefined ? "" : `${paint(heading.text, heading.tone)}  `;
  const used = displayWidth(start) + displayWidth(visible(left.text)) + displayWidth(right);
  const title = labeled(start, left, displayWidth(start), drawing, 2);
  if (used + 2 > width) return title + hanging({ text: right }, drawing);
  return `${title.trimEnd()}${" ".repeat(Math.max(2, Math.min(77, width) - used))}${right}\n`;
}

export function sideBySide(cells: readonly Cell[], drawing: Drawing): string {
  const line = cells.map((cell) => drawing.paint(visible(oneLine(cell)), cell.tone)).join(" · ");
  if (displayWidth(line) <= drawing.width) return `${line}\n`;
  return cells.map((cell) => hanging(cell, drawing)).join("");
}

/** Marks invented data; empty for any other. */
export function sampleNote({ sample }: Pick<Look, "sample">, drawing: Drawing): string {
  return sample ? hanging({ text: "sample data: the carriers are invented", tone: "dim" }, drawing) : "";
}

/** `also sent: mcs150 (usdot carrier 9000010 --json)`; empty without any. */
export function alsoSent(fields: readonly string[], command: string, drawing: Drawing): string {
  const text = `also sent: ${fields.join(", ")} (${command})`;
  return fields.length === 0 ? "" : hanging({ text, tone: "dim" }, drawing);
}
