/** Which row of a list is its header. */
import { type Cells, cellTexts, indexesOf, type SheetCell } from "./cells.ts";
import {
  day,
  headerMeaning,
  isBareNumber,
  isBlankOrComment,
  isDataNumber,
  isHeaderWord,
  isSameName,
  mentionsNumberInUse,
} from "./row-words.ts";
import type { Sheet } from "./workbook.ts";

/** The sheet that is read. */
interface ReadSheet extends Omit<Sheet, "rows"> {
  /** The names of all other sheets. */
  others: readonly string[];
  /** Of those that may be lists, too. */
  unread: readonly string[];
}

/** The rows of a list, by one way to split it into cells. */
export interface Rows {
  rows: readonly (readonly SheetCell[])[];
  /** Absent where lines are not split, and in a workbook. */
  delimiter?: string | undefined;
  /** The line on which each row begins, where cells have line breaks. */
  lineNumbers?: readonly number[] | undefined;
  /** Of a workbook. */
  sheet?: ReadSheet | undefined;
}

/** Rows whose header was looked for. */
export interface Headed extends Rows {
  /** The first rows that are neither blank nor comments. */
  sample: readonly Cells[];
  header?: { row: number; cells: Cells } | undefined;
}

const sampleSize = 20;

/** `columnOption`: the column that `--column` names. */
export function withHeader(rows: Rows, columnOption?: string): Headed {
  const firstRows: { row: number; cells: Cells }[] = [];
  for (const [row, written] of rows.rows.entries()) {
    if (firstRows.length === sampleSize) break;
    const cells = cellTexts(written);
    if (!isBlankOrComment(cells)) firstRows.push({ row, cells });
  }
  const sample = firstRows.map(({ cells }) => cells);
  const found = headerIn(sample, columnOption);
  const header = firstRows.find(({ cells }) => cells === found);
  return { ...rows, sample, header };
}

/** The cells of the header; without one, those of the first row. */
export function firstCells({ header, sample }: Headed): Cells {
  return header?.cells ?? sample[0] ?? [];
}

/** Where the rows below the header begin. */
export function firstDataRow({ header }: Pick<Headed, "header">): number {
  return header ? header.row + 1 : 0;
}

/** The line on which a row begins. */
export function lineAt({ lineNumbers }: Rows, row: number): number {
  return lineNumbers?.[row] ?? row + 1;
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
  const asked = numberedColumn(columnOption);
  return (
    namedHeaderIn(sample, (cell) => isSameName(cell, columnOption), asked) ??
    namedHeaderIn(sample, namesNumber, asked) ??
    (asked === undefined ? undefined : unknownHeaderIn(sample, asked))
  );
}

/**
 * The first row with a name for the column of the numbers. Where a number stands
 * above it, there must be some below it, too, and above it nothing that a carrier
 * may be: `Branch,102`.
 */
function namedHeaderIn(
  sample: readonly Cells[],
  isName: (cell: string) => boolean,
  asked: number | undefined,
): Cells | undefined {
  const row = sample.findIndex((cells) => cells.some(isName));
  const header = sample[row];
  if (header === undefined || header.some(isDataNumber)) return undefined;
  const above = sample.slice(0, row);
  if (!above.flat().some(isDataNumber)) return header;
  const columns = asked === undefined ? indexesOf(header, isName) : [asked];
  const mayBeCarrier = (cell: string, at: number) =>
    (at === asked && isDataNumber(cell)) ||
    (mentionsNumberInUse(cell) && (columns.includes(at) || !day.test(cell)));
  if (above.some((cells) => cells.some(mayBeCarrier))) return undefined;
  const hasNumber = (cells: Cells) =>
    columns.some((at) => isDataNumber(cells[at] ?? ""));
  return sample.slice(row).some(hasNumber) ? header : undefined;
}

/**
 * A row above the first number with a word above the numbers of a column, and
 * with no other delimiter.
 */
function unknownHeaderIn(
  sample: readonly Cells[],
  column: number,
): Cells | undefined {
  const firstData = sample.findIndex((cells) => cells.some(isDataNumber));
  const cellOf = (cells: Cells) => cells[column] ?? "";
  const lastNumber = sample.findLastIndex((cells) =>
    isBareNumber(cellOf(cells)),
  );
  return sample.find(
    (cells, row) =>
      row < lastNumber &&
      (row < firstData || firstData < 0) &&
      isHeaderWord(cellOf(cells)) &&
      !/[;|\t]/.test(cells.join("")),
  );
}

export const namesNumber = (cell?: string) => headerMeaning(cell) === "number";

/** The columns that a header names as those of USDOT numbers. */
export function columnsNamed(cells: Cells): number[] {
  return indexesOf(cells, namesNumber);
}

/** The column that is asked for by its number, from 1 on, not by its name. */
export function numberedColumn(text = ""): number | undefined {
  return /^\d+$/.test(text) ? Number(text) - 1 : undefined;
}
