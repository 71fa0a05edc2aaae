/** Fields below each other: section, label and value. A section's heading is beside its first field. */
import { displayWidth } from "../text/width.ts";
import { type Cell, notStated } from "./cells.ts";
import { cellLines, largest, oneLine } from "./column-widths.ts";
import { foldedLine } from "./folded-line.ts";
import type { Paint } from "./palette.ts";
import { nameOf, type Section } from "./view.ts";

const gap = 2;
/** A value that has less room than this beside heading and label does without the heading. */
const narrowest = 24;

/** A section, and its cells in the order of its columns. */
export interface FieldSection {
  section: Section;
  cells: readonly Cell[];
  /** Distinguishes the elements of a list: ` 2`. */
  number?: string;
}

interface Field {
  /** Empty if the field belongs to the same section as the one before it. */
  heading: string;
  label: string;
  /** The label that needs no heading. */
  alone: string;
  cell: Cell;
}

/** The fields of all sections; on a narrow terminal with labels that need no headings. */
export function fieldLines(sections: readonly FieldSection[], paint: Paint, width: number | undefined): string {
  const fields = sections.flatMap(fieldsOf);
  const headings = columnFor(fields.map(({ heading }) => heading));
  const labels = columnFor(fields.map(({ label }) => label));
  if (width === undefined || width - headings - labels >= narrowest) {
    return fields
      .map(({ heading, label, cell }) => {
        const start = paint(heading, "bold") + " ".repeat(headings - heading.length) + label.padEnd(labels);
        return fieldLine(start, cell, headings + labels, paint, width);
      })
      .join("");
  }
  const alone = columnFor(fields.map((field) => field.alone));
  return fields
    .map((field) => {
      const heading = field.heading === "" || !isNumbered(sections) ? "" : `${paint(field.heading, "bold")}\n`;
      return heading + fieldLine(field.alone.padEnd(alone), field.cell, alone, paint, width);
    })
    .join("");
}

/** Only a number says which element the fields below belong to. */
function isNumbered(sections: readonly FieldSection[]): boolean {
  return sections.some(({ number }) => number !== undefined);
}

function fieldsOf({ section, cells, number = "" }: FieldSection): Field[] {
  const heading = section.heading === undefined ? "" : section.heading + number;
  return section.columns.map((column, index) => ({
    heading: index === 0 ? heading : "",
    label: column.label,
    alone: nameOf(column),
    cell: cells[index] ?? notStated,
  }));
}

/** The columns that some labels take, the space behind them included; none if they are all empty. */
function columnFor(labels: readonly string[]): number {
  const most = largest(labels.map((label) => label.length));
  return most === 0 ? 0 : most + gap;
}

/** A label and its value, an aside below it where there is no room behind it. */
function fieldLine(start: string, cell: Cell, indent: number, paint: Paint, width: number | undefined): string {
  const painted = (line: string) => paint(line, cell.tone);
  const room = width === undefined ? undefined : width - indent;
  const whole = oneLine(cell);
  if (room === undefined || displayWidth(whole) <= room || room < narrowest) {
    return foldedLine(start, whole, indent, width, painted);
  }
  return `${start}${cellLines(cell, room)
    .map(painted)
    .join(`\n${" ".repeat(indent)}`)}\n`;
}
