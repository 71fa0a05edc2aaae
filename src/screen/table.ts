/** The one layout of tables, over cli-table3. Load it only where a table is drawn. */
import CliTable from "cli-table3";
import { visible } from "../text/safe-text.ts";
import {
  displayWidth,
  shortened,
  withShortWords,
  wrap,
} from "../text/width.ts";
import { missing, oneLine, type StyledText } from "./cells.ts";
import { type Drawing, noRoomFor, painted } from "./look.ts";

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

/** A row of two cells, a number and why it has no record, fills its line. */
export interface Table {
  columns: readonly TableColumn[];
  rows: readonly (readonly StyledText[])[];
}

/**
 * A table that fits the terminal, and which columns have no room; empty without
 * rows.
 */
export function table(given: Table, drawing: Drawing): string {
  if (given.rows.length === 0) return "";
  const shown = fitting(given, drawing.width);
  const left = given.columns.filter((_, at) =>
    shown.every((column) => column.at !== at),
  );
  const labels = left.map(({ label }) => label);
  return drawn(shown, given, drawing) + noRoomFor(labels, drawing);
}

/**
 * A column with its texts, which are safe, how much room they take, and with
 * how little they can do.
 */
interface Measured extends TableColumn {
  at: number;
  texts: readonly string[];
  widest: number;
  narrowest: number;
  longestWord: number;
}

function fitting(given: Table, width: number): Measured[] {
  let shown: Measured[] = [];
  for (shown of attempts(given))
    if (tableWidth(shown.map(({ narrowest }) => narrowest)) <= width) break;
  return shown.sort((one, other) => one.at - other.at);
}

/**
 * Remarks in parentheses go first, then columns that say ACTIVE everywhere,
 * then the last, and those that decide after all others.
 */
function* attempts(given: Table): Generator<Measured[]> {
  yield measured(given, oneLine);
  const bare = measured(given, ({ text }) => text);
  yield bare;
  const telling = bare.filter(({ texts }) =>
    texts.some((text) => text !== "ACTIVE" && text !== ""),
  );
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
  { columns, rows }: Table,
  textOf: (cell: StyledText) => string,
): Measured[] {
  return columns.map((column, at) => {
    const { label, least, decides } = column;
    const texts = rows.map((row) =>
      at === 0 || row.length === columns.length
        ? visible(textOf(row[at] ?? missing))
        : "",
    );
    const widest = widthOf([label, ...texts]);
    const words = decides ? texts.flatMap((text) => text.split(" ")) : [];
    const longestWord = Math.min(longestKept, widthOf([label, ...words]));
    const narrowest = Math.min(widest, Math.max(longestWord, least ?? widest));
    return { ...column, at, texts, widest, narrowest, longestWord };
  });
}

function widthOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);
}

const gap = "  ";

function tableWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap.length, -gap.length);
}

/**
 * The widths of columns, of which the widest that can shrink does; those that
 * decide keep up to half of the room until the others are at their narrowest.
 */
function fittingWidths(
  columns: readonly Measured[],
  terminal: number,
): number[] {
  const widths = columns.map(({ widest }) => Math.min(widest, terminal));
  while (tableWidth(widths) > terminal) {
    const spare = columns.map(({ narrowest, decides }, at) => {
      const width = widths[at] ?? 0;
      const isKept = decides && width <= terminal / 2;
      return width <= narrowest ? 0 : width + (isKept ? 0 : terminal);
    });
    const widest = spare.indexOf(Math.max(...spare));
    if (!spare[widest]) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

type Line = CliTable.HorizontalTableRow;

/**
 * Draws the columns that are shown: those that decide fold, of the others what
 * is too long is cut.
 */
function drawn(
  shown: readonly Measured[],
  { columns, rows }: Table,
  drawing: Drawing,
): string {
  const widths = fittingWidths(shown, drawing.width);
  const colSpan = shown.length - 1;
  const lines = rows.flatMap((row, index): Line[] => {
    const [number = missing, why] = row;
    if (why && row.length < columns.length) {
      const text = shortened(why.text, tableWidth(widths.slice(1)));
      const content = drawing.paint(text, why.tone);
      const reason = { content, colSpan, hAlign: "left" as const };
      return [colSpan === 0 ? [number.text] : [number.text, reason]];
    }
    const cells = shown.map(({ at, texts, decides }, column) => {
      const [text = "", room = 0] = [texts[index], widths[column]];
      const cell = row[at] ?? missing;
      return decides
        ? folded(cell, text, room, drawing)
        : [drawing.paint(shortened(text, room), cell.tone)];
    });
    const height = Math.max(...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      cells.map((lines) => lines[line] ?? ""),
    );
  });
  const head = shown.map(({ label }) =>
    drawing.paint(label.charAt(0).toUpperCase() + label.slice(1), "bold"),
  );
  return laidOut(head, lines, widths, shown);
}

function folded(
  { parts, ...cell }: StyledText,
  text: string,
  room: number,
  drawing: Drawing,
): string[] {
  const cut = (whole: string) => withShortWords(whole, room);
  const own = parts?.map((part) => ({ ...part, text: cut(oneLine(part)) }));
  const whole = { ...cell, ...(own && { parts: own }) };
  return painted(whole, wrap(cut(text), room), drawing);
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
  "mid-mid": "─".repeat(gap.length),
  middle: gap,
};
const style = {
  "padding-left": 0,
  "padding-right": 0,
  head: [],
  border: [],
  compact: true,
};

function laidOut(
  head: string[],
  lines: readonly Line[],
  colWidths: number[],
  shown: readonly Measured[],
): string {
  const colAligns = shown.map(({ align }) => align ?? "left");
  const top = new CliTable({ head, colWidths, colAligns, chars, style });
  top.push(...lines.slice(0, rowsLaidOut));
  const padded = (cell: CliTable.Cell, at: number) => {
    if (typeof cell !== "string") return (cell as CliTable.CellOptions).content;
    const room = (colWidths[at] ?? 0) - displayWidth(cell);
    const blank = " ".repeat(Math.max(0, room));
    return colAligns[at] === "right" ? blank + cell : cell + blank;
  };
  const rest = lines
    .slice(rowsLaidOut)
    .map((cells) => cells.map(padded).join(gap));
  return [...top.toString().split("\n"), ...rest]
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}
