/** Reads a table: which rows are about a carrier, and what they say. */
import {
  type ParsedDotNumber,
  parseDotNumber,
  quoteInput,
  sheetError,
} from "../dot-number.ts";
import { counted } from "../text/digits.ts";
import { type Cells, indexesOf, isFilled } from "./cells.ts";
import { columnName, type Table, tableBelow } from "./find-columns.ts";
import { isPlace } from "./header.ts";
import {
  type Claims,
  type Input,
  numbersIn,
  ourPrefix,
  type ReadOptions,
} from "./input.ts";
import { inputOf, readOutOf } from "./pasted.ts";
import {
  hasMark,
  headerMeaning,
  isBlank,
  isComment,
  isMark,
  isTotal,
  mayBeTotal,
} from "./row-words.ts";

/** What was read so far. */
interface TableReading {
  source: string;
  options: ReadOptions;
  /** Another one from each header on: exports are pasted below each other. */
  table: Table;
  inputs: Input[];
  totals: number;
  headers: number;
  /** Notes about numbers that were read out of longer text. */
  readOut: string[];
}

/**
 * The inputs of a table, one for each of its rows but for blank ones, comments,
 * headers, totals and marks. A row without a number is an invalid input.
 */
export function readTable(table: Table, source: string, options: ReadOptions) {
  const reading: TableReading = {
    source,
    options,
    table,
    inputs: [],
    totals: 0,
    headers: 0,
    readOut: [],
  };
  for (const [row, cells] of rowsBelowHeader(table))
    if (isPlainNumber(cells, reading.table))
      addInput(inputOf(cells.join()), cells, row, reading);
    else if (!isBlank(cells) && !isAside(cells, reading.table))
      readRow(cells, row, reading);
  const notes = [
    ...headerNotes(table, options),
    ...skippedNote(reading.totals, "total"),
    ...skippedNote(reading.headers, "repeated header"),
  ].map((note) => `${source}: ${note}`);
  const { inputs, readOut } = reading;
  return { inputs, notes: [...notes, ...withExample(readOut)] };
}

function readRow(cells: Cells, row: number, reading: TableReading): void {
  const { table, inputs, source, options } = reading;
  const { text, parsed } = numberIn(cells, table, options);
  const above = inputs.at(-1);
  // The first row of a list is not below a table.
  const isBelow = table.header !== undefined || above !== undefined;
  const next =
    isBelow && "invalid" in parsed
      ? tableBelow(cells, table, source, options)
      : undefined;
  if (next) {
    reading.headers += 1;
    reading.table = next;
    return;
  }
  const isSum = (number: number) =>
    number === inputs.length || number === sumOf(inputs);
  if (isTotal(cells, table.column, isSum)) {
    reading.totals += 1;
    return;
  }
  if (above && "dotNumber" in above && isMark(cells.join(""))) {
    above.isMarkedOutOfService = true;
    return;
  }
  addInput(inputOf(text, parsed), cells, row, reading);
  if ("isOutOfText" in parsed)
    reading.readOut.push(
      `${source}:${lineAt(table, row)}: ${readOutOf(parsed.dotNumber, text)}`,
    );
}

/** The rows of most long lists: what else a row may be takes longer to rule out. */
function isPlainNumber(cells: Cells, { column, docketHeader }: Table): boolean {
  return (
    cells.length === 1 &&
    column === 0 &&
    docketHeader === undefined &&
    /^\d+$/.test(cells[0] ?? "")
  );
}

function addInput(
  input: Input,
  cells: Cells,
  row: number,
  { source, table, inputs }: TableReading,
): void {
  // Not copied into another object, which takes longer than all the rest.
  input.place = { source, line: lineAt(table, row) };
  input.row = row;
  input.claims = claimsIn(cells, table);
  inputs.push(input);
}

/**
 * The rows below the header, with their indexes. What `--keep-columns` wrote
 * behind them says nothing about a row, and is left out.
 */
function* rowsBelowHeader({
  rows,
  header = -1,
  head,
  column,
  claimColumns,
}: Table): Generator<[row: number, cells: Cells]> {
  // One that an option names is read all the same.
  const named = [column, ...claimColumns.values()];
  const isOurs = (name: string, at: number) =>
    name.trim().startsWith(ourPrefix) && !named.includes(at);
  const ours = new Set(indexesOf(head, isOurs));
  for (let row = header + 1; row < rows.length; row += 1) {
    const cells = rows[row] ?? [];
    yield [
      row,
      ours.size === 0
        ? cells
        : cells.map((cell, at) => (ours.has(at) ? "" : cell)),
    ];
  }
}

