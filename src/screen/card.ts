/** One carrier on a card, or several in a list: who they are, then what is known. */
import { visible } from "../text/safe-text.ts";
import { displayWidth } from "../text/width.ts";
import {
  alsoSent,
  docket,
  isStated,
  name,
  oneLine,
  type RecordRow,
  type StyledText,
} from "./cells.ts";
import {
  cellIn,
  columnsShown,
  hasRecord,
  isInList,
  type LookupRow,
  type Recorded,
  recordRow,
  rowText,
  type ShownColumn,
  type View,
} from "./columns.ts";
import {
  type Drawing,
  drawingFor,
  hanging,
  type Look,
  labeled,
  sampleNote,
} from "./look.ts";

export interface Shown {
  view: View;
  /** The dotted paths of `--fields`; undefined for all fields. */
  fields: readonly string[] | undefined;
  look: Look;
}

/** One carrier on a screen of its own: the view's, or a card. */
export function screenOf(recorded: Recorded, shown: Shown): string {
  const { view, fields, look } = shown;
  const row = recordRow(recorded, view, look);
  return view.screen !== undefined && fields === undefined
    ? view.screen(row, look)
    : card(row, shown);
}

/** Who it is, then what is known. It loses nothing at any width. */
function card(row: RecordRow, { view, fields, look }: Shown): string {
  const drawing = drawingFor(look);
  const columns = columnsShown(view, fields, "card");
  const ofRecord = columns.filter(({ path }) => !isInList(view, path));
  const ofElements = columns.filter(({ path }) => isInList(view, path));
  const labels = ofRecord.map(({ label }) => displayWidth(label));
  const indent = Math.max(0, ...labels) + 2;
  const line = (label: string, cell: StyledText) =>
    labeled(label, cell, indent, drawing);
  const others = fields ? "" : alsoSent(row.record, view.paths).join("; ");
  const lines = ofRecord.map((column) =>
    line(column.label, cellIn(row, column)),
  );
  if (others !== "") lines.push(line("also sent", { text: others }));
  const elements = (view.list?.rows(row) ?? []).map((element) =>
    hanging(rowText(element, ofElements), drawing),
  );
  const blocks = [titleLine(row, drawing), lines.join(""), elements.join("")];
  const text = blocks.filter((block) => block !== "").join("\n");
  return text + sampleNote(look, drawing);
}

const titleWidth = 77;

/**
 * `THUNDER GOOSE EXPRESS LLC     USDOT 9000010 · MC 9100010`, or one below the
 * other, with a verdict before the name.
 */
export function titleLine(
  row: RecordRow,
  drawing: Drawing,
  heading: StyledText = { text: "" },
): string {
  // In a snapshot, the carrier record is a part.
  const { carrier, summary } = row.answers;
  const start = (carrier ?? summary) ? "carrier." : "";
  const called = name(row, `${start}legal_name`);
  const mc = docket(row, `${start}mc_number`);
  const text = isStated(called) ? oneLine(called) : "(no name)";
  const before =
    heading.text && `${drawing.paint(heading.text, heading.tone)}  `;
  const number = `USDOT ${row.record["dot_number"]}`;
  const right = visible(isStated(mc) ? `${number} · ${mc.text}` : number);
  const left: StyledText = { text, tone: "bold" };
  const title = labeled(before, left, displayWidth(before), drawing, 2);
  const used = displayWidth(before + visible(text) + right);
  if (used + 2 > drawing.width)
    return title + hanging({ text: right }, drawing);
  const room = Math.min(titleWidth, drawing.width) - used;
  return `${title.trimEnd()}${" ".repeat(Math.max(2, room))}${right}\n`;
}

/**
 * A line per carrier or policy: the cells of each, and all of them as a table,
 * whose widths depend on all.
 */
export async function listOf({ view, fields, look }: Shown) {
  const { table } = await import("./table.ts");
  const drawing = drawingFor(look);
  const columns = columnsShown(view, fields, "list");
  const list = columns.some(({ path }) => isInList(view, path))
    ? view.list
    : undefined;
  return {
    cellsOf(row: LookupRow): StyledText[][] {
      if (!hasRecord(row)) return [reasonOf(row)];
      const whole = recordRow(row, view, look);
      const elements = list?.rows(whole) ?? [];
      const rows = elements.length > 0 ? elements : [whole];
      return rows.map((each) => cellsIn(each, columns));
    },
    textOf(rows: readonly (readonly StyledText[])[]): string {
      const text = table({ columns, rows }, drawing) || "no carriers\n";
      return text + sampleNote(look, drawing);
    },
  };
}

const cellsIn = (row: RecordRow, columns: readonly ShownColumn[]) =>
  columns.map((column) => cellIn(row, column));

/** Why a number has no record, which fills its line. */
function reasonOf({ dotNumber, error }: LookupRow): StyledText[] {
  const text =
    error?.kind === "not-found"
      ? "no such carrier"
      : `no answer (${error?.kind})`;
  return [{ text: dotNumber }, { text, tone: "bad" }];
}
