/**
 * How the rows of a list are laid out: where its header is, and which columns
 * hold USDOT numbers and claims.
 */
import { quoteInput, sheetError } from "../dot-number.ts";
import { refuse, UsageError } from "../errors.ts";
import { isNumber } from "./arguments.ts";
import {
  type Cells,
  headerMeaning,
  indexesOf,
  isBlank,
  isComment,
  isData,
  isFilled,
  isPlace,
  isSameName,
  isWord,
} from "./header.ts";
import { type ClaimField, type ReadOptions, searchHint } from "./input.ts";

/** One way to split a text into cells: by a delimiter, or not at all. */
export interface Split {
  delimiter?: string | undefined;
  rows: readonly Cells[];
  /** The rows with `textMark`, where there is any. */
  written?: readonly Cells[];
  /** The line on which each row begins, where cells have line breaks. */
  lines?: readonly number[];
}

interface TableCandidate extends Split {
  /** The first rows that are neither blank nor comments. */
  sample: readonly Cells[];
  /** The index of the header's row. */
  header: number | undefined;
  /** The header's cells; without one those of the first row. */
  head: Cells;
}

/** A table whose column of USDOT numbers is known. */
export interface Layout extends TableCandidate {
  column: number;
  /** The header of docket numbers that ends the column, in a table below. */
  docket?: string | undefined;
}

/** A table whose columns of claims are known, too. */
export interface Table extends Layout {
  claimColumns: ReadonlyMap<ClaimField, number>;
}

const sampleSize = 20;

/** Finds the header and the column of the numbers, however the text is split. */
export function findLayout(
  splits: readonly Split[],
  source: string,
  wanted?: string,
): Layout {
  const tables = splits.map((split) => tableIn(split, wanted));
  const headed = tables.filter(({ header }) => header !== undefined);
  const table =
    headed.find(({ head }) => head.length > 1) ??
    headed.at(-1) ??
    withoutHeader(tables, source, wanted);
  const column = columnOf(table, source, wanted);
  const docket = docketIn(table.sample, column);
  if (docket === undefined) return { ...table, column };
  refuse(
    `${source}: the column ${quoteInput(docket)} holds docket numbers, not USDOT numbers`,
    hintFor(table.sample),
  );
}

function tableIn(split: Split, wanted?: string): TableCandidate {
  const sample: Cells[] = [];
  for (const cells of split.rows) {
    if (sample.length === sampleSize) break;
    if (!isBlank(cells) && !isComment(cells)) sample.push(cells);
  }
  const head = headerIn(sample, wanted);
  const header = head && split.rows.indexOf(head);
  return { ...split, sample, header, head: head ?? sample[0] ?? [] };
}

/**
 * The first row that is called as the column that is asked for, or else names
 * the numbers: below titles without a number.
 */
