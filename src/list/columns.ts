/**
 * Which row of a list is its header, and which of its columns hold USDOT
 * numbers and claims.
 */
import { parseDotNumber, quoteInput } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { cutTo } from "../text/safe-text.ts";
import { type Cells, indexesOf, type SheetCell, textsOf } from "./cells.ts";
import { type ClaimField, type ReadOptions, searchHint } from "./input.ts";
import {
  headerMeaning,
  isBlank,
  isComment,
  isData,
  isNumber,
  isSameName,
  isWord,
} from "./words.ts";
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

/** Rows of which it is known what their columns are. */
export interface Table extends Headed {
  /** That of the USDOT numbers. */
  column: number;
  claimColumns: ReadonlyMap<ClaimField, number>;
}

const sampleSize = 20;

export function withHeader(rows: Rows, asked = ""): Headed {
  const sample: Cells[] = [];
  const rowIndexes: number[] = [];
  for (const [at, row] of rows.rows.entries()) {
    if (sample.length === sampleSize) break;
    const cells = textsOf(row);
    if (isBlank(cells) || isComment(cells)) continue;
    sample.push(cells);
    rowIndexes.push(at);
  }
  const head = headerIn(sample, asked);
  const headerRow = head && rowIndexes[sample.indexOf(head)];
  return {
    ...rows,
    sample,
    headerRow,
    headerCells: head ?? sample[0] ?? [],
  };
}

/**
 * The header stands above the first number, and maybe below titles: the row
 * with a cell of the name that is asked for, or else one that names the
 * numbers, or else one with a word above numbers in the place that is asked for.
 */
function headerIn(sample: readonly Cells[], asked: string): Cells | undefined {
  const first = sample.findIndex((cells) => cells.some(isData));
  const above = first < 0 ? sample : sample.slice(0, first);
  const column = Number(asked) - 1;
  const cellAt = (cells: Cells) => cells[column] ?? "";
  const last = sample.findLastIndex((cells) => isNumber(cellAt(cells)));
  return (
    above.find((cells) => cells.some((cell) => isSameName(cell, asked))) ??
    above.find((cells) => columnsNamed(cells).length > 0) ??
    above.find(
      (cells, at) =>
        at < last &&
        isWord(cellAt(cells)) &&
        // No other delimiter is left in it.
        !/[;|\t]/.test(cells.join("")),
    )
  );
}

/** The columns that a header names as those of USDOT numbers. */
export function columnsNamed(cells: Cells): number[] {
  return indexesOf(cells, (cell) => headerMeaning(cell) === "number");
}

/** @throws {UsageError} if it is not clear which column is which */
export function findColumns(
  headed: Headed,
  source: string,
  options: ReadOptions,
): Table {
  const { headerCells, sample } = headed;
  const column = columnOf(headed, source, options.column);
  // A title may have been taken for the header, with the real one below it.
  const docketHeader = docketHeaderOf(sample, column);
  if (docketHeader !== undefined)
    refuse(
      `${source}: the column ${quoteInput(docketHeader)} holds docket numbers, not USDOT numbers`,
      hintFor(sample),
    );
  const claimColumns = usualClaimColumns({ ...headed, column }, options.claims);
  for (const [field, asked] of Object.entries(options.claimColumns ?? {})) {
    const option = `--claim-column ${field}=`;
    const at = columnAsked(headerCells, asked, source, option);
    claimColumns.set(field as ClaimField, at);
  }
  return { ...headed, column, claimColumns };
}

/**
 * The column of the numbers: the one that is asked for, or that the header
 * names, or, without a header, the only one that can be it.
 */
function columnOf(
  { headerRow, headerCells, sample }: Headed,
  source: string,
  asked?: string,
): number {
  if (asked !== undefined && headerCells.length > 0)
    return columnAsked(headerCells, asked, source, "--column ");
  const [column, ...others] =
    headerRow === undefined
      ? columnsOfNumbers(sample)
      : columnsNamed(headerCells);
  if (column !== undefined && others.length === 0) return column;
  const words = `${source}: cannot tell which column holds the USDOT numbers`;
  refuseColumns(words, headerCells, hintFor(sample));
}

/**
 * Without a header: the columns with numbers, from the first row on. Five
 * digits may be zip codes, and what stands above a header anything.
 */
