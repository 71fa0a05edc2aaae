/** A list: a file or standard input, read whole before anything is sent. */
import { refuse } from "../errors.ts";
import { decode, encodingOf } from "../files/read.ts";
import type { SheetCell } from "./cells.ts";
import { columnName, type NumberTable, withClaims } from "./find-columns.ts";
import type { ClaimField, Input, ReadOptions } from "./input.ts";
import { readPastedLine } from "./pasted.ts";
import { readTable } from "./read-rows.ts";
import { findTextTable } from "./read-text.ts";
import type { SheetLook } from "./worksheet.ts";

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

/** Reads a list: a number per line, delimited text, or a workbook. */
export async function readList(
  bytes: Buffer,
  source: string,
  options: ReadOptions,
): Promise<List> {
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04") {
    const { chooseSheet } = await import("./read-sheets.ts");
    const { table, notes, kept } = chooseSheet(bytes, source, options);
    const list = listOf(bytes, source, table, kept, options);
    return { ...list, notes: [...list.notes, ...notes] };
  }
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
  const table = await findTextTable(text, source, column);
  const hasBom = encodingOf(bytes) !== "utf-8";
  return listOf(bytes, source, table, { hasBom }, options);
}

function refuseOtherFiles(text: string, source: string): void {
  const [, what, hint] = otherFiles.find(([start]) => start.test(text)) ?? [];
  if (what === undefined) return;
  refuse(`${source} is ${what}, not a list of USDOT numbers`, hint);
}

function listOf(
  bytes: Buffer,
  source: string,
  found: NumberTable,
  kept: Partial<ListTable> & Pick<ListTable, "hasBom">,
  options: ReadOptions,
): List {
  const table = withClaims(found, source, options);
  const { rows, written, header, column, delimiter = "," } = table;
  const compared = [...table.claimColumns].map(([field, at]) => [
    field,
    columnName(table, at),
  ]);
  return {
    source,
    bytes,
    ...readTable(table, source, options),
    ...(options.keepTable && {
      table: { rows, written, header, column, delimiter, ...kept },
    }),
    comparedColumns: Object.fromEntries(compared),
  };
}
