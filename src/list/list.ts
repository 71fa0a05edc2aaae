/**
 * A list: a file or standard input, read whole before anything is sent.
 *
 * text-table.ts or sheet-table.ts reads cells; header.ts finds the row that names
 * the columns, and columns.ts what each of them has; rows.ts makes inputs, and
 * table-notes.ts says what to know about them.
 */
import { refuse } from "../errors.ts";
import { decode, isWorkbook } from "../files/read.ts";
import { type Input, type ReadOptions, saveHint } from "./input.ts";
import { numbersOf } from "./pasted.ts";
import { readInputs } from "./rows.ts";
import type { Table } from "./table.ts";
import { tableNotes } from "./table-notes.ts";
import { readTextTable } from "./text-table.ts";

export interface List {
  source: string;
  bytes: Buffer;
  inputs: Input[];
  notes: string[];
  /** The rows as they were, for `--keep-columns`. */
  table?: Table;
}

/** Files that are not lists, by how they begin. */
const otherFiles: readonly (readonly [start: RegExp, what: string])[] = [
  [/^%PDF/, "a PDF"],
  [/^ÐÏ.à/s, "an old Excel workbook (.xls) or one with a password"],
  [/^\s*<[!?a-z]/i, "HTML or XML"],
  [/^\s*(?:\{\s*"|\[\s*["{[\d])/, "JSON"],
  [/\0/, "binary, or damaged (it has a NUL byte)"],
];

/** Reads a list: a number per line, delimited text, or a workbook. */
export async function readList(
  bytes: Buffer,
  source: string,
  options: ReadOptions,
): Promise<List> {
  const table = isWorkbook(bytes)
    ? (await import("./sheet-table.ts")).readSheetTable(bytes, source, options)
    : readTextTable(textOf(bytes, source, options), source, options);
  const read = readInputs(table, source);
  return {
    source,
    bytes,
    inputs: read.inputs,
    notes: tableNotes(table, read, source, options),
    ...(options.keepColumns && { table }),
  };
}

/**
 * The text of a list. Several numbers that are piped on one line get a line each.
 * @throws {UsageError} for a file of another kind
 */
function textOf(
  bytes: Buffer,
  source: string,
  { column, isPiped }: ReadOptions,
): string {
  const text = decode(bytes);
  const [, what] = otherFiles.find(([start]) => start.test(text)) ?? [];
  if (what !== undefined)
    refuse(`${source} is ${what}, not a list of USDOT numbers`, saveHint);
  const isOneLine = !/[\r\n]/.test(text.trim());
  return isOneLine && isPiped && column === undefined
    ? numbersOf(text).join("\n")
    : text;
}
