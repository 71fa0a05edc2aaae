/** Tables: a card or the snapshot's screen for one carrier, otherwise a line per carrier or policy. */
import type { Result } from "../../lookup/outcome.ts";
import { isObject } from "../../text/json.ts";
import { displayWidth } from "../../text/width.ts";
import type { Cell } from "../cells.ts";
import { extraFields } from "../fields.ts";
import { hanging, labeled, sampleNote, titleLine } from "../lines.ts";
import { drawingFor } from "../look.ts";
import type { SnapshotRecord } from "../snapshot/record.ts";
import { snapshotScreen } from "../snapshot/screen.ts";
import { table } from "../table.ts";
import {
  type Answered,
  cellIn,
  columnsOf,
  type Format,
  type FormatOptions,
  isInList,
  rowOf,
  told,
} from "../view.ts";
import { collected } from "./collected.ts";

/** A carrier without a record has no card: standard error says why. The widths of a list depend on all of it. */
export function tables(options: FormatOptions): Format {
  const { view, single, fields, look } = options;
  if (!single) return collected((results) => list(results, options));
  const row = (result: Result) => {
    if (!("answer" in result)) return "";
    const isWhole = view.name === "snapshot" && fields === undefined;
    return isWhole
      ? snapshotScreen(result.answer.record as SnapshotRecord, look)
      : card(result, options);
  };
  return { head: "", row, end: () => "" };
}

/** The card of one carrier: who it is, then what is known. It loses nothing at any width. */
function card(result: Answered, { view, fields, look }: FormatOptions): string {
  const drawing = drawingFor(look);
  const row = rowOf(result, view, look.now);
  // In a snapshot, the carrier record is a part.
  const { carrier = row.record } = row.record;
  const all = columnsOf(view, fields, "card");
  const own = all.filter(({ path }) => !isInList(view, path));
  const indent =
    Math.max(0, ...own.map(({ label }) => displayWidth(label))) + 2;
  const lines = own.map((column) =>
    labeled(column.label, cellIn(row, column), indent, drawing),
  );
  const columns = all.filter(({ path }) => isInList(view, path));
  const elements = view.list?.rows(row) ?? [];
  const listed = elements
    .map((element) => hanging(told(element, columns), drawing))
    .join("");
  const title = titleLine(
    result.dotNumber,
    { ...row, record: isObject(carrier) ? carrier : {} },
    drawing,
  );
  const others = fields ? "" : extraFields(view, row.record).join(", ");
  if (others !== "")
    lines.push(labeled("also sent", { text: others }, indent, drawing));
  return (
    [title, lines.join(""), listed].filter((block) => block !== "").join("\n") +
    sampleNote(look, drawing)
  );
}

function list(
  results: readonly Result[],
  { view, fields, look }: FormatOptions,
): string {
  const columns = columnsOf(view, fields, "list");
  const hasElements = columns.some(({ path }) => isInList(view, path));
  const rowsOf = (result: Result): readonly (readonly Cell[])[] => {
    if ("answer" in result) {
      const row = rowOf(result, view, look.now);
      const elements = hasElements ? (view.list?.rows(row) ?? []) : [];
      return (elements.length > 0 ? elements : [row]).map((each) =>
        columns.map((column) => cellIn(each, column)),
      );
    }
    const why =
      result.kind === "not-found"
        ? "not found"
        : `no answer (${result.error.kind})`;
    return [[{ text: result.dotNumber }, { text: why, tone: "bad" }]];
  };
  const drawing = drawingFor(look);
  return (
    (table({ columns, rows: results.flatMap(rowsOf) }, drawing) ||
      "no carriers\n") + sampleNote(look, drawing)
  );
}
