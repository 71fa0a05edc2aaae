/** Rows under headers, with all columns shown in full: what doesn't fit on one line continues on the next. */
import { displayWidth } from "../text/width.ts";
import type { Cell } from "./cells.ts";
import { cellLines, fittedWidths, gap, heading, largest, longestWord, oneLine, padded } from "./column-widths.ts";
import type { Paint } from "./palette.ts";
import { cellOf } from "./record-rows.ts";
import type { RecordRow } from "./value.ts";
import { type Column, nameOf } from "./view.ts";

/**
 * Formats one line per row, or several on a narrow terminal.
 *
 * @returns undefined if a word or a number would have to be broken
 */
export function wrappedTable(
  rows: readonly RecordRow[],
  columns: readonly Column[],
  paint: Paint,
  width: number | undefined,
): string | undefined {
  const headers = columns.map((column): Cell => ({ text: heading(nameOf(column)), tone: "bold" }));
  const cells = [headers, ...rows.map((row) => columns.map((column) => cellOf(row, column)))];
  const most = (measure: (shown: Cell) => number) =>
    columns.map((_, index) => largest(cells.map((line) => measure(line[index] as Cell))));
  const needs = most((shown) => displayWidth(oneLine(shown)));
  const widths = fittedWidths(needs, width, [
    () => most(foldedWidth),
    () => most(wrappedWidth),
    () => most(brokenWidth),
  ]);
  if (widths === undefined) return undefined;
  return cells.map((line) => tableLine(line, columns, widths, paint)).join("");
}

/** The width of a cell with its aside below its text. */
function foldedWidth({ text, aside = "" }: Cell): number {
  return Math.max(displayWidth(text), displayWidth(aside));
}

/** The width of a cell with its text, but not its aside, broken between words. */
function wrappedWidth({ text, aside = "" }: Cell): number {
  return Math.max(longestWord(text), displayWidth(aside));
}

/** The width of a cell with both broken between words. */
function brokenWidth({ text, aside = "" }: Cell): number {
  return Math.max(longestWord(text), longestWord(aside));
}

function tableLine(line: readonly Cell[], columns: readonly Column[], widths: readonly number[], paint: Paint): string {
  const cells = line.map((shown, index) => cellLines(shown, widths[index] as number));
  const height = largest(cells.map((lines) => lines.length));
  let text = "";
  for (let at = 0; at < height; at++) {
    const pieces = cells.map((lines, index) => {
      const piece = lines[at] ?? "";
      const free = (widths[index] as number) - displayWidth(piece);
      return padded(piece, free, columns[index]?.align, line[index]?.tone, paint);
    });
    text += `${pieces.join(gap).trimEnd()}\n`;
  }
  return text;
}
