import type { Result } from "../../lookup/outcome.ts";
import { plainText } from "../../text/json.ts";
import { csvSafe, visible } from "../../text/safe-text.ts";
import { type Format, type FormatOptions, valueTable } from "../view.ts";

/** CSV (RFC 4180, but with LF as Unix tools write it): values as the service sent them. */
export function csv(options: FormatOptions): Format {
  const { header, rowsOf } = valueTable(options);
  const row = (result: Result) =>
    rowsOf(result).map((values) => csvLine(values.map(csvText)));
  return {
    head: csvLine(header),
    row: (result) => row(result).join(""),
    end: () => "",
  };
}

/** A value, safe to open in a spreadsheet. A negative number is not a formula. */
export function csvText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string"
    ? csvSafe(visible(plainText(value)))
    : plainText(value);
}

/** Cells, which are safe, as a line of CSV: quoted only where that is needed. */
export function csvLine(cells: readonly string[], delimiter = ","): string {
  const quotedCell = (cell: string) =>
    /[",\n\r]/.test(cell) || cell.includes(delimiter)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  return `${cells.map(quotedCell).join(delimiter)}\n`;
}
