import { stringify } from "csv-stringify/sync";
import type { Finding } from "../../lookup/outcome.ts";
import { csvSafe, visible } from "../../text/safe-text.ts";
import type { Format } from "../format.ts";
import { rowsFor } from "../record-rows.ts";
import { errorCode, isFinding } from "../result-json.ts";
import { plainText, type Row, valueAt } from "../value.ts";
import { columnsOf } from "../views.ts";

/**
 * CSV (RFC 4180, with LF as Unix tools write it): values as the service sent them, heads as `--fields` spells them. The last
 * column says why a row has no values.
 */
export const csv: Format = (sink, { view, fields, csvRaw, continued, now }) => {
  const columns = columnsOf(view, "csv", fields);
  const rowsOf = rowsFor(view, columns, now);
  const paths = columns.map(({ path }) => path);
  const head = [...paths, "error"];
  const linesOf = (finding: Finding<unknown>): string[][] => {
    if (finding.kind === "answered") {
      return rowsOf(finding).map((row) => [...paths.map((path) => cell(row, path, csvRaw)), ""]);
    }
    const known: Record<string, string> = { dot_number: finding.dotNumber, error: errorCode(finding.error) };
    return [head.map((path) => known[path] ?? "")];
  };
  let headed = continued;
  const withHead = (lines: string[][]) => {
    const all = headed ? lines : [head, ...lines];
    headed = true;
    return all.length === 0 ? undefined : sink.write(stringify(all));
  };
  return {
    write: (outcomes) => withHead(outcomes.filter(isFinding).flatMap(linesOf)),
    end: () => withHead([]),
  };
};

function cell(row: Row, path: string, raw: boolean): string {
  const text = visible(plainText(row, path) ?? "");
  if (raw) return text;
  const safe = csvSafe(text);
  // A negative number is no formula.
  return safe !== text && typeof valueAt(row, path) === "number" ? text : safe;
}
