/** Fields in a frame: section, label and value. A section's heading is beside its first field. */
import Table from "cli-table3";
import type { Cell } from "./cells.ts";
import { cellLines, largest, oneLine } from "./column-widths.ts";
import type { Paint } from "./palette.ts";
import { cellOf } from "./record-rows.ts";
import type { RecordRow } from "./value.ts";
import type { Section } from "./views.ts";

const style = { head: [], border: [], "padding-left": 1, "padding-right": 1 };
const chars = { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" };
/** The narrowest that a value gets to fit a terminal. */
const narrowest = 12;

/** A section as one record shows it. */
export interface FramedSection {
  section: Section;
  row: RecordRow;
  /** Distinguishes the elements of a list: ` 2`. */
  number?: string;
}

interface Field {
  /** Empty if the field belongs to the same section as the one before it. */
  heading: string;
  label: string;
  cell: Cell;
}

/** One frame for all sections. */
export function framedTable(sections: readonly FramedSection[], paint: Paint, width: number | undefined): string {
  const fields = sections.flatMap(fieldsOf);
  const headingWidth = largest(fields.map(({ heading }) => heading.length));
  const labelWidth = largest(fields.map(({ label }) => label.length));
  // Each cell has a border and a space before it and a space after it; the last one also has a border after it.
  const frame = headingWidth > 0 ? 10 : 7;
  const room = width === undefined ? undefined : Math.max(narrowest, width - frame - headingWidth - labelWidth);
  const table = new Table({ style, chars });
  for (const { heading, label, cell } of fields) {
    const value = painted(cell, room, paint);
    table.push(headingWidth > 0 ? [paint(heading, "strong"), label, value] : [label, value]);
  }
  return `${table.toString()}\n`;
}

function fieldsOf({ section, row, number = "" }: FramedSection): Field[] {
  const heading = section.heading === undefined ? "" : section.heading + number;
  return section.columns.map((column, index) => ({
    heading: index === 0 ? heading : "",
    label: column.label,
    cell: cellOf(row, column),
  }));
}

/** Each line is colored separately, because there is a frame between them. */
function painted(cell: Cell, room: number | undefined, paint: Paint): string {
  const lines = room === undefined ? [oneLine(cell)] : cellLines(cell, room);
  return lines.map((line) => paint(line, cell.tone)).join("\n");
}
