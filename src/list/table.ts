/** A list as rows of cells, once it is known which column is which. */
import type { Cells, SheetCell } from "./cells.ts";
import type { Layout } from "./columns.ts";
import { ourPrefix, type Place } from "./input.ts";
import type { Sheet } from "./workbook.ts";

/** The sheet that is read. */
interface ReadSheet extends Sheet {
  /** The names of all other sheets. */
  others: readonly string[];
  /** The names of those that may be lists, too. */
  unread: readonly string[];
}

/** The rows of a list, and what they have in them. */
export interface Table extends Layout {
  /** The file, in places. */
  source: string;
  rows: readonly (readonly SheetCell[])[];
  /** The line on which each row begins, where cells have line breaks. */
  lineNumbers?: readonly number[] | undefined;
  /** The last row of a text without a line end, which it may have lost. */
  cutOffRow?: number | undefined;
  /** In a workbook: the sheet that is read. */
  sheet?: ReadSheet | undefined;
}

/** Where a row begins. */
export function placeAt({ source, lineNumbers }: Table, row: number): Place {
  return { source, line: lineNumbers?.[row] ?? row + 1 };
}

/** The name of a column of ours, with our prefix or in a report of ours. */
export const nameOfOurs = ({ names }: Table, at: number): string =>
  (names[at] ?? "").trim().replace(ourPrefix, "");

/** What usdot writes as a verdict. */
export const verdictWords = ["pass", "fail", "review"];

/**
 * The cells of a row without those that usdot wrote, which say nothing about
 * it. Text that was typed over a verdict stays.
 */
export function userCells(cells: Cells, table: Table): Cells {
  const { unreadColumns } = table;
  const isOurs = (cell: string, at: number) =>
    unreadColumns.includes(at) &&
    (nameOfOurs(table, at) !== "verdict" || verdictWords.includes(cell));
  return unreadColumns.length === 0
    ? cells
    : cells.map((cell, at) => (isOurs(cell, at) ? "" : cell));
}
