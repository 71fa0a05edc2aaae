import { isDotNumber, parseDotNumber, quoteInput } from "../dot-number.ts";
import { InputError } from "../errors.ts";
import { type Column, columnInRows, columnOf, isDotColumnName } from "./columns.ts";
import { type Bytes, decode } from "./decode.ts";
import {
  assembleRows,
  chooseDelimiter,
  type DelimitedRow,
  isReadable,
  isTelling,
  RowAssembler,
  splitCells,
} from "./delimited-rows.ts";
import { type Input, invalidRow, type Place } from "./input.ts";
import {
  delimiters,
  isBlank,
  type LinePage,
  mayBeComment,
  seemsToHoldNumber,
  splitLines,
  unreadable,
} from "./lines.ts";

/** How many rows of a list without a header are searched for the column. */
const sampleSize = 20;

/** How many inputs show whether a file is a list at all, and how many of them may be no number. */
const checkedInputs = 100;
const maxInvalid = 95;

/** How many lines may come before the first row with data. */
const maxRowsAhead = 10_000;

export interface ReadOptions {
  /** The value of `--column`. */
  column?: string | undefined;
  /** Called for each comment that seems to hold a USDOT number. */
  onDoubtfulComment?: ((line: number) => void) | undefined;
}

/** A list being read. */
interface List extends ReadOptions {
  pages: AsyncGenerator<LinePage>;
  source: string;
}

/**
 * Reads the inputs of a list in order, page by page as the bytes arrive. No page is empty.
 *
 * A list has one number per line, or it is delimited, which `column` (a header, or a number from 1) implies. A line without a number is an
 * input too, an invalid one.
 *
 * @throws {InputError} when the file is not a list, or when it isn't clear which column holds the numbers
 */
export async function* readList(bytes: Bytes, source: string, options: ReadOptions): AsyncGenerator<Input[]> {
  const pages = splitLines(decode(bytes, source), { source });
  try {
    yield* refuseOtherFiles(readPages({ ...options, pages, source }), source);
  } finally {
    await pages.return(undefined);
  }
}

/** Holds back a list that begins with invalid inputs, and refuses it when nearly all of the first hundred are. */
async function* refuseOtherFiles(pages: AsyncIterable<Input[]>, source: string): AsyncGenerator<Input[]> {
  let held: Input[] | undefined = [];
  for await (const page of pages) {
    if (page.length === 0) continue;
    if (held === undefined) {
      yield page;
      continue;
    }
    held = held.concat(page);
    const checked = held.slice(0, checkedInputs);
    const invalid = checked.filter((input) => "invalid" in input);
    if (invalid.length >= maxInvalid) throw noList(source, invalid);
    // A list may be slow to come: its numbers are passed on as they do.
    if (checked.length < checkedInputs && invalid.length > 0.9 * checked.length) continue;
    yield held;
    held = undefined;
  }
  if (held !== undefined && held.length > 0) yield held;
}

