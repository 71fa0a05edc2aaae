/**
 * Carriers as a person sees them. One record is a card, all records of one
 * carrier a snapshot, and many carriers a table. What a value says stands in
 * values.ts, how lines are drawn in look.ts.
 */
import {
  chosenColumns,
  recordColumns,
  type Shown,
  type ShownColumn,
  shownIn,
} from "./columns.ts";
import { insuranceLines } from "./insurance.ts";
import {
  drawingFor,
  printedLines,
  type StyledText,
  sampleNote,
} from "./look.ts";
import type { TableRow } from "./table.ts";
import { missing, type RecordRow, recordRow } from "./values.ts";
import { hasRecord, isInList, type LookupRow, type Recorded } from "./views.ts";

/** Draws one carrier on a screen of its own. */
export async function openScreen(
  shown: Shown,
): Promise<(row: Recorded) => string> {
  const { view, fields, look } = shown;
  if (view.name === "snapshot" && fields === undefined) {
    const { snapshotScreen } = await import("./snapshot/screen.ts");
    return (row) => snapshotScreen(recordRow(row, look.today), look);
  }
  const { card } = await import("./card.ts");
  const columns = await columnsFor(shown, "card");
  return (row) => card(recordRow(row, look.today), columns, shown);
}

/**
 * Draws a line per carrier or policy: the rows of each, and all of them as a
 * table, whose widths depend on all.
 */
export async function openTable(shown: Shown) {
  const { drawTable } = await import("./table.ts");
  const { view, look } = shown;
  const columns = await columnsFor(shown, "list");
  const hasPolicies = columns.some(({ path }) => isInList(view, path));
  return {
    rowsOf(row: LookupRow): TableRow[] {
      if (!hasRecord(row)) return [withoutRecord(row)];
      const record = recordRow(row, look.today);
      const rows = hasPolicies ? policyRowsOf(record, columns, shown) : [];
      return rows.length > 0 ? rows : [cellsOf(record, columns)];
    },
    textOf(rows: readonly TableRow[]): string {
      const drawing = drawingFor(look);
      const lines = drawTable({ columns, rows }, drawing);
      const text = lines.length > 0 ? lines : ["no carriers"];
      return printedLines([...text, ...sampleNote(look, drawing)]);
    },
  };
}

async function columnsFor(
  shown: Shown,
  kind: "card" | "list",
): Promise<ShownColumn[]> {
  const { name } = shown.view;
  const declared =
    name === "snapshot"
      ? (await import("./snapshot/columns.ts")).snapshotColumns
      : recordColumns[name];
  return chosenColumns(declared, shown, kind);
}

const cellsOf = (row: RecordRow, columns: readonly ShownColumn[]) =>
  columns.map((column) => shownIn(row, column));

/** A row per policy, and one for what there is not, which the first column says. */
function policyRowsOf(
  row: RecordRow,
  columns: readonly ShownColumn[],
  { view }: Shown,
): StyledText[][] {
  const ofPolicies = columns.filter(({ path }) => isInList(view, path));
  return insuranceLines(row).map((line) => {
    if (typeof line !== "string") return cellsOf(line, columns);
    return columns.map((column) => {
      if (!ofPolicies.includes(column)) return shownIn(row, column);
      return column === ofPolicies[0] ? { text: line } : missing;
    });
  });
}

/** Why a number has no record. */
function withoutRecord({ dotNumber, error }: LookupRow): TableRow {
  const text =
    error?.kind === "not-found"
      ? "no such carrier"
      : `no answer (${error?.kind})`;
  return { number: dotNumber, reason: { text, tone: "bad" } };
}
