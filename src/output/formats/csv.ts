import type { Result } from "../../lookup/outcome.ts";
import type { RecordAnswer } from "../../service/records.ts";
import { csvSafe, visible } from "../../text/safe-text.ts";
import { type Format, type FormatOptions, writerOf } from "../format.ts";
import { listShown, rowsFor } from "../record-rows.ts";
import { withHead } from "../sink.ts";
import { plainText, type RecordRow, valueInRow } from "../value.ts";
import { columnsOf, type View } from "../view.ts";

/**
 * CSV (RFC 4180, but with LF as Unix tools write it): values as the service sent them, and headers as `--fields` spells them. The last
 * column says why a row has no values. With a line per policy, `policies` counts them: 0 where there are none, and nothing where the
 * service doesn't say.
 */
export const csv: Format = (sink, options) => {
  const { view, fields, continued } = options;
  const { list, header } = csvColumns(view, fields);
  const rowsOf = csvRows(options);
  const linesOf = (result: Result): string => {
    if ("answer" in result) {
      const count = list ? `,${lengthOf(result.answer.record, list.path)}` : "";
      let lines = "";
      for (const row of rowsOf(result.answer)) lines += `${csvCells(row)}${count},\n`;
      return lines;
    }
    const known: Readonly<Record<string, string>> = { dot_number: result.dotNumber, error: result.error.kind };
    return csvLine(header.map((path) => known[path] ?? ""));
  };
  const write = withHead(sink, continued ? "" : csvLine(header));
  return { ...writerOf({ write }, linesOf), end: () => write("") };
};

/** The values of an answer, a row for each element of the list that the view has. */
export function csvRows(options: FormatOptions): (answer: RecordAnswer) => string[][] {
  const { view, fields, csvRaw, now } = options;
  const columns = columnsOf(view, "csv", fields);
  const rowsOf = rowsFor(view, columns, now, "csv");
  return (answer) => rowsOf(answer).map((row) => columns.map(({ path }) => cell(row, path, csvRaw)));
}

function lengthOf(record: object, name: string): string {
  const list = (record as Record<string, unknown>)[name];
  return Array.isArray(list) ? String(list.length) : "";
}

function cell(row: RecordRow, path: string, raw: boolean): string {
  const value = plainText(row, path) ?? "";
  const text = row.answer.plain ? value : visible(value);
  if (raw) return text;
  const safe = csvSafe(text);
  // A negative number isn't a formula.
  return safe !== text && typeof valueInRow(row, path) === "number" ? text : safe;
}

/** The header of a view: its values, how many elements its list has, if it has one with a line each, and why a line has no values. */
export function csvColumns(view: View, fields: readonly string[] | undefined) {
  const columns = columnsOf(view, "csv", fields);
  const list = listShown(view, columns);
  return { list, header: [...columns.map(({ path }) => path), ...(list ? [list.path] : []), "error"] };
}

/** A line of CSV (RFC 4180, but with LF as Unix tools write it): cells are quoted only where that is needed. */
export function csvLine(cells: readonly string[]): string {
  return `${csvCells(cells)}\n`;
}

function csvCells(cells: readonly string[]): string {
  return cells.map((cell) => csvCell(cell)).join(",");
}

const special = /[",\n\r]/;

/** A cell, in quotes only where they are needed. */
export function csvCell(cell: string, delimiter = ","): string {
  return special.test(cell) || (delimiter !== "," && cell.includes(delimiter))
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
}