function headerIn(sample: readonly Cells[], wanted = ""): Cells | undefined {
  const above = aboveNumbers(sample);
  const isCalled = (cells: Cells) =>
    !isPlace(wanted) && columnsCalled(cells, wanted).length > 0;
  const isNamed = (cells: Cells) => columnsNamed(cells, sample).length > 0;
  const isAbove = (cells: Cells) =>
    isPlace(wanted) && isWordAboveNumbers(cells, sample, Number(wanted) - 1);
  return above.find(isCalled) ?? above.find(isNamed) ?? above.find(isAbove);
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

/** Without a header, the first row must have the same numbers by every delimiter. */
function withoutHeader(
  tables: readonly TableCandidate[],
  source: string,
  wanted?: string,
): TableCandidate {
  const ways = tables.filter(
    ({ head, delimiter }) => head.length > 1 || delimiter === undefined,
  );
  const numbersBy = ({ head }: TableCandidate) => {
    const cells = wanted ? [head[Number(wanted) - 1] ?? ""] : head;
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
  return (telling[0] ?? byWidth[0]) as TableCandidate;
}

function columnOf(
  table: TableCandidate,
  source: string,
  wanted?: string,
): number {
  const { header, sample } = table;
  const head = header === undefined ? likelyHead(sample) : table.head;
  if (wanted !== undefined && head.length > 0)
    return columnAsked(head, wanted, source, "--column ");
  const [column, ...others] =
    header === undefined ? numberColumns(sample) : columnsNamed(head, sample);
  if (column !== undefined && others.length === 0) return column;
  const words = `${source}: cannot tell which column holds the USDOT numbers`;
  throw columnError(words, head, hintFor(sample));
}

/** What a person takes for the header, not a title: a row that says more. */
function likelyHead(sample: readonly Cells[]): Cells {
  const count = (cells: Cells) => cells.filter(isFilled).length;
  const rows = aboveNumbers(sample);
  const byCount = rows.toSorted((a, b) => count(b) - count(a));
  return byCount[0] ?? sample[0] ?? [];
}

/** The columns that a user asks for, by place or by name. */
function columnsCalled(cells: Cells, wanted: string): number[] {
  return indexesOf(cells, (cell, at) =>
    isPlace(wanted) ? at === Number(wanted) - 1 : isSameName(cell, wanted),
  );
}

/**
 * The columns that a header names as that of the numbers; a list's only column
 * may have numbers of any name.
 */
function columnsNamed(cells: Cells, sample: readonly Cells[]): number[] {
  return indexesOf(cells, (cell) => {
    const meaning = headerMeaning(cell);
    return meaning === "number" || (meaning !== undefined && isSingle(sample));
  });
}

function isSingle(rows: readonly Cells[]): boolean {
  return rows.every(({ length }) => length === 1);
}

/**
 * Columns with numbers, where they can be nothing else: not below an unknown
 * header, and not all of five digits, as zip codes are.
 */
function numberColumns(sample: readonly Cells[]): number[] {
  if (isSingle(sample)) return isHeadedUnknown(sample) ? [] : [0];
  const all = sample.flat();
  const isLong = (cell: string) =>
    isNumber(cell) && /[1-9]\d{5}/.test(cell.replace(/\D/g, ""));
  const isClear =
    sample[0]?.some(isData) &&
    all.some(isLong) &&
    !all.some((cell) => headerMeaning(cell) === "number");
  const columns = sample.flatMap((cells) => indexesOf(cells, isNumber));
  return isClear ? [...new Set(columns)] : [];
}

/**
 * Whether a list of one column begins with a word above numbers, or a year
 * above something else.
 */
function isHeadedUnknown([[first = ""] = [], next]: readonly Cells[]): boolean {
  if (next === undefined) return false;
  const isAboveNumber = next.every(isNumber);
  if (isNumber(first)) return !isData(first) && !isAboveNumber;
  return isAboveNumber && (isWord(first) || /^[^#]*\p{L}{3}/u.test(first));
}

/**
 * The header of docket numbers that a column has, also below a title that was
 * taken for the header.
 */
function docketIn(sample: readonly Cells[], column: number) {
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
    isNumber(cell) && docketIn(sample, at) === undefined;
  return sample.some((cells) => cells.some(isChoice))
    ? choiceBy("--column ")
    : searchHint;
}

/** The name that a column has in messages: its header's, or else its place. */
export function columnName({ header, head }: Layout, at: number): string {
  return header === undefined ? String(at + 1) : quoteInput(head[at] ?? "");
}

/**
 * The layout below a row that is a header, too: of the same numbers, of USDOT
 * numbers in another column, or of docket numbers.
 */
export function headerBelow(
  cells: Cells,
  layout: Layout,
  { column: wanted }: ReadOptions,
): Layout | undefined {
  const { header, head, column } = layout;
  const name = header === undefined ? "" : (head[column] ?? "");
  const isHeader = isLikeHeader(cells);
  const isKnown = (cell: string) =>
    wanted === undefined && isHeader && isHeaderOf("number", cell);
  const isAgain = (cell: string, at: number) =>
    isSameName(cell, name) && (at === column || (isHeader && !isPlace(wanted)));
  const [below, ...others] =
    header === undefined
      ? []
      : indexesOf(cells, (cell, at) => isAgain(cell, at) || isKnown(cell));
  if (below !== undefined && others.length === 0)
    return { ...layout, head: cells, column: below, docket: undefined };
  // A column that is asked for by its place ends at its own header alone.
  const ending = isPlace(wanted) ? [cells[column] ?? ""] : cells;
  // `MC numbers` by itself.
  const isTitle = cells.length > 1 && cells.filter(isFilled).length === 1;
  const docket = isHeader && !isTitle && docketHeaderIn(ending, head);
  return docket ? { ...layout, docket } : undefined;
}

/** Whether no cell stands for a value: `DOT TRUCKING,N/A` is a carrier. */
function isLikeHeader(cells: Cells): boolean {
  const isValue = (cell: string) =>
    isData(cell) ||
    sheetError.test(cell) ||
    /^\s*(?:#?n\/a\b|(?:mc|mx|ff)\W*\d)/i.test(cell);
  return !cells.some(isValue);
}

/** Behind `DOT` or `MC`, these words make the name of a carrier. */
const isCarrierName = /\b(?:carriers?|company|contractor|haulers?|trucking)$/i;

function isHeaderOf(meaning: "number" | "docket", cell: string): boolean {
  return headerMeaning(cell) === meaning && !isCarrierName.test(cell.trim());
}

/** `MC` may be a kind of carrier, unless a header is beside it. */
function docketHeaderIn(cells: Cells, head: Cells): string | undefined {
  const isAbove = (cell: string) => head.some((name) => isSameName(cell, name));
  return cells.find(
    (cell) =>
      isHeaderOf("docket", cell) &&
      (!/^\s*(?:mc|mx|ff|docket)\s*$/i.test(cell) || cells.some(isAbove)),
  );
}

/** Headers whose columns are compared: the first that a list has of a claim. */
const claimHeaders: readonly (readonly [
  ClaimField,
  isHeader: (cell: string) => boolean,
])[] = [
  ...[
    "legal name",
    "carrier legal name",
    "carrier name",
    "motor carrier name",
    "carrier",
    "motor carrier",
    "company name",
    "company",
  ].map((name) => ["name", (cell: string) => isSameName(cell, name)] as const),
  ["mc_number", (cell) => headerMeaning(cell) === "docket"],
];

/**
 * Finds the columns of claims: those asked for, and of the `usual` claims those
 * with the usual headers.
 */
export function withClaims(
  layout: Layout,
  source: string,
  { claimColumns: asked = {}, claims: usual = [] }: ReadOptions,
): Table {
  const { head, header } = layout;
  const columns = new Map<ClaimField, number>();
  for (const [field, wanted] of Object.entries(asked)) {
    const option = `--claim-column ${field}=`;
    const column = columnAsked(head, wanted, source, option);
    columns.set(field as ClaimField, column);
  }
  if (header === undefined) return { ...layout, claimColumns: columns };
  for (const [field, isHeader] of claimHeaders) {
    if (columns.has(field) || !usual.includes(field)) continue;
    const [column, ...others] = indexesOf(head, isHeader);
    const isClear = others.length === 0 && column !== layout.column;
    if (column !== undefined && isClear) columns.set(field, column);
  }
  return { ...layout, claimColumns: columns };
}

/** The one column that a user asks for by an option. */
function columnAsked(
  head: Cells,
  wanted: string,
  source: string,
  option: string,
): number {
  const [column, ...others] = columnsCalled(head, wanted);
  if (column !== undefined && others.length === 0) return column;
  const what =
    others.length > 0
      ? `${others.length + 1} columns are called`
      : "there is no column";
  const words = `${source}: ${what} ${quoteInput(wanted)}`;
  throw columnError(words, head, choiceBy(option));
}

function choiceBy(option: string): string {
  return `choose one with ${option}NAME or ${option}NUMBER`;
}

function columnError(words: string, head: Cells, hint: string): UsageError {
  const names = head
    .slice(0, 6)
    .map((name, at) => `${at + 1} ${quoteInput(name, 20)}`);
  const more = head.length - names.length;
  const others = more > 0 ? ` and ${more} more` : "";
  const columns = names.join(", ") + others;
  return new UsageError(`${words}; the columns are ${columns}`, { hint });
}
