/**
 * Where a table has its header, and which of its columns hold USDOT numbers and
 * claims.
 */
import { quoteInput } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { isNumber } from "./arguments.ts";
import { type Cells, indexesOf, isFilled } from "./cells.ts";
import { type ClaimField, type ReadOptions, searchHint } from "./input.ts";
import {
  claimHeaders,
  docketHeaderBelow,
  headerMeaning,
  isBlank,
  isComment,
  isData,
  isLikeHeader,
  isNumberHeaderBelow,
  isSameName,
  isWord,
} from "./row-words.ts";

/** The rows of a list, by one way to split it into cells. */
export interface Rows {
  rows: readonly Cells[];
  /** Absent where lines are not split, and in a workbook. */
  delimiter?: string | undefined;
  /** The rows with `textMark`, where there is any. */
  written?: readonly Cells[];
  /** The line on which each row begins, where cells have line breaks. */
  lines?: readonly number[];
}

/** Rows whose header was looked for. */
interface Headed extends Rows {
  /** The first rows that are neither blank nor comments. */
  sample: readonly Cells[];
  /** The index of the header's row. */
  header: number | undefined;
  /** The header's cells; without one those of the first row. */
  head: Cells;
}

/** Rows of which it is known which column has the USDOT numbers. */
export interface NumberTable extends Headed {
  column: number;
}

/** Rows of which it is known what all columns are. */
export interface Table extends NumberTable {
  claimColumns: ReadonlyMap<ClaimField, number>;
  /** The header of docket numbers that ends the column, in a table below. */
  docketHeader?: string | undefined;
}

const sampleSize = 20;

/**
 * Finds the table in a list, which may be split in several ways: its header,
 * then the column of the numbers.
 */
export function findTable(
  ways: readonly Rows[],
  source: string,
  asked?: string,
): NumberTable {
  const tables = ways.map((rows) => withHeader(rows, asked));
  const headed = tables.filter(({ header }) => header !== undefined);
  const table =
    headed.find(({ head }) => head.length > 1) ??
    headed.at(-1) ??
    withoutHeader(tables, source, asked);
  const column = columnOf(table, source, asked);
  refuseDocketNumbers(table, column, source);
  return { ...table, column };
}

/** Whether a column is asked for by its place, from 1 on, not by its name. */
export function isPlace(asked = ""): boolean {
  return /^\d+$/.test(asked);
}

function withHeader(rows: Rows, asked: string | undefined): Headed {
  const sample: Cells[] = [];
  for (const cells of rows.rows) {
    if (sample.length === sampleSize) break;
    if (!isBlank(cells) && !isComment(cells)) sample.push(cells);
  }
  const head = headerIn(sample, asked);
  const header = head && rows.rows.indexOf(head);
  return { ...rows, sample, header, head: head ?? sample[0] ?? [] };
}

/**
 * The header stands above the first number, and maybe below titles. It is the
 * first row with a column of the name that is asked for, or else one that names
 * the numbers, or else one with a word in the place that is asked for.
 */
function headerIn(sample: readonly Cells[], asked = ""): Cells | undefined {
  const above = aboveNumbers(sample);
  const isCalled = (cells: Cells) =>
    !isPlace(asked) && columnsCalled(cells, asked).length > 0;
  const isNamed = (cells: Cells) => columnsNamed(cells, sample).length > 0;
  const isWordInPlace = (cells: Cells) =>
    isPlace(asked) && isWordAboveNumbers(cells, sample, Number(asked) - 1);
  return (
    above.find(isCalled) ?? above.find(isNamed) ?? above.find(isWordInPlace)
  );
}

/** The rows above the first that has a number: titles, and the header. */
function aboveNumbers(sample: readonly Cells[]): readonly Cells[] {
  const first = sample.findIndex((cells) => cells.some(isData));
  return first < 0 ? sample : sample.slice(0, first);
}

