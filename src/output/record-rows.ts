/** The rows that tables and CSV show for a record, and their cells. */
import type { RecordAnswer } from "../service/records.ts";
import { visible } from "../text/safe-text.ts";
import type { Cell } from "./cells.ts";
import type { RecordRow } from "./value.ts";
import type { Column, RowList, View } from "./views.ts";

/** Returns the rows for a record, at least one. */
export type RowsOf = (answer: RecordAnswer) => RecordRow[];

/** The list within a record whose elements are rows, if any of the columns show it. */
export function listShown({ sections }: View, columns: readonly Column[]): RowList | undefined {
  const list = sections.find(({ rows }) => rows)?.rows;
  return list && columns.some(({ path }) => path.startsWith(`${list.path}.`)) ? list : undefined;
}

/** The record as one row. */
export function recordRow({ record, text }: RecordAnswer, now: number): RecordRow {
  return { record, text, now };
}

/** A row for each element of a list within the record; none if the list is missing or empty. */
export function elementRows(row: RecordRow, list: string): RecordRow[] {
  const elements = (row.record as Record<string, unknown>)[list];
  return Array.isArray(elements) ? elements.map((_, index) => ({ ...row, element: { list, index } })) : [];
}

/** One row per record, or if the columns show a list within it (policies), one per element. */
export function rowsFor(view: View, columns: readonly Column[], now: number): RowsOf {
  const list = listShown(view, columns)?.path;
  return (answer) => {
    const row = recordRow(answer, now);
    const elements = list === undefined ? [] : elementRows(row, list);
    return elements.length > 0 ? elements : [row];
  };
}

/** A row's cell in a table, safe to print. */
export function cellOf(row: RecordRow, { cell: cellAt, path }: Column): Cell {
  const cell = cellAt(row, path);
  const text = visible(cell.text);
  const aside = cell.aside === undefined ? undefined : visible(cell.aside);
  if (text === cell.text && aside === cell.aside) return cell;
  return { ...cell, text, ...(aside !== undefined && { aside }) };
}
