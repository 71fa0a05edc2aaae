/** A list: a file or standard input, read whole before anything is sent. */
import { refuse } from "../errors.ts";
import { decode, encodingOf } from "../files/read.ts";
import type { Table } from "./find-columns.ts";
import { columnName } from "./find-columns.ts";
import {
  type ClaimField,
  type Input,
  ourPrefix,
  type ReadOptions,
} from "./input.ts";
import { readPastedLine } from "./pasted.ts";
import { readInputs } from "./read-rows.ts";
import { readTextTable } from "./read-text.ts";
import type { Sheet } from "./read-workbook.ts";

/** The rows of a list as they were, for `--keep-columns`. */
export interface ListTable
  extends Pick<Table, "rows" | "header" | "column" | "delimiter"> {
  /** Whether the text gets a byte order mark: unless the file was plain UTF-8. */
  hasBom: boolean;
  /** Of a workbook, with the names of the others. */
  sheet?: (Omit<Sheet, "rows"> & { others: readonly string[] }) | undefined;
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
  [
    /^ÐÏ.à/s,
    "an old Excel workbook (.xls) or one with a password",
    "save it as .xlsx without one, or as CSV",
  ],
  [/^\s*<[!?a-z]/i, "HTML or XML", "open it in Excel and save it as .xlsx"],
  [/^\s*(?:\{\s*"|\[\s*["{[\d])/, "JSON", textHint],
  [/\0/, "binary, or damaged (it has a NUL byte)", textHint],
];

const namesHint =
  "names are not compared; if a column has them, use --claim-column name=COLUMN";

/** Whether another column may have the carriers' names, and is not compared. */
function mayHaveNames({ claimColumns, head }: Table): boolean {
  const usersColumns = head.filter((cell) => !cell.startsWith(ourPrefix));
  return !claimColumns.has("name") && usersColumns.length > 1;
}

/** Reads a list: a number per line, delimited text, or a workbook. */
export async function readList(
  bytes: Buffer,
  source: string,
  options: ReadOptions,
): Promise<List> {
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04") {
    const { readSheetTable } = await import("./read-sheets.ts");
    const { table, notes, sheet } = readSheetTable(bytes, source, options);
    const list = listOf(table, { hasBom: true, sheet });
    return { ...list, notes: [...list.notes, ...notes] };
  }
  const text = decode(bytes);
  const [, what, hint] = otherFiles.find(([start]) => start.test(text)) ?? [];
  if (what !== undefined)
    refuse(`${source} is ${what}, not a list of USDOT numbers`, hint);
  const { column, isPasted } = options;
  const pasted = isPasted && !column ? readPastedLine(text) : undefined;
  if (pasted) {
    const place = { source, line: 1 };
    const inputs = pasted.inputs.map((input) => ({ ...input, place }));
    return { source, bytes, comparedColumns: {}, notes: pasted.notes, inputs };
  }
  const table = await readTextTable(text, source, options);
  return listOf(table, { hasBom: encodingOf(bytes) !== "utf-8" });

  function listOf(
    table: Table,
    written: Pick<ListTable, "hasBom" | "sheet">,
  ): List {
    const compared = [...table.claimColumns].map(([field, at]) => [
      field,
      columnName(table, at),
    ]);
    const { inputs, notes } = readInputs(table, source, options.column);
    const isMissed = options.claims?.includes("name") && mayHaveNames(table);
    return {
      source,
      bytes,
      inputs,
      notes: isMissed ? [...notes, `${source}: ${namesHint}`] : notes,
      ...(options.keepTable && { table: { ...table, ...written } }),
      comparedColumns: Object.fromEntries(compared),
    };
  }
}