function noList(source: string, invalid: readonly Extract<Input, { invalid: string }>[]): InputError {
  const [{ text, invalid: reason, place }] = invalid as [(typeof invalid)[number]];
  const kind = /^\s*[[{]/.test(text) ? "JSON" : /^\s*</.test(text) ? "HTML or XML" : "something else";
  const lines = `${invalid.length} of its first ${checkedInputs} entries are no USDOT numbers`;
  return new InputError(
    `${source} seems to be ${kind}, not a list: ${lines}, such as line ${place?.line}, ${quoteInput(text)}, which ${reason}`,
    { hint: "give one number a line, or a CSV; --column says which column has the numbers" },
  );
}

/** Reads up to the first row, which shows how the list is written, and then the whole list. */
async function* readPages(list: List): AsyncGenerator<Input[]> {
  const assembler = new RowAssembler(delimiters.join(""));
  const pages: LinePage[] = [];
  let rows: DelimitedRow[] = [];
  for (let ended = false; !ended; ) {
    const next = await list.pages.next();
    ended = next.done === true;
    if (!next.done) pages.push(next.value);
    rows = rows.concat(next.done ? assembler.end() : assembler.add(next.value));
    const first = rows.find(isTelling);
    if (first !== undefined) {
      yield* readAll({ ...list, pages: replay(pages, list.pages) }, first);
      return;
    }
    if (rows.length > maxRowsAhead) throw noRow(list.source);
  }
  yield rows.flatMap((row) => (isReadable(row) ? (skipped(row, list) ?? []) : invalidRow(row, list.source)));
}

function noRow(source: string): InputError {
  return new InputError(`${source} has only blank lines and comments in its first ${maxRowsAhead} lines`, {
    hint: "give one number a line, or a CSV",
  });
}

async function* replay(seen: readonly LinePage[], rest: AsyncGenerator<LinePage>): AsyncGenerator<LinePage> {
  yield* seen;
  yield* rest;
}

function readAll(list: List, first: DelimitedRow): AsyncGenerator<Input[]> {
  // "2,233,855" is a number, not a row of three.
  const isNumber = "dotNumber" in parseDotNumber(first.text);
  const isPlain = list.column === undefined && (isNumber || !/^\s*"|[\t;|,]/.test(first.text));
  return isPlain ? readPlain(list, first) : readDelimited(list, first);
}

async function* readPlain(list: List, first: DelimitedRow): AsyncGenerator<Input[]> {
  const header = isDotColumnName(first.text) ? first.line : undefined;
  for await (const page of list.pages) {
    const inputs: Input[] = [];
    // A plain loop, because this may run a million times.
    for (let index = 0; index < page.texts.length; index++) {
      const line = page.line + index;
      const input = line === header ? undefined : plainInput(page.texts[index] as string, line, list);
      if (input !== undefined) inputs.push(input);
    }
    yield inputs;
  }
}

function plainInput(text: string, line: number, list: List): Input | undefined {
  const place = { source: list.source, line };
  if (isDotNumber(text)) return { dotNumber: text, place };
  const invalid = unreadable(text);
  if (invalid !== undefined) return invalidRow({ text, invalid, line }, place.source);
  if (isBlank(text)) return undefined;
  if (mayBeComment(text)) return skipped({ text, line }, list);
  const parsed = parseDotNumber(text);
  return "dotNumber" in parsed ? { place, ...parsed } : { place, text, ...parsed };
}

/** No input: a comment, or a blank line. */
function skipped({ text, line }: DelimitedRow, { onDoubtfulComment }: Pick<List, "onDoubtfulComment">): undefined {
  if (mayBeComment(text) && seemsToHoldNumber(text)) onDoubtfulComment?.(line);
}

/** Reads the inputs of a delimited list; `first` is its first row, whether or not that is a header. */
async function* readDelimited(list: List, first: DelimitedRow): AsyncGenerator<Input[]> {
  const { delimiter, cells } = chooseDelimiter(first, list.column);
  let column = columnOf(cells, list.source, list.column);
  let rows: DelimitedRow[] = [];
  for await (const more of assembleRows(list.pages, delimiter)) {
    rows = rows.concat(more);
    if (column === undefined && rows.length < sampleSize) continue;
    column ??= columnOfSample(rows, delimiter, list.source);
    yield rowInputs(rows, { ...list, delimiter, column, first: first.line });
    rows = [];
  }
  column ??= columnOfSample(rows, delimiter, list.source);
  yield rowInputs(rows, { ...list, delimiter, column, first: first.line });
}

function columnOfSample(rows: readonly DelimitedRow[], delimiter: string, source: string): Column {
  const sample = rows.slice(0, sampleSize).filter(isTelling);
  return columnInRows(
    sample.map(({ text }) => splitCells(text, delimiter)),
    source,
  );
}

interface Layout extends Omit<List, "column" | "pages"> {
  delimiter: string;
  column: Column;
  /** The line of the first row. If it is a header, no row is before it. */
  first: number;
}

function rowInputs(rows: readonly DelimitedRow[], layout: Layout): Input[] {
  const inputs: Input[] = [];
  for (const row of rows) {
    const input = isReadable(row) ? rowInput(row, layout) : invalidRow(row, layout.source);
    if (input !== undefined) inputs.push(input);
  }
  return inputs;
}

/** Undefined for a row of nothing but delimiters, which Excel writes for empty rows below a table. */
function rowInput(row: DelimitedRow, layout: Layout): Input | undefined {
  const { delimiter, column, source, first } = layout;
  if (isBlank(row.text) || (column.hasHeader && row.line === first)) return undefined;
  const cells = splitCells(row.text, delimiter);
  const text = cells[column.index] ?? "";
  const parsed = parseDotNumber(text);
  const isComment = mayBeComment(row.text) && ("invalid" in parsed || (column.hasHeader && row.line < first));
  if (isComment) return skipped(row, layout);
  const place: Place = { source, line: row.line };
  if ("dotNumber" in parsed) return { place, ...parsed };
  if (text.trim() !== "") return { place, text, ...parsed };
  if (cells.every((cell) => cell.trim() === "")) return undefined;
  return { invalid: `has no USDOT number in column ${column.label}`, text: row.text, place };
}
