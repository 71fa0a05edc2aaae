/** A list: a file or standard input, read whole before anything is sent. */
import {
  type ParsedDotNumber,
  parseDotNumber,
  quoteInput,
  sheetError,
} from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { decode, encodingOf } from "../files/read.ts";
import { counted } from "../text/digits.ts";
import { inputOf, isNumber, readOutOf, readPastedLine } from "./arguments.ts";
import {
  type Cells,
  claimColumns,
  findLayout,
  headerBelow,
  isBlank,
  isComment,
  isPlace,
  type Layout,
  lineOf,
  meaningOf,
} from "./header.ts";
import type { ClaimField, Claims, Input, ReadOptions } from "./input.ts";
import { readTextRows } from "./text.ts";
import {
  type Cell,
  cellText,
  readWorkbook,
  type Sheet,
  type SheetLook,
} from "./workbook.ts";

/** The rows of a list as they were, for `--keep-columns`. */
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
  /** The columns that are compared, by what they claim. */
  claimed: Partial<Record<ClaimField, string>>;
}

const asText = "use one number per line, a CSV or an .xlsx";

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
  [
    /^\s*<(?:!doctype|html|head|meta|body|table|\?xml|!--)/i,
    "HTML or XML",
    "open it in Excel and save it as .xlsx",
  ],
  [/^\s*(?:\{\s*"|\[\s*["{[]|\[[\d,\s]+\]\s*$)/, "JSON", asText],
  [/\0/, "binary, or damaged (it has a NUL byte)", asText],
  [/^[^\r\n]{1000000}/, "a line of a million characters or more", asText],
];

/** Reads a list: a number per line, delimited text, or a workbook. A row without a number is an invalid input. */
export async function readList(
  bytes: Buffer,
  source: string,
  options: ReadOptions,
): Promise<List> {
  const given = { bytes, source, options };
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04") return readSheets(given);
  // What begins like another file may be too large to decode all of it.
  refuseOther(decode(bytes.subarray(0, 2 ** 16)), source);
  const text = decode(bytes);
  refuseOther(text, source);
  const { column, isPasted } = options;
  const pasted = isPasted && !column ? readPastedLine(text) : undefined;
  if (pasted) {
    const place = { source, line: 1 };
    const inputs = pasted.inputs.map((input) => ({ ...input, place }));
    return { source, bytes, claimed: {}, notes: pasted.notes, inputs };
  }
  const layout = await readTextRows(text, source, column);
  const hasBom = encodingOf(bytes) !== "utf-8";
  const delimiter = layout.delimiter || ",";
  return listOf(layout, { rows: layout.rows, hasBom, delimiter }, given);
}

function refuseOther(text: string, source: string): void {
  const [, what, hint] = otherFiles.find(([start]) => start.test(text)) ?? [];
  if (what === undefined) return;
  throw new UsageError(`${source} is ${what}, not a list of USDOT numbers`, {
    hint,
  });
}

interface Given {
  bytes: Buffer;
  source: string;
  options: ReadOptions;
}

/** Reads the sheet that names USDOT numbers, or the first that has some: one that the user sees, if there is one. */
function readSheets({ bytes, source, options }: Given): List {
  const all = readWorkbook(bytes, source);
  const { sheet: wanted, column } = options;
  const named = all
    .filter(({ name }) => wanted === undefined || isSame(name, wanted))
    .map((sheet) => ({
      sheet,
      rows: sheet.rows.map((row) => row.map(cellText)),
    }));
  if (named.length === 0)
    throw new UsageError(`${source} has no sheet ${quoteInput(wanted ?? "")}`, {
      hint: `its sheets are ${all.map(({ name }) => quoteInput(name)).join(", ")}`,
    });
  const filled = named.filter(({ rows }) => rows.flat().some(isNumber));
  const found: { sheet: Sheet; layout: Layout }[] = [];
  let firstError: unknown;
  for (const { sheet, rows } of filled.length > 0 ? filled : named) {
    const where = `${source}, sheet ${quoteInput(sheet.name)}`;
    try {
      const layout = findLayout([{ delimiter: "", rows }], where, column);
      found.push({ sheet, layout });
    } catch (error) {
      firstError ??= error;
    }
  }
  const rank = ({ sheet, layout: { head, column } }: (typeof found)[number]) =>
    Number(sheet.isHidden) * 2 + Number(meaningOf(head[column]) !== "number");
  const [chosen] = found.toSorted((one, other) => rank(one) - rank(other));
  if (chosen === undefined) throw firstError;
  const { sheet, layout } = chosen;
  const { name, rows, look, isHidden } = sheet;
  const otherSheets = all
    .filter((each) => each !== sheet)
    .map((each) => each.name);
  const list = listOf(
    layout,
    { rows, sheet: name, look, otherSheets, hasBom: true, delimiter: "," },
    { bytes, source, options },
  );
  if (found.length > 1 || isHidden)
    list.notes.push(
      `${source}: read ${isHidden ? "hidden " : ""}sheet ${quoteInput(name)}, one of ${found.length} with numbers`,
    );
  if (look.hiddenRows.size > 0)
    list.notes.push(
      `${source}: read ${counted(look.hiddenRows.size, "hidden row")}, too`,
    );
  return list;
}

type Kept = Omit<ListTable, "firstRow" | "column">;

function listOf(first: Layout, kept: Kept, given: Given): List {
  const { source, bytes, options } = given;
  const { header, head, column } = first;
  const claimsOf = (layout: Layout) => claimColumns(layout, source, options);
  const claimed = [...claimsOf(first)].map(([field, at]) => [
    field,
    header < 0 ? String(at + 1) : quoteInput(head[at] ?? ""),
  ]);
  const list: List = {
    source,
    bytes,
    inputs: [],
    notes: headerNotes(first, given),
    claimed: Object.fromEntries(claimed),
  };
  if (options.keepTable) list.table = { ...kept, firstRow: header + 1, column };
  const skipped: Skipped = { total: 0, "repeated header": 0 };
  const readOut: string[] = [];
  for (const each of carrierRows(first, claimsOf, skipped, given)) {
    const { row, cells, layout, claims } = each;
    const line = lineOf(first, row);
    if (isOosMark(cells.join("")) && markLast(list.inputs)) continue;
    const { text, parsed } = numberIn(cells, layout);
    const input = inputOf(text, parsed);
    input.place = { source, line };
    if (options.keepTable) input.row = row;
    if (claims.size > 0) input.claims = claimsIn(cells, claims);
    list.inputs.push(input);
    if ("isOutOfText" in parsed)
      readOut.push(`${line}: ${readOutOf(parsed.dotNumber, text)}`);
  }
  list.notes.push(...rowNotes(skipped, readOut, source));
  return list;
}

/** What was skipped above the header, and which row was taken for one that is not known. */
function headerNotes(layout: Layout, { source, options }: Given): string[] {
  const { header, head, titles } = layout;
  const notes: string[] = [];
  if (titles > 0)
    notes.push(`${source}: skipped ${counted(titles, "row")} above the header`);
  const isKnown = head.some((cell) => meaningOf(cell) === "number");
  if (header < 0 || !isPlace(options.column) || isKnown) return notes;
  const line = lineOf(layout, header);
  const cells = head.filter((cell) => cell.trim() !== "");
  const taken = quoteInput(cells.join(), 60);
  notes.push(`${source}: took line ${line} for the header: ${taken}`);
  return notes;
}

type Skipped = Record<"total" | "repeated header", number>;

function rowNotes(
  skipped: Skipped,
  [example, ...more]: readonly string[],
  source: string,
): string[] {
  const notes = Object.entries(skipped).flatMap(([name, count]) =>
    count > 0 ? `${source}: skipped ${counted(count, name)}` : [],
  );
  const others = more.length > 0 ? `, and ${more.length} more like it` : "";
  return example ? [...notes, `${source}:${example}${others}`] : notes;
}

/** The rows about carriers. Exports are pasted below each other, each with its own header. */
function* carrierRows(
  first: Layout,
  claimsOf: (layout: Layout) => ReadonlyMap<ClaimField, number>,
  skipped: Skipped,
  { options }: Given,
) {
  let layout = first;
  let claims = claimsOf(layout);
  for (const [row, cells] of first.rows.entries()) {
    if (row <= first.header || isAside(cells, layout)) continue;
    const column = headerBelow(cells, layout, options.column);
    if (column !== undefined) {
      skipped["repeated header"] += 1;
      layout = { ...layout, head: cells, column };
      claims = claimsOf(layout);
    } else if (isTotal(cells)) skipped.total += 1;
    else yield { row, cells, layout, claims };
  }
}

/** Rows that are not about a carrier: blank ones, and comments without a number. */
function isAside(cells: Cells, { column }: Layout): boolean {
  const hasNumber = cells.length > 1 && /\d/.test(cells[column] ?? "");
  return isBlank(cells) || (isComment(cells) && !hasNumber);
}

/** Words of labels such as `Total # of carriers: 25` and `Page 1 of 3`; at least one of them counts. */
const countingWord =
  "(?:(?:sub)?totals?|count|sum|average|carriers|records|rows|page)";
const totalLabel = new RegExp(
  `^(?=.*\\b${countingWord}\\b)(?:[^\\p{L}]*\\b(?:${countingWord}|grand|sub|number|no|of|all|active|carrier|record|row)\\b)+[^\\p{L}]*$`,
  "iu",
);

function isTotal(cells: Cells): boolean {
  return totalLabel.test(labelOf(cells));
}

function labelOf(cells: Cells): string {
  return cells.find((cell) => cell.trim() !== "") ?? "";
}

/** FMCSA's pages print OOS under the number of a carrier that is out of service. */
function isOosMark(text: string): boolean {
  return /^\s*OOS\s*$/i.test(text);
}

/** Marks the number above, if there is one. */
function markLast(inputs: readonly Input[]): boolean {
  const last = inputs.at(-1);
  if (!last || "invalid" in last) return false;
  last.isMarkedOutOfService = true;
  return true;
}

/** What a row says of its carrier, and the text that says it. */
function numberIn(
  cells: Cells,
  { header, head, column, delimiter }: Layout,
): { text: string; parsed: ParsedDotNumber } {
  const { [column]: cell = "", [column + 1]: next = "" } = cells;
  const whole = cells.filter((each) => each.trim() !== "").join(", ");
  if (cell.trim() === "") {
    const name = header < 0 ? column + 1 : quoteInput(head[column] ?? "");
    const invalid = `has no USDOT number in column ${name}`;
    return { text: whole, parsed: { invalid } };
  }
  // Excel's subtotals.
  if (/\bcount\W*$/i.test(labelOf(cells)))
    return { text: whole, parsed: { invalid: "is a total, not a carrier" } };
  // 2,233,855 without quotes is not USDOT 2: numbers of three digits are not in use.
  const isCutUp =
    delimiter === "," && /^\s*\d{1,3}$/.test(cell) && /^\d{3}\s*$/.test(next);
  const text = isCutUp ? cells.slice(column).join(", ") : cell;
  const parsed = parseDotNumber(text);
  return cells.some(isOosMark) && "dotNumber" in parsed
    ? { text, parsed: { ...parsed, isMarkedOutOfService: true } }
    : { text, parsed };
}

/** An error of the spreadsheet claims nothing, as an empty cell. */
function claimsIn(
  cells: Cells,
  columns: ReadonlyMap<ClaimField, number>,
): Claims {
  const claims = [...columns].map(([field, column]) => [
    field,
    cells[column]?.trim() ?? "",
  ]);
  return Object.fromEntries(
    claims.filter(([, text = ""]) => text !== "" && !sheetError.test(text)),
  );
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
