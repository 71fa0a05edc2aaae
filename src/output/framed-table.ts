/** Rows of part, label and value in a frame; a part's name stands at its first row. */
import Table from "cli-table3";
import type { Shown } from "./cells.ts";
import { cellLines, oneLine } from "./column-widths.ts";
import type { Paint } from "./palette.ts";
import { cellOf } from "./record-rows.ts";
import type { Row } from "./value.ts";
import type { Column } from "./views.ts";

const style = { head: [], border: [], "padding-left": 1, "padding-right": 1 };
const chars = { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" };
/** No value gets narrower for a terminal's sake. */
const narrowest = 12;

interface Line {
  /** Empty where the line goes on with the part of the line before it. */
  part: string;
  label: string;
  shown: Shown;
}

/** One frame for all rows of a record; where it has several (policies), their parts are numbered. */
export function blocks(
  rows: readonly Row[],
  columns: readonly Column[],
  paint: Paint,
  width: number | undefined,
): string {
  const lines = rows.flatMap((row, index) => linesOf(row, columns, rows.length > 1 ? ` ${index + 1}` : ""));
  const partWidth = Math.max(...lines.map(({ part }) => part.length));
  const labelWidth = Math.max(...lines.map(({ label }) => label.length));
  // Each cell has a border and a space before it and a space after it; the last has a border behind it.
  const frame = partWidth > 0 ? 10 : 7;
  const room = width === undefined ? undefined : Math.max(narrowest, width - frame - partWidth - labelWidth);
  const table = new Table({ style, chars });
  for (const { part, label, shown } of lines) {
    const value = painted(shown, room, paint);
    table.push(partWidth > 0 ? [paint(part, "strong"), label, value] : [label, value]);
  }
  return `${table.toString()}\n`;
}

function linesOf(row: Row, columns: readonly Column[], number: string): Line[] {
  let before: string | undefined;
  return columns.map((column) => {
    const { section, label } = column;
    const part = section === undefined || section === before ? "" : section + number;
    before = section;
    return { part, label, shown: cellOf(row, column) };
  });
}

/** Each line is coloured by itself: a frame stands between them. */
function painted(shown: Shown, room: number | undefined, paint: Paint): string {
  const lines = room === undefined ? [oneLine(shown)] : cellLines(shown, room);
  return lines.map((line) => paint(line, shown.tone)).join("\n");
}
