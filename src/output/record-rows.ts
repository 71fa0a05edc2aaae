/** The rows that table and CSV show for a record, and their cells. */
import type { RecordAnswer } from "../service/records.ts";
import { visible } from "../text/safe-text.ts";
import type { Cell } from "./cells.ts";
import type { RecordRow } from "./value.ts";
import type { Column, RowList, View } from "./views.ts";

/** Returns the rows for a record; at least one. */
export type RowsOf = (answer: RecordAnswer) => RecordRow[];

/** The list within a record whose elements are rows of their own, if the columns show any of it. */
export function listShown({ sections }: View, columns: readonly Column[]): RowList | undefined {
  const list = sections.find(({ rows }) => rows)?.rows;
  return list && columns.some(({ path }) => path.startsWith(`${list.path}.`)) ? list : undefined;
}

/** The record as one row. */
export function recordRow({ record, text }: RecordAnswer, now: number): RecordRow {
  return { record, text, now };
}

/** A row for each element of a list within the record; none where there is no such list, or it is empty. */
export function elementRows(row: RecordRow, list: string): RecordRow[] {
  const elements = (row.record as Record<string, unknown>)[list];
  return Array.isArray(elements) ? elements.map((_, index) => ({ ...row, element: { list, index } })) : [];
}

/** One row per record; where the columns show a list within it (policies), one for each of its elements. */
export function rowsFor(view: View, columns: readonly Column[], now: number): RowsOf {
  const list = listShown(view, columns)?.path;
  return (answer) => {
    const row = recordRow(answer, now);
    const elements = list === undefined ? [] : elementRows(row, list);
    return elements.length > 0 ? elements : [row];
  };
}

/** What a table shows in a row's column, safe to print. */
export function cellOf(row: RecordRow, { cell: cellAt, path }: Column): Cell {
  const cell = cellAt(row, path);
  const text = visible(cell.text);
  const aside = cell.aside === undefined ? undefined : visible(cell.aside);
  if (text === cell.text && aside === cell.aside) return cell;
  return { ...cell, text, ...(aside !== undefined && { aside }) };
}
