import { stringify } from "csv-stringify/sync";
import { isResult, type Result } from "../../lookup/outcome.ts";
import { csvSafe, visible } from "../../text/safe-text.ts";
import type { Format } from "../format.ts";
import { rowsFor } from "../record-rows.ts";
import { plainText, type RecordRow, valueAt } from "../value.ts";
import { columnsOf } from "../views.ts";

/**
 * CSV (RFC 4180, but with LF as Unix tools write it): values as the service sent them, and headers as `--fields` spells them. The last
 * column says why a row has no values.
 */
export const csv: Format = (sink, { view, fields, csvRaw, continued, now }) => {
  const columns = columnsOf(view, "csv", fields);
  const rowsOf = rowsFor(view, columns, now, "csv");
  const paths = columns.map(({ path }) => path);
  const header = [...paths, "error"];
  const linesOf = (result: Result): string[][] => {
    if ("answer" in result) {
      return rowsOf(result.answer).map((row) => [...paths.map((path) => cell(row, path, csvRaw)), ""]);
    }
    const known: Record<string, string> = { dot_number: result.dotNumber, error: result.error.kind };
    return [header.map((path) => known[path] ?? "")];
  };
  let hasHeader = continued;
  const withHeader = (lines: string[][]) => {
    const all = hasHeader ? lines : [header, ...lines];
    hasHeader = true;
    return all.length === 0 ? undefined : sink.write(stringify(all));
  };
  return {
    write: (outcomes) => withHeader(outcomes.filter(isResult).flatMap(linesOf)),
    end: () => withHeader([]),
  };
};

function cell(row: RecordRow, path: string, raw: boolean): string {
  const text = visible(plainText(row, path) ?? "");
  if (raw) return text;
  const safe = csvSafe(text);
  // A negative number isn't a formula.
  return safe !== text && typeof valueAt(row, path) === "number" ? text : safe;
}
