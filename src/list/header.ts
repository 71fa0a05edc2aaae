/** Which row of a list is its header. */
import {
  type Cells,
  cellTexts,
  isBlank,
  isComment,
  isDataNumber,
  isHeaderWord,
  isNumberInUse,
  isSameName,
  namesNumber,
  type SheetCell,
} from "./cells.ts";

/** How a list begins. */
export interface ListStart {
  /** What refusals call it: `fleet.csv`; `fleet.xlsx, sheet Fleet`. */
  listName: string;
  /** The first rows that are neither blank nor comments. */
  firstRows: readonly Cells[];
  /** The data begin in the next row. Without a header, it is -1. */
  headerRow: number;
  /** The cells of the header; none without one. */
  names: Cells;
  /** The cells of the header; without one, those of the first row. */
  firstCells: Cells;
  /** How many of the first rows stand above the header. */
  titleCount: number;
  /** Absent where lines are not split, and in a workbook. */
  delimiter?: string | undefined;
}

const firstRowCount = 20;

/** `columnOption`: the column that `--column` names. */
export function listStartOf(
  listName: string,
  rows: readonly (readonly SheetCell[])[],
  columnOption?: string,
): ListStart {
  const firstRows: Cells[] = [];
  const rowIndexes: number[] = [];
  for (const [row, written] of rows.entries()) {
    if (firstRows.length === firstRowCount) break;
    const cells = cellTexts(written);
    if (isBlank(cells) || isComment(cells)) continue;
    firstRows.push(cells);
    rowIndexes.push(row);
  }
  const headerAt = headerIndexIn(firstRows, columnOption);
  const titleCount = Math.max(headerAt, 0);
  return {
    listName,
    firstRows,
    headerRow: rowIndexes[headerAt] ?? -1,
    names: firstRows[headerAt] ?? [],
    firstCells: firstRows[titleCount] ?? [],
    titleCount,
  };
}

/**
 * The index of the header: the row that has the name that is asked for, or else
 * one that names the numbers, or else one that may head the column whose number
 * is asked for. -1 if there is none.
 */
function headerIndexIn(firstRows: readonly Cells[], columnOption = ""): number {
  const firstCarrier = firstRows.findIndex((cells) =>
    cells.some(isNumberInUse),
  );
  // There may be titles above it, with years and counts in them.
  const above = firstCarrier < 0 ? firstRows : firstRows.slice(0, firstCarrier);
  const rowWith = (isName: (cell: string) => boolean) =>
    above.findIndex((cells) => cells.some(isName) && !cells.some(isDataNumber));
  const named = rowWith((cell) => isSameName(cell, columnOption));
  if (named >= 0) return named;
  const usual = rowWith(namesNumber);
  const position = columnByPosition(columnOption);
  if (usual >= 0 || position === undefined) return usual;
  return rowAboveNumbers(firstRows, position);
}

/**
 * The first row above all numbers that has a word in this column. A row with
 * another delimiter in it is not split as it should be, and does not count.
 */
function rowAboveNumbers(firstRows: readonly Cells[], column: number): number {
  const firstData = firstRows.findIndex((cells) => cells.some(isDataNumber));
  return firstRows.findIndex(
    (cells, at) =>
      at < firstData &&
      isHeaderWord(cells[column] ?? "") &&
      !/[;|\t]/.test(cells.join("")),
  );
}

/** Whether a list has a header, even below a number, where it is refused. */
export function hasHeader({ headerRow, firstRows }: ListStart): boolean {
  return headerRow >= 0 || firstRows.flat().some(namesNumber);
}

/** The column that is asked for by its number, from 1 on, not by its name. */
export function columnByPosition(text = ""): number | undefined {
  return /^\d+$/.test(text) ? Number(text) - 1 : undefined;
}
