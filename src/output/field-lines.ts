/** Fields below each other: section, label and value. A section's heading is beside its first field. */
import type { Cell } from "./cells.ts";
import { cellLines, gap, largest } from "./column-widths.ts";
import { foldedLine, narrowest } from "./folded-line.ts";
import { grid } from "./grid.ts";
import type { Drawing } from "./palette.ts";
import { type Column, nameOf } from "./view.ts";

/** A section's columns and cells, and its heading, which may number the elements of a list. */
export interface FieldSection {
  heading: string;
  columns: readonly Column[];
  cells: readonly Cell[];
}

/** The fields of all sections; on a narrow terminal with labels that need no headings. */
export function fieldLines(sections: readonly FieldSection[], drawing: Drawing): string {
  const { paint, width } = drawing;
  const fields = sections.flatMap(({ heading, columns, cells }) =>
    columns.map((column, index) => ({ heading: index === 0 ? heading : "", column, cell: cells[index] as Cell })),
  );
  const headings = largest(fields.map(({ heading }) => heading.length));
  const labels = largest(fields.map(({ column }) => column.label.length));
  const columns = [headings, labels].filter((each) => each > 0).map((each) => ({ width: each }));
  const room = width - columns.reduce((start, column) => start + column.width + gap.length, 0);
  if (room < narrowest) return narrowLines(fields, drawing);
  const rows = fields.map(({ heading, column, cell }) => [
    ...(headings === 0 ? [] : [paint(heading, "bold")]),
    column.label,
    cellLines(cell, room, paint).join("\n"),
  ]);
  return grid(rows, columns);
}

/** Labels that need no heading; only one with a number is still shown, because it says which element the fields are about. */
function narrowLines(fields: readonly { heading: string; column: Column; cell: Cell }[], drawing: Drawing): string {
  const labels = largest(fields.map(({ column }) => nameOf(column).length)) + gap.length;
  const lines = fields.map(({ heading, column, cell }) => {
    const above = /\d$/.test(heading) ? `${drawing.paint(heading, "bold")}\n` : "";
    return above + foldedLine(nameOf(column).padEnd(labels), cell, labels, drawing);
  });
  return lines.join("");
}
