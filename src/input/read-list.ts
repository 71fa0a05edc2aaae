import { isDotNumber, quoteInput } from "../dot-number.ts";
import { InputError } from "../errors.ts";
import { readJson } from "../text/json-text.ts";
import { columnInRows, columnOf, type DotColumn, isDotColumnName } from "./columns.ts";
import { type Bytes, type DecodeOptions, decode } from "./decode.ts";
import {
  assembleRows,
  chooseDelimiter,
  type DelimitedRow,
  isTelling,
  RowAssembler,
  splitCells,
  withoutQuotes,
} from "./delimited-rows.ts";
import { type Input, inputOf, isNumber, type Place } from "./input.ts";
import { delimitersOf, isBlank, type LinePage, mayBeComment, seemsToHoldNumber, splitLines } from "./lines.ts";

/** How many rows of a list without a header are searched for the column. */
const sampleSize = 20;

/** How many inputs show whether a file is a list at all, how few may be enough, and what part of them is too much to be mistakes. */
const checkedInputs = 100;
const minChecked = 20;
const maxInvalid = 0.95;

/** How many lines may come before the first row with data. */
const maxRowsAhead = 10_000;

export interface ReadOptions {
  /** The value of `--column`. */
  column?: string | undefined;
  /** Called for each comment that seems to hold a USDOT number. */
  onDoubtfulComment?: ((line: number) => void) | undefined;
  keeper?: RowKeeper | undefined;
}

/** A row as it is written. */
export interface SourceRow {
  line: number;
  text: string;
  end: string;
  /** `aside` is no row of the table: a blank line or a comment. */
  kind: "header" | "row" | "aside";
  /** How many cells it has. */
  width: number;
  /** Whether its cell for the number is empty. */
  isEmpty: boolean;
  /** Why it cannot be read. */
  invalid?: string | undefined;
}

/** Takes all of a list as it is written, for `--keep-columns`. */
export interface RowKeeper extends DecodeOptions {
  /** Called once, before the rows. A list of one column has no delimiter. */
  layout?(delimiter: string | undefined, header: readonly string[] | undefined, numberColumn: number): void;
  /** Called for every row, in order, before the inputs of its page are passed on. */
  row(row: SourceRow): void;
}

/** A list being read. */
interface List extends ReadOptions {
  pages: AsyncGenerator<LinePage>;
  source: string;
  /** Those that it may have: one where its first line names it. */
  delimiters: readonly string[];
}

/**
 * Reads the inputs of a list in order, page by page as the bytes arrive. No page is empty.
 *
 * A list has one number per line, or it is delimited, which `column` (a header, or a number from 1) implies. A line without a number is an
 * input too, an invalid one.
 * @throws {InputError} when the file is not a list, or when it isn't clear which column holds the numbers
 */
export async function* readList(bytes: Bytes, source: string, options: ReadOptions): AsyncGenerator<Input[]> {
  const { keeper } = options;
  const pages = splitLines(decode(bytes, source, keeper), { source, keepEnds: keeper !== undefined });
  try {
    yield* refuseOtherFiles(readPages({ ...options, pages, source }), source);
  } finally {
    await pages.return(undefined);
  }
}

/** Holds back a list that begins with invalid inputs, and refuses it when nearly all of the first hundred are. */
async function* refuseOtherFiles(pages: AsyncIterable<Input[]>, source: string): AsyncGenerator<Input[]> {
  let held: Input[] = [];
  let isList = false;
  for await (const page of pages) {
    held = held.concat(page);
    const checked = held.slice(0, checkedInputs);
    if (!isList && checked.length === checkedInputs) refuseOther(checked, source);
    // A list may be slow to come: its numbers are passed on as they do.
    else if (!isList && invalidIn(checked).length >= 0.9 * checked.length) continue;
    isList = true;
    if (held.length > 0) yield held;
    held = [];
  }
  if (held.length >= minChecked) refuseOther(held, source);
  if (held.length > 0) yield held;
}

type InvalidInput = Extract<Input, { invalid: string }>;

function invalidIn(inputs: readonly Input[]): InvalidInput[] {
  return inputs.filter((input) => "invalid" in input);
}

const otherHint = "give one number a line, or a CSV; --column says which column has the numbers";

