/** A finding -> the rows that table and CSV show of it, and their cells. */
import type { Finding } from "../lookup/outcome.ts";
import { visible } from "../text/safe-text.ts";
import type { Shown } from "./cells.ts";
import type { Row } from "./value.ts";
import type { Column, View } from "./views.ts";

type Answered = Extract<Finding<unknown>, { kind: "answered" }>;

/** Gives the rows of a record; at least one. */
export type RowsOf = (finding: Answered) => Row[];

/** The list within a record whose elements are rows of their own, if the columns show any of it. */
export function rowsWithin({ rows }: View, columns: readonly Column[]): View["rows"] {
  return rows && columns.some(({ path }) => path.startsWith(`${rows.path}.`)) ? rows : undefined;
}

/** One row a record; where the columns show a list within it (policies), one for each of its elements. */
export function rowsFor(view: View, columns: readonly Column[], now: number): RowsOf {
  const list = rowsWithin(view, columns)?.path;
  return ({ answer: { record, text } }) => {
    const elements = list === undefined ? undefined : (record as Record<string, unknown>)[list];
    if (list === undefined || !Array.isArray(elements) || elements.length === 0) return [{ record, text, now }];
    return elements.map((_, index) => ({ record, text, now, element: { list, index } }));
  };
}

/** What a table shows in a row's column, safe to print. */
export function cellOf(row: Row, { show, path }: Column): Shown {
  const shown = show(row, path);
  const text = visible(shown.text);
  const aside = shown.aside === undefined ? undefined : visible(shown.aside);
  if (text === shown.text && aside === shown.aside) return shown;
  return { ...shown, text, ...(aside !== undefined && { aside }) };
}
