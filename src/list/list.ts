/**
 * A list: a file or standard input, read whole before anything is sent.
 *
 * text-table.ts or sheet-table.ts reads cells; header.ts finds the row that
 * names the columns, columns.ts what each of them has, and our-columns.ts those
 * that usdot wrote; rows.ts makes inputs.
 */
import { refuse } from "../errors.ts";
import { decode, isWorkbook } from "../files/read.ts";
import { counted, firstOf } from "../text/digits.ts";
import { quoted } from "../text/json.ts";
import { excerpt } from "../text/safe-text.ts";
import { indexesOf, isFilled, namesNumber } from "./cells.ts";
import { columnName } from "./columns.ts";
import { columnByPosition } from "./header.ts";
import { type Input, type ReadOptions, saveHint } from "./input.ts";
import { numbersOf } from "./pasted.ts";
import { placeAt, readInputs, type Table } from "./rows.ts";
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
  const read = readInputs(table);
  return {
    source,
    bytes,
    inputs: read.inputs,
    notes: listNotes(table, read, options),
    ...(options.keepColumns && { table }),
  };
}

/**
 * The text of a list. Several numbers that are piped on one line get a line
 * each.
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

/** What to know before the numbers are looked up: `fleet.csv: skipped 1 total`. */
function listNotes(
  table: Table,
  { skippedTitles, skipped }: ReturnType<typeof readInputs>,
  { column, usualClaims }: ReadOptions,
): string[] {
  const notes = [
    skippedTitles > 0 &&
      `skipped ${counted(skippedTitles, "row")} above the header`,
    headerNote(table, column),
    ...Object.entries(skipped).map(
      ([what, count]) => count > 0 && `skipped ${counted(count, what)}`,
    ),
    ...sheetNotes(table),
    ...claimNotes(table, usualClaims !== undefined),
  ];
  return notes.flatMap((note) => (note ? `${table.source}: ${note}` : []));
}

/** Which row was taken as the header, if it does not name the numbers. */
function headerNote(table: Table, columnOption?: string) {
  const { headerRow, names } = table;
  const isByPosition = columnByPosition(columnOption) !== undefined;
  if (headerRow < 0 || !isByPosition || names.some(namesNumber))
    return undefined;
  const taken = excerpt(names.filter(isFilled).join(), 60);
  const { line } = placeAt(table, headerRow);
  return `took line ${line} as the header: ${taken}`;
}

/** Which sheet of several was read, and that more was than is seen. */
function sheetNotes({ sheet, source }: Table) {
  if (!sheet) return [];
  const name = excerpt(sheet.name);
  const unread = sheet.unread.map((each) => excerpt(each)).join(", ");
  return [
    sheet.isHidden && `read the hidden sheet ${name}`,
    unread &&
      `read only the sheet ${name}, not ${unread}; ${source}#SHEET names another`,
    sheet.hiddenRows > 0 &&
      `also read ${counted(sheet.hiddenRows, "hidden row")}`,
  ];
}

const reportNote =
  "this list is a report of usdot, so its names are not compared; for that, vet your own list";

/** Which columns are compared with the records, and in vetting, which are not. */
function claimNotes(table: Table, isVetting: boolean) {
  const { column, claimColumns, ourNames, markTests } = table;
  const nameOf = (at: number) => quoted(columnName(table, at));
  const read = [column, ...claimColumns.values()];
  const others = indexesOf(
    table.firstCells,
    (_, at) => !read.includes(at) && !ourNames[at] && !markTests[at],
  );
  const compared = Array.from(
    claimColumns,
    ([field, at]) => `${field} from ${nameOf(at)}`,
  );
  return [
    isVetting && table.isReport && reportNote,
    compared.length > 0 && `compared with the record: ${compared.join(", ")}`,
    isVetting &&
      others.length > 0 &&
      `not compared (see --claim-column), only searched for marks such as DNU: ${firstOf(others.map(nameOf), 12)}`,
  ];
}
