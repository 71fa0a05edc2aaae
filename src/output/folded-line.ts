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
 */
export function foldedLine(
  start: string,
  text: string,
  indent: number,
  width: number | undefined,
  paint: (line: string) => string,
): string {
  if (width === undefined || indent + displayWidth(text) <= width) return `${start}${paint(text)}\n`;
  const isBelow = indent > 0 && width - indent < narrowest;
  const margin = isBelow ? indentBelow : indent;
  const lines = wrap(text, Math.max(1, width - margin)).map(paint);
  const first = isBelow ? `${start.trimEnd()}\n${" ".repeat(margin)}` : start;
  return `${first}${lines.join(`\n${" ".repeat(margin)}`)}\n`;
}
