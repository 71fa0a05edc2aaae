/** What a screen says of a record: a card for one carrier, a line for each of several. */
import type { DotNumber } from "../dot-number.ts";
import type { UsdotError } from "../errors.ts";
import { isObject, type JsonObject } from "../text/json.ts";
import { displayWidth } from "../text/width.ts";
import type { Cell } from "./cells.ts";
import { hanging, labeled, sampleNote, titleLine } from "./lines.ts";
import { drawingFor, type Look } from "./look.ts";
import {
  cellIn,
  columnsOf,
  extraFields,
  isInList,
  rowOf,
  told,
  type View,
} from "./view.ts";

/** A record, why there is none, or both where a part of it is missing. */
export interface Row {
  dotNumber: DotNumber;
  record?: JsonObject | undefined;
  error?: UsdotError | undefined;
}

export type Recorded = Row & { record: JsonObject };

export interface Shown {
  view: View;
  /** The dotted paths of `--fields`; undefined for all fields. */
  fields: readonly string[] | undefined;
  look: Look;
}

export const hasRecord = (row: Row): row is Recorded =>
  row.record !== undefined;

/** One carrier on a screen of its own: the view's, or a card. */
export function screenOf(row: Recorded, shown: Shown): string {
  const { view, fields, look } = shown;
  return view.screen !== undefined && fields === undefined
    ? view.screen(row.record, look)
    : card(row, shown);
}

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
export async function listOf({ view, fields, look }: Shown) {
  const { table } = await import("./table.ts");
  const drawing = drawingFor(look);
  const columns = columnsOf(view, fields, "list");
  const list = columns.some(({ path }) => isInList(view, path))
    ? view.list
    : undefined;
  return {
    cellsOf(row: Row): readonly (readonly Cell[])[] {
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
    },
    textOf(rows: readonly (readonly Cell[])[]): string {
      const text = table({ columns, rows }, drawing);
      return (text || "no carriers\n") + sampleNote(look, drawing);
    },
  };
}
