/** Excel workbooks of one sheet, as a dispatcher reads and prints them. */
import type { CellObject } from "write-excel-file/node";
import { cellText, type SheetCell, type SheetLook } from "../list/workbook.ts";
import { wrap } from "../text/width.ts";

type CellRows = readonly (readonly SheetCell[])[];

export interface NewSheet {
  name: string;
  rows: CellRows;
  /** The index of the header. */
  header: number;
  /**
   * How many columns are the user's own. Of the others, those that are empty in
   * every row are left out.
   */
  ownColumns?: number;
  /** How the user's own columns look. */
  look?: SheetLook | undefined;
}

/** The colors of Excel's own styles Bad, Neutral and Good. */
const verdictColors: Readonly<Record<string, CellObject>> = {
  fail: { backgroundColor: "#FFC7CE", textColor: "#9C0006" },
  review: { backgroundColor: "#FFEB9C", textColor: "#9C5700" },
  pass: { backgroundColor: "#C6EFCE", textColor: "#006100" },
};

/**
 * How wide our columns are at most, in characters, so that the printed page is
 * readable. A longer text is folded.
 */
const widths: Readonly<Record<string, number>> = {
  reasons: 50,
  warnings: 30,
  waived: 30,
  notes: 30,
};
const maxWidth = { ours: 22, users: 30 };
/** Excel refuses longer texts. */
const maxCellText = 32_767;

/**
 * Writes a workbook of one sheet, with a bold, frozen header that filters, to
 * be printed on as few pages as are wide enough.
 */
export async function writeWorkbook(book: NewSheet): Promise<Uint8Array> {
  const { default: writeExcelFile } = await import("write-excel-file/node");
  const columns = sheetColumns(book);
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

interface SheetColumn {
  /** Where its cells stand in the rows that are given. */
  at: number;
  width: number;
  isVerdict: boolean;
}

function sheetColumns(book: NewSheet): SheetColumn[] {
  const { rows, header, look, ownColumns = 0 } = book;
  const table = rows.slice(header);
  const count = rows.reduce((most, { length }) => Math.max(most, length), 1);
  const isEmpty = (at: number) =>
    table.length > 1 && table.slice(1).every((row) => (row[at] ?? "") === "");
  return Array.from({ length: count }, (_, at) => at)
    .filter((at) => at < ownColumns || !isEmpty(at))
    .map((at) => {
      const isOurs = at >= ownColumns;
      const name = String(table[0]?.[at]).replace(/^usdot_/, "");
      const most = isOurs ? (widths[name] ?? maxWidth.ours) : maxWidth.users;
      return {
        at,
        width: look?.widths[at] ?? Math.min(longestIn(table, at) + 2, most),
        isVerdict: isOurs && name === "verdict",
      };
    });
}

function longestIn(rows: CellRows, at: number): number {
  return rows.reduce(
    (most, row) => Math.max(most, cellText(row[at] ?? null).length),
    6,
  );
}

function cellAt(
  { header, look }: NewSheet,
  row: readonly SheetCell[],
  rowAt: number,
  { at, width, isVerdict }: SheetColumn,
): CellObject | null {
  const value = row[at] ?? null;
  const cell = typedCell(value, look?.formats[rowAt]?.[at]);
  if (cell === null || rowAt < header) return cell;
  if (rowAt === header) return { ...cell, fontWeight: "bold" };
  const text = typeof value === "string" ? value : "";
  const lines = lineCount(text, width);
  return {
    ...cell,
    ...(lines > 1 && { wrap: true, height: heightOf(lines) }),
    ...(isVerdict && verdictColors[text]),
  };
}

/**
 * Into how many lines a text is folded. Widths are counted in digits, which are
 * wider than small letters.
 */
function lineCount(text: string, width: number): number {
  const room = /[a-z]/.test(text) ? 1.15 * width : width;
  const isLong = text.length > room || text.includes("\n");
  return isLong ? wrap(text, Math.round(room)).length : 1;
}

/** In points. Excel allows no higher row. */
function heightOf(lines: number): number {
  return Math.min(15 * lines, 409);
}

/** Beside a folded text, the others begin with it. */
function aligned(cells: readonly (CellObject | null)[]) {
  const isFolded = cells.some((cell) => cell?.wrap);
  return cells.map((cell) =>
    isFolded && cell ? { ...cell, alignVertical: "top" as const } : cell,
  );
}

/**
 * A cell with its type. Texts are texts, whatever they begin with: none becomes
 * a formula.
 */
function typedCell(cell: SheetCell, format?: string): CellObject | null {
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
  const text = cell
    .slice(0, maxCellText)
    .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_");
  // The writer looks texts up in an object, which has a `constructor`. It
  // leaves out NUL.
  const value = text in {} ? `${text}\0` : text;
  // The writer takes no other format of a text.
  return { value, type: String, ...(format === "@" && shown) };
}

function timeFormat(time: Date): string {
  return cellText(time)
    .replace(/\d+-\d+-\d+/, "yyyy-mm-dd")
    .replace(/\d+:\d+:\d+/, "hh:mm:ss");
}

/**
 * What the writer has no option for: a filter, one page of width on US Letter
 * with narrow margins, and no green triangles at USDOT numbers that are texts.
 */
async function pageSetup({ header, rows }: NewSheet, columns: number) {
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
      .replace('left="0.7" right="0.7"', 'left="0.25" right="0.25"')
      .replace("</worksheet>", `<ignoredErrors>${ignored}</ignoredErrors>$&`);
}
