/**
 * Many carriers as a table: a line for each, or for each policy. It calls
 * columns.ts for cells, which it measures, fits and lays out. What has no room
 * goes in this order: remarks in parentheses, columns that say what is usual in
 * every row, then the last column, and those that decide after all others.
 *
 * cli-table3 lays it out: load it only where a table is drawn.
 */
import CliTable from "cli-table3";
import { sampleText } from "../settings/options.ts";
import { visible } from "../text/safe-text.ts";
import { displayWidth, shortened } from "../text/width.ts";
import { isInRows, type LookupRow, type View } from "../views.ts";
import { blank, type ScreenRow, screenRow } from "./cells.ts";
import {
  type Column,
  cellOf,
  chosenColumns,
  type ScreenOptions,
} from "./columns.ts";
import { insuranceLines } from "./insurance-cells.ts";
import { Drawing, oneLine, printedLines, type StyledText } from "./lines.ts";

/** A number, and why it has no record: it fills its line. */
interface ReasonRow {
  number: string;
  reason: string;
}

/** A cell for each column, or a reason. */
export type TableRow = readonly StyledText[] | ReasonRow;

/** What makes the rows of each carrier, and of all of them the table. */
export function tableOf(options: ScreenOptions) {
  const { view, look } = options;
  const columns = chosenColumns(options, "list");
  return {
    rowsOf(carrier: LookupRow): TableRow[] {
      if (!carrier.record) return [reasonRow(carrier, view)];
      const row = screenRow(carrier, look.today);
      const rows = filingCells(row, columns, view);
      return rows.length > 0 ? rows : [rowCells(row, columns)];
    },
    textOf(rows: readonly TableRow[]): string {
      const drawing = new Drawing(look);
      return printedLines([
        ...tableLines(columns, rows, drawing),
        ...drawing.remark(look.sample ? sampleText : ""),
      ]);
    },
  };
}

const rowCells = (row: ScreenRow, columns: readonly Column[]) =>
  columns.map((column) => cellOf(row, column));

