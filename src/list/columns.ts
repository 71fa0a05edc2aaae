/** Which column of a list holds the USDOT numbers, and which hold claims: by the headers seen in real spreadsheets. */
import { parseDotNumber, quoteInput } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { counted } from "../text/digits.ts";
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
  first: Cells;
  notes: string[];
}

/** The first rows of a reading that are neither blank nor comments. */
type Sample = Reading & { sample: readonly Cells[] };

/** How many rows are looked at, and among how many the header is: exports have a title, a date and more above it. */
const [sampleSize, maxRowsAbove] = [20, 10];

/**
 * The names of domain.md as letters and digits: `DOT_NUMBER`, `dotNumber`, `DOT #`, `USDOT Number(s)`, `Carrier's DOT`. Others that end in
 * DOT may count something (`Days since DOT`), or be the number of a state (`TX DOT #`) or of another company (`Broker DOT`).
 */
const dotName =
  /^(?:(?:our|assigned|motor|trucking|carrier|company|vendor|hauler|contractor|fmcsa)s?)*(?:us)?dot(?:number|num|nbr|nr|no|id)?s?(?:required)?$|^censusnum(?:ber)?$/;

export function isDotName(cell: string): boolean {
  return dotName.test(compact(cell));
}

const docketName =
  /^(?:mc|mx|ff|icc|docket|mcdocket|mcff|mcmxff)(?:number|num|nbr|nr|no|id)?s?$/;

/** What else may head the only column of a list; docket numbers are refused. */
const onlyName =
  /^(?=..)(?:carrier|vendor|account|mc|mx|ff|icc|docket)?(?:number|num|nbr|nr|no|id)?s?$/;

const claimNames: readonly (readonly [ClaimField, RegExp])[] = [
  ["name", /^(?:carrier)?legalname$/],
  ["name", /^(?:motor)?carriername$/],
  ["name", /^(?:motor)?carrier$/],
  ["name", /^company(?:name)?$/],
  ["mc_number", docketName],
];

/** Finds the header and the column of USDOT numbers. Without a header, all readings must find the same numbers. */
export function findLayout(
  readings: readonly Reading[],
  source: string,
  wanted?: string,
): Layout {
  const samples = readings.map(({ delimiter, rows }) => {
    const sample = rows
      .filter((cells) => !isBlank(cells) && !isComment(cells))
      .slice(0, sampleSize);
    return { delimiter, rows, sample };
  });
  const headed = samples.flatMap((sample) => findHeader(sample, wanted) ?? []);
  const found =
    headed.find(({ first }) => first.length > 1) ??
    headed.at(-1) ??
    unheaded(samples, source, wanted);
  const { columns, titles, first } = found;
  const asked =
    wanted === undefined || first.length === 0
      ? columns
      : columnsOf(first, wanted);
  const column = onlyOne(asked, first, source, wanted);
  const name = first[column] ?? "";
  if (docketName.test(compact(name)))
    throw new UsageError(
      `${source}: the column ${quoteInput(name)} holds docket numbers, not USDOT numbers`,
      {
        hint: "give a column with USDOT numbers: --column NAME or --column NUMBER",
      },
    );
  const notes =
    titles > 0
      ? [`${source}: skipped ${counted(titles, "row")} above the header`]
      : [];
  return { ...found, column, notes };
}

/** `,,` is a blank row, however it is read. */
export function isBlank(cells: Cells): boolean {
  return !cells.some((cell) => /[^\s,;|]/.test(cell));
}

/** `# Midwest` is a comment; `#2233855`, Excel's `#N/A` and `#REF!`, and the header `#,DOT` are not. */
export function isComment(cells: Cells): boolean {
  const [first = ""] = cells;
  return (
    /^\s*#(?!\d|N\/A|[A-Z/0]+[!?])/.test(first) &&
    (cells.length === 1 || first.trim() !== "#")
  );
}

/** The words of labels such as `Total # of carriers: 25` and `Page 1 of 3`, and those that only stand beside them. */
const totalWord =
  /^(?:(?:sub)?totals?|count|sum|average|carriers|records|rows|page)$/;