/** @throws {InputError} if nearly all inputs are invalid */
function refuseOther(inputs: readonly Input[], source: string): void {
  const invalid = invalidIn(inputs);
  if (invalid.length < maxInvalid * inputs.length) return;
  const { text, invalid: reason, place } = invalid[0] as InvalidInput;
  const kind = /^\s*[[{]/.test(text) ? "JSON" : /^\s*</.test(text) ? "HTML or XML" : "something else";
  const lines = `${invalid.length} of its first ${inputs.length} entries are no USDOT numbers`;
  throw new InputError(
    `${source} seems to be ${kind}, not a list: ${lines}, such as line ${place?.line}, ${quoteInput(text)}, which ${reason}`,
    { hint: otherHint },
  );
}

/** Reads up to the first row, which shows how the list is written, and then the whole list. */
async function* readPages(list: Omit<List, "delimiters">): AsyncGenerator<Input[]> {
  const isFirst = (row: DelimitedRow) => isTelling(row) || isJson(row);
  // A number in the column that is asked for shows a row, even if all of them begin with `#`.
  const isNumbered = (row: DelimitedRow) =>
    Number(list.column) > 1 && isNumber(chooseDelimiter(row, "", delimiters).cells[Number(list.column) - 1] ?? "");
  const isEnough = (rows: DelimitedRow[]) => rows.some(isFirst) || rows.length > maxRowsAhead;
  const top = await readAhead(list.pages, undefined, ({ length }) => length > 0);
  const delimiters = delimitersOf(top.rows[0]?.text);
  const { seen, rows } = await readAhead(replay(top.seen, list.pages), delimiters.join(""), isEnough);
  const first = rows.find(isFirst) ?? rows.find(isNumbered);
  if (first !== undefined) {
    yield* readRows({ ...list, delimiters, pages: replay(seen, list.pages) }, first);
    return;
  }
  if (rows.length > maxRowsAhead)
    throw new InputError(`${list.source} has only blank lines and comments in its first ${maxRowsAhead} lines`, {
      hint: "give one number a line, or a CSV",
    });
  yield rows.flatMap((row) => (row.invalid === undefined ? (skipped(row, list) ?? []) : invalidRow(row, list.source)));
}

/** Reads until the rows are enough, or all; the pages that were read for it are to be read again. */
async function readAhead(
  pages: AsyncGenerator<LinePage>,
  delimiter: string | undefined,
  isEnough: (rows: DelimitedRow[]) => boolean,
): Promise<{ seen: LinePage[]; rows: DelimitedRow[] }> {
  const assembler = new RowAssembler(delimiter);
  const seen: LinePage[] = [];
  let rows: DelimitedRow[] = [];
  for (let ended = false; !ended && !isEnough(rows); ) {
    const next = await pages.next();
    ended = next.done === true;
    if (!next.done) seen.push(next.value);
    rows = rows.concat(next.done ? assembler.end() : assembler.add(next.value));
  }
  return { seen, rows };
}

async function* replay(seen: readonly LinePage[], rest: AsyncGenerator<LinePage>): AsyncGenerator<LinePage> {
  yield* seen;
  yield* rest;
}

/** Hands a row on as it is written, if somebody wants it. */
function keep(row: DelimitedRow, kind: SourceRow["kind"], cells: readonly string[], { keeper, column }: Layout): void {
  const { line, text, end = "", invalid } = row;
  const isEmpty = (cells[column.index] ?? "").trim() === "";
  keeper?.row({ line, text, end, kind, width: cells.length, isEmpty, invalid });
}

/** No input: a comment, or a blank line. */
function skipped({ text, line }: DelimitedRow, { onDoubtfulComment }: Pick<List, "onDoubtfulComment">): undefined {
  if (mayBeComment(text) && seemsToHoldNumber(text)) onDoubtfulComment?.(line);
}

/** How a list is written. */
interface Layout extends Omit<List, "column" | "pages"> {
  /** undefined for a list of one number a line, in which quotes mean nothing. */
  delimiter: string | undefined;
  column: DotColumn;
  /** The line of the first row. If it is a header, no row is before it. */
  first: number;
}

/** Reads the inputs of a list; `first` is its first row, whether or not that is a header. */
async function* readRows(list: List, first: DelimitedRow): AsyncGenerator<Input[]> {
  const { source, keeper } = list;
  if (isJson(first))
    throw new InputError(`${source} seems to be JSON, not a list: line ${first.line} is ${quoteInput(first.text)}`, {
      hint: otherHint,
    });
  // "2,233,855" is a number, not a row of three; a tab is in no number.
  const isWhole = isNumber(first.text) && !first.text.includes("\t");
  const isAlone = isWhole ? list.delimiters.length > 1 : !/^\s*"|[\t;|,]/.test(first.text);
  const isPlain = isAlone && list.column === undefined;
  const { delimiter, cells } = isPlain
    ? { delimiter: undefined, cells: [first.text] }
    : chooseDelimiter(first, list.column, list.delimiters);
  const isHeader = isDotColumnName(first.text);
  const known = isPlain ? { index: 0, label: "1", hasHeader: isHeader } : columnOf(cells, source, list.column);
  const enough = known === undefined ? sampleSize : 0;
  const { seen, rows: sample } = await readAhead(list.pages, delimiter, ({ length }) => length >= enough);
  const cellsOf = ({ text }: DelimitedRow) => splitCells(text, delimiter);
  const shown = sample.slice(0, sampleSize);
  const comments = shown.filter(({ text }) => mayBeComment(text));
  const column = known ?? columnInRows(shown.filter(isTelling).map(cellsOf), source, comments.map(cellsOf));
  if (!column.hasHeader && delimiter !== undefined) refuseOtherDelimiter(first, list, delimiter, column.index);
  keeper?.layout?.(delimiter, column.hasHeader ? cells : undefined, column.index);
  const layout: Layout = { ...list, delimiter, column, first: first.line };
  const isRow = (row: DelimitedRow) => kindOf(row, cellsOf(row), layout) !== "aside";
  for await (const rows of assembleRows(replay(seen, list.pages), delimiter, isRow)) yield rowInputs(rows, layout);
}

/**
 * Refuses a first row in which another delimiter finds another number: `45,Bob;123`. A shorter one is part of an address beside a number
 * that is no ZIP code or stands beside a tab, or of an amount (`76830;1,5`).
 * @throws {InputError}
 */
function refuseOtherDelimiter({ line, text }: DelimitedRow, list: List, delimiter: string, index: number): void {
  const { delimiters, column, source } = list;
  const digitsOf = (cell = "") => (isNumber(cell) ? cell.replace(/\D/g, "") : "");
  const read = digitsOf(splitCells(text, delimiter)[index]);
  const isOther = (cell: string, at: number, cells: string[]) => {
    const found = column === undefined || at === index ? digitsOf(cell) : "";
    const isPart = read.length > 5 || delimiter === "\t" || /[;|]\s*\d+$/.test(cells[at - 1] ?? "");
    return found !== read && found.length >= (isPart ? read.length : 1);
  };
  const bare = withoutQuotes(text);
  // One that is not in it leaves the row whole: with `--column 1`, `2,233,855` may be one number.
  if (!delimiters.some((other) => other !== delimiter && bare.split(other).some(isOther))) return;
  throw new InputError(`${source}: cannot tell which delimiter line ${line} has: ${quoteInput(text)}`, {
    hint: "put a header above it, such as name;dot_number",
  });
}

/** Whether a line is a JSON array or object, or opens one. A row may begin with a bracket, too, unless it is too long for a row. */
function isJson({ text, invalid }: DelimitedRow): boolean {
  return /^\s*[[{]/.test(text) && (invalid !== undefined || readJson(text) !== undefined || /[[{]\s*$/.test(text));
}

function rowInputs(rows: readonly DelimitedRow[], layout: Layout): Input[] {
  const inputs: Input[] = [];
  // A plain loop, because this may run a million times.
  for (const row of rows) {
    const cells = layout.keeper || row.invalid === undefined ? splitCells(row.text, layout.delimiter) : [];
    const kind = kindOf(row, cells, layout);
    if (layout.keeper) keep(row, kind, cells, layout);
    if (kind === "aside") skipped(row, layout);
    if (kind !== "row") continue;
    const input = row.invalid === undefined ? rowInput(row, cells, layout) : invalidRow(row, layout.source);
    if (input !== undefined) inputs.push(input);
  }
  return inputs;
}

function kindOf(row: DelimitedRow, cells: readonly string[], layout: Layout): SourceRow["kind"] {
  const { column, first, delimiter } = layout;
  if (isDotNumber(row.text) || row.invalid !== undefined) return "row";
  if (isBlank(row.text)) return "aside";
  if (column.hasHeader && row.line === first) return "header";
  if (!mayBeComment(row.text)) return "row";
  const isAhead = column.hasHeader && row.line < first;
  const cell = (delimiter !== undefined && !isAhead && cells[column.index]) || "";
  // Line breaks in quotes show a row, however bad its number. Its other lines are none.
  return isNumber(cell) || (/\d/.test(cell) && /[\r\n]/.test(row.text)) ? "row" : "aside";
}

/** How many characters of an unreadable row are kept: enough to recognize it. */
const excerptLength = 100;

function invalidRow({ line, text, invalid = "" }: DelimitedRow, source: string): Input {
  return { invalid, text: text.slice(0, excerptLength), place: { source, line } };
}

/** Undefined for a row of nothing but delimiters, which Excel writes for empty rows below a table. */
function rowInput(row: DelimitedRow, cells: readonly string[], { column, source }: Layout): Input | undefined {
  const text = cells[column.index] ?? "";
  const place: Place = { source, line: row.line };
  // As nearly all are, and a list may have a million.
  if (isDotNumber(text)) return { dotNumber: text, place };
  if (text.trim() !== "") return { place, ...inputOf(text) };
  if (cells.every((cell) => cell.trim() === "")) return undefined;
  return { invalid: `has no USDOT number in column ${column.label}`, text: row.text, place };
}