/** Whether a row that no delimiter is left in has a word above numbers. */
function isWordAboveNumbers(
  cells: Cells,
  sample: readonly Cells[],
  at: number,
): boolean {
  const below = sample.slice(sample.indexOf(cells) + 1);
  return (
    isWord(cells[at] ?? "") &&
    !/[;|\t]/.test(cells.join("")) &&
    below.some((row) => isNumber(row[at] ?? ""))
  );
}

/**
 * Which way to split a list without a header: by every delimiter, its first row
 * must have the same numbers.
 */
function withoutHeader(
  tables: readonly Headed[],
  source: string,
  asked?: string,
): Headed {
  const ways = tables.filter(
    ({ head, delimiter }) => head.length > 1 || delimiter === undefined,
  );
  const numbersBy = ({ head }: Headed) => {
    const cells = asked ? [head[Number(asked) - 1] ?? ""] : head;
    const numbers = cells.filter(isNumber);
    return numbers.map((cell) => cell.replace(/\D/g, "")).join(" ");
  };
  const telling = ways.filter((way) => numbersBy(way) !== "");
  if (new Set(telling.map(numbersBy)).size > 1)
    refuse(
      `${source}: cannot tell which delimiter it uses: ${quoteInput(ways.at(-1)?.head.join() ?? "")}`,
      "add a header line, such as name;dot_number",
    );
  const byWidth = ways.toSorted((a, b) => b.head.length - a.head.length);
  return (telling[0] ?? byWidth[0]) as Headed;
}

/**
 * The column of the numbers: the one that is asked for, or that the header
 * names, or, without a header, the only one that can be it.
 */
function columnOf(table: Headed, source: string, asked?: string): number {
  const { header, sample } = table;
  const head = header === undefined ? likelyHead(sample) : table.head;
  if (asked !== undefined && head.length > 0)
    return columnAsked(head, asked, source, "--column ");
  const [column, ...others] =
    header === undefined
      ? columnsOfNumbers(sample)
      : columnsNamed(head, sample);
  if (column !== undefined && others.length === 0) return column;
  const words = `${source}: cannot tell which column holds the USDOT numbers`;
  refuseColumns(words, head, hintFor(sample));
}

/** What a person takes for the header, not a title: a row that says more. */
function likelyHead(sample: readonly Cells[]): Cells {
  const count = (cells: Cells) => cells.filter(isFilled).length;
  const above = aboveNumbers(sample).toSorted((a, b) => count(b) - count(a));
  return above[0] ?? sample[0] ?? [];
}

/** The columns that a user asks for, by place or by name. */
function columnsCalled(cells: Cells, asked: string): number[] {
  return indexesOf(cells, (cell, at) =>
    isPlace(asked) ? at === Number(asked) - 1 : isSameName(cell, asked),
  );
}

/**
 * The columns that a header names as that of the numbers; a list's only column
 * may have numbers of any name.
 */
function columnsNamed(cells: Cells, sample: readonly Cells[]): number[] {
  const isAny = isSingle(sample);
  return indexesOf(cells, (cell) => {
    const meaning = headerMeaning(cell);
    return meaning === "number" || (isAny && meaning !== undefined);
  });
}

function isSingle(sample: readonly Cells[]): boolean {
  return sample.every(({ length }) => length === 1);
}

/**
 * Without a header: the columns with numbers, if these can be nothing else.
 * Five digits may be zip codes, and what stands below an unknown header
 * anything.
 */
function columnsOfNumbers(sample: readonly Cells[]): number[] {
  if (isSingle(sample)) return hasUnknownHeader(sample) ? [] : [0];
  const cells = sample.flat();
  const isLong = (cell: string) =>
    isNumber(cell) && /[1-9]\d{5}/.test(cell.replace(/\D/g, ""));
  const isClear =
    sample[0]?.some(isData) &&
    cells.some(isLong) &&
    !cells.some((cell) => headerMeaning(cell) === "number");
  const columns = sample.flatMap((row) => indexesOf(row, isNumber));
  return isClear ? [...new Set(columns)] : [];
}

/**
 * Whether a list of one column begins with a word above a number, or with a
 * year above anything else.
 */
