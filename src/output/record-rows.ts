/** The rows that tables and CSV show for a record, and their cells. */
import type { RecordAnswer } from "../service/records.ts";
import { asItCame, type Cell, safe } from "./cells.ts";
import type { RecordRow } from "./value.ts";
import type { Column, RowList, View } from "./view.ts";

/** The list within a record whose elements are rows, if any of the columns show it. */
export function listShown({ sections }: View, columns: readonly Column[]): RowList | undefined {
  const list = sections.find(({ rows }) => rows)?.rows;
  return list && columns.some(({ path }) => path.startsWith(`${list.path}.`)) ? list : undefined;
}

/**
 * Returns the rows for a record, at least one. If the columns show a list within it (policies), there is one per element: in tables the
 * most important first, in CSV as the service ordered them.
 */
export function rowsFor(
  view: View,
  columns: readonly Column[],
  now: number,
  format: "table" | "csv",
): (answer: RecordAnswer) => RecordRow[] {
  const list = listShown(view, columns);
  return (answer) => {
    const row = { answer, now };
    if (list === undefined) return [row];
    const elements = format === "table" ? list.arranged(row) : elementRows(row, list.path);
    return elements.length > 0 ? elements : [row];
  };
}

function elementRows(row: RecordRow, list: string): RecordRow[] {
  const elements = (row.answer.record as Record<string, unknown>)[list];
  return Array.isArray(elements) ? elements.map((_, index) => ({ ...row, element: { list, index } })) : [];
}

/** A row's cell in a table, safe to print. */
export function cellOf(row: RecordRow, { cell: cellAt = asItCame, path }: Column): Cell {
  const shown = cellAt(row, path);
  const cell: Cell = row.isFormer ? { ...shown, tone: "dim" } : shown;
  // Then it is safe as it is.
  return row.answer.plain ? cell : safe(cell);
}

/** The same cells, none of them green where another is bad: color never reassures over a problem. */
export function withoutFalseGreen(cells: readonly Cell[]): readonly Cell[] {
  if (!cells.some(({ tone }) => tone === "error") || !cells.some(({ tone }) => tone === "success")) return cells;
  return cells.map(({ tone, ...cell }) => (tone === undefined || tone === "success" ? cell : { ...cell, tone }));
}
