/** The cells of a row: as a text has them, and as a workbook has them. */

/** The cells of a row as texts, as a person reads them. */
export type Cells = readonly string[];

/**
 * A cell with its type. An error is its text (`#N/A`), a formula without a
 * stored value the formula.
 */
export type SheetCell = string | number | boolean | Date | null;

/**
 * What a cell says, as a person reads it. A date without a time is a date, and
 * the day zero a time of day.
 */
export function cellText(cell: SheetCell | undefined): string {
  if (typeof cell === "boolean") return String(cell).toUpperCase();
  if (!(cell instanceof Date)) return String(cell ?? "");
  const [date = "", time = ""] = cell.toISOString().split(/T|\./);
  if (date === "1899-12-30") return time;
  return time === "00:00:00" ? date : `${date} ${time}`;
}

/** The text within `="00344554"`, which keeps Excel from dropping zeros. */
export function withoutExcelQuotes(text: string): string {
  return text.startsWith('="') ? text.slice(2, -1) : text;
}

export function cellTexts(cells: readonly SheetCell[]): string[] {
  return cells.map((cell) => withoutExcelQuotes(cellText(cell)));
}

export function isFilled(cell: string): boolean {
  return cell.trim() !== "";
}

/** The only cell that is filled; empty if there are more, or none. */
export const loneText = (cells: Cells): string =>
  onlyOne(cells.filter(isFilled)) ?? "";

export const isAlone = (cells: Cells): boolean => loneText(cells) !== "";

/** Where the cells stand that a test finds. */
export function indexesOf(
  cells: Cells,
  matches: (cell: string, at: number) => boolean,
): number[] {
  return cells.flatMap((cell, at) => (matches(cell, at) ? [at] : []));
}

/** What there is one of; undefined where there is none, or another. */
export function onlyOne<T>([first, ...others]: readonly T[]): T | undefined {
  return others.length === 0 ? first : undefined;
}
