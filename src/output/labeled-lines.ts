/** The sections of a screen: a label, and beside it lines, or a table. */
import { visible } from "../text/safe-text.ts";
import { displayWidth, wrap } from "../text/width.ts";
import type { Cell } from "./cells.ts";
import { gap, largest } from "./column-widths.ts";
import { grid } from "./grid.ts";
import { inspectionColumns, inspectionRows } from "./inspection-cells.ts";
import type { Paint } from "./palette.ts";
import { tableOf } from "./table.ts";
import type { RecordRow } from "./value.ts";

/** Columns of the labels. */
const labelWidth = 11;
/** Lines that have less room than this beside their label go below it. */
const narrowest = 24;

/** A label, and the painted lines beside it. */
export type LabeledLines = readonly [label: string, lines: readonly string[]];

/** The columns that there are beside a label; undefined where nothing needs to fit. */
export function roomBeside(width: number | undefined): number | undefined {
  if (width === undefined) return undefined;
  const beside = width - labelWidth - gap.length;
  return beside >= narrowest ? beside : Math.max(2, width - gap.length);
}

/** Lines of text for a label, folded to the room. */
export function folded(cells: readonly Cell[], room: number | undefined, paint: Paint): string[] {
  return cells.flatMap(({ text, tone }) => {
    const safe = visible(text);
    return (room === undefined ? [safe] : wrap(safe, room)).map((line) => paint(line, tone));
  });
}

/** Lays out labels and lines, all of which were folded to `roomBeside(width)`. */
export function labeledLines(sections: readonly LabeledLines[], paint: Paint, width: number | undefined): string {
  const labeled = sections.map(
    ([label, lines]) => [paint(label, label.startsWith(" ") ? undefined : "bold"), lines] as const,
  );
  if (width !== undefined && width - labelWidth - gap.length < narrowest) {
    return labeled
      .map(([label, lines]) => [label, ...lines.map((line) => gap + line)].join("\n").concat("\n"))
      .join("");
  }
  // Where nothing needs to fit, a little more room than painted lines take does no harm.
  const room = roomBeside(width) ?? largest(sections.flatMap(([, lines]) => lines.map(displayWidth)));
  return grid(
    labeled.map(([label, lines]) => [label, lines.join("\n")]),
    [{ width: labelWidth }, { width: Math.max(1, room) }],
  );
}

/** The inspection groups under headers; undefined where nothing is stated, or where the table doesn't fit. */
export function inspectionTable(
  safety: RecordRow,
  room: number | undefined,
  paint: Paint,
): readonly LabeledLines[] | undefined {
  const rows = inspectionRows(safety);
  if (rows.length === 0) return undefined;
  const cells = rows.map(({ cells: own }) => own.map((cell) => ({ ...cell, text: visible(cell.text) })));
  const [header = "", rule = "", ...lines] =
    tableOf(cells, inspectionColumns, { paint, width: room })?.trimEnd().split("\n") ?? [];
  // A row that takes several lines is no longer beside its name.
  if (lines.length !== rows.length) return undefined;
  return [
    ["Inspections", [header, rule]],
    ...lines.map((line, index): LabeledLines => [`  ${rows[index]?.name}`, [line]]),
  ];
}
