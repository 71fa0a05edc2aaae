/** Lists: a file or standard input is read whole, before anything is sent. */
import { parseDotNumber, quoteInput } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { decode, encodingOf } from "../files/read.ts";
import { isNumber, readOutOf, readPastedLine } from "./arguments.ts";
import {
  claimColumns,
  findLayout,
  isBlank,
  isComment,
  isDotName,
  isTotal,
  type Layout,
} from "./columns.ts";
import type { ClaimField, Claims, Input, Place } from "./input.ts";
import { countLines, readTextRows } from "./text-rows.ts";
import {
  type Cell,
  cellText,
  readWorkbook,
  type Sheet,
  type SheetLook,
} from "./workbook.ts";

export interface ListTable {
  rows: readonly (readonly Cell[])[];
  /** The index of the first row of data; the row above it, if there is one, is the header. */
  firstRow: number;
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
  claimed: Partial<Record<ClaimField, string>>;
}

export interface ReadOptions {
  column?: string | undefined;
  sheet?: string | undefined;
  claimColumns?: Partial<Record<ClaimField, string>> | undefined;
  /** The claims that are taken from columns with the usual headers. */
  claims?: readonly ClaimField[] | undefined;
  keepTable?: boolean | undefined;
  isPasted?: boolean | undefined;
}

interface Table extends Layout {
  rows: Iterable<readonly string[]>;
  sheet?: Sheet;
  otherSheets?: readonly string[];
}

