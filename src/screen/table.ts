/**
 * Many carriers as a table: a line for each, or for each policy. It calls
 * columns.ts for cells, which it measures, fits and lays out. What has no room
 * goes in this order: remarks in parentheses, columns that say ACTIVE
 * everywhere, then the last column, and those that decide after all others.
 *
 * cli-table3 lays it out: load it only where a table is drawn.
 */
import CliTable from "cli-table3";
import { visible } from "../text/safe-text.ts";
import { displayWidth, shortened } from "../text/width.ts";
import { isInList, type LookupRow, type View } from "../views.ts";
import { blank, type ShownRow, shownRow } from "./cells.ts";
import {
  cellOf,
  chosenColumns,
  type Shown,
  type ShownColumn,
} from "./columns.ts";
import { insuranceLines } from "./insurance.ts";
import {
  type Drawing,
  drawingFor,
  oneLine,
  paintedLines,
  printedLines,
  remarkLines,
  type StyledText,
  sampleNote,
} from "./lines.ts";

/** A number, and why it has no record: it fills its line. */
interface ReasonRow {
  number: string;
  reason: string;
}

/** A cell for each column, or a reason. */
export type TableRow = readonly StyledText[] | ReasonRow;

export interface DrawnTable {
  columns: readonly ShownColumn[];
  rows: readonly TableRow[];
}

/** What makes the rows of each carrier, and of all of them the table. */
export function tableOf(shown: Shown) {
  const { view, look } = shown;
  const columns = chosenColumns(shown, "list");
  return {
    rowsOf(carrier: LookupRow): TableRow[] {
      if (!carrier.record) return [reasonRow(carrier, view)];
      const row = shownRow(carrier, look.today);
      const rows = filingCells(row, columns, view);
      return rows.length > 0 ? rows : [cellsOf(row, columns)];
    },
    textOf(rows: readonly TableRow[]): string {
      const drawing = drawingFor(look);
      const lines = drawTable({ columns, rows }, drawing);
      const text = lines.length > 0 ? lines : ["no carriers"];
      return printedLines([...text, ...sampleNote(look, drawing)]);
    },
  };
}

const cellsOf = (row: ShownRow, columns: readonly ShownColumn[]) =>
  columns.map((column) => cellOf(row, column));

/** A row per policy, and one for what there is not, which their first column says. */
function filingCells(
  row: ShownRow,
  columns: readonly ShownColumn[],
  view: View,
): StyledText[][] {
  const ofFilings = columns.filter(({ path }) => isInList(view, path));
  const [first] = ofFilings;
  if (first === undefined) return [];
  return insuranceLines(row).map((line) => {
    if (typeof line !== "string") return cellsOf(line, columns);
    return columns.map((column) => {
      if (column === first) return { text: line };
      return ofFilings.includes(column) ? blank : cellOf(row, column);
    });
  });
}

function reasonRow({ dotNumber, error }: LookupRow, { name }: View): ReasonRow {
  const isPart = name === "insurance" || name === "safety";
  const nothing = isPart ? `no ${name} record` : "no such carrier";
  const reason =
    error?.kind === "not-found" ? nothing : `no answer (${error?.kind})`;
  return { number: dotNumber, reason };
}

/**
 * A table that fits the terminal, and which columns have no room; nothing
 * without rows.
 */
export function drawTable(table: DrawnTable, drawing: Drawing): string[] {
  if (table.rows.length === 0) return [];
  const { width } = drawing;
  const whole = measured(table, oneLine);
  const isTight = lineWidth(whole.map(({ least }) => least)) > width;
  const textOf = isTight ? withoutAside : oneLine;
  const columns = fitted(isTight ? measured(table, textOf) : whole, width);
  const lines = table.rows.flatMap((row): (string | string[])[] =>
    isReason(row)
      ? [reasonLine(row, columns, drawing)]
      : cellLines(row, columns, textOf, drawing),
  );
  const shown = columns.map(({ column }) => column);
  const labels = table.columns
    .filter((column) => !shown.includes(column))
    .map(({ label }) => label)
    .join(", ");
  return [
    ...laidOut(columns, lines, drawing),
    ...remarkLines(labels && `no room for: ${labels}`, drawing),
  ];
}

const isReason = (row: TableRow): row is ReasonRow => "reason" in row;

type TextOf = (cell: StyledText) => string;

const withoutAside: TextOf = ({ text }) => text;

const safeText = (cell: StyledText, textOf: TextOf) =>
  visible(textOf(cell)).trim();

/** A column, and how much room it needs. */
interface MeasuredColumn {
  column: ShownColumn;
  at: number;
  /** With as little as it can do. */
  least: number;
  widest: number;
  /** Whether any cell says something else than what is usual. */
  isTelling: boolean;
}

/**
 * What the service wrote can be read in so few columns. What we write is not
 * cut: a part of a number would be another one.
 */
const leastColumnWidth = 14;

