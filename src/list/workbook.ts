/**
 * The sheets of an Excel workbook (.xlsx). What real programs leave out of its
 * XML is optional here.
 */
import { unzipSync } from "fflate";
import { refuse, UsageError } from "../errors.ts";
import { decode } from "../files/read.ts";
import type { SheetCell } from "./cells.ts";
import { formatsIn, type NumberFormat } from "./number-format.ts";
import { type Element, eachElement, innerText } from "./xml.ts";

export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: SheetCell[][];
  look: SheetLook;
}

/**
 * How a sheet looks, and what it has besides values: for a workbook that is
 * written from it.
 */
export interface SheetLook {
  /**
   * Of each column, in characters as Excel counts them; undefined where the
   * sheet does not say.
   */
  widths: (number | undefined)[];
  /**
   * The format codes of cells (`yyyy-mm-dd`), by row and column; undefined
   * where a cell has none.
   */
  formats: (string | undefined)[][];
  /** The indexes of the rows that a filter or a person has hidden. */
  hiddenRows: Set<number>;
  hiddenColumns: Set<number>;
  /** `A2:A4`; the value stands in each row of the first column. */
  mergedCells: string[];
  hasFormulas: boolean;
  /** Whether there are formulas without a value, whose texts are the cells. */
  hasUncomputed: boolean;
  /** The columns of colored cells. */
  filledColumns: Set<number>;
}

/** A workbook of 50,000 rows and 20 columns unpacks to 60 MB. */
const maxUnpacked = 256 * 2 ** 20;
const maxRows = 1_048_576;
const maxColumns = 16_384;
const neededParts =
  /(?:workbook|sharedstrings|styles|sheet)[^/\\]*\.xml(?:\.rels)?$/i;

/** What else is a zip file, by a part that it has. */
const otherZipFiles: readonly (readonly [part: RegExp, what: string])[] = [
  [/^content\.xml$/, "an OpenDocument spreadsheet (.ods)"],
  [/workbook\.bin$/, "a binary Excel workbook (.xlsb)"],
  [/\.iwa$/, "an Apple Numbers document"],
];

/** All sheets in their order, those without cells, such as charts, as well. */
export function readWorkbook(bytes: Buffer, source: string): Sheet[] {
  try {
    return sheetsIn(unzipped(bytes, source));
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    refuse(
      `${source} is not an Excel workbook, or it is damaged or cut off`,
      "open it in Excel and save it again, as .xlsx or CSV",
      cause,
    );
  }
}

/**
 * The parts that are read, by lower-case names. Their sizes are known before
 * anything is unpacked.
 */
function unzipped(bytes: Buffer, source: string): Map<string, Uint8Array> {
  let left = maxUnpacked;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      const [, other] = otherZipFiles.find(([part]) => part.test(name)) ?? [];
      if (other) refuse(`${source} is ${other}`, "save it as .xlsx or CSV");
      if (!neededParts.test(name)) return false;
      // The true size stands elsewhere.
      if (originalSize === 0xffff_ffff)
        refuse(
          `${source} is in zip64 form`,
          "open it in Excel and save it again",
        );
      left -= originalSize;
      if (left >= 0) return true;
      refuse(
        `${source} unpacks to more than 256 MiB`,
        "save the sheet with the USDOT numbers as CSV and use that",
      );
    },
  });
  const parts = Object.entries(files);
  return new Map(parts.map(([name, file]) => [partName(name), file]));
}

function partName(path: string): string {
  return path.toLowerCase().replaceAll("\\", "/");
}

interface CellParts {
  shared: readonly string[];
  formats: readonly NumberFormat[];
  dayZero: number;
}

function sheetsIn(files: ReadonlyMap<string, Uint8Array>): Sheet[] {
  const isBook = /^(|.*\/)(workbook\d*\.xml)$/;
  const path = [...files.keys()].find((name) => isBook.test(name)) ?? "";
  const [, folder = "", file = ""] = isBook.exec(path) ?? [];
  const xmlOf = (name = "") => {
    const part = files.get(name);
    return part ? decode(part) : "";
  };
  // By their identifiers, and by what they are.
  const targets = new Map<string, string>();
  eachElement(xmlOf(`${folder}_rels/${file}.rels`), {
    Relationship({ attributes: { Id = "", Type = "", Target = "" } }) {
      const target = /^\//.test(Target) ? Target.slice(1) : folder + Target;
      for (const key of [Id, Type.slice(Type.lastIndexOf("/") + 1)])
        targets.set(key, partName(target));
    },
  });
  const shared: string[] = [];
  eachElement(xmlOf(targets.get("sharedStrings")), {
    si: (element) => shared.push(innerText(element)),
  });
  const formats = formatsIn(xmlOf(targets.get("styles")));
  const book: CellParts = { shared, formats, dayZero: Date.UTC(1899, 11, 30) };
  const sheets: Sheet[] = [];
  eachElement(xmlOf(path), {
    workbookPr({ attributes: { date1904 } }) {
      if (isOn(date1904)) book.dayZero = Date.UTC(1904, 0, 1);
    },
    sheet({ attributes: { name = "", id = "", state = "visible" } }) {
      const xml = xmlOf(targets.get(id));
      if (xml === "") throw new Error(`no part of the sheet ${name}`);
      sheets.push({
        name,
        isHidden: state !== "visible",
        ...sheetContent(xml, book),
      });
    },
  });
  if (sheets.length === 0) throw new Error("no sheets");
  return sheets;
}

