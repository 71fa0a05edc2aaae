/** Which columns of a list hold USDOT numbers, claims and marks. */
import { parseDotNumber } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { markTest } from "../out-of-service-mark.ts";
import { cutTo, excerpt } from "../text/safe-text.ts";
import {
  type Cells,
  digitCount,
  indexesOf,
  isBareNumber,
  isDataNumber,
  isFilled,
  isHeaderWord,
  isSameName,
  namesDocket,
  namesNumber,
  onlyOne,
} from "./cells.ts";
import { columnByPosition, type ListStart } from "./header.ts";
import { type ClaimField, type ReadOptions, searchHint } from "./input.ts";
import { type OurColumns, ourColumnsIn } from "./our-columns.ts";

/** How a list begins, and what its columns are. */
export interface Layout extends ListStart, OurColumns {
  /** That of the USDOT numbers. */
  column: number;
  claimColumns: ReadonlyMap<ClaimField, number>;
  /** For each column in which a value may be a mark: what tells. */
  markTests: readonly ReturnType<typeof markTest>[];
}

/** @throws {UsageError} if it is not clear which column is which */
export function layoutOf(listStart: ListStart, options: ReadOptions): Layout {
  const column = columnOf(listStart, options.column);
  const { names } = listStart;
  const ours = ourColumnsIn(names, column, options);
  const claimColumns = usualClaimColumns(
    ours.isReport ? [] : names,
    column,
    options.usualClaims,
  );
  for (const [field, name] of Object.entries(options.claimColumns ?? {})) {
    const option = `--claim-column ${field}=`;
    const at = columnByOption(listStart, name, option);
    claimColumns.set(field as ClaimField, at);
  }
  const read = [column, ...claimColumns.values()];
  const markTests = names.map((name, at) =>
    read.includes(at) ? undefined : markTest(name),
  );
  return { ...listStart, ...ours, column, claimColumns, markTests };
}

/**
 * The column of the numbers: the one that is asked for, or else the only one
 * that the header names, or else, without a header, the only one with numbers.
 */
function columnOf(listStart: ListStart, columnOption?: string): number {
  const { headerRow, names, firstRows } = listStart;
  const usualColumn = () =>
    headerRow >= 0
      ? onlyOne(indexesOf(names, namesNumber))
      : onlyColumnWithNumbers(firstRows);
  const column =
    columnOption !== undefined && firstRows.length > 0
      ? columnByOption(listStart, columnOption, "--column ")
      : usualColumn();
  if (column === undefined)
    refuseColumns(
      listStart,
      "cannot tell which column holds the USDOT numbers",
      "--column ",
      `; ${searchHint}`,
    );
  refuseMisread(listStart, column);
  return column;
}

/**
 * The column of a list without a header: the only one that has numbers, if the
 * first row is of a carrier.
 */
function onlyColumnWithNumbers(
  firstRows: readonly Cells[],
): number | undefined {
  const isOneColumn = firstRows.every(({ length }) => length === 1);
  if (isOneColumn) return beginsWithHeader(firstRows) ? undefined : 0;
  const [first = []] = firstRows;
  const cells = firstRows.flat();
  // Numbers of five digits or fewer alone may be zip codes or counts.
  const isLong = (cell: string) => isBareNumber(cell) && digitCount(cell) > 5;
  if (!first.some(isDataNumber) || !cells.some(isLong)) return undefined;
  if (cells.some(namesNumber)) return undefined;
  const columns = firstRows.flatMap((row) => indexesOf(row, isBareNumber));
  return onlyOne([...new Set(columns)]);
}

/**
 * Whether the first row of a list of one column is a header: words above a
 * number, or a year above anything else. `refuseMisread` refuses docket numbers:
 *
 *     Carrier ID, 9000001    yes
 *     2024, ACME             yes
 *     MC, 9000001            no
 *     2024, 9000001          no: a carrier
 */