function hasUnknownHeader([[first = ""] = [], next]: readonly Cells[]) {
  if (next === undefined) return false;
  const isAboveNumber = next.every(isNumber);
  if (isNumber(first)) return !isData(first) && !isAboveNumber;
  return isAboveNumber && (isWord(first) || /^[^#]*\p{L}{3}/u.test(first));
}

/** A title may have been taken for the header, with the real one below it. */
function refuseDocketNumbers(
  { sample }: Headed,
  column: number,
  source: string,
): void {
  const header = docketHeaderOf(sample, column);
  if (header === undefined) return;
  refuse(
    `${source}: the column ${quoteInput(header)} holds docket numbers, not USDOT numbers`,
    hintFor(sample),
  );
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
export function columnName({ header, head }: Headed, at: number): string {
  return header === undefined ? String(at + 1) : quoteInput(head[at] ?? "");
}

/**
 * Finds the columns of claims: those asked for, and of the `usual` claims those
 * with the usual headers.
 */
export function withClaims(
  table: NumberTable,
  source: string,
  { claimColumns: asked = {}, claims: usual = [] }: ReadOptions,
): Table {
  const { head, header } = table;
  const columns = new Map<ClaimField, number>();
  for (const [field, wanted] of Object.entries(asked)) {
    const option = `--claim-column ${field}=`;
    const column = columnAsked(head, wanted, source, option);
    columns.set(field as ClaimField, column);
  }
  if (header === undefined) return { ...table, claimColumns: columns };
  for (const [field, isHeader] of claimHeaders) {
    if (columns.has(field) || !usual.includes(field)) continue;
    const [column, ...others] = indexesOf(head, isHeader);
    const isClear = others.length === 0 && column !== table.column;
    if (column !== undefined && isClear) columns.set(field, column);
  }
  return { ...table, claimColumns: columns };
}

/**
 * The table below a row that is a header, too: of the same numbers, of USDOT
 * numbers in another column, or of docket numbers, which are not read.
 */
export function tableBelow(
  cells: Cells,
  table: Table,
  source: string,
  options: ReadOptions,
): Table | undefined {
  if (!isLikeHeader(cells)) return undefined;
  const { column: asked } = options;
  const { header, head, column } = table;
  const isHeader = (cell: string, at: number) =>
    (isSameName(cell, head[column] ?? "") &&
      (at === column || !isPlace(asked))) ||
    (asked === undefined && isNumberHeaderBelow(cell));
  const [below, ...others] =
    header === undefined ? [] : indexesOf(cells, isHeader);
  if (below !== undefined && others.length === 0) {
    const { docketHeader: _, ...same } = table;
    return withClaims({ ...same, head: cells, column: below }, source, options);
  }
  // `MC numbers` by itself.
  const isTitle = cells.length > 1 && cells.filter(isFilled).length === 1;
  if (isTitle) return undefined;
  // A column that is asked for by its place ends at its own header alone.
  const ending = isPlace(asked) ? [cells[column] ?? ""] : cells;
  const docketHeader = docketHeaderBelow(ending, head);
  return docketHeader === undefined ? undefined : { ...table, docketHeader };
}

/** The one column that a user asks for by an option. */
function columnAsked(
  head: Cells,
  asked: string,
  source: string,
  option: string,
): number {
  const [column, ...others] = columnsCalled(head, asked);
  if (column !== undefined && others.length === 0) return column;
  const what =
    others.length > 0
      ? `${others.length + 1} columns are called`
      : "there is no column";
  const words = `${source}: ${what} ${quoteInput(asked)}`;
  refuseColumns(words, head, choiceBy(option));
}

function choiceBy(option: string): string {
  return `choose one with ${option}NAME or ${option}NUMBER`;
}

function refuseColumns(words: string, head: Cells, hint: string): never {
  const names = head
    .slice(0, 6)
    .map((name, at) => `${at + 1} ${quoteInput(name, 20)}`);
  const more = head.length - names.length;
  const others = more > 0 ? ` and ${more} more` : "";
  const columns = names.join(", ") + others;
  refuse(`${words}; the columns are ${columns}`, hint);
}
