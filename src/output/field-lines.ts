/** Fields below each other: section, label and value. A section's heading is beside its first field. */

import { displayWidth } from "../text/width.ts";
import { type Cell, oneLine } from "./cells.ts";
import { cellLines, largest } from "./column-widths.ts";
import { foldedLine } from "./folded-line.ts";
import { grid } from "./grid.ts";
import type { Paint } from "./palette.ts";
import { type Column, nameOf } from "./view.ts";

const gap = 2;
/** A value that has less room than this beside heading and label does without the heading. */
const narrowest = 24;

/** A section's columns and cells, and its heading, which may number the elements of a list. */
export interface FieldSection {
  heading: string;
  columns: readonly Column[];
  cells: readonly Cell[];
}

/** The fields of all sections; on a narrow terminal with labels that need no headings. */
export function fieldLines(sections: readonly FieldSection[], paint: Paint, width: number | undefined): string {
  const fields = sections.flatMap(({ heading, columns, cells }) =>
    columns.map((column, index) => ({ heading: index === 0 ? heading : "", column, cell: cells[index] as Cell })),
  );
  if (fields.length === 0) return "";
  const headings = largest(fields.map(({ heading }) => heading.length));
  const labels = largest(fields.map(({ column }) => column.label.length));
  const start = (headings === 0 ? 0 : headings + gap) + labels + gap;
  const room = width === undefined ? largest(fields.map(({ cell }) => displayWidth(oneLine(cell)))) : width - start;
  if (room < narrowest && width !== undefined) return narrowLines(fields, paint, width);
  const rows = fields.map(({ heading, column, cell }) => {
    const value = cellLines(cell, Math.max(1, room)).map((line) => paint(line, cell.tone));
    return [...(headings === 0 ? [] : [paint(heading, "bold")]), column.label, value.join("\n")];
  });
  return grid(
    rows,
    [headings, labels, Math.max(1, room)].filter((each) => each > 0).map((each) => ({ width: each })),
  );
}

/** Labels that need no heading; only one with a number is still shown, because it says which element the fields are about. */
function narrowLines(
  fields: readonly { heading: string; column: Column; cell: Cell }[],
  paint: Paint,
  width: number,
): string {
  const labels = largest(fields.map(({ column }) => nameOf(column).length)) + gap;
  return fields
    .map(({ heading, column, cell }) => {
      const above = /\d$/.test(heading) ? `${paint(heading, "bold")}\n` : "";
      const start = nameOf(column).padEnd(labels);
      return above + foldedLine(start, oneLine(cell), labels, width, (line) => paint(line, cell.tone));
    })
    .join("");
}