const otherFiles: readonly (readonly [
  text: RegExp,
  what: string,
  hint: string,
])[] = [
  [/^%PDF/, "a PDF", "export the list as CSV and give that"],
  [/^.‹/s, "compressed with gzip", "unpack it first (gunzip)"],
  [
    /^ÐÏ.à/s,
    "an old Excel workbook (.xls) or one with a password",
    "save it as .xlsx without one, or as CSV",
  ],
  [
    /^\s*<(?:!doctype|html|head|meta|body|table|\?xml|!--)/i,
    "HTML or XML",
    "open it in Excel and save it as .xlsx",
  ],
  [
    /^\s*(?:\{\s*"|\[\s*["{[]|\[[\d,\s]+\]\s*$)/,
    "JSON",
    "give one number a line, a CSV or an .xlsx",
  ],
  [
    /\0/,
    "binary, or damaged (it has a NUL byte)",
    "give one number a line, a CSV or an .xlsx",
  ],
];

/** Reads a list: a number a line, delimited text, or a workbook. A row without a number is an invalid input. */
export async function readList(
  bytes: Buffer,
  source: string,
  options: ReadOptions,
): Promise<List> {
  const isZip = bytes.toString("latin1", 0, 4) === "PK\x03\x04";
  if (isZip)
    return listOf(
      await sheetTable(bytes, source, options),
      bytes,
      source,
      options,
    );
  const text = decode(bytes);
  const [, what, hint] =
    otherFiles.find(([pattern]) => pattern.test(text)) ?? [];
  if (what)
    throw new UsageError(`${source} is ${what}, not a list of USDOT numbers`, {
      hint,
    });
  const pasted =
    options.isPasted && options.column === undefined
      ? readPastedLine(text)
      : undefined;
  if (!pasted)
    return listOf(
      await readTextRows(text, source, options.column),
      bytes,
      source,
      options,
    );
  const inputs = pasted.inputs.map((input) => ({
    ...input,
    place: { source, line: 1 },
  }));
  return { source, bytes, claimed: {}, notes: pasted.notes, inputs };
}

async function sheetTable(
  bytes: Buffer,
  source: string,
  { column, sheet: wanted }: ReadOptions,
): Promise<Table> {
  const all = readWorkbook(bytes, source);
  const sheets = all.filter(
    ({ name }) => !wanted || name.toLowerCase() === wanted.toLowerCase(),
  );
  if (sheets.length === 0)
    throw new UsageError(`${source} has no sheet ${quoteInput(wanted ?? "")}`, {
      hint: `its sheets are ${all.map(({ name }) => quoteInput(name)).join(", ")}`,
    });
  const filled = sheets.filter(({ rows }) =>
    rows.some((row) => row.some((cell) => isNumber(cellText(cell)))),
  );
  const tables: (Table & { sheet: Sheet })[] = [];
  let firstError: unknown;
  for (const sheet of filled.length > 0 ? filled : sheets) {
    const rows = sheet.rows.map((row) => row.map(cellText));
    try {
      const layout = findLayout(
        [{ delimiter: "", rows }],
        `${source}, sheet ${quoteInput(sheet.name)}`,
        column,
      );
      tables.push({ ...layout, rows, sheet });
    } catch (error) {
      firstError ??= error;
    }
  }
  const table =
    tables.find(({ first, column: at }) => isDotName(first[at] ?? "")) ??
    tables[0];
  if (table === undefined) throw firstError;
  table.otherSheets = all
    .map(({ name }) => name)
    .filter((name) => name !== table.sheet.name);
  if (tables.length > 1)
    table.notes.push(
      `${source}: read sheet ${quoteInput(table.sheet.name)}, one of ${tables.length} with numbers`,
    );
  return table;
}

function listOf(
  table: Table,
  bytes: Buffer,
  source: string,
  options: ReadOptions,
): List {
  const { rows, sheet, header, column, first, notes } = table;
  const claims = claimColumns(
    table,
    source,
    options.claimColumns,
    options.claims,
  );
  const claimed = [...claims].map(([field, at]) => [
    field,
    (header < 0 ? undefined : first[at]) ?? String(at + 1),
  ]);
  const list: List = {
    source,
    bytes,
    inputs: [],
    notes,
    claimed: Object.fromEntries(claimed),
  };
  const kept = options.keepTable ? [...rows] : undefined;
  if (kept) list.table = ownTable(table, kept, bytes);
  const readOut: string[] = [];
  for (const { cells, row, line } of numbered(
    kept ?? rows,
    sheet !== undefined,
  )) {
    if (
      row <= header ||
      isAside(cells, column) ||
      isMarkOf(list.inputs.at(-1), cells)
    )
      continue;
    const input = inputIn(cells, table, { source, line }, readOut);
    if (kept) input.row = row;
    if (claims.size > 0) input.claims = claimsOf(cells, claims);
    list.inputs.push(input);
  }
  const [example, ...more] = readOut;
  if (example)
    notes.push(
      example + (more.length > 0 ? `, and ${more.length} more like it` : ""),
    );
  return list;
}

function ownTable(
  table: Table,
  rows: ListTable["rows"],
  bytes: Buffer,
): ListTable {
  const { sheet, otherSheets, header, column, delimiter } = table;
  const hasBom = sheet !== undefined || encodingOf(bytes) !== "utf-8";
  const own = {
    rows: sheet?.rows ?? rows,
    sheet: sheet?.name,
    look: sheet?.look,
    otherSheets,
    hasBom,
  };
  return { ...own, firstRow: header + 1, column, delimiter: delimiter || "," };
}

function* numbered(rows: Table["rows"], isSheet: boolean) {
  let [row, line] = [0, 1];
  for (const cells of rows) {
    yield { cells, row, line };
    row += 1;
    line += isSheet ? 1 : countLines(cells);
  }
}

/** Whether a row is blank or a comment. One with digits where the numbers are is neither, however it begins. */
function isAside(cells: readonly string[], column: number): boolean {
  return (
    isBlank(cells) ||
    (isComment(cells) &&
      (cells.length === 1 || !/\d/.test(cells[column] ?? "")))
  );
}

/** FMCSA's pages print OOS under the number of a carrier that is out of service: in its cell, in another, or on a line of its own. */
const outOfService = /^\s*OOS\s*$/i;

/** Whether a row is nothing but the mark OOS, which belongs to the number above. */
function isMarkOf(above: Input | undefined, cells: readonly string[]): boolean {
  if (!above || "invalid" in above || !outOfService.test(cells.join("")))
    return false;
  above.isMarkedOutOfService = true;
  return true;
}

function inputIn(
  cells: readonly string[],
  layout: Layout,
  place: Place,
  readOut: string[],
): Input {
  const { header, column, first, delimiter } = layout;
  const { [column]: cell = "", [column + 1]: next = "" } = cells;
  const isEmpty = cell.trim() === "";
  if (isEmpty || isTotal(cells, column)) {
    const name = header < 0 ? column + 1 : quoteInput(first[column] ?? "");
    const invalid = isEmpty
      ? `has no USDOT number in column ${name}`
      : "is a total, not a carrier";
    return {
      text: cells.filter((each) => each.trim() !== "").join(", "),
      invalid,
      place,
    };
  }
  // `2,233,855` without quotes is not USDOT 2: numbers of three digits are not in use.
  const isCutUp =
    delimiter === "," && /^\s*\d{1,3}$/.test(cell) && /^\d{3}\b/.test(next);
  const text = isCutUp ? cells.slice(column).join(", ") : cell;
  const parsed = parseDotNumber(text);
  if ("invalid" in parsed) return { text, invalid: parsed.invalid, place };
  const { dotNumber, isOutOfText } = parsed;
  if (isOutOfText)
    readOut.push(
      `${place.source}:${place.line}: ${readOutOf(dotNumber, text)}`,
    );
  const isMarked =
    parsed.isMarkedOutOfService ||
    cells.some((each) => outOfService.test(each));
  return isMarked
    ? { dotNumber, isMarkedOutOfService: true, place }
    : { dotNumber, place };
}

function claimsOf(
  cells: readonly string[],
  columns: ReadonlyMap<ClaimField, number>,
): Claims {
  const claims: Claims = {};
  for (const [field, column] of columns) {
    const text = cells[column]?.trim();
    if (text) claims[field] = text;
  }
  return claims;
}
