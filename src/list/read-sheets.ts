/** Which sheet of a workbook is the list. */
import { quoteInput } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { counted } from "../text/digits.ts";
import { type Cells, cellText, indexesOf, isFilled } from "./cells.ts";
import { findTable, type NumberTable } from "./find-columns.ts";
import type { ReadOptions } from "./input.ts";
import { isNumber } from "./pasted.ts";
import { readWorkbook, type Sheet } from "./read-workbook.ts";
import { headerMeaning } from "./row-words.ts";

/** A sheet that can be read as a list. */
interface ReadableSheet {
  sheet: Sheet;
  table: NumberTable;
}

/**
 * Reads a workbook, and chooses the sheet that is its list: its table, and what
 * `--keep-columns` needs of it.
 */
export function chooseSheet(
  bytes: Buffer,
  source: string,
  options: ReadOptions,
) {
  const sheets = readWorkbook(bytes, source);
  const readable = readableSheets(sheets, source, options);
  const [{ sheet, table }] = readable.toSorted((a, b) => rank(a) - rank(b)) as [
    ReadableSheet,
  ];
  const { name, rows, look, isHidden } = sheet;
  const otherSheets = sheets
    .filter((each) => each !== sheet)
    .map((each) => each.name);
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
    kept: { rows, sheet: name, look, otherSheets, hasBom: true },
  };
}

/**
 * At least one of the sheets, or of the one that is asked for: those with
 * numbers, or with a column for them.
 */
function readableSheets(
  sheets: readonly Sheet[],
  source: string,
  options: ReadOptions,
): ReadableSheet[] {
  const { sheet: asked, column } = options;
  const named = sheets
    .filter(({ name }) => asked === undefined || isSameSheet(name, asked))
    .map((sheet) => ({ sheet, rows: cellTexts(sheet) }));
  if (named.length === 0)
    refuse(
      `${source} has no sheet ${quoteInput(asked ?? "")}`,
      `its sheets are ${sheets.map(({ name }) => quoteInput(name)).join(", ")}`,
    );
  const filled = named.filter(
    ({ rows }) => rows.flat().some(isNumber) || hasNamedColumn(rows),
  );
  const readable: ReadableSheet[] = [];
  const errors: unknown[] = [];
  for (const { sheet, rows } of filled.length > 0 ? filled : named) {
    const where = `${source}, sheet ${quoteInput(sheet.name)}`;
    try {
      readable.push({ sheet, table: findTable([{ rows }], where, column) });
    } catch (error) {
      errors.push(error);
    }
  }
  if (readable.length === 0) throw errors[0];
  return readable;
}

/** Whether something stands below a header of USDOT numbers. */
function hasNamedColumn(rows: readonly Cells[]): boolean {
  const isNamed = (cell: string) => headerMeaning(cell) === "number";
  const header = rows.findIndex((cells) => cells.some(isNamed));
  const below = rows.slice(header + 1);
  return indexesOf(rows[header] ?? [], isNamed).some((at) =>
    below.some((cells) => isFilled(cells[at] ?? "")),
  );
}

/**
 * Sheets that the user sees come first, of these one that names USDOT numbers,
 * and of these one whose cells are numbers, or errors in their place.
 */
function rank({ sheet, table }: ReadableSheet): number {
  const { rows, head, column } = table;
  const names = headerMeaning(head[column]) === "number";
  const isFigure = (cell: string) => isNumber(cell) || /^\s*[#=]/.test(cell);
  const hasFigures = rows.some((cells) => isFigure(cells[column] ?? ""));
  return (sheet.isHidden ? 4 : 0) + (names ? 0 : 2) + (hasFigures ? 0 : 1);
}

/**
 * The widest of the first rows; a cell that somebody left far to the right does
 * not count.
 */
const widthRows = 100;
const maxWidth = 256;

/** The cells as texts. Where a row ends early, a column that others have is empty. */
function cellTexts({ rows }: Sheet): string[][] {
  const widths = rows.slice(0, widthRows).map(({ length }) => length);
  const width = Math.min(Math.max(...widths, 0), maxWidth);
  return rows.map((cells) =>
    Array.from({ length: Math.max(width, cells.length) }, (_, at) =>
      cellText(cells[at]),
    ),
  );
}

function isSameSheet(name: string, asked: string): boolean {
  return name.trim().toLowerCase() === asked.trim().toLowerCase();
}
