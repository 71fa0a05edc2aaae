/** A line of a screen: a short label, and a text that continues below itself. */
import { displayWidth, wrap } from "../text/width.ts";

/** A text that has less room than this beside its label goes below it. */
const narrowest = 24;
/** How far such a text is indented. */
const indentBelow = 2;

/**
 * A text behind its label, its further lines below its first; nothing is cut.
 *
 * @param start the label, padded to `indent` columns; it may be painted
 * @param paint paints a line of the text
 * @param width columns of the terminal; undefined where nothing needs to fit
 * @param hanging how much further the lines below the first are indented
 */
export function foldedLine(
  start: string,
  text: string,
  indent: number,
  width: number | undefined,
  paint: (line: string) => string,
  hanging = 0,
): string {
  if (width === undefined || indent + displayWidth(text) <= width) return `${start}${paint(text)}\n`;
  const isBelow = indent > 0 && width - indent < narrowest;
  const margin = isBelow ? indentBelow : indent;
  // Below its label, only its indentation tells a new text from the rest of the last one.
  const further = margin + (isBelow ? indentBelow : hanging);
  const [first = "", ...rest] = wrapped(text, width - margin, width - further);
  const head = isBelow ? `${start.trim() === "" ? "" : `${start.trimEnd()}\n`}${" ".repeat(margin)}` : start;
  return `${head}${[first, ...rest].map(paint).join(`\n${" ".repeat(further)}`)}\n`;
}

/** The text in lines of which only the first has the room for more. */
function wrapped(text: string, first: number, further: number): string[] {
  const narrow = Math.max(2, further);
  if (first === further) return wrap(text, narrow);
  const [line = ""] = wrap(text, Math.max(2, first));
  const rest = text.slice(text.indexOf(line) + line.length).trimStart();
  return rest === "" ? [line] : [line, ...wrap(rest, narrow)];
}
