/** Excel workbooks of one sheet, as a dispatcher reads and prints them. */
import type { CellObject } from "write-excel-file/node";
import { cellText, type SheetCell, withoutExcelQuotes } from "../list/cells.ts";
import { wrap } from "../text/width.ts";

interface SheetRow {
  cells: readonly (SheetCell | undefined)[];
  /** The format of each of the user's cells. */
  formats?: readonly (string | undefined)[];
}

/** Which of our columns has the verdict, whose words have colors, and which says why. */
export interface JudgedColumns {
  verdictAt: number;
  reasonsAt: number;
}

export interface NewSheet {
  name: string;
  rows: readonly SheetRow[];
  /** The index of the header. */
  headerAt: number;
  /**
   * The width of each of the user's columns. They stand before ours: the first
   * of ours is at `widths.length`.
   */
  widths?: readonly (number | undefined)[];
  /** How many columns stay in view. */
  frozenColumns?: number;
  judged?: JudgedColumns | undefined;
}

/** The colors of Excel's own styles Bad, Neutral and Good. */
const verdictColors: Readonly<Record<string, CellObject>> = {
  fail: { backgroundColor: "#FFC7CE", textColor: "#9C0006" },
  review: { backgroundColor: "#FFEB9C", textColor: "#9C5700" },
  pass: { backgroundColor: "#C6EFCE", textColor: "#006100" },
};

/** Excel refuses longer texts. */
const maxCellText = 32_767;

/**
 * Writes a workbook of one sheet, with a bold, frozen header that filters; it
 * prints one page wide.
 */
export async function writeWorkbook(sheet: NewSheet): Promise<Uint8Array> {
  const { default: writeExcelFile } = await import("write-excel-file/node");
  const { getCellAddress } = await import("write-excel-file/utility");
  const { name, rows, headerAt, frozenColumns = 0 } = sheet;
  const columns = sheetColumns(sheet);
  const data = rows.map((row, at) => sheetCells(row, at, headerAt, columns));
  const last = getCellAddress(rows.length - 1, Math.max(columns.length - 1, 0));
  const range = `${getCellAddress(headerAt, 0)}:${last}`;
  return writeExcelFile(
    data,
    {
      sheet: name.replace(/[[\]:*?/\\']/g, " ").slice(0, 31),
      stickyRowsCount: headerAt + 1,
      stickyColumnsCount: frozenColumns,
      orientation: "landscape",
      columns: columns.map(({ width }) => ({ width })),
    },
    {
      fontFamily: "Calibri",
      fontSize: 11,
      features: [{ files: { transform: additions(range, headerAt + 1) } }],
    },
  ).toBuffer();
}

/** All columns but those of ours that are empty in every row. */
function sheetColumns({ rows, headerAt, widths = [], judged }: NewSheet) {
  const indexes = columnIndexes(rows.map(({ cells }) => cells));
  return indexes.flatMap((at) => {
    const ourAt = at - widths.length;
    const texts = rows.map(({ cells }) => cellText(cells[at]));
    // Looks above the header, too: a title may be an invalid line.
    const others = texts.filter((_, row) => row !== headerAt);
    const isEmpty = others.length > 0 && others.every((text) => text === "");
    if (ourAt >= 0 && isEmpty) return [];
    const longest = texts
      .slice(headerAt)
      .reduce((most, text) => Math.max(most, text.length), 6);
    // In characters, so that the printed page is readable; a longer text is folded.
    const limit = ourAt === judged?.reasonsAt ? 50 : 20;
    return {
      /** Where its cells stand in the rows that are given. */
      at,
      // A hidden column may have no width.
      width: widths[at] || Math.min(longest + 2, limit),
      isVerdict: ourAt === judged?.verdictAt,
    };
  });
}

/** The index of each column of some rows: as many as the longest has. */
export function columnIndexes(rows: readonly (readonly unknown[])[]): number[] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 1);
  return [...Array(width).keys()];
}

/** A row of the sheet. Below the header, what is longer than its column is folded. */
function sheetCells(
  { cells: row, formats = [] }: SheetRow,
  rowAt: number,
  headerAt: number,
  columns: ReturnType<typeof sheetColumns>,
): (CellObject | null)[] {
  return columns.map(({ at, width, isVerdict }) => {
    const value = row[at];
    const cell = writtenCell(value, formats[at]);
    if (cell === null || rowAt < headerAt) return cell;
    if (rowAt === headerAt) return { ...cell, fontWeight: "bold" };
    const lines = typeof value === "string" ? lineCount(value, width) : 1;
    return {
      ...cell,
      // In points. LibreOffice fits no row to its text; Excel allows no higher one.
      ...(lines > 1 && { wrap: true, height: Math.min(15 * lines, 409) }),
      alignVertical: "top",
      ...(isVerdict && verdictColors[cellText(value)]),
    };
  });
}

/**
 * Into how many lines a text is folded. Widths are counted in digits, which are
 * wider than small letters.
 */
function lineCount(text: string, width: number): number {
  const room = /[a-z]/.test(text) ? 1.15 * width : width;
  const isLong = text.length > room || text.includes("\n");
  return isLong ? wrap(text, { width: Math.round(room) }).length : 1;
}

/**
 * A cell as the writer takes it. Texts are texts, whatever they begin with:
 * none becomes a formula.
 */
function writtenCell(
  cell: SheetCell | undefined,
  format: string | undefined,
): CellObject | null {
  if (cell === undefined || cell === null || cell === "") return null;
  if (cell instanceof Date)
    return { value: cell, format: format ?? "yyyy-mm-dd" };
  if (typeof cell === "boolean") return { value: cell };
  if (typeof cell === "number")
    return Number.isFinite(cell)
      ? { value: cell, ...(format && { format }) }
      : null;
  const value = withoutExcelQuotes(cell).slice(0, maxCellText);
  // The writer takes no other format of a text.
  return { value, ...(format === "@" && { format }) };
}

/**
 * Adds what the writer has no option for: pages of US Letter, one of them wide,
 * with narrow margins, each with the header; a filter; and no green triangles
 * at USDOT numbers that are texts.
 */
function additions(range: string, headerRow: number) {
  const ignored = `<ignoredError sqref="${range}" numberStoredAsText="1"/>`;
  // In what replaces a pattern, `$$` is a dollar sign.
  const header = `'$2'!$$${headerRow}:$$${headerRow}`;
  const title = `<definedName name="_xlnm.Print_Titles" localSheetId="0">${header}</definedName>`;
  return {
    "xl/worksheets/sheet{id}.xml": replacing(
      ["<sheetViews>", '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>$&'],
      ['paperSize="9"', 'paperSize="1" fitToHeight="0"'],
      ['left="0.7" right="0.7"', 'left="0.25" right="0.25"'],
      ["</sheetData>", `$&<autoFilter ref="${range}"/>`],
      ["</worksheet>", `<ignoredErrors>${ignored}</ignoredErrors>$&`],
    ),
    "xl/workbook.xml": replacing([
      /(<sheet [^>]*name="([^"]*)".*)<definedNames\/>/s,
      `$1<definedNames>${title}</definedNames>`,
    ]),
  };
}

const replacing = (...parts: [part: string | RegExp, by: string][]) => ({
  transform: (xml: string) =>
    parts.reduce((text, [part, by]) => text.replace(part, by), xml),
});
