/** Which columns of a table hold USDOT numbers and claims. */
import { quoteInput } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { type Cells, indexesOf, isFilled } from "./cells.ts";
import {
  aboveNumbers,
  columnsCalled,
  columnsNamed,
  findHeader,
  type Headed,
  isPlace,
  isSingle,
  type Rows,
} from "./header.ts";
import { type ClaimField, type ReadOptions, searchHint } from "./input.ts";
import { isNumber } from "./pasted.ts";
import {
  claimHeaders,
  docketHeaderBelow,
  headerMeaning,
  isData,
  isHeaderBelow,
  isLikeHeader,
  isSameName,
  isWord,
} from "./row-words.ts";

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

/** Finds the table in a list, which may be split in several ways. */
export function findTable(
  ways: readonly Rows[],
  source: string,
  asked?: string,
): NumberTable {
  const headed = findHeader(ways, source, asked);
  const column = columnOf(headed, source, asked);
  refuseDocketNumbers(headed, column, source);
  return { ...headed, column };
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
    (asked === undefined && isHeaderBelow("number", cell));
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
