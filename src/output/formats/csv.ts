import { stringify } from "csv-stringify/sync";
import { isResult, type Result } from "../../lookup/outcome.ts";
import { csvSafe, visible } from "../../text/safe-text.ts";
import { csvColumns } from "../csv-columns.ts";
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
  const linesOf = (result: Result): string[][] => {
    if ("answer" in result) {
      const last = list ? [lengthOf(result.answer.record, list.path), ""] : [""];
      return rowsOf(result.answer).map((row) => [...paths.map((path) => cell(row, path, csvRaw)), ...last]);
    }
    const known: Readonly<Record<string, string>> = { dot_number: result.dotNumber, error: result.error.kind };
    return [header.map((path) => known[path] ?? "")];
  };
  let hasHeader = continued;
  const withHeader = (lines: string[][]) => {
    const all = hasHeader ? lines : [[...header], ...lines];
    hasHeader = true;
    return all.length === 0 ? undefined : sink.write(stringify(all));
  };
  return {
    write: (outcomes) => withHeader(outcomes.filter(isResult).flatMap(linesOf)),
    end: () => withHeader([]),
  };
};

function lengthOf(record: object, name: string): string {
  const list = (record as Record<string, unknown>)[name];
  return Array.isArray(list) ? String(list.length) : "";
}

function cell(row: RecordRow, path: string, raw: boolean): string {
  const text = visible(plainText(row, path) ?? "");
  if (raw) return text;
  const safe = csvSafe(text);
  // A negative number isn't a formula.
  return safe !== text && typeof valueAt(row, path) === "number" ? text : safe;
}
