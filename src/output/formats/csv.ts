import { isResult, type Result } from "../../lookup/outcome.ts";
import { csvSafe, visible } from "../../text/safe-text.ts";
import { csvColumns } from "../csv-columns.ts";
import { csvLine } from "../csv-line.ts";
import type { Format } from "../format.ts";
import { rowsFor } from "../record-rows.ts";
import { plainText, type RecordRow, valueAt } from "../value.ts";
import { columnsOf } from "../view.ts";

/**
 * CSV (RFC 4180, but with LF as Unix tools write it): values as the service sent them, and headers as `--fields` spells them. The last
 * column says why a row has no values. With a line per policy, `policies` counts them: 0 where there are none, and nothing where the
 * service doesn't say.
 */
export const csv: Format = (sink, { view, fields, csvRaw, continued, now }) => {
  const columns = columnsOf(view, "csv", fields);
  const rowsOf = rowsFor(view, columns, now, "csv");
  const { paths, list, header } = csvColumns(view, fields);
  const linesOf = (result: Result): string => {
    if ("answer" in result) {
      const last = list ? [lengthOf(result.answer.record, list.path), ""] : [""];
      const rows = rowsOf(result.answer).map((row) => [...paths.map((path) => cell(row, path, csvRaw)), ...last]);
      return rows.map(csvLine).join("");
    }
    const known: Readonly<Record<string, string>> = { dot_number: result.dotNumber, error: result.error.kind };
    return csvLine(header.map((path) => known[path] ?? ""));
  };
  let hasHeader = continued;
  const withHeader = (lines: string) => {
    const all = hasHeader ? lines : csvLine(header) + lines;
    hasHeader = true;
    return all === "" ? undefined : sink.write(all);
  };
  return {
    write(outcomes) {
      let lines = "";
      for (const outcome of outcomes) if (isResult(outcome)) lines += linesOf(outcome);
      return withHeader(lines);
    },
    end: () => withHeader(""),
  };
};

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
  return safe !== text && typeof valueAt(row, path) === "number" ? text : safe;
}
