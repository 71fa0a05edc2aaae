/**
 * How the rows of a list are laid out: where its header is, and which columns
 * hold USDOT numbers and claims.
 */
import { quoteInput } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { isNumber } from "./arguments.ts";
import {
  type Cells,
  columnsCalled,
  headerMeaning,
  indexesOf,
  isBlank,
  isComment,
  isData,
  isPlace,
  isSameName,
  isWord,
} from "./header.ts";
import { type ClaimField, type ReadOptions, searchHint } from "./input.ts";

/** One way to split a text: by a delimiter, or not at all. */
export interface Split {
  delimiter: string;
  rows: readonly Cells[];
  /** The line on which each row begins, where cells have line breaks. */
  lines?: readonly number[];
}

interface Headed extends Split {
  /** The index of the header's row, or -1. */
  header: number;
  /** The header's cells; without one those of the first row. */
  head: Cells;
}

/** A reading whose column of USDOT numbers is known. */
export interface Layout extends Headed {
  column: number;
}

/** How many rows are looked at for a header and numbers. */
const sampleSize = 20;

export function lineOfRow({ lines }: Split, row: number): number {
  return lines?.[row] ?? row + 1;
}

/**
 * Finds the header, or else the column that holds numbers however the text is
 * split.
 */
export function findLayout(
  readings: readonly Split[],
  source: string,
  wanted?: string,
): Layout {
  const headed = readings.flatMap((each) => headerIn(each, wanted) ?? []);
  const chosen =
    headed.find(({ head }) => head.length > 1) ??
    headed.at(-1) ??
    withoutHeader(readings, source, wanted);
  const column = columnOf(chosen, source, wanted);
  const sample = sampleOf(chosen);
  const docket = docketIn(sample, column);
  if (docket === undefined) return { ...chosen, column };
  throw new UsageError(
    `${source}: the column ${quoteInput(docket)} holds docket numbers, not USDOT numbers`,
    { hint: hintFor(sample) },
  );
}

/** The first row that names the column, below titles without a number. */
function headerIn(reading: Split, wanted?: string): Headed | undefined {
  const sample = sampleOf(reading);
  const data = sample.findIndex((cells) => cells.some(isData));
  const candidates = data < 0 ? sample : sample.slice(0, data);
  const isNamed = (cells: Cells) => columnsNamed(cells, sample).length > 0;
  const isCalled = (cells: Cells) =>
    columnsCalled(cells, wanted ?? "").length > 0;
  // Of a column that is asked for by its place, a word above numbers, however
  // the text is split.
  const at = Number(wanted) - 1;
  const isAbove = (cells: Cells) =>
    isWord(cells[at] ?? "") &&
    !/[;|\t]/.test(cells.join("")) &&
    sample
      .slice(sample.indexOf(cells) + 1)
      .some((below) => isNumber(below[at] ?? ""));
  const byPlace = isPlace(wanted) ? [isNamed, isAbove] : [isCalled];
  const tests = wanted === undefined ? [isNamed] : byPlace;
  const head = tests
    .map((test) => candidates.find(test))
    .find((cells) => cells !== undefined);
  return head && { ...reading, header: reading.rows.indexOf(head), head };
}

/** Without a header, the first row must have the same numbers by every delimiter. */
function withoutHeader(
  readings: readonly Split[],
  source: string,
  wanted?: string,
): Headed {
  const headed = readings.map((reading) => {
    const [head = []] = sampleOf(reading);
    return { ...reading, header: -1, head };
  });
  const split = headed.filter(
    ({ head, delimiter }) => head.length > 1 || delimiter === "",
  );
  const telling = split.flatMap((each) => {
    const { head } = each;
    const columns =
      wanted === undefined ? head.keys() : columnsCalled(head, wanted);
    const cells = Array.from(columns, (at) => head[at] ?? "").filter(isNumber);
    const numbers = cells.map((cell) => cell.replace(/\D/g, "")).join(" ");
    return numbers === "" ? [] : { ...each, numbers };
  });
  if (new Set(telling.map(({ numbers }) => numbers)).size > 1)
    throw new UsageError(
      `${source}: cannot tell which delimiter it uses: ${quoteInput(split.at(-1)?.head.join() ?? "")}`,
      { hint: "add a header line, such as name;dot_number" },
    );
  const byWidth = split.toSorted((a, b) => b.head.length - a.head.length);
  return (telling[0] ?? byWidth[0]) as Headed;
}

