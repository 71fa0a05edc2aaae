/** Which columns of a list hold USDOT numbers and claims. */
import { parseDotNumber } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { markHeader } from "../out-of-service-mark.ts";
import { cutTo, quoteInput } from "../text/safe-text.ts";
import { type Cells, indexesOf } from "./cells.ts";
import {
  columnsNamed,
  firstCells,
  type Headed,
  namesNumber,
  numberedColumn,
} from "./header.ts";
import {
  type ClaimField,
  ourPrefix,
  type ReadOptions,
  searchHint,
} from "./input.ts";
import {
  headerMeaning,
  isBareNumber,
  isDataNumber,
  isHeaderWord,
  isSameName,
} from "./row-words.ts";

export type ClaimColumns = ReadonlyMap<ClaimField, number>;

/** Rows of which it is known what their columns are. */
export interface Table extends Headed {
  /** That of the USDOT numbers. */
  column: number;
  claimColumns: ClaimColumns;
  /** Columns with the usual headers of claims that are not compared. */
  uncomparedColumns: ClaimColumns;
  /** In which any value is a mark, but for a no. */
  markColumns: readonly number[];
  /** What usdot wrote, unless an option names it. */
  ourColumns: readonly number[];
  /** Where a text may have lost its end. */
  cutOffRow?: number | undefined;
  /** Whether it wrote all of it: what it says of a carrier is the record's. */
  isReport: boolean;
}

/** @throws {UsageError} if it is not clear which column is which */
export function findColumns(
  headed: Headed,
  source: string,
  {
    column: columnOption,
    usualClaims,
    writtenNames = new Set(),
    claimColumns: claimOptions = {},
  }: ReadOptions,
): Table {
  const { header, sample } = headed;
  const column = columnOf(headed, source, columnOption);
  // A title may have been taken for the header, with the real one below it.
  const docketHeader = docketHeaderOf(sample, column);
  if (docketHeader !== undefined)
    refuse(
      `${source}: the column ${quoteInput(docketHeader)} holds docket numbers, not USDOT numbers`,
      hintFor(sample),
    );
  const claimColumns = new Map<ClaimField, number>();
  const uncomparedColumns = new Map<ClaimField, number>();
  const names = header?.cells ?? [];
  // A user's list may have `legal_name`, too.
  const isReport =
    names.every((name) => writtenNames.has(name)) &&
    names.some((name) => name === "as_of" || name.includes("."));
  const usual = usualClaims && !isReport ? usualClaimColumns(names) : [];
  for (const [field, at] of usual) {
    const columns = usualClaims?.includes(field)
      ? claimColumns
      : uncomparedColumns;
    if (at !== undefined && at !== column) columns.set(field, at);
  }
  for (const [field, name] of Object.entries(claimOptions)) {
    const option = `--claim-column ${field}=`;
    const at = columnByOption(headed, name, source, option);
    claimColumns.set(field as ClaimField, at);
  }
  const isRead = (at: number) =>
    at === column || [...claimColumns.values()].includes(at);
  const ourColumns = indexesOf(
    firstCells(headed),
    (name, at) =>
      (isReport || name.trim().startsWith(ourPrefix)) && !isRead(at),
  );
  const markColumns = indexesOf(
    names,
    (name, at) => markHeader.test(name) && !isRead(at),
  );
  return {
    ...headed,
    column,
    claimColumns,
    uncomparedColumns,
    markColumns,
    ourColumns,
    isReport,
  };
}

/**
 * The column of the numbers: the one that is asked for, or else the only one
 * that the header names, or else, without a header, the only one with numbers.
 */
function columnOf(
  headed: Headed,
  source: string,
  columnOption?: string,
): number {
  const { header, sample } = headed;
  if (columnOption !== undefined && sample.length > 0)
    return columnByOption(headed, columnOption, source, "--column ");
  const [column, ...others] = header
    ? columnsNamed(header.cells)
    : columnsOfNumbers(sample);
  if (column !== undefined && others.length === 0) return column;
  const words = `${source}: cannot tell which column holds the USDOT numbers`;
  refuseColumns(words, headed, hintFor(sample));
}

/**
 * Without a header, the columns with a number in any row of the sample. None
 * counts where the first row may be a header that is not known.
 */
function columnsOfNumbers(sample: readonly Cells[]): number[] {
  const isOneColumn = sample.every(({ length }) => length === 1);
  if (isOneColumn) return hasUnknownHeader(sample) ? [] : [0];
  if (!beginsWithNumber(sample)) return [];
  return [...new Set(sample.flatMap((row) => indexesOf(row, isBareNumber)))];
}

/**
 * Whether the rows of several columns are of carriers, from the first one on.
 * Numbers of five digits or fewer alone may be zip codes or counts.
 */
function beginsWithNumber(sample: readonly Cells[]): boolean {
  const [first = []] = sample;
  const isLong = (cell: string) =>
    isBareNumber(cell) && /[1-9](?:[,\s]?\d){5}/.test(cell);
  return (
    first.some(isDataNumber) &&
    sample.flat().some(isLong) &&
    !sample.flat().some(namesNumber)
  );
}

/**
 * Whether a list of one column begins with words above a number, or with a year
 * above anything else. The header of docket numbers is known.
 */
function hasUnknownHeader([[first = ""] = [], second]: readonly Cells[]) {
  if (second === undefined || headerMeaning(first) === "docket") return false;
  if (!second.every(isBareNumber))
    return isBareNumber(first) && !isDataNumber(first);
  const hasWords = isHeaderWord(first) || /\p{L}{3}/u.test(first);
  return hasWords && !isDataNumber(first) && "invalid" in parseDotNumber(first);
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
    isBareNumber(cell) && docketHeaderOf(sample, at) === undefined;
  return sample.some((cells) => cells.some(isChoice))
    ? choiceBy("--column ")
    : searchHint;
}

/** The name that a column has in messages: its header's, or else its number. */
export function columnName({ header }: Headed, at: number): string {
  return header ? quoteInput(header.cells[at] ?? "") : String(at + 1);
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

/** Where claims stand by the usual headers: in the first such column. */
function usualClaimColumns(names: Cells) {
  const [name] = nameHeaders.flatMap((usual) =>
    indexesOf(names, (cell) => isSameName(cell, usual)),
  );
  const [docket] = indexesOf(names, (cell) => headerMeaning(cell) === "docket");
  return [
    ["name", name],
    ["mc_number", docket],
  ] as const;
}

/** The one column that a user asks for by an option: by number or by name. */
function columnByOption(
  headed: Headed,
  value: string,
  source: string,
  option: string,
): number {
  const asked = numberedColumn(value);
  const [column, ...others] = indexesOf(firstCells(headed), (cell, at) =>
    asked === undefined ? isSameName(cell, value) : at === asked,
  );
  if (column !== undefined && others.length === 0) return column;
  const what =
    others.length > 0
      ? `${others.length + 1} columns are called`
      : "there is no column";
  const words = `${source}: ${what} ${quoteInput(value)}`;
  refuseColumns(words, headed, choiceBy(option));
}

function choiceBy(option: string): string {
  return `choose one with ${option}NAME or ${option}NUMBER`;
}

function refuseColumns(words: string, headed: Headed, hint: string): never {
  const names = firstCells(headed).map(
    (name, at) => `${at + 1} ${quoteInput(name, 20)}`,
  );
  const isAboveHeader =
    !headed.header && headed.sample.flat().some(namesNumber);
  refuse(
    `${words}; the columns are ${cutTo(names.join(", "), 200)}`,
    isAboveHeader
      ? "a number stands above the header: delete the rows above it"
      : hint,
  );
}