function beginsWithHeader(firstRows: readonly Cells[]): boolean {
  const [[first = ""] = [], [second] = []] = firstRows;
  if (second === undefined || namesDocket(first)) return false;
  if (isBareNumber(second)) return isWords(first);
  // A year
  return isBareNumber(first) && !isDataNumber(first);
}

/** Whether a cell has words and no USDOT number; also `Fleet 2024`. */
const isWords = (cell: string): boolean =>
  (isHeaderWord(cell) || /\p{L}{3}/u.test(cell)) &&
  "invalid" in parseDotNumber(cell);

/** Refuses a list whose first rows would not be read as they are meant. */
function refuseMisread(listStart: ListStart, column: number): void {
  const { listName, firstRows, headerRow, titleCount } = listStart;
  const texts = firstRows.map((cells) => cells[column] ?? "");
  const below = texts[titleCount + 1] ?? "";
  // Nobody would read the names and marks in a second line.
  if (headerRow >= 0 && /^\s*(?:number|num|no\.|#)\s*$/i.test(below))
    refuse(
      `${listName}: the header has two lines`,
      "put all of it on one line",
    );
  if (headerRow < 0 && hasHeaderAbove(firstRows, texts.findIndex(isFilled)))
    refuse(
      `${listName}: a row above the numbers has nothing in column ${column + 1}`,
      "if it is the header, name that column, such as DOT; if not, put a header above it",
    );
  // A title may have been taken for the header, with the real one below it.
  const docketHeader = texts.find(namesDocket);
  if (docketHeader !== undefined)
    refuse(
      `${listName}: the column ${excerpt(docketHeader)} holds docket numbers, not USDOT numbers`,
      searchHint,
    );
}

/** Whether a row above the first number may be a header, whose marks count. */
function hasHeaderAbove(firstRows: readonly Cells[], firstNumber: number) {
  return firstRows
    .slice(0, Math.max(firstNumber, 0))
    .some(
      (cells) => cells.filter(isHeaderWord).length > 1 || cells.some(markTest),
    );
}

/** The name that a column has in messages: its header's, or else its number. */
export function columnName({ names }: ListStart, at: number): string {
  const name = names[at] ?? "";
  return isFilled(name) ? excerpt(name) : String(at + 1);
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

/** Where claims stand by the usual headers: each in the first such column. */
function usualClaimColumns(
  names: Cells,
  column: number,
  usualClaims: readonly ClaimField[] = [],
): Map<ClaimField, number> {
  const columns = new Map<ClaimField, number>();
  const add = (field: ClaimField, [at]: readonly number[]) => {
    if (usualClaims.includes(field) && at !== undefined && at !== column)
      columns.set(field, at);
  };
  const namesLike = (usual: string) =>
    indexesOf(names, (name) => isSameName(name, usual));
  add("name", nameHeaders.flatMap(namesLike));
  add("mc_number", indexesOf(names, namesDocket));
  return columns;
}

/** The one column that a user asks for by an option: by number or by name. */
function columnByOption(
  listStart: ListStart,
  value: string,
  option: string,
): number {
  const position = columnByPosition(value);
  const columns = indexesOf(listStart.firstCells, (cell, at) =>
    position === undefined ? isSameName(cell, value) : at === position,
  );
  const what =
    columns.length > 1
      ? `${columns.length} columns are called`
      : "there is no column";
  return (
    onlyOne(columns) ??
    refuseColumns(listStart, `${what} ${excerpt(value)}`, option)
  );
}

function refuseColumns(
  { listName, firstCells }: ListStart,
  words: string,
  option: string,
  more = "",
): never {
  const names = firstCells.map((name, at) => `${at + 1} ${excerpt(name, 20)}`);
  refuse(
    `${listName}: ${words}; the columns are ${cutTo(names.join(", "), 200)}`,
    `choose one with ${option}NAME or ${option}NUMBER${more}`,
  );
}
