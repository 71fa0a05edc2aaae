/** Which column of a list holds the USDOT numbers, and which hold claims: by the headers of real spreadsheets, or by the numbers. */
import { quoteInput, sheetError } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { isNumber } from "./arguments.ts";
import { type ClaimField, type ReadOptions, searchHint } from "./input.ts";

export type Cells = readonly string[];

/** One way to split a text: by a delimiter, or not at all. */
export interface Reading {
  delimiter: string;
  rows: readonly Cells[];
  /** The line on which each row begins, where cells have line breaks. */
  lines?: readonly number[];
}

export function lineOf({ lines }: Reading, row: number): number {
  return lines?.[row] ?? row + 1;
}

/** A reading whose column of USDOT numbers is known. */
export interface Layout extends Reading {
  /** The index of the header's row, or -1. */
  header: number;
  /** The header's cells; without one those of the first row. */
  head: Cells;
  /** How many rows stand above the header. */
  titles: number;
  column: number;
}

/** Words of a header that tell nothing: `Our Carrier's DOT Number (required)` is `DOT`. */
const fillers = new Set(
  "our assigned motor truck trucking carrier carriers company vendor hauler contractor account fmcsa us u s c numero number numbers num nbr nr no id required".split(
    " ",
  ),
);

/** What the other words make of a column. `TX DOT #`, `Broker DOT`, `DOT inspections` and `MC/DOT` are not in it. */
const meanings: Record<string, "number" | "docket" | "any"> = {
  dot: "number",
  dots: "number",
  usdot: "number",
  dotusdot: "number", // DOT Number (USDOT)
  census: "number", // CENSUS_NUM
  mc: "docket",
  mx: "docket",
  ff: "docket",
  icc: "docket",
  docket: "docket",
  mcdocket: "docket",
  mcff: "docket",
  mcmxff: "docket",
  "": "any", // Carrier ID, Account #: heads a list's only column
};

/** Headers whose columns are compared with the record: of each claim the first that a list has. */
const claimHeaders: Record<string, ClaimField> = {
  legalname: "name",
  carrierlegalname: "name",
  carriername: "name",
  motorcarriername: "name",
  carrier: "name",
  motorcarrier: "name",
  companyname: "name",
  company: "name",
};

/** How many rows are looked at for numbers, and among how many the header is: exports have titles above it. */
const [sampleSize, maxTitles] = [20, 10];

export function meaningOf(header = "") {
  // A whole line is not a name.
  if (/[,;|\t]/.test(header)) return undefined;
  const words = header
    .replace(/[a-z](?=[A-Z])/g, "$& ")
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  if (words === null) return undefined;
  const meaning = meanings[words.filter((word) => !fillers.has(word)).join("")];
  const isNumbers = /#|\b(?:num|nbr|nr|no|id)|^(?:carrier|vendor|account)s?$/i;
  return meaning === "any" && !isNumbers.test(header) ? undefined : meaning;
}

/** Finds the header, or else the column that holds numbers however the text is split. */
export function findLayout(
  readings: readonly Reading[],
  source: string,
  wanted?: string,
): Layout {
  const headed = readings.flatMap((each) => headerIn(each, wanted) ?? []);
  const found =
    headed.find(({ head }) => head.length > 1) ??
    headed.at(-1) ??
    withoutHeader(readings, source, wanted);
  const { head } = found;
  const columns =
    wanted === undefined || head.length === 0
      ? found.columns
      : columnsCalled(head, wanted);
  const hasNumbers = sampleOf(found).flat().some(isNumber);
  const column = theOne(columns, head, source, wanted, hasNumbers);
  // Below a title that was taken for the header, it has a name of its own.
  const docket = [head, ...sampleOf(found)]
    .map((cells) => cells[column] ?? "")
    .find((cell) => meaningOf(cell) === "docket");
  if (docket === undefined) return { ...found, column };
  throw new UsageError(
    `${source}: the column ${quoteInput(docket)} holds docket numbers, not USDOT numbers`,
    { hint: `choose another one with --column; ${searchHint}` },
  );
}

type Found = Omit<Layout, "column"> & { columns: number[] };

