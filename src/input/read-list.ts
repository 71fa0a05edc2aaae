import { isDotNumber, parseDotNumber } from "../dot-number.ts";
import { type Column, columnInRows, columnOf, isDotColumnName } from "./columns.ts";
import { type Bytes, decode } from "./decode.ts";
import {
  assembleRows,
  chooseDelimiter,
  type DelimitedRow,
  isReadable,
  RowAssembler,
  splitCells,
} from "./delimited-rows.ts";
import { type Input, invalidRow, type Place } from "./input.ts";
import { delimiters, isSkipped, type LinePage, splitLines, unreadable } from "./lines.ts";

/** How many rows of a list without a header are searched for the column. */
const sampleSize = 20;

/** A list being read. */
interface List {
  pages: AsyncGenerator<LinePage>;
  source: string;
  /** The value of `--column`. */
  wanted: string | undefined;
}

/**
 * Reads the inputs of a list in order, page by page as the bytes arrive. No page is empty.
 *
 * A list has one number per line, or it is delimited, which `column` (the value of `--column`: a header, or a number from 1) implies. A
 * line without a number is an input too, an invalid one.
 *
 * @throws {InputError} when the file is not a list, or when it isn't clear which column holds the numbers
 */
export async function* readList(
  bytes: Bytes,
  source: string,
  { column }: { column?: string | undefined },
): AsyncGenerator<Input[]> {
  const pages = splitLines(decode(bytes, source));
  try {
    for await (const inputs of readPages({ pages, source, wanted: column })) if (inputs.length > 0) yield inputs;
  } finally {
    await pages.return(undefined);
  }
}

/** Reads up to the first row, which shows how the list is written, and then the whole list. */
async function* readPages(list: List): AsyncGenerator<Input[]> {
  const rows = new RowAssembler(delimiters.join(""));
  let seen: DelimitedRow[] = [];
  let pages: LinePage[] = [];
  for (let ended = false; !ended; ) {
    const next = await list.pages.next();
    ended = next.done === true;
    if (!next.done) pages.push(next.value);
    seen = seen.concat(next.done ? rows.end() : rows.add(next.value));
    const first = seen.find(isReadable);
    if (first !== undefined) {
      yield* readAll({ ...list, pages: replay(pages, list.pages) }, first);
      return;
    }
    if (rows.isOpen) continue;
    // Only comments and unreadable lines so far; there may be gigabytes of them.
    yield seen.map((row) => invalidRow(row, list.source));
    seen = [];
    pages = [];
  }
}

async function* replay(seen: readonly LinePage[], rest: AsyncGenerator<LinePage>): AsyncGenerator<LinePage> {
  yield* seen;
  yield* rest;
}

function readAll(list: List, first: DelimitedRow): AsyncGenerator<Input[]> {
  // "2,233,855" is a number, not a row of three.
  const isNumber = "dotNumber" in parseDotNumber(first.text);
  const isPlain = list.wanted === undefined && (isNumber || !/^\s*"|[\t;|,]/.test(first.text));
  return isPlain ? readPlain(list, first) : readDelimited(list, first);
}

async function* readPlain({ pages, source }: List, first: DelimitedRow): AsyncGenerator<Input[]> {
  const header = isDotColumnName(first.text) ? first.line : undefined;
  for await (const page of pages) {
    const inputs: Input[] = [];
    // A plain loop, because this may run a million times.
    for (let index = 0; index < page.texts.length; index++) {
      const line = page.line + index;
      const input = line === header ? undefined : plainInput(page.texts[index] as string, { source, line });
      if (input !== undefined) inputs.push(input);
    }
    yield inputs;
  }
}

function plainInput(text: string, place: Place): Input | undefined {
  if (isDotNumber(text)) return { dotNumber: text, place };
  const invalid = unreadable(text);
  if (invalid !== undefined) return invalidRow({ text, invalid, line: place.line }, place.source);
  const parsed = parseDotNumber(text);
  if ("dotNumber" in parsed && !text.includes("#")) return { dotNumber: parsed.dotNumber, place };
  if (isSkipped(text)) return undefined;
  return "dotNumber" in parsed ? { place, ...parsed } : { place, text, ...parsed };
}

/** Reads the inputs of a delimited list; `first` is its first row, whether or not that is a header. */
async function* readDelimited({ pages, source, wanted }: List, first: DelimitedRow): AsyncGenerator<Input[]> {
  const { delimiter, cells } = chooseDelimiter(first, wanted);
  let column = columnOf(cells, source, wanted);
  let rows: DelimitedRow[] = [];
  for await (const more of assembleRows(pages, delimiter)) {
    rows = rows.concat(more);
    if (column === undefined && rows.length < sampleSize) continue;
    column ??= columnOfSample(rows, delimiter, source);
    const header = column.hasHeader ? first.line : undefined;
    yield rowInputs(
      rows.filter((row) => row.line !== header || !isReadable(row)),
      { delimiter, column, source },
    );
    rows = [];
  }
  column ??= columnOfSample(rows, delimiter, source);
  yield rowInputs(rows, { delimiter, column, source });
}

function columnOfSample(rows: readonly DelimitedRow[], delimiter: string, source: string): Column {
  const sample = rows.slice(0, sampleSize).filter(isReadable);
  return columnInRows(
    sample.map(({ text }) => splitCells(text, delimiter)),
    source,
  );
}

interface Layout {
  delimiter: string;
  column: Column;
  source: string;
}

function rowInputs(rows: readonly DelimitedRow[], { delimiter, column, source }: Layout): Input[] {
  const inputs: Input[] = [];
  for (const row of rows) {
    const input = isReadable(row)
      ? rowInput(row, splitCells(row.text, delimiter), column, source)
      : invalidRow(row, source);
    if (input !== undefined) inputs.push(input);
  }
  return inputs;
}

/** Undefined for a row of nothing but delimiters, which Excel writes for empty rows below a table. */
function rowInput(row: DelimitedRow, cells: readonly string[], column: Column, source: string): Input | undefined {
  const place = { source, line: row.line };
  const text = cells[column.index] ?? "";
  if (text.trim() !== "") {
    const parsed = parseDotNumber(text);
    return "dotNumber" in parsed ? { place, ...parsed } : { place, text, ...parsed };
  }
  if (cells.every((cell) => cell.trim() === "")) return undefined;
  return { invalid: `has no USDOT number in column ${column.label}`, text: row.text, place };
}
