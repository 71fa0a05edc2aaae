/**
 * What a lookup writes about a number: a record of the service, or of several
 * one (the snapshot), in every format.
 */
import { errorJson } from "../answer.ts";
import type { Shown } from "../screen/card.ts";
import {
  hasRecord,
  isInList,
  type LookupRow,
  pathsNamed,
  type Recorded,
  recordRow,
  withNumber,
} from "../screen/columns.ts";
import { elementRows } from "../screen/filings.ts";
import { type JsonObject, printJson, valueAt } from "../text/json.ts";
import { pick } from "./fields.ts";
import { type Content, collected, type Format, perItem } from "./format.ts";

/**
 * The values as the service sent them, always with the number. The last column
 * says why there are none.
 */
export function rowContent(shown: Shown): Content<LookupRow> {
  const { view, fields, look } = shown;
  const paths = fields ? pathsNamed(view, withNumber(fields)) : view.paths;
  const list = paths.some((path) => isInList(view, path))
    ? view.list
    : undefined;
  const names = paths.map((path) => path.split("."));
  return {
    name: look.sample ? "sample data" : view.name,
    header: [...paths, "error"],
    rows(row) {
      const { dotNumber, record = {} } = row;
      const whole = recordRow({ ...row, dotNumber, record }, view, look);
      const elements = list ? elementRows(whole, list.name) : [];
      return (elements.length > 0 ? elements : [whole]).map(({ record }) => [
        ...names.map((path) => valueAt(record, path)),
        row.error?.kind,
      ]);
    },
    json(row) {
      const { dotNumber: dot_number, error } = row;
      const why = error && { error: errorJson(error) };
      if (!hasRecord(row)) return { dot_number, ...why };
      if (fields === undefined) return row.record;
      // A part that --fields leaves out may be what has no answer.
      return { ...chosen(row, shown, withNumber(fields)), ...why };
    },
  };
}

/** Some fields of a record, also of those that the view derives. */
function chosen(
  row: Recorded,
  { view, look }: Shown,
  fields: readonly string[],
): JsonObject {
  const all = { ...recordRow(row, view, look).record, ...row.record };
  return pick(all, fields) as JsonObject;
}

/** One carrier by itself: its record as it is. Without one, standard error says why. */
export const singleJson = (shown: Shown): Format<LookupRow> =>
  perItem((row) => {
    if (!hasRecord(row)) return "";
    const { fields } = shown;
    const value = fields ? chosen(row, shown, fields) : row.record;
    return `${printJson(value, 2)}\n`;
  });

/** One carrier on a screen of its own. Loaded here: JSON needs none of it. */
export async function singleScreen(shown: Shown): Promise<Format<LookupRow>> {
  const { screenOf } = await import("../screen/card.ts");
  return perItem((row) => (hasRecord(row) ? screenOf(row, shown) : ""));
}

/** A line per carrier or policy. */
export async function listTable(shown: Shown): Promise<Format<LookupRow>> {
  const { listOf } = await import("../screen/card.ts");
  const { cellsOf, textOf } = await listOf(shown);
  return collected(cellsOf, (rows) => textOf(rows.flat()));
}