function sheetContent(
  xml: string,
  book: CellParts,
): Pick<Sheet, "rows" | "look"> {
  const look: SheetLook = {
    widths: [],
    formats: [],
    hiddenRows: new Set(),
    hiddenColumns: new Set(),
    mergedCells: [],
    hasFormulas: false,
    hasUncomputed: false,
    filledColumns: new Set(),
  };
  const rows: SheetCell[][] = [];
  let row = -1;
  eachElement(xml, {
    col({ attributes: { min, max, width, hidden } }) {
      const last = Math.min(Number(max), maxColumns);
      for (let at = Number(min) - 1; at < last; at += 1) {
        if (width) look.widths[at] = Number(width);
        if (isOn(hidden)) look.hiddenColumns.add(at);
      }
    },
    row({ attributes: { r, hidden }, children }) {
      row = within(r ? Number(r) - 1 : row + 1, maxRows);
      if (isOn(hidden)) look.hiddenRows.add(row);
      rows[row] = rowValues(children, book, look, row);
    },
    mergeCell({ attributes: { ref = "" } }) {
      look.mergedCells.push(ref);
      fillDown(rows, ref);
    },
  });
  const dense = (cells: SheetCell[] = []) =>
    Array.from(cells, (value) => value ?? null);
  return { rows: Array.from(rows, dense), look };
}

function rowValues(
  cells: readonly Element[],
  book: CellParts,
  look: SheetLook,
  row: number,
): SheetCell[] {
  const values: SheetCell[] = [];
  let column = -1;
  for (const { attributes, children } of cells) {
    const { r, s = 0, t = "n" } = attributes;
    column = within(r ? columnIn(r) : column + 1, maxColumns);
    const format = book.formats[Number(s)];
    if (format) addFormat(look, format, row, column);
    const formula = children.find(({ name }) => name === "f");
    const stored = children.filter((child) => child !== formula);
    const text = stored.map(innerText).join("");
    const isUncomputed = formula && t !== "str" && text.trim() === "";
    if (formula) look.hasFormulas = true;
    if (isUncomputed) look.hasUncomputed = true;
    const value = isUncomputed
      ? `=${formula.text}`
      : cellValue(text, t, book, format);
    if (value !== null) values[column] = value;
  }
  return values;
}

function addFormat(
  { formats, filledColumns }: SheetLook,
  { code, hasFill }: NumberFormat,
  row: number,
  column: number,
): void {
  if (hasFill) filledColumns.add(column);
  if (code === undefined) return;
  formats[row] ??= [];
  formats[row][column] = code;
}

/** What a stored text is by the type of its cell. */
function cellValue(
  text: string,
  type: string,
  { shared, dayZero }: CellParts,
  format?: NumberFormat,
): SheetCell {
  if (text.trim() === "") return text || null;
  if (type === "s") {
    const found = shared[Number(text)];
    if (found === undefined) throw new Error("no such text");
    return unescaped(found) || null;
  }
  if (type === "b") return isOn(text);
  if (type === "d") return new Date(text);
  const number = Number(text);
  if (type !== "n" || Number.isNaN(number)) return unescaped(text);
  const isDay = format?.isDate && number >= 0 && number < maxDay;
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

function isOn(attribute?: string): boolean {
  return attribute === "1" || attribute === "true";
}

/** `AB12` is in the column 27, counted from 0. */
function columnIn(reference: string): number {
  const letters = [...reference.replace(/\d+$/, "")];
  return (
    letters.reduce((sum, each) => sum * 26 + each.charCodeAt(0) - 64, 0) - 1
  );
}

function within(index: number, most: number): number {
  if (index >= 0 && index < most) return index;
  throw new Error("beyond Excel");
}

/**
 * A cell that is merged downwards stands in each of its rows: one carrier
 * beside three trucks.
 */
function fillDown(rows: SheetCell[][], reference: string): void {
  const [from = "", to = from] = reference.split(":");
  const column = within(columnIn(from), maxColumns);
  const rowIn = (cell: string) => Number(cell.replace(/^\D+/, "")) - 1;
  const value = rows[rowIn(from)]?.[column] ?? null;
  for (const cells of rows.slice(rowIn(from) + 1, rowIn(to) + 1))
    if (cells && cells.length > 0) cells[column] ??= value;
}
