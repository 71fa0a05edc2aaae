/**
 * Many carriers as a table: a line for each, or for each policy. What has no
 * room goes in this order: remarks in parentheses, columns that say ACTIVE
 * everywhere, then the last column, and those that decide after all others. What
 * decides folds where other text is cut.
 *
 * cli-table3 lays it out: load it only where a table is drawn.
 */
import CliTable from "cli-table3";
import { visible } from "../text/safe-text.ts";
import { displayWidth, shortened, withShortWords } from "../text/width.ts";
import { isInList, type LookupRow, type View } from "../views.ts";
import { absentValue, type ShownRow, shownRow } from "./cells.ts";
import {
  chosenColumns,
  type Shown,
  type ShownColumn,
  shownIn,
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

/** A text for each column, or a reason. */
export type TableRow = readonly StyledText[] | ReasonRow;

export interface DrawnTable {
  columns: readonly ShownColumn[];
  rows: readonly TableRow[];
}

/** The rows of each carrier, and all of them as a table, whose widths depend on all. */
export function openTable(shown: Shown) {
  const { view, look } = shown;
  const columns = chosenColumns(shown, "list");
  const hasFilings = columns.some(({ path }) => isInList(view, path));
  return {
    rowsOf(row: LookupRow): TableRow[] {
      if (!row.record) return [withoutRecord(row, view)];
      const record = shownRow(row, look.today);
      const rows = hasFilings ? filingCells(record, columns, shown) : [];
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

const cellsOf = (row: ShownRow, columns: readonly ShownColumn[]) =>
  columns.map((column) => shownIn(row, column));

/** A row per policy, and one for what there is not, which the first column says. */
function filingCells(
  row: ShownRow,
  columns: readonly ShownColumn[],
  { view }: Shown,
): StyledText[][] {
  const ofFilings = columns.filter(({ path }) => isInList(view, path));
  return insuranceLines(row).map((line) => {
    if (typeof line !== "string") return cellsOf(line, columns);
    return columns.map((column) => {
      if (!ofFilings.includes(column)) return shownIn(row, column);
      return column === ofFilings[0] ? { text: line } : absentValue;
    });
  });
}

/** Why a number has no record. */
function withoutRecord(
  { dotNumber, error }: LookupRow,
  { name }: View,
): TableRow {
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
  const { columns, rows } = table;
  if (rows.length === 0) return [];
  const shown = fittingColumns(table, drawing.width);
  const lines = rows.flatMap((row): (string | string[])[] =>
    isReason(row)
      ? [reasonLine(row, shown, drawing)]
      : cellLines(row, shown, drawing),
  );
  const left = columns.filter((_, index) =>
    shown.every(({ at }) => at !== index),
  );
  const labels = left.map(({ label }) => label).join(", ");
  return [
    ...laidOut(shown, lines, drawing),
    ...remarkLines(labels && `no room for: ${labels}`, drawing),
  ];
}

/** A column, and how much room it needs and gets. */
interface MeasuredColumn extends ShownColumn {
  at: number;
  /** Of its cells, safe to print. */
  textOf: TextOf;
  widest: number;
  /** At first with as little as it can do. */
  width: number;
  /** Whether any cell says something else than what is usual. */
  isTelling: boolean;
}

type TextOf = (cell: StyledText) => string;

const withAside: TextOf = (cell) => visible(oneLine(cell)).trim();
const withoutAside: TextOf = ({ text }) => visible(text).trim();

function fittingColumns(
  table: DrawnTable,
  terminal: number,
): readonly MeasuredColumn[] {
  const spareBeside = (columns: readonly MeasuredColumn[]) =>
    terminal - tableWidth(columns);
  const whole = measured(table, withAside);
  const bare = spareBeside(whole) < 0 ? measured(table, withoutAside) : whole;
  const telling =
    spareBeside(bare) < 0 ? bare.filter(({ isTelling }) => isTelling) : bare;
  const shown = [
    ...telling.filter(({ decides }) => decides),
    ...telling.filter(({ decides }) => !decides),
  ];
  while (shown.length > 1 && spareBeside(shown) < 0) shown.pop();
  // What decides takes half of the room before the others take what they need.
  for (const most of [terminal / 2, terminal])
    for (const column of shown) {
      const wanted = Math.min(most, column.widest) - column.width;
      const spare = Math.min(wanted, spareBeside(shown));
      column.width += Math.max(0, spare);
    }
  return shown.sort((one, other) => one.at - other.at);
}

const columnGap = "  ";

function tableWidth(columns: readonly MeasuredColumn[]): number {
  const gaps = columnGap.length * (columns.length - 1);
  return columns.reduce((sum, { width }) => sum + width, gaps);
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
    const { label, show } = column;
    const texts = rows.map((row) => {
      if (isReason(row)) return at === 0 ? row.number : "";
      return textOf(row[at] as StyledText);
    });
    const widest = [label, ...texts].reduce(
      (most, text) => Math.max(most, displayWidth(text)),
      0,
    );
    const { least = show ? widest : leastColumnWidth } = column;
    const width = Math.min(widest, Math.max(displayWidth(label), least));
    const isTelling = texts.some((text) => text !== "" && text !== "ACTIVE");
    return { ...column, at, textOf, widest, width, isTelling };
  });
}

const isReason = (row: TableRow): row is ReasonRow => "reason" in row;

function reasonLine(
  { number, reason }: ReasonRow,
  [first]: readonly MeasuredColumn[],
  { paint, width }: Drawing,
): string {
  const start = number.padEnd(first?.width ?? 0) + columnGap;
  return start + paint(shortened(reason, width - start.length), "bad");
}

/** The cells of each line that a row takes. */
function cellLines(
  row: readonly StyledText[],
  shown: readonly MeasuredColumn[],
  drawing: Drawing,
): string[][] {
  const cells = shown.map((column) =>
    linesIn(row[column.at] as StyledText, column, drawing),
  );
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    cells.map((lines) => lines[line] ?? ""),
  );
}

/** Columns that decide fold; of the others, what is too long is cut. */
function linesIn(
  cell: StyledText,
  { textOf, decides, width }: MeasuredColumn,
  drawing: Drawing,
): string[] {
  const text = textOf(cell);
  const { tone, parts = [{ text, tone }] } = cell;
  const isOneLine = !cell.parts && displayWidth(text) <= width;
  if (isOneLine || !decides)
    return [drawing.paint(shortened(text, width), tone)];
  const cut = parts.map((part) => ({
    ...part,
    text: withShortWords(part.text, width),
  }));
  return paintedLines({ text, parts: cut }, width, drawing);
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
  shown: readonly MeasuredColumn[],
  lines: readonly (string | string[])[],
  { paint }: Drawing,
): string[] {
  const table = new CliTable({
    head: shown.map(({ label }) =>
      paint(label.charAt(0).toUpperCase() + label.slice(1), "bold"),
    ),
    colWidths: shown.map(({ width }) => width),
    colAligns: shown.map(({ align }) => align ?? "left"),
    chars,
    style,
  });
  table.push(...lines.slice(0, linesLaidOut).map((line) => [line].flat()));
  // Without the borders above and below.
  const [header, rule, ...first] = table.toString().split("\n").slice(1, -1);
  const all = lines.map((line, at) =>
    typeof line === "string" ? line : (first[at] ?? paddedLine(line, shown)),
  );
  return [`${header}`, `${rule}`, ...all].map((line) => line.trimEnd());
}

function paddedLine(
  cells: readonly string[],
  shown: readonly MeasuredColumn[],
): string {
  const padded = shown.map(({ align, width }, at) => {
    const cell = cells[at] ?? "";
    const blank = " ".repeat(Math.max(0, width - displayWidth(cell)));
    return align ? blank + cell : cell + blank;
  });
  return padded.join(columnGap);
}
