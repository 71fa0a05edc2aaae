/** A list: a file or standard input, read whole before anything is sent. */
import { quoteInput } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { decode, encodingOf } from "../files/read.ts";
import { counted } from "../text/digits.ts";
import { isNumber, readPastedLine } from "./arguments.ts";
import { type Cells, headerMeaning, indexesOf, isFilled } from "./header.ts";
import type { ClaimField, Input, ReadOptions } from "./input.ts";
import { columnName, findLayout, type Layout, withClaims } from "./layout.ts";
import { readListRows } from "./rows.ts";
import { cellText, type SheetCell } from "./sheet-cell.ts";
import { readTextRows } from "./text.ts";
import type { Sheet, SheetLook } from "./workbook.ts";

/** The rows of a list as they were, for `--keep-columns`. */
export interface ListTable {
  rows: readonly (readonly SheetCell[])[];
  /** The rows of a text with `textMark`, where there is any. */
  written?: readonly (readonly SheetCell[])[] | undefined;
  /** The index of the header's row. */
  header: number | undefined;
  column: number;
  delimiter: string;
  /** Whether the text gets a byte order mark: unless the file was plain UTF-8. */
  hasBom: boolean;
  sheet?: string | undefined;
  /** Of a workbook's sheet. */
  look?: SheetLook | undefined;
  /** The other sheets of the workbook. */
  otherSheets?: readonly string[] | undefined;
}

export interface List {
  source: string;
  bytes: Buffer;
  inputs: Input[];
  notes: string[];
  table?: ListTable;
  /** The columns that are compared, by what they claim. */
  comparedColumns: Partial<Record<ClaimField, string>>;
}

const textHint = "use one number per line, a CSV or an .xlsx";

