/** The sections of a screen below each other: labels, and beside them fields, lines or a table. */
import { displayWidth } from "../text/width.ts";
import { inspectionGroups } from "../vet/values.ts";
import type { Cell } from "./cells.ts";
import { cellLines, gap, largest, padded } from "./column-widths.ts";
import { foldedLine, narrowest } from "./folded-line.ts";
import { inspectionColumns, inspectionRows } from "./inspection-cells.ts";
import type { Drawing } from "./palette.ts";
import { tableOf } from "./table.ts";
import type { RecordRow } from "./value.ts";
import { type Column, labelOf } from "./view.ts";

/** Columns of the labels. */
const labelWidth = 11;

/** A label, and the painted lines beside it. */
export type LabeledLines = readonly [label: string, lines: readonly string[]];

/** The same drawing in the columns that there are beside a label, or below it where those are too few. */
export function besideLabel({ paint, width }: Drawing): Drawing {
  const beside = width - labelWidth - gap.length;
  return { paint, width: beside >= narrowest ? beside : Math.max(2, width - gap.length) };
}

/** Lays out labels and lines, all of which were folded to the width of `besideLabel(drawing)`. */
export function labeledLines(sections: readonly LabeledLines[], { paint, width }: Drawing): string {
  const isBelow = width - labelWidth - gap.length < narrowest;
  const rows = sections.map(([label, lines]) => {
    const free = isBelow ? 0 : labelWidth - label.length;
    const start = padded(label, free, undefined, label.startsWith(" ") ? undefined : "bold", paint);
    return isBelow ? [start, ...lines].join(`\n${gap}`) : beside(start, labelWidth, lines);
  });
  return joined(rows);
}

/** Lines beside a label, which is padded to a width. */
function beside(label: string, width: number, lines: readonly string[]): string {
  return label + gap + lines.join(`\n${" ".repeat(width)}${gap}`);
}

function joined(rows: readonly string[]): string {
  return rows
    .map((row) => `${row}\n`)
    .join("")
    .replace(/(?<! ) +$/gm, "");
}

/** The inspection groups under headers; undefined where nothing is stated, or where the table doesn't fit. */
export function inspectionTable(safety: RecordRow, drawing: Drawing): readonly LabeledLines[] | undefined {
  const rows = inspectionRows(safety);
  if (rows.length === 0) return undefined;
  const table = tableOf(rows, inspectionColumns, drawing);
  const [header = "", rule = "", ...lines] = table?.trimEnd().split("\n") ?? [];
  // A row that takes several lines is no longer beside its name.
  if (lines.length !== rows.length) return undefined;
  return [
    ["Inspections", [header, rule]],
    ...lines.map((line, index): LabeledLines => [`  ${inspectionGroups[index]}`, [line]]),
  ];
}

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
  const start = headings === 0 ? 0 : headings + gap.length;
  const room = width - start - labels - gap.length;
  if (room < narrowest) return narrowLines(fields, drawing);
  const rows = fields.map(({ heading, column, cell }) => {
    const own = padded(heading, start - heading.length, undefined, "bold", paint);
    const label = padded(column.label, labels - displayWidth(column.label), undefined, undefined, paint);
    return beside(own + label, start + labels, cellLines(cell, room, paint));
  });
  return joined(rows);
}

/** Labels that need no heading; only one with a number is still shown, because it says which element the fields are about. */
function narrowLines(fields: readonly { heading: string; column: Column; cell: Cell }[], drawing: Drawing): string {
  const labels = largest(fields.map(({ column }) => labelOf(column).length)) + gap.length;
  const lines = fields.map(({ heading, column, cell }) => {
    const above = /\d$/.test(heading) ? `${drawing.paint(heading, "bold")}\n` : "";
    return above + foldedLine(labelOf(column).padEnd(labels), cell, labels, drawing);
  });
  return lines.join("");
}
