/**
 * Many carriers: a line for each, or for each policy, laid out by cli-table3.
 * Load it only where a table is drawn.
 */
import CliTable from "cli-table3";
import { visible } from "../text/safe-text.ts";
import { displayWidth, shortened, withShortWords } from "../text/width.ts";
import { insuranceLines } from "./insurance.ts";
import {
  type Drawing,
  drawingFor,
  firstFitting,
  noRoomFor,
  oneLine,
  paintedLines,
  printedLines,
  type StyledText,
  sampleNote,
} from "./look.ts";
import {
  chosenColumns,
  type Shown,
  type ShownColumn,
  shownIn,
} from "./record-columns.ts";
import { absentValue, type RecordRow, recordRow } from "./show.ts";
import { hasRecord, isInList, type LookupRow, type View } from "./views.ts";

type TableColumn = Omit<ShownColumn, "path" | "show" | "only">;

/** A number, and why it has no record: it fills its line. */
interface ReasonRow {
  number: string;
  reason: StyledText;
}

/** A text for each column, or a reason. */
export type TableRow = readonly StyledText[] | ReasonRow;

export interface DrawnTable {
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
}

/** The rows of each carrier, and all of them as a table, whose widths depend on all. */
export function openTable(shown: Shown) {
  const { view, look } = shown;
  const columns = chosenColumns(shown, "list");
  const hasFilings = columns.some(({ path }) => isInList(view, path));
  return {
    rowsOf(row: LookupRow): TableRow[] {
      if (!hasRecord(row)) return [withoutRecord(row, view)];
      const record = recordRow(row, look.today);
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

const cellsOf = (row: RecordRow, columns: readonly ShownColumn[]) =>
  columns.map((column) => shownIn(row, column));

/** A row per policy, and one for what there is not, which the first column says. */
function filingCells(
  row: RecordRow,
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
  const text =
    error?.kind === "not-found" ? nothing : `no answer (${error?.kind})`;
  return { number: dotNumber, reason: { text, tone: "bad" } };
}

/**
 * A table that fits the terminal, and which columns have no room; nothing
 * without rows.
 */
export function drawTable(table: DrawnTable, drawing: Drawing): string[] {
  const { columns, rows } = table;
  if (rows.length === 0) return [];
  const shown = sized(fittingColumns(table, drawing.width), drawing.width);
  const linesOf = (row: TableRow): (string | string[])[] =>
    isReason(row)
      ? [reasonLine(row, shown, drawing)]
      : cellLines(row, shown, drawing);
  const top = rows.slice(0, rowsLaidOut).flatMap(linesOf);
  const below = rows
    .slice(rowsLaidOut)
    .flatMap((row) => linesOf(row).map((line) => paddedLine(line, shown)));
  const positions = shown.map(({ at }) => at);
  const left = columns.filter((_, at) => !positions.includes(at));
  const labels = left.map(({ label }) => label);
  return [
    ...laidOut(shown, top, drawing),
    ...below,
    ...noRoomFor(labels, drawing),
  ];
}

/** A column, how much room it takes, and with how little it can do. */
interface MeasuredColumn extends TableColumn {
  at: number;
  /** Of its cells, safe to print. */
  textOf: TextOf;
  widest: number;
  narrowest: number;
  longestWord: number;
  /** Whether any cell says something else than what is usual. */
  isTelling: boolean;
}

type TextOf = (cell: StyledText) => string;

const withAside: TextOf = (cell) => visible(oneLine(cell)).trim();
const withoutAside: TextOf = ({ text }) => visible(text).trim();

function fittingColumns(table: DrawnTable, width: number): MeasuredColumn[] {
  const shown = firstFitting(
    narrowerTables(table),
    (columns) => tableWidth(columns.map(({ narrowest }) => narrowest)) <= width,
  );
  return shown.sort((one, other) => one.at - other.at);
}

/**
 * Remarks in parentheses go first, then columns that say what is usual
 * everywhere, then the last, and those that decide after all others.
 */
function* narrowerTables(table: DrawnTable): Generator<MeasuredColumn[]> {
  yield measured(table, withAside);
  const bare = measured(table, withoutAside);
  yield bare;
  const telling = bare.filter(({ isTelling }) => isTelling);
  const deciding = telling.filter(({ decides }) => decides);
  const others = telling.filter(({ decides }) => !decides);
  for (let count = others.length; count > 0; count -= 1)
    yield [...deciding, ...others.slice(0, count)];
  // Alone, what decides may fold at every word.
  const folding = deciding.map((column) => {
    return { ...column, narrowest: column.longestWord };
  });
  for (let count = folding.length; count > 0; count -= 1)
    yield folding.slice(0, count);
}

/** A longer word may be cut: it is none of ours. */
const longestKept = 24;

function measured(
  { columns, rows }: DrawnTable,
  textOf: TextOf,
): MeasuredColumn[] {
  return columns.map((column, at) => {
    const { label, least, decides } = column;
    const texts = rows.map((row) => {
      if (isReason(row)) return at === 0 ? row.number : "";
      return textOf(row[at] as StyledText);
    });
    const isUsual = (row: TableRow) => isReason(row) || row[at]?.isUsual;
    const isTelling = rows.every(isReason) || !rows.every(isUsual);
    const widest = widestOf([label, ...texts]);
    const words = decides ? longestWordOf(texts) : 0;
    const longestWord = Math.min(
      longestKept,
      Math.max(displayWidth(label), words),
    );
    const narrowest = Math.min(widest, Math.max(longestWord, least ?? widest));
    return { ...column, at, textOf, widest, narrowest, longestWord, isTelling };
  });
}

const isReason = (row: TableRow): row is ReasonRow => "reason" in row;

const widestOf = (texts: readonly string[]) =>
  texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);

function longestWordOf(texts: readonly string[]): number {
  let longest = 0;
  // No word is longer than its text.
  for (const text of texts)
    if (displayWidth(text) > longest)
      longest = Math.max(longest, widestOf(text.split(" ")));
  return longest;
}

const columnGap = "  ";

function tableWidth(widths: readonly number[]): number {
  const gaps = columnGap.length * (widths.length - 1);
  return widths.reduce((sum, width) => sum + width, gaps);
}

interface SizedColumn extends MeasuredColumn {
  width: number;
}

/**
 * Of columns that are too wide, the widest that can shrink does; those that
 * decide keep up to half of the room until the others are at their narrowest.
 */
function sized(
  columns: readonly MeasuredColumn[],
  terminal: number,
): SizedColumn[] {
  const shown = columns.map((column) => {
    return { ...column, width: Math.min(column.widest, terminal) };
  });
  while (tableWidth(shown.map(({ width }) => width)) > terminal) {
    const wide = shown.filter(({ width, narrowest }) => width > narrowest);
    const notKept = wide.filter(
      ({ width, decides }) => !decides || width > terminal / 2,
    );
    const widest = widestColumn(notKept) ?? widestColumn(wide);
    if (widest === undefined) break;
    widest.width -= 1;
  }
  return shown;
}

/** The first of the widest columns. */
const widestColumn = (columns: readonly SizedColumn[]) =>
  columns.toSorted((one, other) => other.width - one.width)[0];

function reasonLine(
  { number, reason }: ReasonRow,
  [first]: readonly SizedColumn[],
  { paint, width }: Drawing,
): string {
  const start = number.padEnd(first?.width ?? 0) + columnGap;
  const text = shortened(reason.text, width - start.length);
  return start + paint(text, reason.tone);
}

/** The cells of each line that a row takes. */
function cellLines(
  row: readonly StyledText[],
  shown: readonly SizedColumn[],
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
  { textOf, decides, width }: SizedColumn,
  drawing: Drawing,
): string[] {
  const text = textOf(cell);
  const isOneLine = !cell.parts && displayWidth(text) <= width;
  if (isOneLine || !decides)
    return [drawing.paint(shortened(text, width), cell.tone)];
  const cut = ({ tone }: StyledText, text: string): StyledText => {
    return { text: withShortWords(text, width), tone };
  };
  const parts = cell.parts?.map((part) => cut(part, oneLine(part)));
  return paintedLines({ ...cut(cell, text), parts }, width, drawing);
}

/**
 * cli-table3 takes a quarter of a millisecond for a row, so it lays out the
 * first ones, and those below have the same widths.
 */
const rowsLaidOut = 32;

const sides = ["top", "bottom", "left", "right"];
const borders = sides.flatMap((side) =>
  ["", "-mid", "-left", "-right"].map((end) => side + end),
);
const chars = {
  ...Object.fromEntries(borders.map((border) => [border, ""])),
  mid: "─",
  "mid-mid": "─".repeat(columnGap.length),
  middle: columnGap,
};
const style = {
  "padding-left": 0,
  "padding-right": 0,
  head: [],
  border: [],
  compact: true,
};

/** The header and the first lines. */
function laidOut(
  shown: readonly SizedColumn[],
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
  table.push(...lines.map((line) => [line].flat()));
  const [header = "", rule = "", ...first] = table.toString().split("\n");
  const rest = lines.map((line, at) =>
    typeof line === "string" ? line : (first[at] ?? ""),
  );
  return [header, rule, ...rest].map((line) => line.trimEnd());
}

/** A line below those. */
function paddedLine(
  line: string | string[],
  shown: readonly SizedColumn[],
): string {
  if (typeof line === "string") return line;
  const cells = shown.map(({ align, width }, at) => {
    const cell = line[at] ?? "";
    const blank = " ".repeat(Math.max(0, width - displayWidth(cell)));
    return align ? blank + cell : cell + blank;
  });
  return cells.join(columnGap).trimEnd();
}
