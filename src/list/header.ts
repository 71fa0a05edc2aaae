/** Which row of a list is its header. */
import { type Cells, cellTexts, indexesOf, type SheetCell } from "./cells.ts";
import {
  day,
  headerMeaning,
  isBlank,
  isComment,
  isData,
  isInUse,
  isNumber,
  isSameName,
  isWord,
} from "./row-words.ts";
import type { Sheet } from "./workbook.ts";

/** The rows of a list, by one way to split it into cells. */
export interface Rows {
  rows: readonly (readonly SheetCell[])[];
  /** Absent where lines are not split, and in a workbook. */
  delimiter?: string | undefined;
  /** The line on which each row begins, where cells have line breaks. */
  lines?: readonly number[];
  /** Of a workbook, with the names of its other sheets. */
  sheet?: (Omit<Sheet, "rows"> & { others: readonly string[] }) | undefined;
}

/** Rows whose header was looked for. */
export interface Headed extends Rows {
  /** The first rows that are neither blank nor comments. */
  sample: readonly Cells[];
  /** The index of the header's row. */
  headerRow: number | undefined;
  /** The header's cells; without one those of the first row. */
  headerCells: Cells;
}

const sampleSize = 20;

/** `columnOption`: the column that `--column` names. */
export function withHeader(rows: Rows, columnOption?: string): Headed {
  const rowsOf = new Map<Cells, number>();
  for (const [at, row] of rows.rows.entries()) {
    if (rowsOf.size === sampleSize) break;
    const cells = cellTexts(row);
    if (!isBlank(cells) && !isComment(cells)) rowsOf.set(cells, at);
  }
  const sample = [...rowsOf.keys()];
  const header = headerIn(sample, columnOption);
  return {
    ...rows,
    sample,
    headerRow: header && rowsOf.get(header),
    headerCells: header ?? sample[0] ?? [],
  };
}

/**
 * The header stands above the first number, maybe below titles. It is the row
 * that has the name that is asked for, or else one that names the numbers, or
 * else one that may head the column whose number is asked for. A title may have
 * a number, too.
 */
function headerIn(
  sample: readonly Cells[],
  columnOption = "",
): Cells | undefined {
  const columnsSoNamed = (cells: Cells) =>
    indexesOf(cells, (cell) => isSameName(cell, columnOption));
  return (
    namedHeaderIn(sample, columnOption, columnsSoNamed) ??
    namedHeaderIn(sample, columnOption, columnsNamed) ??
    unknownHeaderOf(Number(columnOption) - 1, sample)
  );
}

/**
 * The first row with a name for the column of the numbers. Where a number stands
 * above it, there must be some below it, too, and above it nothing that a carrier
 * may be: `Branch,102`.
 */
function namedHeaderIn(
  sample: readonly Cells[],
  columnOption: string,
  columnsOf: (cells: Cells) => number[],
): Cells | undefined {
  const row = sample.findIndex((cells) => columnsOf(cells).length > 0);
  const header = sample[row];
  if (header === undefined || header.some(isData)) return undefined;
  const above = sample.slice(0, row);
  if (!above.flat().some(isData)) return header;
  const isAsked = isColumnNumber(columnOption);
  const columns = isAsked ? [Number(columnOption) - 1] : columnsOf(header);
  const mayBeCarrier = (cell: string, at: number) =>
    columns.includes(at)
      ? isInUse(cell) || (isAsked && isData(cell))
      : isInUse(cell) && !day.test(cell);
  if (above.some((cells) => cells.some(mayBeCarrier))) return undefined;
  const hasNumber = (cells: Cells) =>
    columns.some((at) => isData(cells[at] ?? ""));
  return sample.slice(row).some(hasNumber) ? header : undefined;
}

/**
 * A row above the first number with a word above the numbers of a column, and
 * with no other delimiter.
 */
function unknownHeaderOf(
  column: number,
  sample: readonly Cells[],
): Cells | undefined {
  const firstData = sample.findIndex((cells) => cells.some(isData));
  const above = firstData < 0 ? sample : sample.slice(0, firstData);
  const cellOf = (cells: Cells) => cells[column] ?? "";
  const lastNumber = sample.findLastIndex((cells) => isNumber(cellOf(cells)));
  return above
    .slice(0, Math.max(lastNumber, 0))
    .find((cells) => isWord(cellOf(cells)) && !/[;|\t]/.test(cells.join("")));
}

/** The columns that a header names as those of USDOT numbers. */
export function columnsNamed(cells: Cells): number[] {
  return indexesOf(cells, (cell) => headerMeaning(cell) === "number");
}

/** Whether a column is asked for by its number, from 1 on, not by its name. */
export function isColumnNumber(text = ""): boolean {
  return /^\d+$/.test(text);
}