/** A row per policy, and one for what there is not, which their first column says. */
function filingCells(
  row: ScreenRow,
  columns: readonly Column[],
  view: View,
): StyledText[][] {
  const ofFilings = columns.filter(({ path }) => isInRows(view, path));
  const [first] = ofFilings;
  if (first === undefined) return [];
  return insuranceLines(row).map((line) => {
    if (typeof line !== "string") return rowCells(line, columns);
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

/** A table that fits the terminal, and which columns have no room. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly TableRow[],
  drawing: Drawing,
): string[] {
  if (rows.length === 0) return ["no carriers"];
  const { width } = drawing;
  const whole = measured(columns, rows);
  const isTight = lineWidth(whole) > width;
  const fitting = isTight ? rows.map(withoutAsides) : rows;
  const shown = fittingColumns(
    isTight ? measured(columns, fitting) : whole,
    width,
  );
  const lines = fitting.flatMap((row): (string | string[])[] =>
    isReason(row)
      ? [reasonLine(row, shown, drawing)]
      : cellLines(row, shown, drawing),
  );
  const gone = columns.filter((_, at) => shown.every((each) => each.at !== at));
  const labels = gone.map(({ label }) => label).join(", ");
  return [
    ...laidOut(shown, lines, drawing),
    ...drawing.remark(labels && `no room for: ${labels}`),
  ];
}

const isReason = (row: TableRow): row is ReasonRow => "reason" in row;

const withoutAsides = (row: TableRow): TableRow =>
  isReason(row) ? row : row.map((cell) => ({ ...cell, aside: undefined }));

const safeText = (cell: StyledText) => visible(oneLine(cell)).trim();

/** A column with its room, at first as little as it can do with. */
interface SizedColumn extends Column {
  at: number;
  width: number;
  /** What its cells need. */
  widest: number;
  /** Whether any cell says something unusual. */
  isTelling: boolean;
}

/**
 * What the service wrote can be read in so few columns. What we write is not
 * cut: a part of a number would be another one.
 */
const leastColumnWidth = 14;

function measured(
  columns: readonly Column[],
  rows: readonly TableRow[],
): SizedColumn[] {
  return columns.map((column, at) => {
    const { label, show, usual } = column;
    const texts = rows.map((row) => {
      if (isReason(row)) return at === 0 ? row.number : "";
      return safeText(row[at] ?? blank);
    });
    const widest = [label, ...texts].reduce(
      (most, text) => Math.max(most, displayWidth(text)),
      0,
    );
    const { least = show ? widest : leastColumnWidth } = column;
    const width = Math.min(widest, Math.max(displayWidth(label), least));
    const isTelling = texts.some((text) => text !== "" && text !== usual);
    return { ...column, at, width, widest, isTelling };
  });
}

/** The columns that have room, each as wide as it gets. */
function fittingColumns(
  columns: readonly SizedColumn[],
  room: number,
): SizedColumn[] {
  const isTight = lineWidth(columns) > room;
  const telling = columns.filter(({ isTelling }) => isTelling || !isTight);
  const byWeight = [
    ...telling.filter(({ decides }) => decides),
    ...telling.filter(({ decides }) => !decides),
  ];
  const shown = byWeight.filter(
    (_, at) => at === 0 || lineWidth(byWeight.slice(0, at + 1)) <= room,
  );
  // What decides takes half of the room before the others take what they need.
  const grown = widened(widened(shown, Math.floor(room / 2), room), room, room);
  return grown.sort((first, second) => first.at - second.at);
}

/** The first columns first, each gets the room that it needs, up to `most`. */
function widened(
  columns: readonly SizedColumn[],
  most: number,
  room: number,
): SizedColumn[] {
  let spare = room - lineWidth(columns);
  return columns.map((column) => {
    const wanted = Math.min(most, column.widest) - column.width;
    const more = Math.max(0, Math.min(wanted, spare));
    spare -= more;
    return { ...column, width: column.width + more };
  });
}

const columnGap = "  ";

function lineWidth(columns: readonly SizedColumn[]): number {
  const gaps = columnGap.length * (columns.length - 1);
  return columns.reduce((sum, { width }) => sum + width, gaps);
}

function reasonLine(
  { number, reason }: ReasonRow,
  [first]: readonly SizedColumn[],
  drawing: Drawing,
): string {
  const start = number.padEnd(first?.width ?? 0) + columnGap;
  const text = shortened(reason, drawing.width - start.length);
  return start + drawing.paint(text, "bad");
}

/** The cells of each line that a row takes. */
function cellLines(
  row: readonly StyledText[],
  columns: readonly SizedColumn[],
  drawing: Drawing,
): string[][] {
  const cells = columns.map((column) =>
    linesIn(column, row[column.at] ?? blank, drawing),
  );
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    cells.map((lines) => lines[line] ?? ""),
  );
}

/** Columns that decide fold; of the others, what is too long is cut. */
function linesIn(
  { decides, width }: SizedColumn,
  cell: StyledText,
  drawing: Drawing,
): string[] {
  const text = safeText(cell);
  const isOneLine = !cell.parts && displayWidth(text) <= width;
  return decides && !isOneLine
    ? drawing.lines(cell, { width, long: "cut" })
    : [drawing.paint(shortened(text, width), cell.tone)];
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
  columns: readonly SizedColumn[],
  lines: readonly (string | string[])[],
  drawing: Drawing,
): string[] {
  const table = new CliTable({
    head: columns.map(({ label }) =>
      drawing.paint(label.charAt(0).toUpperCase() + label.slice(1), "bold"),
    ),
    colWidths: columns.map(({ width }) => width),
    colAligns: columns.map(({ align }) => align ?? "left"),
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
  columns: readonly SizedColumn[],
): string {
  const padded = columns.map(({ align, width }, at) => {
    const cell = cells[at] ?? "";
    const space = " ".repeat(Math.max(0, width - displayWidth(cell)));
    return align ? space + cell : cell + space;
  });
  return padded.join(columnGap);
}