/** Files that are not lists, by how they begin. */
const otherFiles: readonly (readonly [
  start: RegExp,
  what: string,
  hint: string,
])[] = [
  [/^%PDF/, "a PDF", "export the list as CSV and use that"],
  [/^.‹/s, "compressed with gzip", "unpack it first (gunzip)"],
  [
    /^ÐÏ.à/s,
    "an old Excel workbook (.xls) or one with a password",
    "save it as .xlsx without one, or as CSV",
  ],
  [/^\s*<[!?a-z]/i, "HTML or XML", "open it in Excel and save it as .xlsx"],
  [/^\s*(?:\{\s*"|\[\s*["{[]|\[[\d,\s]+\]\s*$)/, "JSON", textHint],
  [/\0/, "binary, or damaged (it has a NUL byte)", textHint],
  [/^[^\r\n]{1000000}/, "a line of a million characters or more", textHint],
];

/**
 * Reads a list: a number per line, delimited text, or a workbook. A row without
 * a number is an invalid input.
 */
export async function readList(
  bytes: Buffer,
  source: string,
  options: ReadOptions,
): Promise<List> {
  const file = { bytes, source, options };
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04") return readSheets(file);
  // What begins like another file may be too large to decode all of it.
  refuseOtherFiles(decode(bytes.subarray(0, 2 ** 16)), source);
  const text = decode(bytes);
  refuseOtherFiles(text, source);
  const { column, isPasted } = options;
  const pasted = isPasted && !column ? readPastedLine(text) : undefined;
  if (pasted) {
    const place = { source, line: 1 };
    const inputs = pasted.inputs.map((input) => ({ ...input, place }));
    return { source, bytes, comparedColumns: {}, notes: pasted.notes, inputs };
  }
  const layout = await readTextRows(text, source, column);
  const hasBom = encodingOf(bytes) !== "utf-8";
  const { rows, written, delimiter = "," } = layout;
  return listFrom(layout, { rows, written, hasBom, delimiter }, file);
}

function refuseOtherFiles(text: string, source: string): void {
  const [, what, hint] = otherFiles.find(([start]) => start.test(text)) ?? [];
  if (what === undefined) return;
  refuse(`${source} is ${what}, not a list of USDOT numbers`, hint);
}

interface ListFile {
  bytes: Buffer;
  source: string;
  options: ReadOptions;
}

/** A sheet that can be read as a list. */
interface ReadableSheet {
  sheet: Sheet;
  layout: Layout;
}

async function readSheets(file: ListFile): Promise<List> {
  const { bytes, source } = file;
  const { readWorkbook } = await import("./workbook.ts");
  const sheets = readWorkbook(bytes, source);
  const readable = readableSheets(sheets, file);
  const [{ sheet, layout }] = readable.toSorted(
    (a, b) => rank(a) - rank(b),
  ) as [ReadableSheet];
  const { name, rows, look, isHidden } = sheet;
  const otherSheets = sheets
    .filter((each) => each !== sheet)
    .map((each) => each.name);
  const list = listFrom(
    layout,
    { rows, sheet: name, look, otherSheets, hasBom: true, delimiter: "," },
    file,
  );
  if (readable.length > 1 || isHidden)
    list.notes.push(
      `${source}: read ${isHidden ? "hidden " : ""}sheet ${quoteInput(name)}, one of ${readable.length} with numbers`,
    );
  if (look.hiddenRows.size > 0)
    list.notes.push(
      `${source}: read ${counted(look.hiddenRows.size, "hidden row")}, too`,
    );
  return list;
}

/**
 * Sheets that the user sees come first, of these one that names USDOT numbers,
 * and of these one whose cells are numbers, or errors in their place.
 */
function rank({ sheet, layout }: ReadableSheet): number {
  const names = headerMeaning(layout.head[layout.column]) === "number";
  const isFigure = (cell: string) => isNumber(cell) || /^\s*[#=]/.test(cell);
  const hasFigures = layout.rows.some((cells) =>
    isFigure(cells[layout.column] ?? ""),
  );
  return (sheet.isHidden ? 4 : 0) + (names ? 0 : 2) + (hasFigures ? 0 : 1);
}

/** Whether something stands below a header of USDOT numbers. */
function hasNamedColumn(rows: readonly Cells[]): boolean {
  const header = rows.findIndex((cells) =>
    cells.some((cell) => headerMeaning(cell) === "number"),
  );
  const [head = [], ...below] = header < 0 ? [] : rows.slice(header);
  const columns = indexesOf(head, (cell) => headerMeaning(cell) === "number");
  return columns.some((at) => below.some((cells) => isFilled(cells[at] ?? "")));
}

/**
 * At least one of the sheets, or of the one that is asked for: those with
 * numbers, or with a column for them.
 */
function readableSheets(
  sheets: readonly Sheet[],
  { source, options: { sheet: wanted, column } }: ListFile,
): ReadableSheet[] {
  const named = sheets
    .filter(({ name }) => wanted === undefined || isSameSheet(name, wanted))
    .map((sheet) => ({ sheet, rows: cellTexts(sheet) }));
  if (named.length === 0)
    refuse(
      `${source} has no sheet ${quoteInput(wanted ?? "")}`,
      `its sheets are ${sheets.map(({ name }) => quoteInput(name)).join(", ")}`,
    );
  const filled = named.filter(
    ({ rows }) => rows.flat().some(isNumber) || hasNamedColumn(rows),
  );
  const errors: unknown[] = [];
  const readable = (filled.length > 0 ? filled : named).flatMap(
    ({ sheet, rows }) => {
      const where = `${source}, sheet ${quoteInput(sheet.name)}`;
      try {
        const layout = findLayout([{ rows }], where, column);
        return [{ sheet, layout }];
      } catch (error) {
        errors.push(error);
        return [];
      }
    },
  );
  if (readable.length === 0) throw errors[0];
  return readable;
}

function listFrom(
  layout: Layout,
  kept: Omit<ListTable, "header" | "column">,
  { bytes, source, options }: ListFile,
): List {
  const read = withClaims(layout, source, options);
  const compared = [...read.claimColumns].map(([field, at]) => [
    field,
    columnName(read, at),
  ]);
  const { header, column } = layout;
  const table = { ...kept, header, column };
  return {
    source,
    bytes,
    ...readListRows(read, source, options),
    ...(options.keepTable && { table }),
    comparedColumns: Object.fromEntries(compared),
  };
}

/**
 * The widest of the first rows; a cell that somebody left far to the right does
 * not count.
 */
const widthRows = 100;
const maxWidth = 256;

/** The cells as texts. Where a row ends early, a column that others have is empty. */
function cellTexts({ rows }: Sheet): string[][] {
  const widths = rows.slice(0, widthRows).map(({ length }) => length);
  const width = Math.min(Math.max(...widths, 0), maxWidth);
  return rows.map((cells) =>
    Array.from({ length: Math.max(width, cells.length) }, (_, at) =>
      cellText(cells[at] ?? null),
    ),
  );
}

function isSameSheet(name: string, wanted: string): boolean {
  return name.trim().toLowerCase() === wanted.trim().toLowerCase();
}
