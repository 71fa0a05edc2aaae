/** Which columns of a table hold USDOT numbers and claims. */
import { quoteInput } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { type Cells, indexesOf } from "./cells.ts";
import {
  aboveNumbers,
  columnsCalled,
  columnsNamed,
  type Headed,
} from "./header.ts";
import { type ClaimField, type ReadOptions, searchHint } from "./input.ts";
import { isNumber } from "./pasted.ts";
import { headerMeaning, isData, isSameName, isWord } from "./row-words.ts";

/** Rows of which it is known what their columns are. */
export interface Table extends Headed {
  /** That of the USDOT numbers. */
  column: number;
  claimColumns: ReadonlyMap<ClaimField, number>;
}

export function findTable(
  headed: Headed,
  source: string,
  options: ReadOptions,
): Table {
  const column = columnOf(headed, source, options.column);
  // A title may have been taken for the header, with the real one below it.
  const docketHeader = docketHeaderOf(headed.sample, column);
  if (docketHeader !== undefined)
    refuse(
      `${source}: the column ${quoteInput(docketHeader)} holds docket numbers, not USDOT numbers`,
      hintFor(headed.sample),
    );
  const table = { ...headed, column };
  return { ...table, claimColumns: claimColumnsIn(table, source, options) };
}

/**
 * The column of the numbers: the one that is asked for, or that the header
 * names, or, without a header, the only one that can be it.
 */
function columnOf(table: Headed, source: string, asked?: string): number {
  const { header, sample } = table;
  // What a person takes for the header.
  const above = aboveNumbers(sample).at(-1) ?? table.head;
  const head = header === undefined ? above : table.head;
  if (asked !== undefined && head.length > 0)
    return columnAsked(head, asked, source, "--column ");
  const [column, ...others] =
    header === undefined ? columnsOfNumbers(sample) : columnsNamed(head);
  if (column !== undefined && others.length === 0) return column;
  const words = `${source}: cannot tell which column holds the USDOT numbers`;
  refuseColumns(words, head, hintFor(sample));
}

/**
 * Without a header: the columns with numbers, if these can be nothing else.
 * Five digits may be zip codes, and what stands below an unknown header
 * anything.
 */
function columnsOfNumbers(sample: readonly Cells[]): number[] {
  if (sample.every(({ length }) => length === 1))
    return hasUnknownHeader(sample) ? [] : [0];
  const isLong = (cell: string) =>
    isNumber(cell) && /[1-9]\d{5}/.test(cell.replace(/\D/g, ""));
  const isClear =
    sample[0]?.some(isData) &&
    sample.flat().some(isLong) &&
    !sample.some((cells) => columnsNamed(cells).length > 0);
  const columns = sample.flatMap((row) => indexesOf(row, isNumber));
  return isClear ? [...new Set(columns)] : [];
}

/**
 * Whether a list of one column begins with words above a number, or with a year
 * above anything else.
 */
function hasUnknownHeader([[first = ""] = [], next]: readonly Cells[]) {
  if (next === undefined || headerMeaning(first) === "docket") return false;
  const isAboveNumber = next.every(isNumber);
  if (isNumber(first)) return !isData(first) && !isAboveNumber;
  return isAboveNumber && (isWord(first) || /\p{L}{3}/u.test(first));
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

const claimHeaders: readonly (readonly [
  ClaimField,
  isHeader: (cell: string) => boolean,
])[] = [
  ...nameHeaders.map(
    (name) => ["name", (cell: string) => isSameName(cell, name)] as const,
  ),
  ["mc_number", (cell) => headerMeaning(cell) === "docket"],
];

/**
 * The columns of claims: those asked for, and of the `usual` claims those with
 * the usual headers.
 */
function claimColumnsIn(
  { header, head, column }: Omit<Table, "claimColumns">,
  source: string,
  { claimColumns: asked = {}, claims: usual = [] }: ReadOptions,
): Map<ClaimField, number> {
  const columns = new Map<ClaimField, number>();
  for (const [field, wanted] of Object.entries(asked)) {
    const option = `--claim-column ${field}=`;
    const at = columnAsked(head, wanted, source, option);
    columns.set(field as ClaimField, at);
  }
  if (header === undefined) return columns;
  for (const [field, isHeader] of claimHeaders) {
    if (columns.has(field) || !usual.includes(field)) continue;
    const [at, ...others] = indexesOf(head, isHeader);
    const isClear = others.length === 0 && at !== column;
    if (at !== undefined && isClear) columns.set(field, at);
  }
  return columns;
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
