/**
 * What a lookup writes about a number, in every format: a record of the
 * service, or the one that several are joined to (the snapshot).
 */
import { errorJson } from "../answer.ts";
import type { ScreenOptions } from "../screen/columns.ts";
import { type JsonObject, jsonText, valueAt } from "../text/json.ts";
import {
  chosenPaths,
  elementRecords,
  isInRows,
  type LookupRow,
  pick,
  wholeRecord,
} from "../views.ts";
import { type Content, collected, type Format, perItem } from "./format.ts";

/**
 * The values as the service sent them, always with the number. The last column
 * says why there are none.
 */
export function rowContent(options: ScreenOptions): Content<LookupRow> {
  const { view, fields, look } = inList(options);
  const paths = chosenPaths(view, fields);
  const rowsPath = paths.some((path) => isInRows(view, path))
    ? view.rowsPath
    : undefined;
  const names = paths.map((path) => path.split("."));
  return {
    name: look.sample ? "sample data" : view.name,
    header: [...paths, "error"],
    rows(row) {
      const whole = wholeRecord(row);
      const elements = rowsPath ? elementRecords(whole, rowsPath) : [];
      return (elements.length > 0 ? elements : [whole]).map((record) => [
        ...names.map((path) => valueAt(record, path)),
        row.error?.kind,
      ]);
    },
    numberOf: ({ dotNumber }) => dotNumber,
    without: (why = "not asked") => [...paths.map(() => undefined), why],
    json(row) {
      const { dotNumber: dot_number, error } = row;
      const why = error && { error: errorJson(error) };
      if (!row.record) return { dot_number, ...why };
      if (fields === undefined) return row.record;
      // A part that --fields leaves out may be what has no answer.
      return { ...chosen(row, fields), ...why };
    },
  };
}

/** In a list, a line always has the number that it is about. */
function inList(options: ScreenOptions): ScreenOptions {
  const { fields } = options;
  if (!fields || fields.includes("dot_number")) return options;
  return { ...options, fields: ["dot_number", ...fields] };
}

/**
 * Some fields of a record, also of those that are derived. What the record has
 * itself stays as the service sent it, also its `dot_number`.
 */
function chosen(row: LookupRow, fields: readonly string[]): JsonObject {
  return pick({ ...wholeRecord(row), ...row.record }, fields) as JsonObject;
}

/**
 * One carrier by itself: its record as it is; null if there is no such carrier.
 * Without an answer, standard error says why.
 */
export const singleJson = ({ fields }: ScreenOptions): Format<LookupRow> =>
  perItem((row) => {
    const { record, error } = row;
    if (!record) return error?.kind === "not-found" ? "null\n" : "";
    const value = fields ? chosen(row, fields) : record;
    return `${jsonText(value, 2)}\n`;
  });

/** One carrier on a screen of its own. Loaded here: JSON needs none of it. */
export async function singleScreen(
  options: ScreenOptions,
): Promise<Format<LookupRow>> {
  const { view, fields, look } = options;
  if (view.name === "snapshot" && fields === undefined) {
    const { snapshotScreen } = await import("../screen/snapshot.ts");
    return perItem((row) => (row.record ? snapshotScreen(row, look) : ""));
  }
  const { card } = await import("../screen/card.ts");
  return perItem((row) => (row.record ? card(row, options) : ""));
}

/** A line per carrier or policy. */
export async function listTable(
  options: ScreenOptions,
): Promise<Format<LookupRow>> {
  const { tableOf } = await import("../screen/table.ts");
  const { rowsOf, textOf } = tableOf(inList(options));
  return collected(rowsOf, (rows) => textOf(rows.flat()));
}