/** The first row that names the column, below at most ten rows without a number. */
function headerIn(reading: Reading, wanted?: string): Found | undefined {
  const sample = sampleOf(reading);
  const isSingle = sample.every((cells) => cells.length === 1);
  const known = (cells: Cells) =>
    indexesOf(cells, (cell) => {
      const meaning = meaningOf(cell);
      return meaning === "number" || (meaning !== undefined && isSingle);
    });
  const called = (cells: Cells) => columnsCalled(cells, wanted ?? "");
  // A column that is asked for by its place has a header where that has no digit, and numbers are below.
  const isApart = (cells: Cells) => !/[;|\t]/.test(cells.join(""));
  const placed = (cells: Cells) =>
    called(cells).filter(
      (at) =>
        isApart(cells) &&
        isWord(cells[at] ?? "") &&
        sample
          .slice(sample.indexOf(cells) + 1)
          .some((below) => isNumber(below[at] ?? "")),
    );
  const byPlace = isPlace(wanted) ? [known, placed] : [called];
  for (const find of wanted === undefined ? [known] : byPlace)
    for (const [titles, head] of sample.slice(0, maxTitles).entries()) {
      if (head.some(isData)) break;
      const columns = find(head);
      const header = reading.rows.indexOf(head);
      if (columns.length > 0)
        return { ...reading, header, head, titles, columns };
    }
  return undefined;
}

/** Without a header, the first row must have the same numbers by every delimiter. */
function withoutHeader(
  readings: readonly Reading[],
  source: string,
  wanted?: string,
): Found {
  const firsts = readings.map((reading) => {
    const [head = []] = sampleOf(reading);
    const isSplit = head.length > 1 || reading.delimiter === "";
    const cells =
      wanted === undefined
        ? head
        : columnsCalled(head, wanted).map((at) => head[at] ?? "");
    const numbers = cells
      .filter((cell) => isSplit && isNumber(cell))
      .map((cell) => cell.replace(/\D/g, ""));
    const width = isSplit ? head.length : 0;
    return { reading, head, width, numbers: numbers.join(" ") };
  });
  const telling = firsts.filter(({ numbers }) => numbers !== "");
  const whole = telling.find(({ reading }) => reading.delimiter === "");
  // Commas group the digits of 2,233,855.
  const isGrouped =
    whole &&
    wanted === undefined &&
    telling.every(({ reading }) => /^,?$/.test(reading.delimiter));
  if (!isGrouped && new Set(telling.map(({ numbers }) => numbers)).size > 1)
    throw new UsageError(
      `${source}: cannot tell which delimiter it has: ${quoteInput(firsts.at(-1)?.head.join() ?? "")}`,
      { hint: "add a header line, such as name;dot_number" },
    );
  const [widest] = firsts.toSorted((one, other) => other.width - one.width);
  const { reading, head } = ((isGrouped ? whole : telling[0]) ??
    widest) as (typeof firsts)[number];
  const columns = numberColumns(sampleOf(reading));
  return { ...reading, header: -1, head, titles: 0, columns };
}

