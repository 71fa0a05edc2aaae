/** A list: a file or standard input, read whole before anything is sent. */
import { refuse } from "../errors.ts";
import { decode, encodingOf } from "../files/read.ts";
import { type ClaimColumns, columnName, type Table } from "./columns.ts";
import {
  type Input,
  ourPrefix,
  type ReadOptions,
  standardInput,
} from "./input.ts";
import { readPastedLine } from "./pasted.ts";
import { readInputs } from "./rows.ts";
import { readTextTable } from "./text-table.ts";

/** The rows of a list as they were, for `--keep-columns`. */
export interface ListTable
  extends Pick<Table, "rows" | "headerRow" | "column" | "delimiter" | "sheet"> {
  /** Whether the text gets a byte order mark: unless the file was plain UTF-8. */
  hasBom: boolean;
}

export interface List {
  source: string;
  bytes: Buffer;
  inputs: Input[];
  notes: string[];
  table?: ListTable;
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
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04") {
    const { readSheetTable } = await import("./sheet-table.ts");
    const { table, notes } = readSheetTable(bytes, source, options);
    return listOf(table, notes);
  }
  const text = decode(bytes);
  const [, what] = otherFiles.find(([start]) => start.test(text)) ?? [];
  if (what !== undefined)
    refuse(
      `${source} is ${what}, not a list of USDOT numbers`,
      "export it as CSV or .xlsx without a password, or use one number per line",
    );
  const isPiped = source === standardInput && options.column === undefined;
  const pasted = isPiped ? readPastedLine(text) : undefined;
  if (pasted) {
    const place = { source, line: 1 };
    const inputs = pasted.map((input) => ({ ...input, place }));
    return { source, bytes, notes: [], inputs };
  }
  return listOf(await readTextTable(text, source, options), []);

  function listOf(table: Table, sheetNotes: readonly string[]): List {
    const { inputs, notes } = readInputs(table, source, options.column);
    const claims = claimNotes(table, options).map(
      (text) => `${source}: ${text}`,
    );
    const hasBom = encodingOf(bytes) !== "utf-8";
    return {
      source,
      bytes,
      inputs,
      notes: [...notes, ...sheetNotes, ...claims],
      ...(options.keepTable && { table: { ...table, hasBom } }),
    };
  }
}

/** Which columns are compared with the records, and which are not. */
function claimNotes(table: Table, { claims }: ReadOptions): string[] {
  const { claimColumns, idleColumns, headerCells } = table;
  const shown = (columns: ClaimColumns) =>
    [...columns]
      .map(
        ([field, at]) =>
          `${field} from ${JSON.stringify(columnName(table, at))}`,
      )
      .join(", ");
  const others =
    headerCells.filter((cell) => !cell.startsWith(ourPrefix)).length -
    1 -
    claimColumns.size -
    idleColumns.size;
  const mayHaveNames =
    claims?.includes("name") && !claimColumns.has("name") && others > 0;
  return [
    ...(mayHaveNames ? [namesNote] : []),
    ...(claimColumns.size > 0
      ? [`compared with the record: ${shown(claimColumns)}`]
      : []),
    ...(idleColumns.size > 0
      ? [`not compared, as your policy has it: ${shown(idleColumns)}`]
      : []),
  ];
}

const namesNote =
  "names are not compared; if a column has them, use --claim-column name=COLUMN";
