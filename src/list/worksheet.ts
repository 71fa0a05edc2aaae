/** The cells of a workbook's sheet, and how they look. */
import type { SheetCell } from "./cells.ts";
import { type Element, eachElement, innerText } from "./xml.ts";

/**
 * The rows of a sheet, how it looks, and what it has besides values: for a
 * workbook that is written from it.
 */
export interface SheetContent {
  rows: SheetCell[][];
  /**
   * The width of each column, in characters as Excel counts them; undefined
   * where the sheet does not say.
   */
  widths: (number | undefined)[];
  /**
   * The format codes of cells (`yyyy-mm-dd`), by row and column; undefined
   * where a cell has none.
   */
  formats: (string | undefined)[][];
  /** How many columns stay in view. */
  frozenColumns: number;
  /** How many rows a filter or a person has hidden. */
  hiddenRows: number;
  /**
   * For each column with fonts, borders or colors of its own, the last such
   * row.
   */
  styledColumns: Map<number, number>;
  /** What else is lost in a workbook that is written from it: `comments`. */
  lost: Set<string>;
}

/** What the style of a cell says. */
export interface CellStyle {
  /** `#,##0`; undefined is General. */
  code: string | undefined;
  isDate: boolean;
  /** Whether it has a font, a border or a color that is not the usual one. */
  isStyled: boolean;
}

/** Features of a sheet that are lost, by the elements that show them. */
const lostElements = {
  conditionalFormatting: "conditional formatting",
  dataValidation: "drop-down lists",
  hyperlink: "links",
  legacyDrawing: "comments",
  // LibreOffice writes a drawing for comments, too.
  drawing: "drawings",
  sheetProtection: "protection",
  filterColumn: "the conditions of filters",
  tablePart: "tables",
};

/** What cells refer to in other parts of their workbook. */
export interface CellParts {
  shared: readonly string[];
  styles: readonly CellStyle[];
  dayZero: number;
}

/** Reads the rows of a sheet, where those that it leaves out are empty. */
export function sheetContent(xml: string, book: CellParts): SheetContent {
  const sheet: SheetContent = {
    rows: [],
    widths: [],
    formats: [],
    frozenColumns: 0,
    hiddenRows: 0,
    styledColumns: new Map(),
    lost: new Set(),
  };
  const noticed = Object.entries(lostElements).map(([name, words]) => [
    name,
    () => sheet.lost.add(words),
  ]);
  eachElement(xml, {
    ...Object.fromEntries(noticed),
    col({ attributes: { min, max, width, hidden } }) {
      if (isOn(hidden)) sheet.lost.add("hidden columns (they are shown)");
      if (!width) return;
      for (let at = Number(min) - 1; at < Number(max); at += 1)
        sheet.widths[at] = Number(width);
    },
    pane({ attributes: { state = "", xSplit } }) {
      if (state.startsWith("frozen")) sheet.frozenColumns = Number(xSplit ?? 0);
    },
    row({ attributes: { r, hidden }, children }) {
      const row = r ? Number(r) - 1 : sheet.rows.length;
      if (isOn(hidden)) sheet.hiddenRows += 1;
      sheet.rows[row] = rowValues(children, book, sheet, row);
    },
    mergeCell({ attributes: { ref = "" } }) {
      sheet.lost.add("merged cells");
      fillDown(sheet.rows, ref);
    },
  });
  const dense = (cells: SheetCell[] = []) =>
    Array.from(cells, (value) => value ?? null);
  return { ...sheet, rows: Array.from(sheet.rows, dense) };
}

function rowValues(
  cells: readonly Element[],
  book: CellParts,
  sheet: SheetContent,
  row: number,
): SheetCell[] {
  const values: SheetCell[] = [];
  let column = -1;
  for (const { attributes, children } of cells) {
    const { r, s = 0, t = "n" } = attributes;
    column = r ? columnIn(r) : column + 1;
    const { code, isDate, isStyled } = book.styles[Number(s)] ?? {};
    if (isStyled) sheet.styledColumns.set(column, row);
    if (code !== undefined) {
      sheet.formats[row] ??= [];
      sheet.formats[row][column] = code;
    }
    const formula = children.find(({ name }) => name === "f");
    if (formula) sheet.lost.add("formulas (their values are)");
    const stored = children.filter((child) => child !== formula);
    const text = stored.map(innerText).join("");
    // The value of a formula that is a text (`str`) may be empty.
    const isUncomputed = formula && t !== "str" && text.trim() === "";
    const value = isUncomputed
      ? `=${formula.text}`
      : cellValue(text, t, book, isDate);
    if (value !== null) values[column] = value;
  }
  return values;
}

/** The value of a stored text, by the type of its cell. */
function cellValue(
  text: string,
  type: string,
  { shared, dayZero }: CellParts,
  isDate = false,
): SheetCell {
  if (text.trim() === "") return text || null;
  if (type === "s") {
    const sharedText = shared[Number(text)];
    if (sharedText === undefined) throw new Error("no such text");
    return unescaped(sharedText) || null;
  }
  if (type === "b") return isOn(text);
  const number = Number(text);
  if (type !== "n" || Number.isNaN(number)) return unescaped(text);
  const isDay = isDate && number >= 0 && number < maxDay;
  // To the second: a time of day is a fraction, which may come out a millisecond early.
  return isDay
    ? new Date(dayZero + Math.round(number * 86_400) * 1_000)
    : number;
}

/** The first day of the year 10000: Excel shows no later one as a date. */
const maxDay = 2_958_466;

/** `_x000D_` is how Excel writes a carriage return. */
function unescaped(text: string): string {
  return text.replace(/_x([\dA-F]{4})_/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Whether an attribute is set. */
export function isOn(attribute?: string): boolean {
  return attribute === "1" || attribute === "true";
}

/** `AB12` is in the column 27, counted from 0. */
function columnIn(reference: string): number {
  const letters = [...reference.replace(/\d+$/, "")];
  return (
    letters.reduce((sum, each) => sum * 26 + each.charCodeAt(0) - 64, 0) - 1
  );
}

/**
 * A cell that is merged downwards stands in each of its rows: one carrier
 * beside three trucks.
 */
function fillDown(rows: SheetCell[][], reference: string): void {
  const [from = "", to = from] = reference.split(":");
  const column = columnIn(from);
  const rowIn = (cell: string) => Number(cell.replace(/^\D+/, "")) - 1;
  const value = rows[rowIn(from)]?.[column] ?? null;
  for (const cells of rows.slice(rowIn(from) + 1, rowIn(to) + 1))
    if (cells?.length) cells[column] ??= value;
}
