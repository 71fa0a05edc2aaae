/** A cell of a workbook, apart from what reads workbooks, which is large. */

/** In a text, what begins a cell that was written as `="00344554"`. */
export const textMark = "\u001e";

/** An error is its text (`#N/A`), a formula without a stored value the formula. */
export type SheetCell = string | number | boolean | Date | null;

/**
 * What a cell says, as a person reads it. A date without a time is a date, and
 * the day zero a time of day.
 */
export function cellText(cell: SheetCell): string {
  if (typeof cell === "boolean") return String(cell).toUpperCase();
  if (!(cell instanceof Date)) return String(cell ?? "");
  const [date = "", time = ""] = Number.isNaN(cell.getTime())
    ? []
    : cell.toISOString().split(/T|\./);
  if (date === "1899-12-30") return time;
  return time === "00:00:00" ? date : `${date} ${time}`.trim();
}
