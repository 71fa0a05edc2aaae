/** Excel workbooks of one sheet, as a dispatcher reads and prints them. */
import type { CellObject } from "write-excel-file/node";
import { type Cell, cellText, type SheetLook } from "../list/workbook.ts";
import { plainText } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";
import { wrap } from "../text/width.ts";

type Rows = readonly (readonly Cell[])[];

export interface Book {
  name: string;
  rows: Rows;
  /** The index of the header. */
  header: number;
  /** How many columns are the user's own. Of the others, those that are empty in every row are left out. */
  ownColumns?: number;
  /** How the user's own columns look. */
  look?: SheetLook | undefined;
  /** The name of the column whose cells are verdicts. */
  verdictColumn?: string | undefined;
}

/** A value of a record as a cell: numbers stay numbers, and a timestamp at midnight is a date. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  const text = plainText(value);
  // Excel has no dates before 1900.
  if (
    /^(?:19|2\d)\d\d-\d\d-\d\dT00:00:00(?:\.0+)?Z$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  )
    return new Date(text);
  return visible(text);
}

/** The colors of Excel's own styles Bad, Neutral and Good. */
const verdictColors: Readonly<Record<string, CellObject>> = {
  fail: { backgroundColor: "#FFC7CE", textColor: "#9C0006" },
  review: { backgroundColor: "#FFEB9C", textColor: "#9C5700" },
  pass: { backgroundColor: "#C6EFCE", textColor: "#006100" },
};

/** In characters. A column of sentences folds them, a narrower one what is long in it. */
const widths = { sentences: 40, others: 30 };
/** Excel refuses longer texts. */
const maxText = 32_767;

/** Writes a workbook of one sheet, with a bold, frozen header that filters, to be printed on as few pages as are wide enough. */
export async function writeWorkbook(book: Book): Promise<Uint8Array> {
  const { default: writeExcelFile } = await import("write-excel-file/node");
  const columns = columnsOf(book);
  const data = book.rows.map((row, at) =>
    aligned(columns.map((column) => cellAt(book, row, at, column))),
  );
  const sheet = {
    sheet: book.name.replace(/[[\]:*?/\\']/g, " ").slice(0, 31),
    stickyRowsCount: book.header + 1,
    orientation: "landscape",
    columns: columns.map(({ width }) => ({ width })),
  } as const;
  const transform = await pageSetup(book, columns.length);
  return writeExcelFile(data, sheet, {
    fontFamily: "Calibri",
    fontSize: 11,
    features: [
      {
        files: {
          transform: { "xl/worksheets/sheet{id}.xml": { transform } },
        },
      },
    ],
  }).toBuffer();
}

interface Column {
  /** Where its cells stand in the rows that are given. */
  at: number;
  width: number;
  isOurs: boolean;
  isVerdict: boolean;
}

function columnsOf(book: Book): Column[] {
  const { rows, header, look, verdictColumn, ownColumns = 0 } = book;
  const body = rows.slice(header + 1);
  const count = rows.reduce((most, { length }) => Math.max(most, length), 1);
  const isEmpty = (at: number) =>
    body.length > 0 && body.every((row) => (row[at] ?? "") === "");
  const columns = Array.from({ length: count }, (_, at) => ({
    at,
    width: look?.widths[at] ?? widthOf(rows.slice(header), at),
    isOurs: at >= ownColumns,
    isVerdict: at >= ownColumns && rows[header]?.[at] === verdictColumn,
  }));
  return columns.filter(({ at, isOurs }) => !isOurs || !isEmpty(at));
}

function widthOf(rows: Rows, at: number): number {
  const longest = rows.reduce(
    (most, row) => Math.max(most, cellText(row[at] ?? null).length),
    6,
  );
  return longest > widths.sentences
    ? widths.sentences
    : Math.min(longest + 2, widths.others);
}

function cellAt(
  { header, look }: Book,
  row: readonly Cell[],
  rowAt: number,
  { at, width, isOurs, isVerdict }: Column,
): CellObject | null {
  const value = row[at] ?? null;
  const cell = written(value, look?.formats[rowAt]?.[at]);
  const text = cellText(value);
  if (cell === null) return null;
  if (rowAt === header) return { ...cell, fontWeight: "bold" };
  if (rowAt < header) return cell;
  const folds = isOurs || !look || text.includes("\n");
  const isLong = folds && (text.length > width || text.includes("\n"));
  const lines = isLong ? wrap(text, Math.round(width)).length : 1;
  if (lines > 1) Object.assign(cell, { wrap: true, height: heightOf(lines) });
  return isVerdict ? { ...cell, ...verdictColors[text] } : cell;
}

/** Beside a cell of several lines, the others begin with it. */
function aligned(cells: readonly (CellObject | null)[]) {
  const isHigh = cells.some((cell) => cell?.height !== undefined);
  return cells.map((cell) =>
    isHigh && cell ? { ...cell, alignVertical: "top" as const } : cell,
  );
}

/** In points. Excel allows no higher row. */
function heightOf(lines: number): number {
  return Math.min(15 * lines, 409);
}

/** A cell with its type. Texts are texts, whatever they begin with: none becomes a formula. */
function written(cell: Cell, format?: string): CellObject | null {
  if (cell === null || cell === "") return null;
  const shown = format === undefined ? {} : { format };
  if (cell instanceof Date)
    return { value: cell, type: Date, format: timeFormat(cell), ...shown };
  if (typeof cell === "boolean") return { value: cell, type: Boolean };
  if (typeof cell === "number")
    return Number.isFinite(cell)
      ? { value: cell, type: Number, ...shown }
      : null;
  // Excel reads `_x000D_` as a carriage return (ECMA-376, 22.9.2.19).
  const text = cell.slice(0, maxText).replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_");
  // The writer looks texts up in an object, which has a `constructor`. It leaves out NUL.
  const value = text in {} ? `${text}\0` : text;
  // The writer takes no other format of a text.
  return { value, type: String, ...(format === "@" && shown) };
}

function timeFormat(time: Date): string {
  return cellText(time)
    .replace(/\d+-\d+-\d+/, "yyyy-mm-dd")
    .replace(/\d+:\d+:\d+/, "hh:mm:ss");
}

/** What the writer has no option for: a filter, one page of width on US Letter, and no green triangles at USDOT numbers that are texts. */
async function pageSetup({ header, rows }: Book, columns: number) {
  const { getCellAddress } = await import("write-excel-file/utility");
  const last = getCellAddress(rows.length - 1, Math.max(columns - 1, 0));
  const range = `${getCellAddress(header, 0)}:${last}`;
  const ignored = `<ignoredError sqref="${range}" numberStoredAsText="1"/>`;
  return (xml: string) =>
    xml
      .replace(
        "<sheetViews>",
        '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>$&',
      )
      .replace("</sheetData>", `$&<autoFilter ref="${range}"/>`)
      .replace('paperSize="9"', 'paperSize="1" fitToHeight="0"')
      .replace("</worksheet>", `<ignoredErrors>${ignored}</ignoredErrors>$&`);
}
