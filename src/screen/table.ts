/** The one layout of tables, over cli-table3. Load it only where a table is drawn. */
import CliTable from "cli-table3";
import { visible } from "../text/safe-text.ts";
import { displayWidth, shortened, withShortWords } from "../text/width.ts";
import {
  type Drawing,
  firstFitting,
  noRoomFor,
  oneLine,
  paintedLines,
  type StyledText,
  type Tone,
} from "./look.ts";

export interface TableColumn {
  label: string;
  align?: "right";
  /**
   * Set for free text: how narrow it may get. A number that is cut would be
   * another one.
   */
  least?: number;
  /** Whether it is kept longest, and folds where other text is cut. */
  decides?: boolean;
}

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

/**
 * A table that fits the terminal, and which columns have no room; nothing
 * without rows.
 */
export function drawTable(table: DrawnTable, drawing: Drawing): string[] {
  const { columns, rows } = table;
  if (rows.length === 0) return [];
  const shown = sized(fittingColumns(table, drawing.width), drawing.width);
  const positions = shown.map(({ at }) => at);
  const left = columns.filter((_, at) => !positions.includes(at));
  const labels = left.map(({ label }) => label);
  const lines = rows.flatMap((row, index): (string | string[])[] =>
    isReason(row)
      ? [reasonLine(row, shown, drawing)]
      : rowLines(row, index, shown, drawing),
  );
  return [...laidOut(shown, lines, drawing), ...noRoomFor(labels, drawing)];
}

/**
 * A column with its texts, which are safe, how much room they take, and with
 * how little they can do.
 */
interface MeasuredColumn extends TableColumn {
  at: number;
  texts: readonly string[];
  widest: number;
  narrowest: number;
  longestWord: number;
  /** Whether any cell says something else than what is usual. */
  isTelling: boolean;
}

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
  yield measured(table, oneLine);
  const bare = measured(table, ({ text }) => text);
  yield bare;
  const telling = bare.filter(({ isTelling }) => isTelling);
  const deciding = telling.filter(({ decides }) => decides);
  const others = telling.filter(({ decides }) => !decides);
  for (let count = others.length; count > 0; count -= 1)
    yield [...deciding, ...others.slice(0, count)];
  for (let count = deciding.length; count > 0; count -= 1)
    yield deciding
      .slice(0, count)
      .map((column) => ({ ...column, narrowest: column.longestWord }));
}

/** A longer word may be cut: it is none of ours. */
const longestKept = 24;

function measured(
  { columns, rows }: DrawnTable,
  textOf: (cell: StyledText) => string,
): MeasuredColumn[] {
  return columns.map((column, at) => {
    const { label, least, decides } = column;
    const texts = rows.map((row) => {
      if (isReason(row)) return at === 0 ? row.number : "";
      return visible(textOf(row[at] as StyledText));
    });
    const isUsual = (row: TableRow) => isReason(row) || row[at]?.isUsual;
    const isTelling = rows.every(isReason) || !rows.every(isUsual);
    const widest = widestOf([label, ...texts]);
    const words = decides ? texts.flatMap((text) => text.split(" ")) : [];
    const longestWord = Math.min(longestKept, widestOf([label, ...words]));
    const narrowest = Math.min(widest, Math.max(longestWord, least ?? widest));
    return { ...column, at, texts, widest, narrowest, longestWord, isTelling };
  });
}

const isReason = (row: TableRow): row is ReasonRow => "reason" in row;

function widestOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);
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

/** Columns that decide fold; of the others, what is too long is cut. */
function rowLines(
  row: readonly StyledText[],
  index: number,
  shown: readonly SizedColumn[],
  drawing: Drawing,
): string[][] {
  const cells = shown.map(({ at, texts, decides, width }) => {
    const cell = row[at] as StyledText;
    const text = texts[index] as string;
    return decides
      ? foldedLines(cell, text, width, drawing)
      : [drawing.paint(shortened(text, width), cell.tone)];
  });
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    cells.map((lines) => lines[line] ?? ""),
  );
}

function foldedLines(
  cell: StyledText,
  text: string,
  room: number,
  drawing: Drawing,
): string[] {
  const cut = (text: string, tone: Tone | undefined): StyledText => {
    return { text: withShortWords(text, room), tone };
  };
  const parts = cell.parts?.map((part) => cut(oneLine(part), part.tone));
  return paintedLines({ ...cut(text, cell.tone), parts }, room, drawing);
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

function laidOut(
  shown: readonly SizedColumn[],
  lines: readonly (string | string[])[],
  { paint }: Drawing,
): string[] {
  const top = new CliTable({
    head: shown.map(({ label }) =>
      paint(label.charAt(0).toUpperCase() + label.slice(1), "bold"),
    ),
    colWidths: shown.map(({ width }) => width),
    colAligns: shown.map(({ align }) => align ?? "left"),
    chars,
    style,
  });
  top.push(...lines.slice(0, rowsLaidOut).map((line) => [line].flat()));
  const padded = ({ align, width }: SizedColumn, cell: string) => {
    const blank = " ".repeat(Math.max(0, width - displayWidth(cell)));
    return align ? blank + cell : cell + blank;
  };
  const [header = "", rule = "", ...first] = top.toString().split("\n");
  const rest = lines.map((line, at) => {
    if (typeof line === "string") return line;
    const cells = shown.map((column, at) => padded(column, line[at] ?? ""));
    return first[at] ?? cells.join(columnGap);
  });
  return [header, rule, ...rest].map((line) => line.trimEnd());
}
