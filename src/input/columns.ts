/** Which column of a list holds the USDOT numbers, and which hold claims: by the headers seen in real spreadsheets. */
import { parseDotNumber, quoteInput } from "../dot-number.ts";
import { InputError } from "../errors.ts";
import { isNumber } from "./arguments.ts";
import type { ClaimField } from "./input.ts";

type Cells = readonly string[];

export interface Reading {
  delimiter: string;
  rows: readonly Cells[];
}

export interface Layout {
  delimiter: string;
  column: number;
  header: number;
  titles: number;
  first: Cells;
}

interface Sample {
  delimiter: string;
  rows: readonly { index: number; cells: Cells }[];
}

/** How many rows are looked at, and among how many the header is: exports have a title, a date and more above it. */
const [sampleSize, maxRowsAbove] = [20, 10];

/** The names of domain.md as letters and digits: `DOT_NUMBER`, `dotNumber`, `DOT #`, `USDOT Number(s)`, `Carrier DOT`. */
const exactName = /^(?:carrier|fmcsa)?(?:us)?dot(?:number|num|nbr|no|id)?s?$|^censusnum(?:ber)?$/;

/** Any other header that ends like these, unless it says that it is a state's own number (`TX DOT #`). */
const ending =
  /^(?:[^,;|\t]*[^a-z,;|\t])?(?:u\.?s\.?[ _-]?)?dot[ _-]*(?:(?:number|num|nbr|no|id)\.?)?[ #:]*(?:\([^)]*\))?$/i;
const stateNumber = /(?:^|[^a-z])(?:(?!us)[a-z]{2}|state|intrastate)[^a-z]+dot/i;

const docketName = /^(?:mc|mx|ff|icc|docket|mcdocket|mcff|mcmxff)(?:number|num|nbr|no|id)?s?$/;

/** What else may head the only column of a list; docket numbers are refused. */
const onlyName = /^(?=..)(?:carrier|vendor|account|mc|mx|ff|icc|docket)?(?:number|num|nbr|no|id)?s?$/;

const claimNames: readonly (readonly [ClaimField, RegExp])[] = [
  ["name", /^(?:carrier)?legalname$/],
  ["name", /^(?:motor)?carriername$/],
  ["name", /^(?:motor)?carrier$/],
  ["name", /^company(?:name)?$/],
  ["mc_number", docketName],
];

type Finder = (cells: Cells, below: Cells) => number[];

const knownNames: readonly Finder[] = [
  (cells) => indexesOf(cells, (cell) => exactName.test(compact(cell))),
  (cells) => indexesOf(cells, (cell) => ending.test(cell.trim()) && !stateNumber.test(cell)),
  (cells) => (cells.length > 1 ? [] : indexesOf(cells, (cell) => onlyName.test(compact(cell)))),
];

function findersOf(wanted: string | undefined): readonly Finder[] {
  if (wanted === undefined) return knownNames;
  if (columnNumber(wanted) === undefined) return [(cells) => columnsOf(cells, wanted)];
  const isHeader = (name = "", below = "") => isWord(name) && isNumber(below);
  return [...knownNames, (cells, below) => columnsOf(cells, wanted).filter((at) => isHeader(cells[at], below[at]))];
}

/** Finds the header and the column of USDOT numbers. Without a header, all readings must find the same numbers. */
export function findLayout(readings: readonly Reading[], source: string, wanted?: string): Layout {
  const samples = readings.map(({ delimiter, rows }): Sample => ({ delimiter, rows: sampleOf(rows) }));
  if (samples.every(({ rows }) => rows.length === 0))
    return { delimiter: readings[0]?.delimiter ?? "", column: 0, header: -1, titles: 0, first: [] };
  const headed = samples.flatMap((sample) => findHeader(sample, findersOf(wanted)) ?? []);
  const header = headed.find(({ first }) => first.length > 1) ?? headed.at(-1);
  if (header === undefined) return unheadedLayout(samples, source, wanted);
  const { columns, ...layout } = header;
  const { first } = layout;
  const column = onlyOne(wanted === undefined ? columns : columnsOf(first, wanted), first, source, wanted);
  const name = first[column] ?? "";
  if (docketName.test(compact(name)))
    throw new InputError(`${source}: the column ${quoteInput(name)} holds docket numbers, not USDOT numbers`, {
      hint: "give a column with USDOT numbers: --column NAME or --column NUMBER",
    });
  return { ...layout, column };
}

function sampleOf(rows: readonly Cells[]): Sample["rows"] {
  const filled = rows.map((cells, index) => ({ index, cells }));
  return filled.filter(({ cells }) => !isBlank(cells) && !isComment(cells)).slice(0, sampleSize);
}

/** `,,` is a blank row, however it is read. */
export function isBlank(cells: Cells): boolean {
  return !cells.some((cell) => /[^\s,;|]/.test(cell));
}

/** `# Midwest` is a comment; `#2233855`, Excel's `#N/A` and `#REF!`, and the header `#,DOT` are not. */
export function isComment(cells: Cells): boolean {
  const [first = ""] = cells;
  return /^\s*#(?!\d|N\/A|[A-Z/0]+[!?])/.test(first) && (cells.length === 1 || first.trim() !== "#");
}

type Header = Omit<Layout, "column"> & { columns: number[] };

/** The first row that names a column so, below titles: these hold no number, and may end in DOT, but fill one cell of a table. */
function findHeader({ delimiter, rows }: Sample, finders: readonly Finder[]): Header | undefined {
  const countFilled = (cells: Cells) => cells.filter((cell) => cell.trim() !== "").length;
  const isTable = rows.some(({ cells }) => countFilled(cells) > 1);
  for (const [rank, find] of finders.entries())
    for (const [titles, { index, cells }] of rows.slice(0, maxRowsAbove).entries()) {
      const columns = find(cells, rows[titles + 1]?.cells ?? []);
      const isHeader = columns.length > 0 && (rank === 0 || countFilled(cells) > 1 || !isTable);
      if (cells.some(isData)) break;
      if (isHeader) return { delimiter, columns, header: index, titles, first: cells };
    }
  return undefined;
}

function unheadedLayout(samples: readonly Sample[], source: string, wanted?: string): Layout {
  const { delimiter, rows } = clearReading(samples, source, wanted);
  const first = rows[0]?.cells ?? [];
  const column = onlyOne(wanted === undefined ? numberColumns(rows) : columnsOf(first, wanted), first, source, wanted);
  return { delimiter, column, header: -1, titles: 0, first };
}

function clearReading(samples: readonly Sample[], source: string, wanted?: string): Sample {
  const readings = samples.map((sample) => {
    const first = sample.rows[0]?.cells ?? [];
    const cells = wanted === undefined ? first : columnsOf(first, wanted).map((at) => first[at] ?? "");
    const numbers = cells.filter(isNumber).map((cell) => cell.replace(/\D/g, ""));
    const width = sample.delimiter === "" || first.length > 1 ? first.length : 0;
    return { ...sample, numbers: width > 0 ? numbers.join(" ") : "", width };
  });
  const telling = readings.filter(({ numbers }) => numbers !== "");
  const whole = telling.find(({ delimiter }) => delimiter === "");
  // Commas group the digits of `2,233,855`, unless a column is asked for.
  if (whole && wanted === undefined && telling.every(({ delimiter }) => /^,?$/.test(delimiter))) return whole;
  const text = readings.at(-1)?.rows[0]?.cells.join() ?? "";
  if (new Set(telling.map(({ numbers }) => numbers)).size > 1)
    throw new InputError(`${source}: cannot tell which delimiter it has: ${quoteInput(text)}`, {
      hint: "put a header above it, such as name;dot_number",
    });
  const [widest] = readings.toSorted((one, other) => other.width - one.width);
  return telling[0] ?? (widest as Sample);
}

/** The columns with USDOT numbers, if the first row is data: no zip codes, fleet sizes or years below an unknown header. */
function numberColumns(rows: Sample["rows"]): number[] {
  const [first = [], next = []] = rows.map(({ cells }) => cells);
  if (rows.every(({ cells }) => cells.length === 1)) {
    const [name = ""] = first;
    const isHeader = isWord(name) || (/^[^#]*\p{L}{3}/u.test(name) && "invalid" in parseDotNumber(name));
    const isYear = isNumber(name) && !isData(name);
    return (isHeader && isNumber(next[0] ?? "")) || (isYear && next.some((text) => !isNumber(text))) ? [] : [0];
  }
  const isNamed = rows.some(({ cells }, at) => {
    const below = rows[at + 1]?.cells ?? [];
    return (at === 0 || !cells.some(isNumber)) && knownNames.some((find) => find(cells, below).length > 0);
  });
  // Numbers that all have five digits or fewer may be zip codes or counts.
  const isLong = rows.some(({ cells }) =>
    cells.some((cell) => isNumber(cell) && /[1-9]\d{5}/.test(cell.replace(/\D/g, ""))),
  );
  if (isNamed || !isLong || !first.some(isData)) return [];
  return [...new Set(rows.flatMap(({ cells }) => indexesOf(cells, isNumber)))];
}

/** A number that is not a year, which titles and headers may be. */
function isData(cell: string): boolean {
  return isNumber(cell) && !/^\s*(?:19|20)\d\d\s*$/.test(cell);
}

function isWord(cell: string): boolean {
  return /^\D*\p{L}\D*$/u.test(cell) && !/^n\/a$/i.test(cell.trim());
}

/** The columns that hold claims: those asked for, and with `areKnown` those with the usual headers. */
export function claimColumns(
  { first, header, column: numbers }: Layout,
  source: string,
  asked: Partial<Record<ClaimField, string>> = {},
  areKnown = false,
): Map<ClaimField, number> {
  const columns = new Map<ClaimField, number>();
  for (const [field, wanted] of Object.entries(asked) as [ClaimField, string][])
    columns.set(field, onlyOne(columnsOf(first, wanted), first, source, wanted, `--claim-column ${field}=`));
  for (const [field, name] of areKnown && header >= 0 ? claimNames : []) {
    const [column = numbers, ...others] = indexesOf(first, (cell) => name.test(compact(cell)));
    if (column !== numbers && others.length === 0 && !columns.has(field)) columns.set(field, column);
  }
  return columns;
}

function columnNumber(wanted: string): number | undefined {
  return /^\d+$/.test(wanted) ? Number(wanted) - 1 : undefined;
}

function columnsOf(cells: Cells, wanted: string): number[] {
  const at = columnNumber(wanted);
  if (at !== undefined) return cells[at] === undefined ? [] : [at];
  return indexesOf(cells, (cell) => compact(cell) === compact(wanted) && cell.trim() !== "");
}

function compact(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function indexesOf(cells: Cells, matches: (cell: string) => boolean): number[] {
  return cells.flatMap((cell, index) => (matches(cell) ? [index] : []));
}

function onlyOne(columns: number[], cells: Cells, source: string, wanted?: string, option = "--column "): number {
  const [column, ...others] = columns;
  if (column !== undefined && others.length === 0) return column;
  const missing = others.length > 0 ? `${columns.length} columns are called` : "there is no column";
  const what =
    wanted === undefined ? "cannot tell which column holds the USDOT numbers" : `${missing} ${quoteInput(wanted)}`;
  const named = cells.slice(0, 6).map((name, index) => `${index + 1} ${quoteInput(name, 20)}`);
  const more = cells.length > named.length ? ` and ${cells.length - named.length} more` : "";
  throw new InputError(`${source}: ${what}; the columns are ${named.join(", ")}${more}`, {
    hint: `say which with ${option}NAME or ${option}NUMBER`,
  });
}
