/** The sections of a screen: a label, and beside it lines, or a table. */
import { gap } from "./column-widths.ts";
import { narrowest } from "./folded-line.ts";
import { grid } from "./grid.ts";
import { inspectionColumns, inspectionRows } from "./inspection-cells.ts";
import type { Drawing } from "./palette.ts";
import { tableOf } from "./table.ts";
import type { RecordRow } from "./value.ts";

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
  const rows = sections.map(([label, lines]) => {
    const shown = paint(label, label.startsWith(" ") ? undefined : "bold");
    return width - labelWidth - gap.length < narrowest
      ? [[shown, ...lines].join(`\n${gap}`)]
      : [shown, lines.join("\n")];
  });
  return grid(rows, [{ width: labelWidth }]);
}

/** The inspection groups under headers; undefined where nothing is stated, or where the table doesn't fit. */
export function inspectionTable(safety: RecordRow, drawing: Drawing): readonly LabeledLines[] | undefined {
  const rows = inspectionRows(safety);
  if (rows.length === 0) return undefined;
  const table = tableOf(
    rows.map(({ cells }) => cells),
    inspectionColumns,
    drawing,
  );
  const [header = "", rule = "", ...lines] = table?.trimEnd().split("\n") ?? [];
  // A row that takes several lines is no longer beside its name.
  if (lines.length !== rows.length) return undefined;
  return [
    ["Inspections", [header, rule]],
    ...lines.map((line, index): LabeledLines => [`  ${rows[index]?.name}`, [line]]),
  ];
}