function lineAt({ lines }: Table, row: number): number {
  return lines?.[row] ?? row + 1;
}

function sumOf(inputs: readonly Input[]): number {
  return numbersIn(inputs).reduce((sum, number) => sum + Number(number), 0);
}

/**
 * What was skipped above the header, and which row was taken for one that is
 * not known.
 */
function headerNotes(table: Table, { column }: ReadOptions): string[] {
  const { header, head, rows } = table;
  if (header === undefined) return [];
  const titles = rows
    .slice(0, header)
    .filter((cells) => !isBlank(cells) && !isComment(cells)).length;
  const notes =
    titles > 0 ? [`skipped ${counted(titles, "row")} above the header`] : [];
  const isKnown = head.some((cell) => headerMeaning(cell) === "number");
  if (!isPlace(column) || isKnown) return notes;
  const taken = quoteInput(head.filter(isFilled).join(), 60);
  const line = lineAt(table, header);
  return [...notes, `took line ${line} for the header: ${taken}`];
}

function skippedNote(count: number, what: string): string[] {
  return count > 0 ? [`skipped ${counted(count, what)}`] : [];
}

function withExample([example, ...more]: readonly string[]): string[] {
  const others = more.length > 0 ? `, and ${more.length} more like it` : "";
  return example === undefined ? [] : [example + others];
}

/**
 * A comment without a number. Below a header, `#A12,#N/A` is the row of a load.
 */
function isAside(cells: Cells, { column, header }: Table): boolean {
  if (!isComment(cells)) return false;
  const hasNumber = cells.length > 1 && /\d/.test(cells[column] ?? "");
  const isRow = header !== undefined && cells.filter(isFilled).length > 1;
  return !hasNumber && !isRow;
}

/** What a row says of its carrier, and the text that says it. */
function numberIn(
  cells: Cells,
  table: Table,
  options: ReadOptions,
): { text: string; parsed: ParsedDotNumber } {
  const invalid = whyUnreadable(cells, table, options);
  if (invalid !== undefined)
    return { text: cells.filter(isFilled).join(", "), parsed: { invalid } };
  const text = cells[table.column] ?? "";
  const parsed = parseDotNumber(text);
  if ("dotNumber" in parsed && cells.some(hasMark))
    parsed.isMarkedOutOfService = true;
  return { text, parsed };
}

/** Why no number is read from a row, whatever stands in its cell. */
function whyUnreadable(
  cells: Cells,
  table: Table,
  options: ReadOptions,
): string | undefined {
  const { column, docketHeader } = table;
  if (docketHeader !== undefined)
    return `is below the header ${quoteInput(docketHeader)}, of docket numbers, which are not USDOT numbers`;
  if (!isFilled(cells[column] ?? ""))
    return `has no USDOT number in column ${columnName(table, column)}`;
  if (mayBeTotal(cells, column)) return "may be a total, not a carrier";
  if (isCutUp(cells, table))
    return "has a number that its commas cut up: put quotes around it";
  if (isRagged(cells, table, options))
    return "has more cells than the header: put quotes around a name that has a comma in it";
  return undefined;
}

/** `2,233,855` without quotes is not USDOT 2: numbers of three digits are not in use. */
function isCutUp(cells: Cells, { column, delimiter }: Table): boolean {
  return (
    delimiter === "," &&
    /^\s*\d{1,3}$/.test(cells[column] ?? "") &&
    /^\d{3}(?![-.\s]?\d)/.test(cells[column + 1] ?? "")
  );
}

/**
 * Whether a text has cells behind its last column: one of them was cut up, and
 * moved a number that is not in the first. A row that is taken for the header
 * by a place may be a title.
 */
function isRagged(
  cells: Cells,
  { header, head, column }: Table,
  { column: asked }: ReadOptions,
): boolean {
  return (
    header !== undefined &&
    column > 0 &&
    cells.slice(head.length).some(isFilled) &&
    (!isPlace(asked) || headerMeaning(head[column]) === "number")
  );
}

/** An error of the spreadsheet claims nothing, as an empty cell. */
function claimsIn(cells: Cells, { claimColumns }: Table): Claims | undefined {
  let claims: Claims | undefined;
  for (const [field, column] of claimColumns) {
    const text = cells[column]?.trim();
    if (!text || sheetError.test(text)) continue;
    claims ??= {};
    claims[field] = text;
  }
  return claims;
}