function columnsOfNumbers(sample: readonly Cells[]): number[] {
  if (sample.every(({ length }) => length === 1))
    return hasUnknownHeader(sample) ? [] : [0];
  const isLong = (cell: string) =>
    isNumber(cell) && /[1-9](?:[,\s]?\d){5}/.test(cell);
  const hasHeaderBelow = sample.some((row) => columnsNamed(row).length > 0);
  if (hasHeaderBelow || !sample[0]?.some(isData) || !sample.flat().some(isLong))
    return [];
  return [...new Set(sample.flatMap((row) => indexesOf(row, isNumber)))];
}

/**
 * Whether a list of one column begins with words above a number, or with a year
 * above anything else.
 */
function hasUnknownHeader([[first = ""] = [], next]: readonly Cells[]) {
  if (next === undefined || headerMeaning(first) === "docket") return false;
  const isAboveNumber = next.every(isNumber);
  if (isNumber(first)) return !isData(first) && !isAboveNumber;
  const isNoNumber = "invalid" in parseDotNumber(first);
  const isTitle = isWord(first) || /\p{L}{3}/u.test(first);
  return isAboveNumber && isNoNumber && isTitle;
}

function docketHeaderOf(sample: readonly Cells[], column: number) {
  return sample
    .map((cells) => cells[column] ?? "")
    .find((cell) => headerMeaning(cell) === "docket");
}

/**
 * What helps where no column can be read: a choice, if there are numbers
 * besides docket numbers.
 */
function hintFor(sample: readonly Cells[]): string {
  const isChoice = (cell: string, at: number) =>
    isNumber(cell) && docketHeaderOf(sample, at) === undefined;
  return sample.some((cells) => cells.some(isChoice))
    ? choiceBy("--column ")
    : searchHint;
}

/** The name that a column has in messages: its header's, or else its place. */
export function columnName(
  { headerRow, headerCells }: Headed,
  at: number,
): string {
  return headerRow === undefined
    ? String(at + 1)
    : quoteInput(headerCells[at] ?? "");
}

/** By the order in which they are looked for: the first that a list has counts. */
const nameHeaders = [
  "legal name",
  "carrier legal name",
  "carrier name",
  "motor carrier name",
  "carrier",
  "motor carrier",
  "company name",
  "company",
];

/**
 * Where claims stand by the usual headers, of those that are compared: in the
 * first such column.
 */
function usualClaimColumns(
  { headerRow, headerCells, column }: Omit<Table, "claimColumns">,
  compared: readonly ClaimField[] = [],
): Map<ClaimField, number> {
  const found: { [field in ClaimField]?: number[] | undefined } = {
    name: nameHeaders
      .map((name) => indexesOf(headerCells, (cell) => isSameName(cell, name)))
      .find((columns) => columns.length > 0),
    mc_number: indexesOf(
      headerCells,
      (cell) => headerMeaning(cell) === "docket",
    ),
  };
  const columns = new Map<ClaimField, number>();
  for (const field of compared) {
    const [at] = found[field] ?? [];
    const isHeaded = headerRow !== undefined && at !== column;
    if (isHeaded && at !== undefined) columns.set(field, at);
  }
  return columns;
}

/** Whether a column is asked for by its place, from 1 on, not by its name. */
export function isPlace(asked = ""): boolean {
  return /^\d+$/.test(asked);
}

/** The one column that a user asks for by an option: by place or by name. */
function columnAsked(
  headerCells: Cells,
  asked: string,
  source: string,
  option: string,
): number {
  const [column, ...others] = indexesOf(headerCells, (cell, at) =>
    isPlace(asked) ? at === Number(asked) - 1 : isSameName(cell, asked),
  );
  if (column !== undefined && others.length === 0) return column;
  const what =
    others.length > 0
      ? `${others.length + 1} columns are called`
      : "there is no column";
  const words = `${source}: ${what} ${quoteInput(asked)}`;
  refuseColumns(words, headerCells, choiceBy(option));
}

function choiceBy(option: string): string {
  return `choose one with ${option}NAME or ${option}NUMBER`;
}

function refuseColumns(words: string, headerCells: Cells, hint: string): never {
  const names = headerCells.map(
    (name, at) => `${at + 1} ${quoteInput(name, 20)}`,
  );
  refuse(`${words}; the columns are ${cutTo(names.join(", "), 200)}`, hint);
}
