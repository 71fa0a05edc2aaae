/** What a lookup writes about a number: a record of the service, or of several one (the snapshot), in every format. */
import { errorJson } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import type { UsdotError } from "../errors.ts";
import type { Cell } from "../screen/cells.ts";
import { hanging, labeled, sampleNote, titleLine } from "../screen/lines.ts";
import { drawingFor, type Look } from "../screen/look.ts";
import {
  cellIn,
  columnsOf,
  elementRows,
  isInList,
  pathsNamed,
  rowOf,
  told,
  type View,
  withNumber,
} from "../screen/view.ts";
import { isObject, type JsonObject, printJson, valueAt } from "../text/json.ts";
import { displayWidth } from "../text/width.ts";
import { extraFields, pick } from "./fields.ts";
import { collected, type Format, perItem, type Sheet } from "./format.ts";

/** A record, why there is none, or both where a part of it is missing. */
export interface Row {
  dotNumber: DotNumber;
  record?: JsonObject | undefined;
  error?: UsdotError | undefined;
}

type Recorded = Row & { record: JsonObject };

export interface Shown {
  view: View;
  /** The dotted paths of `--fields`; undefined for all fields. */
  fields: readonly string[] | undefined;
  look: Look;
}

const hasRecord = (row: Row): row is Recorded => row.record !== undefined;

/** The values as the service sent them, always with the number. The last column says why there are none. */
export function rowSheet(shown: Shown): Sheet<Row> {
  const { view, fields, look } = shown;
  const paths = fields ? pathsNamed(view, withNumber(fields)) : view.paths;
  const list = paths.some((path) => isInList(view, path))
    ? view.list
    : undefined;
  return {
    name: look.sample ? "sample data" : view.name,
    header: [...paths, "error"],
    rows(row) {
      const known = hasRecord(row)
        ? rowOf(row, view, look.now)
        : { record: { dot_number: row.dotNumber }, now: look.now };
      const elements = list ? elementRows(known, list.name) : [];
      return (elements.length > 0 ? elements : [known]).map(({ record }) => [
        ...paths.map((path) => valueAt(record, path)),
        row.error?.kind,
      ]);
    },
    json(row) {
      const { dotNumber: dot_number, error } = row;
      if (hasRecord(row))
        return chosen(row, shown, fields && withNumber(fields));
      return { dot_number, error: error && errorJson(error) };
    },
  };
}

/** The record as the service wrote it, or some of its fields, also of those that the view derives. */
function chosen(
  { record }: Recorded,
  { view, look }: Shown,
  fields?: readonly string[],
) {
  if (fields === undefined) return record;
  return pick(
    { ...view.derived?.({ record, now: look.now }), ...record },
    fields,
  );
}

/** One carrier by itself: its record as it is. Without one, standard error says why. */
export const singleJson = (shown: Shown): Format<Row> =>
  perItem((row) =>
    hasRecord(row) ? `${printJson(chosen(row, shown, shown.fields), 2)}\n` : "",
  );

/** One carrier on a screen of its own. */
export const singleScreen = (shown: Shown): Format<Row> =>
  perItem((row) => {
    if (!hasRecord(row)) return "";
    const { view, fields, look } = shown;
    return view.screen !== undefined && fields === undefined
      ? view.screen(row.record, look)
      : card(row, shown);
  });

/** Who it is, then what is known. It loses nothing at any width. */
function card(given: Recorded, { view, fields, look }: Shown): string {
  const drawing = drawingFor(look);
  const row = rowOf(given, view, look.now);
  const columns = columnsOf(view, fields, "card");
  const own = columns.filter(({ path }) => !isInList(view, path));
  const listed = columns.filter(({ path }) => isInList(view, path));
  const widths = own.map(({ label }) => displayWidth(label));
  const indent = Math.max(0, ...widths) + 2;
  const lines = own.map((column) =>
    labeled(column.label, cellIn(row, column), indent, drawing),
  );
  const others = fields ? [] : extraFields(view, row.record);
  if (others.length > 0)
    lines.push(
      labeled("also sent", { text: others.join(", ") }, indent, drawing),
    );
  const elements = (view.list?.rows(row) ?? []).map((element) =>
    hanging(told(element, listed), drawing),
  );
  // In a snapshot, the carrier record is a part.
  const { carrier = row.record } = row.record;
  const titled = { ...row, record: isObject(carrier) ? carrier : {} };
  const blocks = [
    titleLine(given.dotNumber, titled, drawing),
    lines.join(""),
    elements.join(""),
  ];
  const text = blocks.filter((block) => block !== "").join("\n");
  return text + sampleNote(look, drawing);
}

/** A line per carrier or policy. The widths depend on all of them. */
export async function listTable(shown: Shown): Promise<Format<Row>> {
  const { table } = await import("../screen/table.ts");
  const { view, fields, look } = shown;
  const drawing = drawingFor(look);
  const columns = columnsOf(view, fields, "list");
  const list = columns.some(({ path }) => isInList(view, path))
    ? view.list
    : undefined;
  const cellsOf = (row: Row): readonly (readonly Cell[])[] => {
    if (hasRecord(row)) {
      const known = rowOf(row, view, look.now);
      const elements = list?.rows(known) ?? [];
      return (elements.length > 0 ? elements : [known]).map((each) =>
        columns.map((column) => cellIn(each, column)),
      );
    }
    const { kind } = row.error as UsdotError;
    const why = kind === "not-found" ? "not found" : `no answer (${kind})`;
    return [[{ text: row.dotNumber }, { text: why, tone: "bad" }]];
  };
  return collected(cellsOf, (rows) => {
    const text = table({ columns, rows: rows.flat() }, drawing);
    return (text || "no carriers\n") + sampleNote(look, drawing);
  });
}