/** Columns with numbers, where they can be nothing else: not below an unknown header, and not all of five digits, as zip codes are. */
function numberColumns(sample: readonly Cells[]): number[] {
  const [first = [], next = []] = sample;
  const all = sample.flat();
  if (sample.every((cells) => cells.length === 1)) {
    const [name = ""] = first;
    const isHeader = isWord(name) || /^[^#]*\p{L}{3}/u.test(name);
    const isHeaded = isNumber(name)
      ? !isData(name) && !next.every(isNumber)
      : isHeader && next.some(isNumber);
    return isHeaded ? [] : [0];
  }
  const isLong = (cell: string) =>
    isNumber(cell) && /[1-9]\d{5}/.test(cell.replace(/\D/g, ""));
  const isClear =
    first.some(isData) &&
    all.some(isLong) &&
    !all.some((cell) => meaningOf(cell) === "number");
  const columns = sample.flatMap((cells) => indexesOf(cells, isNumber));
  return isClear ? [...new Set(columns)] : [];
}

/** The layout below a row that is a header, too. */
export function headerBelow(
  cells: Cells,
  layout: Layout,
  { column: wanted }: ReadOptions,
): Layout | undefined {
  const { header, head, column } = layout;
  const name = compact(head[column] ?? "");
  const isCalled = (cell: string, at: number) =>
    compact(cell) === name
      ? !isPlace(wanted) || at === column
      : wanted === undefined && meaningOf(cell) === "number";
  const columns = indexesOf(cells, isCalled);
  const [below] = columns;
  return header < 0 || below === undefined || columns.length > 1
    ? undefined
    : { ...layout, head: cells, column: below };
}

/** The columns of claims: those asked for, and of the `usual` claims those with the usual headers. */
export function claimColumns(
  { head, header, column: numbers }: Layout,
  source: string,
  { claimColumns: asked = {}, claims: usual = [] }: ReadOptions,
): Map<ClaimField, number> {
  const columns = new Map<ClaimField, number>();
  for (const [field, wanted] of Object.entries(asked)) {
    const option = `--claim-column ${field}=`;
    const at = columnsCalled(head, wanted);
    columns.set(
      field as ClaimField,
      theOne(at, head, source, wanted, true, option),
    );
  }
  const isHeader = (name: string) => (cell: string) => compact(cell) === name;
  const names = Object.entries(claimHeaders).map(
    ([name, field]) => [field, indexesOf(head, isHeader(name))] as const,
  );
  const dockets = indexesOf(head, (cell) => meaningOf(cell) === "docket");
  for (const [field, at] of [...names, ["mc_number", dockets] as const]) {
    const [column = numbers] = at;
    const isFree = at.length === 1 && column !== numbers && !columns.has(field);
    if (header >= 0 && isFree && usual.includes(field))
      columns.set(field, column);
  }
  return columns;
}

/** A number that is not a year, which titles and headers may have in them. */
function isData(cell: string): boolean {
  return isNumber(cell) && !/^\s*(?:19|20)\d\d\s*$/.test(cell);
}

/** Letters and no digit, as a header has; `N/A` and `#N/A` stand for a number that is missing. */
function isWord(cell: string): boolean {
  return /^(?!\s*#?n\/a)\D*\p{L}\D*$/iu.test(cell) && !sheetError.test(cell);
}

/** `,,` is a blank row, however it is read. */
export function isBlank(cells: Cells): boolean {
  return !cells.some((cell) => /[^\s,;|]/.test(cell));
}

/** `# Midwest` is a comment; `#2233855`, `#N/A`, `#REF!` and the header `#,DOT` are not. */
export function isComment([first = "", ...others]: Cells): boolean {
  return (
    /^\s*#(?!\d|N\/A|[A-Z/0]+[!?])/.test(first) &&
    (others.length === 0 || first.trim() !== "#")
  );
}

/** The first rows that are neither blank nor comments. */
function sampleOf({ rows }: Reading): readonly Cells[] {
  const sample: Cells[] = [];
  for (const cells of rows) {
    if (sample.length === sampleSize) break;
    if (!isBlank(cells) && !isComment(cells)) sample.push(cells);
  }
  return sample;
}

/** Whether a column is asked for by its place, which begins with 1, rather than by its name. */
export function isPlace(wanted?: string): boolean {
  return /^\d+$/.test(wanted ?? "");
}

function columnsCalled(cells: Cells, wanted: string): number[] {
  return indexesOf(cells, (cell, at) =>
    isPlace(wanted)
      ? at === Number(wanted) - 1
      : cell.trim() !== "" && compact(cell) === compact(wanted),
  );
}

function compact(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function indexesOf(
  cells: Cells,
  matches: (cell: string, at: number) => boolean,
): number[] {
  return cells.flatMap((cell, at) => (matches(cell, at) ? [at] : []));
}

function theOne(
  columns: number[],
  cells: Cells,
  source: string,
  wanted: string | undefined,
  hasNumbers: boolean,
  option = "--column ",
): number {
  const [column, ...others] = columns;
  if (column !== undefined && others.length === 0) return column;
  const missing =
    others.length > 0
      ? `${columns.length} columns are called`
      : "there is no column";
  const isAsked = wanted !== undefined;
  const what = isAsked
    ? `${missing} ${quoteInput(wanted)}`
    : "cannot tell which column holds the USDOT numbers";
  const names = cells
    .slice(0, 6)
    .map((name, at) => `${at + 1} ${quoteInput(name, 20)}`);
  const more = cells.length - names.length;
  const isDocket = (cell: string) => meaningOf(cell) === "docket";
  const hints = [
    (isAsked || hasNumbers) &&
      `choose one with ${option}NAME or ${option}NUMBER`,
    !isAsked && (!hasNumbers || cells.some(isDocket)) && searchHint,
  ];
  throw new UsageError(
    `${source}: ${what}; the columns are ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
    { hint: hints.filter((hint) => hint !== false).join("; ") },
  );
}