const besideTotal =
  /^(?:grand|sub|number|no|of|all|active|carrier|record|row)$/;

/** `Total carriers,2` below a table is not USDOT 2; Excel's subtotals are called `IA Count`. */
export function isTotal(cells: Cells, column: number): boolean {
  const at = cells.findIndex((cell) => cell.trim() !== "");
  if (at === column) return false;
  const words = (cells[at] ?? "").toLowerCase().match(/\p{L}+/gu) ?? [];
  const isLabel =
    words.some((word) => totalWord.test(word)) &&
    words.every((word) => totalWord.test(word) || besideTotal.test(word));
  return isLabel || words.at(-1) === "count";
}

type Found = Pick<Layout, "delimiter" | "header" | "first"> & {
  columns: number[];
  titles: number;
};

/** The first row that names a column so, below titles: these hold no number. */
function findHeader(
  { delimiter, rows, sample }: Sample,
  wanted?: string,
): Found | undefined {
  for (const find of findersOf(sample, wanted))
    for (const [titles, first] of sample.slice(0, maxRowsAbove).entries()) {
      if (first.some(isData)) break;
      const columns = find(first, sample[titles + 1] ?? []);
      if (columns.length > 0)
        return {
          delimiter,
          columns,
          header: rows.indexOf(first),
          titles,
          first,
        };
    }
  return undefined;
}

/** How a header is found, the surest way first. */
function findersOf(
  sample: readonly Cells[],
  wanted?: string,
): ((cells: Cells, below: Cells) => number[])[] {
  const isOneColumn = sample.every((cells) => cells.length === 1);
  const known = [
    (cells: Cells) => indexesOf(cells, isDotName),
    (cells: Cells) =>
      indexesOf(cells, (cell) => isOneColumn && onlyName.test(compact(cell))),
  ];
  if (wanted === undefined) return known;
  if (!isPlace(wanted)) return [(cells) => columnsOf(cells, wanted)];
  // The row below a header may say `pending`. A title fills at most half of the cells that a row of the table does.
  const filled = (cells: Cells) =>
    cells.filter((cell) => cell.trim() !== "").length;
  const mostInTitle = Math.max(1, ...sample.map((cells) => filled(cells) / 2));
  const isHeader = (cells: Cells, below: Cells, at: number) =>
    isWord(cells[at] ?? "") &&
    (filled(cells) <= mostInTitle ? [below] : sample).some((row) =>
      isNumber(row[at] ?? ""),
    );
  return [
    ...known,
    (cells, below) =>
      columnsOf(cells, wanted).filter((at) => isHeader(cells, below, at)),
  ];
}

function unheaded(
  samples: readonly Sample[],
  source: string,
  wanted?: string,
): Found {
  const { delimiter, sample } = clearReading(samples, source, wanted);
  return {
    delimiter,
    columns: numberColumns(sample),
    header: -1,
    titles: 0,
    first: sample[0] ?? [],
  };
}

function clearReading(
  samples: readonly Sample[],
  source: string,
  wanted?: string,
): Sample {
  const readings = samples.map((reading) => {
    const [first = []] = reading.sample;
    const cells =
      wanted === undefined
        ? first
        : columnsOf(first, wanted).map((at) => first[at] ?? "");
    const numbers = cells
      .filter(isNumber)
      .map((cell) => cell.replace(/\D/g, ""));
    const width =
      reading.delimiter === "" || first.length > 1 ? first.length : 0;
    return { ...reading, numbers: width > 0 ? numbers.join(" ") : "", width };
  });
  const telling = readings.filter(({ numbers }) => numbers !== "");
  const whole = telling.find(({ delimiter }) => delimiter === "");
  // Commas group the digits of `2,233,855`, unless a column is asked for.
  if (
    whole &&
    wanted === undefined &&
    telling.every(({ delimiter }) => /^,?$/.test(delimiter))
  )
    return whole;
  const text = samples.at(-1)?.sample[0]?.join() ?? "";
  if (new Set(telling.map(({ numbers }) => numbers)).size > 1)
    throw new UsageError(
      `${source}: cannot tell which delimiter it has: ${quoteInput(text)}`,
      {
        hint: "put a header above it, such as name;dot_number",
      },
    );
  const [widest] = readings.toSorted((one, other) => other.width - one.width);
  return telling[0] ?? (widest as Sample);
}