function measured(
  { columns, rows }: DrawnTable,
  textOf: TextOf,
): MeasuredColumn[] {
  return columns.map((column, at) => {
    const texts = rows.map((row) => {
      if (isReason(row)) return at === 0 ? row.number : "";
      return safeText(row[at] ?? blank, textOf);
    });
    const labelWidth = displayWidth(column.label);
    const widest = texts.reduce(
      (most, text) => Math.max(most, displayWidth(text)),
      labelWidth,
    );
    const readable = column.show ? widest : leastColumnWidth;
    const least = Math.max(labelWidth, column.least ?? readable);
    return {
      column,
      at,
      least: Math.min(widest, least),
      widest,
      isTelling: texts.some((text) => text !== "" && text !== "ACTIVE"),
    };
  });
}

/** A column that has room. */
interface FittedColumn {
  column: ShownColumn;
  at: number;
  width: number;
}

/** The columns that have room, in their order. */
function fitted(
  columns: readonly MeasuredColumn[],
  room: number,
): FittedColumn[] {
  const leastOf = (some: readonly MeasuredColumn[]) =>
    some.map(({ least }) => least);
  const isTight = lineWidth(leastOf(columns)) > room;
  const telling = columns.filter(({ isTelling }) => isTelling || !isTight);
  const shown = [
    ...telling.filter(({ column }) => column.decides),
    ...telling.filter(({ column }) => !column.decides),
  ].filter(
    (_, at, all) =>
      at === 0 || lineWidth(leastOf(all.slice(0, at + 1))) <= room,
  );
  // What decides takes half of the room before the others take what they need.
  const half = grown(shown, leastOf(shown), room / 2, room);
  const widths = grown(shown, half, room, room);
  return shown
    .map(({ column, at }, index) => ({ column, at, width: widths[index] ?? 0 }))
    .sort((one, other) => one.at - other.at);
}

/** Each width as wide as its column needs, up to `most`; the first ones first. */
function grown(
  columns: readonly MeasuredColumn[],
  widths: readonly number[],
  most: number,
  room: number,
): number[] {
  let spare = room - lineWidth(widths);
  return columns.map(({ widest }, at) => {
    const width = widths[at] ?? 0;
    const more = Math.max(0, Math.min(most, widest) - width);
    const taken = Math.max(0, Math.min(more, spare));
    spare -= taken;
    return width + taken;
  });
}

const columnGap = "  ";

function lineWidth(widths: readonly number[]): number {
  const gaps = columnGap.length * (widths.length - 1);
  return widths.reduce((sum, width) => sum + width, gaps);
}

function reasonLine(
  { number, reason }: ReasonRow,
  [first]: readonly FittedColumn[],
  { paint, width }: Drawing,
): string {
  const start = number.padEnd(first?.width ?? 0) + columnGap;
  return start + paint(shortened(reason, width - start.length), "bad");
}

/** The cells of each line that a row takes. */
function cellLines(
  row: readonly StyledText[],
  columns: readonly FittedColumn[],
  textOf: TextOf,
  drawing: Drawing,
): string[][] {
  const cells = columns.map((fitting) => {
    const cell = row[fitting.at] ?? blank;
    return linesIn({ ...cell, text: safeText(cell, textOf) }, fitting, drawing);
  });
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    cells.map((lines) => lines[line] ?? ""),
  );
}

/** Columns that decide fold; of the others, what is too long is cut. */
function linesIn(
  { text, tone, parts }: StyledText,
  { column, width }: FittedColumn,
  drawing: Drawing,
): string[] {
  const isOneLine = !parts && displayWidth(text) <= width;
  return column.decides && !isOneLine
    ? paintedLines({ text, tone, parts }, { width, long: "cut" }, drawing)
    : [drawing.paint(shortened(text, width), tone)];
}

const chars = {
  left: "",
  "left-mid": "",
  mid: "─",
  "mid-mid": "─".repeat(columnGap.length),
  middle: columnGap,
  right: "",
  "right-mid": "",
};
const style = {
  "padding-left": 0,
  "padding-right": 0,
  head: [],
  border: [],
  compact: true,
};

/**
 * cli-table3 takes a quarter of a millisecond for a line, so it lays out the
 * first ones, and those below have the same widths.
 */
const linesLaidOut = 32;

/** The header and the lines: of cells, or of a text that takes the whole line. */
function laidOut(
  columns: readonly FittedColumn[],
  lines: readonly (string | string[])[],
  { paint }: Drawing,
): string[] {
  const table = new CliTable({
    head: columns.map(({ column: { label } }) =>
      paint(label.charAt(0).toUpperCase() + label.slice(1), "bold"),
    ),
    colWidths: columns.map(({ width }) => width),
    colAligns: columns.map(({ column }) => column.align ?? "left"),
    chars,
    style,
  });
  table.push(...lines.slice(0, linesLaidOut).map((line) => [line].flat()));
  // Without the borders above and below.
  const [header, rule, ...first] = table.toString().split("\n").slice(1, -1);
  const all = lines.map((line, at) =>
    typeof line === "string" ? line : (first[at] ?? paddedLine(line, columns)),
  );
  return [`${header}`, `${rule}`, ...all].map((line) => line.trimEnd());
}

function paddedLine(
  cells: readonly string[],
  columns: readonly FittedColumn[],
): string {
  const padded = columns.map(({ column, width }, at) => {
    const cell = cells[at] ?? "";
    const space = " ".repeat(Math.max(0, width - displayWidth(cell)));
    return column.align ? space + cell : cell + space;
  });
  return padded.join(columnGap);
}
