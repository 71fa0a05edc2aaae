/** A line of a screen: a short label, and a text that continues below itself. */
import { visible } from "../text/safe-text.ts";
import { displayWidth, wrap } from "../text/width.ts";
import { type Cell, oneLine } from "./cells.ts";
import type { Drawing } from "./palette.ts";

/** A text that has less room than this beside its label goes below it. */
export const narrowest = 24;
/** How far such a text is indented. */
const indentBelow = 2;

/**
 * A text behind its label, its further lines below its first; nothing is cut.
 * @param start the label, padded to `indent` columns; it may be painted
 * @param hanging how much further the lines below the first are indented
 */
export function foldedLine(start: string, cell: Cell, indent: number, { paint, width }: Drawing, hanging = 0): string {
  const text = visible(oneLine(cell));
  if (indent + displayWidth(text) <= width) return `${start}${paint(text, cell.tone)}\n`;
  const isBelow = indent > 0 && width - indent < narrowest;
  const margin = isBelow ? indentBelow : indent;
  // Below its label, only its indentation tells a new text from the rest of the last one.
  const further = margin + (isBelow ? indentBelow : hanging);
  const lines = wrapped(text, width - margin, width - further).map((line) => paint(line, cell.tone));
  const head = isBelow ? `${start.trim() === "" ? "" : `${start.trimEnd()}\n`}${" ".repeat(margin)}` : start;
  return `${head}${lines.join(`\n${" ".repeat(further)}`)}\n`;
}

/** A text whose further lines are indented: only what we write starts at the margin. */
export function hanging(cell: Cell, drawing: Drawing): string {
  return foldedLine("", cell, 0, drawing, 2);
}

/** The text in lines of which only the first has the room for more. */
function wrapped(text: string, first: number, further: number): string[] {
  const narrow = Math.max(2, further);
  if (first === further) return wrap(text, narrow);
  const [line = ""] = wrap(text, Math.max(2, first));
  const rest = text.slice(text.indexOf(line) + line.length).trimStart();
  return rest === "" ? [line] : [line, ...wrap(rest, narrow)];
}
