import { quoteInput } from "../dot-number.ts";
import { InputError } from "../errors.ts";
import { isNumber } from "./input.ts";

/** The column of a delimited list that holds its USDOT numbers. */
export interface DotColumn {
  index: number;
  /** What messages call the column: its header, or else its number. */
  label: string;
  /** Whether the first row is a header rather than data. */
  hasHeader: boolean;
}

/** Headers seen in real spreadsheets, reduced to letters and digits: `DOT_NUMBER`, `dotNumber`, `DOT #`, `USDOT No.`, ... */
const dotColumnNames = new Set(["", "us"].flatMap((us) => ["", "number", "num", "no"].map((no) => `${us}dot${no}`)));

/** The words of other headers: of a column that `--column` chooses by its number, this shows whether the first row is its header. */
const titleWord =
  /^(?:account|address|authority|carrier|city|code|company|customer|date|dba|docket|driver|dot|email|fleet|id|insurer|key|legal|load|name|no|num|number|phone|rating|reference|ref|state|status|truck|type|unit|us|usdot|vendor|zip)s?$/i;

/** A message is one line of a few hundred characters; a spreadsheet may have 200 columns. */
const maxColumnsNamed = 6;

/** Whether a header says that its column holds USDOT numbers. */
export function isDotColumnName(name: string): boolean {
  return dotColumnNames.has(normalized(name));
}

/** Whether `wanted`, the value of `--column`, names this header, and is no column's number. Case and punctuation don't matter. */
export function isColumnNamed(name: string, wanted: string): boolean {
  return /\D/.test(wanted) && normalized(name) === normalized(wanted) && normalized(wanted) !== "";
}

/**
 * The column that `--column` or the first row names; undefined if the first row may be data, so the rows have to show it.
 * @throws {InputError} when neither names exactly one
 */
export function columnOf(first: readonly string[], source: string, wanted?: string): DotColumn | undefined {
  if (wanted === undefined) return dotColumn(first, source);
  return /^\d+$/.test(wanted) ? numberedColumn(first, source, Number(wanted)) : namedColumn(first, source, wanted);
}

/**
 * The column of a list whose first row has a number in it, and may be a header all the same (`usdot,2025,2026`): then the others have their
 * numbers below the name. A row such as `USDOT,76830` is data. Without a header it is the only column with USDOT numbers.
 * @param comments rows that may be comments, or else rows of the list, or its header: `# Trucks,DOT`
 * @throws {InputError} when there are several, or none
 */
export function columnInRows(rows: string[][], source: string, comments: string[][] = []): DotColumn {
  const [first = [], ...below] = rows;
  const [named = -1, ...alike] = indexesOf(first, isDotColumnName);
  const cells = [...below, ...comments].map((row) => row[named] ?? "");
  const isNamed = named >= 0 && alike.length === 0 && !cells.some(isDotColumnName);
  if (isNamed && cells.some(isNumber)) return headedColumn(first, named);
  const [index, ...others] = new Set(rows.flatMap((row) => indexesOf(row, isNumber)));
  const isElsewhere = (cell: string, at: number, { length }: readonly string[]) =>
    length > 1 && at !== index && (isDotColumnName(cell) || (at > 0 && /\d{5}/.test(cell) && isNumber(cell)));
  const isUnclear = others.length > 0 || (isNamed && below.length > 0) || comments.some((row) => row.some(isElsewhere));
  if (index === undefined || isUnclear) throw columnUnclear(first, source);
  return { index, label: String(index + 1), hasHeader: false };
}

function dotColumn(first: readonly string[], source: string): DotColumn | undefined {
  const [index, ...others] = indexesOf(first, isDotColumnName);
  if (others.length > 0) throw columnUnclear(first, source);
  if (first.some(isNumber)) return undefined;
  // A first row without a number is a header. In one that doesn't mention USDOT numbers, a column that merely looks like them (zip codes,
  // fleet sizes) must not be mistaken for them.
  if (index === undefined) throw columnUnclear(first, source);
  return headedColumn(first, index);
}

function numberedColumn(first: readonly string[], source: string, number: number): DotColumn {
  const index = number - 1;
  const cell = first[index];
  if (cell === undefined) throw noSuchColumn(first, source, String(number));
  return isTitle(cell) ? headedColumn(first, index) : { index, label: String(number), hasHeader: false };
}

/** Whether a cell can only be a title, unlike `no id`, `vendor 12` or `MC`. Any other is read: an invalid line is seen, a dropped one is not. */
function isTitle(cell: string): boolean {
  const words = cell.replaceAll(".", "").match(/\p{Lu}?\p{Ll}+|[\p{L}\p{N}]+/gu) ?? [];
  return /^(?!\W*no\b)[^!?]*$/i.test(cell) && words.length > 0 && words.every((word) => titleWord.test(word));
}

function namedColumn(first: readonly string[], source: string, wanted: string): DotColumn {
  const alike = indexesOf(first, (name) => isColumnNamed(name, wanted) && !isNumber(name));
  const [index, ...others] = alike.length > 1 ? indexesOf(first, (name) => name.trim() === wanted.trim()) : alike;
  if (index === undefined || others.length > 0) throw noSuchColumn(first, source, wanted, alike.length);
  return headedColumn(first, index);
}

function headedColumn(first: readonly string[], index: number): DotColumn {
  return { index, label: quoteInput(first[index] as string), hasHeader: true };
}

function indexesOf(cells: readonly string[], matches: (cell: string) => boolean): number[] {
  return cells.flatMap((cell, index) => (matches(cell) ? [index] : []));
}

function normalized(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function columnUnclear(first: readonly string[], source: string): InputError {
  return wrongColumn(first, source, "cannot tell which column holds the USDOT numbers");
}

function noSuchColumn(first: readonly string[], source: string, wanted: string, count = 0): InputError {
  const what = count > 1 ? `${count} columns are called` : "there is no column";
  return wrongColumn(first, source, `${what} ${quoteInput(wanted)}`);
}

function wrongColumn(first: readonly string[], source: string, what: string): InputError {
  return new InputError(`${source}: ${what}; ${seen(first)}`, {
    hint: "say which with --column NAME or --column NUMBER",
  });
}

/** `the columns are 1 name, 2 city and 4 more` */
function seen(first: readonly string[]): string {
  const named = first.slice(0, maxColumnsNamed).map((name, index) => `${index + 1} ${quoteInput(name, 20)}`);
  const more = first.length > named.length ? ` and ${first.length - named.length} more` : "";
  return `the columns are ${named.join(", ")}${more}`;
}
