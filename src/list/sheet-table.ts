/** Which sheet of a workbook is the list. */
import { quoteInput } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { counted } from "../text/digits.ts";
import { cellText, isFilled, textsOf } from "./cells.ts";
import { findTable, type Table } from "./find-columns.ts";
import { withHeader } from "./header.ts";
import type { ReadOptions } from "./input.ts";
import { isNumber } from "./pasted.ts";
import { readWorkbook, type Sheet } from "./read-workbook.ts";
import { headerMeaning } from "./row-words.ts";

/** A sheet that can be read as a list. */
interface ReadableSheet {
  sheet: Sheet;
  table: Table;
}

/** Reads a workbook, and chooses the sheet that is its list. */
export function readSheetTable(
  bytes: Buffer,
  source: string,
  options: ReadOptions,
) {
  const sheets = readWorkbook(bytes, source);
  const readable = readableSheets(sheets, source, options);
  const [{ sheet, table }] = readable.toSorted((a, b) => rank(a) - rank(b)) as [
    ReadableSheet,
  ];
  const { name, look, isHidden } = sheet;
  const notes: string[] = [];
  if (readable.length > 1 || isHidden)
    notes.push(
      `read ${isHidden ? "hidden " : ""}sheet ${quoteInput(name)}, one of ${readable.length} with numbers`,
    );
  if (look.hiddenRows.size > 0)
    notes.push(`read ${counted(look.hiddenRows.size, "hidden row")}, too`);
  return {
    table,
    notes: notes.map((note) => `${source}: ${note}`),
    sheet: {
      ...sheet,
      others: namesOf(sheets.filter((each) => each !== sheet)),
    },
  };
}

/** At least one of the sheets, or of the one that is asked for. */
function readableSheets(
  sheets: readonly Sheet[],
  source: string,
  options: ReadOptions,
): ReadableSheet[] {
  const { sheet: asked } = options;
  const named = sheets.filter(
    ({ name }) => asked === undefined || isSameSheet(name, asked),
  );
  if (named.length === 0)
    refuse(
      `${source} has no sheet ${quoteInput(asked ?? "")}`,
      `its sheets are ${namesOf(sheets)
        .map((name) => quoteInput(name))
        .join(", ")}`,
    );
  const candidates = named.filter(({ rows }) =>
    rows.some((row) => textsOf(row).some(isOfNumbers)),
  );
  const readable: ReadableSheet[] = [];
  const errors: unknown[] = [];
  for (const sheet of candidates.length > 0 ? candidates : named)
    try {
      const where = `${source}, sheet ${quoteInput(sheet.name)}`;
      const headed = withHeader(sheet, options.column);
      readable.push({ sheet, table: findTable(headed, where, options) });
    } catch (error) {
      errors.push(error);
    }
  const lists = readable.filter(
    ({ table }) => hasFigures(table) || (isNamed(table) && hasCells(table)),
  );
  if (lists.length > 0) return lists;
  if (errors.length > 0) throw errors[0];
  return readable;
}

function isOfNumbers(cell: string): boolean {
  return isNumber(cell) || headerMeaning(cell) === "number";
}

/**
 * Sheets that the user sees come first, of these one that names USDOT numbers,
 * and of these one whose cells are numbers, or errors in their place.
 */
function rank({ sheet, table }: ReadableSheet): number {
  return (
    (sheet.isHidden ? 4 : 0) +
    (isNamed(table) ? 0 : 2) +
    (hasFigures(table) ? 0 : 1)
  );
}

function isNamed({ head, column }: Table): boolean {
  return headerMeaning(head[column]) === "number";
}

function hasFigures(table: Table): boolean {
  return numberCells(table).some(
    (cell) => isNumber(cell) || /^\s*[#=]/.test(cell),
  );
}

function hasCells(table: Table): boolean {
  return numberCells(table).some(isFilled);
}

/** The cells of the numbers. */
function numberCells({ rows, header = -1, column }: Table): string[] {
  return rows.slice(header + 1).map((cells) => cellText(cells[column]));
}

function namesOf(sheets: readonly Sheet[]): string[] {
  return sheets.map(({ name }) => name);
}

function isSameSheet(name: string, asked: string): boolean {
  return name.trim().toLowerCase() === asked.trim().toLowerCase();
}
