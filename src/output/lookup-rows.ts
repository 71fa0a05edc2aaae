/**
 * What a lookup writes about a number: a record of the service, or of several
 * one (the snapshot), in every format.
 */
import { errorJson } from "../answer.ts";
import type { Shown } from "../screen/columns.ts";
import { type JsonObject, printJson, valueAt } from "../text/json.ts";
import {
  elementRecords,
  isInList,
  type LookupRow,
  pathsShown,
  wholeRecord,
} from "../views.ts";
import { pick } from "./chosen-fields.ts";
import { type Content, collected, type Format, perItem } from "./format.ts";

/**
 * The values as the service sent them, always with the number. The last column
 * says why there are none.
 */
export function rowContent(shown: Shown): Content<LookupRow> {
  const { view, fields, look } = inList(shown);
  const paths = pathsShown(view, fields);
  const list = paths.some((path) => isInList(view, path))
    ? view.list
    : undefined;
  const names = paths.map((path) => path.split("."));
  return {
    name: look.sample ? "sample data" : view.name,
    header: [...paths, "error"],
    rows(row) {
      const whole = wholeRecord(row);
      const elements = list ? elementRecords(whole, list) : [];
      return (elements.length > 0 ? elements : [whole]).map((record) => [
        ...names.map((path) => valueAt(record, path)),
        row.error?.kind,
      ]);
    },
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
function inList(shown: Shown): Shown {
  const { fields } = shown;
  if (!fields || fields.includes("dot_number")) return shown;
  return { ...shown, fields: ["dot_number", ...fields] };
}

/** Some fields of a record, also of those that are derived. */
function chosen(row: LookupRow, fields: readonly string[]): JsonObject {
  return pick({ ...wholeRecord(row), ...row.record }, fields) as JsonObject;
}

/**
 * One carrier by itself: its record as it is; null if there is no such carrier.
 * Without an answer, standard error says why.
 */
export const singleJson = ({ fields }: Shown): Format<LookupRow> =>
  perItem((row) => {
    const { record, error } = row;
    if (!record) return error?.kind === "not-found" ? "null\n" : "";
    const value = fields ? chosen(row, fields) : record;
    return `${printJson(value, 2)}\n`;
  });

/** One carrier on a screen of its own. Loaded here: JSON needs none of it. */
export async function singleScreen(shown: Shown): Promise<Format<LookupRow>> {
  const draw = await screenOf(shown);
  return perItem((row) => (row.record ? draw(row) : ""));
}

async function screenOf(shown: Shown): Promise<(row: LookupRow) => string> {
  if (shown.view.name === "snapshot" && shown.fields === undefined) {
    const { snapshotScreen } = await import("../screen/snapshot.ts");
    return (row) => snapshotScreen(row, shown.look);
  }
  const { card } = await import("../screen/card.ts");
  return (row) => card(row, shown);
}

/** A line per carrier or policy. */
export async function listTable(shown: Shown): Promise<Format<LookupRow>> {
  const { tableOf } = await import("../screen/table.ts");
  const { rowsOf, textOf } = tableOf(inList(shown));
  return collected(rowsOf, (rows) => textOf(rows.flat()));
}
