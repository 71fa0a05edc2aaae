/** Tables: a card or the snapshot's screen for one carrier, otherwise a line per carrier or policy. */
import type { Result } from "../../lookup/outcome.ts";
import { isObject } from "../../text/json.ts";
import { displayWidth } from "../../text/width.ts";
import type { Cell } from "../cells.ts";
import { labeled, sampleNote, titleLine } from "../lines.ts";
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
  tableOf,
} from "../view.ts";

/** A carrier without a record has no card: standard error says why. */
export function tables(options: FormatOptions): Format {
  const { view, single, fields, look } = options;
  if (!single) return list(options);
  const screen = (result: Result) => {
    if (!("answer" in result)) return "";
    const isWhole = view.name === "snapshot" && fields === undefined;
    return isWhole ? snapshotScreen(result.answer.record as SnapshotRecord, look) : card(result, options);
  };
  return { begin: () => "", rows: (results) => results.map(screen).join(""), end: () => "" };
}

/** The card of one carrier: who it is, then what is known. */
function card(result: Answered, { view, fields, look }: FormatOptions): string {
  const drawing = drawingFor(look);
  const row = rowOf(result, view, look.now);
  // In a snapshot, the carrier record is a part.
  const { carrier = row.record } = row.record;
  const columns = columnsOf(view, fields, "card");
  const own = columns.filter(({ path }) => !isInList(view, path));
  const indent = Math.max(0, ...own.map(({ label }) => displayWidth(label))) + 2;
  const lines = own.map((column) => labeled(column.label, cellIn(row, column), indent, drawing));
  const rows = table(
    tableOf(
      columns.filter(({ path }) => isInList(view, path)),
      view.list?.rows(row) ?? [],
    ),
    drawing,
  );
  const title = titleLine(result.dotNumber, { ...row, record: isObject(carrier) ? carrier : {} }, drawing);
  return [title, lines.join(""), rows].filter((block) => block !== "").join("\n") + sampleNote(look, drawing);
}

/** The lines wait for the last one, since the widths depend on all of them. */
function list({ view, fields, look }: FormatOptions): Format {
  const columns = columnsOf(view, fields, "list");
  const hasElements = columns.some(({ path }) => isInList(view, path));
  const rows: (readonly Cell[])[] = [];
  const rowsOf = (result: Result): readonly (readonly Cell[])[] => {
    if (!("answer" in result)) {
      const why = result.kind === "not-found" ? "not found" : `no answer (${result.error.kind})`;
      return [[{ text: result.dotNumber }, { text: why, tone: "bad" }]];
    }
    const row = rowOf(result, view, look.now);
    const elements = hasElements ? (view.list?.rows(row) ?? []) : [];
    return tableOf(columns, elements.length > 0 ? elements : [row]).rows;
  };
  return {
    begin: () => "",
    rows(results) {
      for (const result of results) rows.push(...rowsOf(result));
      return "";
    },
    end() {
      const drawing = drawingFor(look);
      const drawn = table({ columns: tableOf(columns, []).columns, rows }, drawing);
      return (drawn || "no carriers\n") + sampleNote(look, drawing);
    },
  };
}