/** The columns with USDOT numbers, if the first row is data: no zip codes, fleet sizes or years below an unknown header. */
function numberColumns(sample: readonly Cells[]): number[] {
  const [first = [], next = []] = sample;
  if (sample.every((cells) => cells.length === 1)) {
    const [name = ""] = first;
    const isHeader =
      isWord(name) ||
      (/^[^#]*\p{L}{3}/u.test(name) && "invalid" in parseDotNumber(name));
    const isYear = isNumber(name) && !isData(name);
    return (isHeader && isNumber(next[0] ?? "")) ||
      (isYear && next.some((text) => !isNumber(text)))
      ? []
      : [0];
  }
  // Numbers that all have five digits or fewer may be zip codes or counts.
  const isLong = (cell: string) =>
    isNumber(cell) && /[1-9]\d{5}/.test(cell.replace(/\D/g, ""));
  if (
    sample.flat().some(isDotName) ||
    !sample.flat().some(isLong) ||
    !first.some(isData)
  )
    return [];
  return [...new Set(sample.flatMap((cells) => indexesOf(cells, isNumber)))];
}

/** A number that is not a year, which titles and headers may be. */
function isData(cell: string): boolean {
  return isNumber(cell) && !/^\s*(?:19|20)\d\d\s*$/.test(cell);
}

function isWord(cell: string): boolean {
  return /^\D*\p{L}\D*$/u.test(cell) && !/^n\/a$/i.test(cell.trim());
}

/** The columns that hold claims: those asked for, and of the `usual` claims those with the usual headers. */
export function claimColumns(
  { first, header, column: numbers }: Layout,
  source: string,
  asked: Partial<Record<ClaimField, string>> = {},
  usual: readonly ClaimField[] = [],
): Map<ClaimField, number> {
  const columns = new Map<ClaimField, number>();
  for (const [field, wanted] of Object.entries(asked) as [ClaimField, string][])
    columns.set(
      field,
      onlyOne(
        columnsOf(first, wanted),
        first,
        source,
        wanted,
        `--claim-column ${field}=`,
      ),
    );
  for (const [field, name] of header >= 0
    ? claimNames.filter(([field]) => usual.includes(field))
    : []) {
    const [column = numbers, ...others] = indexesOf(first, (cell) =>
      name.test(compact(cell)),
    );
    if (column !== numbers && others.length === 0 && !columns.has(field))
      columns.set(field, column);
  }
  return columns;
}

/** Whether a column is asked for by its place, which begins with 1, rather than by its name. */
function isPlace(wanted: string): boolean {
  return /^\d+$/.test(wanted);
}

function columnsOf(cells: Cells, wanted: string): number[] {
  if (isPlace(wanted))
    return cells[Number(wanted) - 1] === undefined ? [] : [Number(wanted) - 1];
  return indexesOf(
    cells,
    (cell) => compact(cell) === compact(wanted) && cell.trim() !== "",
  );
}

function compact(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function indexesOf(cells: Cells, matches: (cell: string) => boolean): number[] {
  return cells.flatMap((cell, index) => (matches(cell) ? [index] : []));
}

function onlyOne(
  columns: number[],
  cells: Cells,
  source: string,
  wanted?: string,
  option = "--column ",
): number {
  const [column, ...others] = columns;
  if (column !== undefined && others.length === 0) return column;
  const missing =
    others.length > 0
      ? `${columns.length} columns are called`
      : "there is no column";
  const what =
    wanted === undefined
      ? "cannot tell which column holds the USDOT numbers"
      : `${missing} ${quoteInput(wanted)}`;
  const named = cells
    .slice(0, 6)
    .map((name, index) => `${index + 1} ${quoteInput(name, 20)}`);
  const more =
    cells.length > named.length
      ? ` and ${cells.length - named.length} more`
      : "";
  throw new UsageError(
    `${source}: ${what}; the columns are ${named.join(", ")}${more}`,
    {
      hint: `say which with ${option}NAME or ${option}NUMBER`,
    },
  );
}