function columnOf(reading: Headed, source: string, wanted?: string): number {
  const { head, header } = reading;
  if (wanted !== undefined && head.length > 0)
    return columnAsked(head, wanted, source, "--column ");
  const sample = sampleOf(reading);
  const [column, ...others] =
    header < 0 ? numberColumns(sample) : columnsNamed(head, sample);
  if (column !== undefined && others.length === 0) return column;
  throw columnError(
    `${source}: cannot tell which column holds the USDOT numbers`,
    head,
    hintFor(sample),
  );
}

/**
 * The columns that a header names as that of the numbers; a list's only column
 * may have numbers of any name.
 */
function columnsNamed(cells: Cells, sample: readonly Cells[]): number[] {
  const isSingle = sample.every(({ length }) => length === 1);
  return indexesOf(cells, (cell) => {
    const meaning = headerMeaning(cell);
    return meaning === "number" || (isSingle && meaning !== undefined);
  });
}

/**
 * Columns with numbers, where they can be nothing else: not below an unknown
 * header, and not all of five digits, as zip codes are.
 */
function numberColumns(sample: readonly Cells[]): number[] {
  const [first = []] = sample;
  if (sample.every(({ length }) => length === 1))
    return isHeadedUnknown(sample) ? [] : [0];
  const all = sample.flat();
  const isLong = (cell: string) =>
    isNumber(cell) && /[1-9]\d{5}/.test(cell.replace(/\D/g, ""));
  const isClear =
    first.some(isData) &&
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

/** The layout below a row that is a header, too. */
export function headerBelow(
  cells: Cells,
  layout: Layout,
  { column: wanted }: ReadOptions,
): Layout | undefined {
  const { header, head, column } = layout;
  const name = head[column] ?? "";
  const columns = indexesOf(cells, (cell, at) =>
    isSameName(cell, name)
      ? !isPlace(wanted) || at === column
      : wanted === undefined && headerMeaning(cell) === "number",
  );
  const [below] = columns;
  return header < 0 || below === undefined || columns.length > 1
    ? undefined
    : { ...layout, head: cells, column: below };
}

/**
 * Headers whose columns are compared with the name of record: the first that a
 * list has.
 */
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
 * The columns of claims: those asked for, and of the `usual` claims those with
 * the usual headers.
 */
export function claimColumns(
  { head, header, column: numbers }: Layout,
  source: string,
  { claimColumns: asked = {}, claims: usual = [] }: ReadOptions,
): Map<ClaimField, number> {
  const columns = new Map<ClaimField, number>();
  for (const [field, wanted] of Object.entries(asked)) {
    const option = `--claim-column ${field}=`;
    const column = columnAsked(head, wanted, source, option);
    columns.set(field as ClaimField, column);
  }
  if (header < 0) return columns;
  const take = (field: ClaimField, [column = numbers, ...others]: number[]) => {
    const isFree = column !== numbers && others.length === 0;
    if (isFree && usual.includes(field) && !columns.has(field))
      columns.set(field, column);
  };
  for (const name of nameHeaders)
    take(
      "name",
      indexesOf(head, (cell) => isSameName(cell, name)),
    );
  take(
    "mc_number",
    indexesOf(head, (cell) => headerMeaning(cell) === "docket"),
  );
  return columns;
}

/** The first rows that are neither blank nor comments. */
function sampleOf({ rows }: Split): readonly Cells[] {
  const sample: Cells[] = [];
  for (const cells of rows) {
    if (sample.length === sampleSize) break;
    if (!isBlank(cells) && !isComment(cells)) sample.push(cells);
  }
  return sample;
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
  throw columnError(
    `${source}: ${what} ${quoteInput(wanted)}`,
    head,
    choiceBy(option),
  );
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
