/** The one layout of tables, over cli-table3. Load it only where a table is drawn. */
import CliTable from "cli-table3";
import { visible } from "../text/safe-text.ts";
import { displayWidth, shortened, wrap } from "../text/width.ts";
import { type Cell, notStated, oneLine } from "./cells.ts";
import { noRoomFor } from "./lines.ts";
import type { Drawing } from "./look.ts";

export interface TableColumn {
  label: string;
  align?: "right";
  /** Set for free text: how narrow it may get. A number that is cut would be another one. */
  least?: number;
  /** Whether it is kept longest, and folds where other text is cut. */
  decides?: boolean;
}

/** A row of two cells, a number and why it has no record, fills its line. */
export interface Table {
  columns: readonly TableColumn[];
  rows: readonly (readonly Cell[])[];
}

const gap = "  ";

/** Rows laid out at once: cli-table3 takes time quadratic in their number. */
const rowsAtOnce = 32;

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

/** A table that fits the terminal, and which columns have no room; empty without rows. */
export function table(given: Table, drawing: Drawing): string {
  const [whole, bare] = [
    measured(given, oneLine),
    measured(given, ({ text }) => text),
  ];
  const telling = bare.filter(({ at }) =>
    given.rows.some((row) => (row[at]?.text ?? "ACTIVE") !== "ACTIVE"),
  );
  const deciding = telling.filter(({ decides }) => decides);
  const others = telling.filter(({ decides }) => !decides);
  const squeezed = deciding.map((column) => ({
    ...column,
    narrowest: column.longestWord,
  }));
  // Remarks in parentheses go first, then columns that say ACTIVE everywhere, then the last, and those that decide after all others.
  const attempts = [
    ...[whole, bare],
    ...others.map((_, gone) => [
      ...deciding,
      ...others.slice(0, others.length - gone),
    ]),
    ...squeezed.map((_, gone) => squeezed.slice(0, squeezed.length - gone)),
  ];
  const fits = (columns: Measured[]) =>
    tableWidth(columns.map(({ narrowest }) => narrowest)) <= drawing.width;
  const shown = (attempts.find(fits) ?? squeezed.slice(0, 1)).sort(
    (one, other) => one.at - other.at,
  );
  const left = bare
    .filter(({ at }) => shown.every((column) => column.at !== at))
    .map(({ label }) => label);
  return drawn(shown, given, drawing) + noRoomFor(left, drawing);
}

/** A column with its texts, which are safe, how much room they take, and with how little they can do. */
interface Measured extends TableColumn {
  at: number;
  texts: readonly string[];
  widest: number;
  narrowest: number;
  longestWord: number;
}

function measured(
  { columns, rows }: Table,
  textOf: (cell: Cell) => string,
): Measured[] {
  return columns.map((column, at) => {
    const { label, least, decides } = column;
    const isOwn = (row: readonly Cell[]) =>
      at === 0 || row.length === columns.length;
    const texts = rows.map((row) =>
      isOwn(row) ? visible(textOf(row[at] ?? notStated)) : "",
    );
    const widest = widthOf([label, ...texts]);
    const longestWord = decides
      ? widthOf([label, ...texts.flatMap((text) => text.split(" "))])
      : displayWidth(label);
    const narrowest = Math.min(widest, Math.max(longestWord, least ?? widest));
    return { ...column, at, texts, widest, narrowest, longestWord };
  });
}

function widthOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);
}

function tableWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap.length, -gap.length);
}

/** The widths of columns, of which the widest that can shrink do. */
function fittingWidths(
  columns: readonly Measured[],
  terminal: number,
): number[] {
  const widths = columns.map(({ widest }) => Math.min(widest, terminal));
  while (tableWidth(widths) > terminal) {
    const spare = widths.map((width, at) =>
      width > (columns[at]?.narrowest ?? 0) ? width : 0,
    );
    const widest = spare.indexOf(Math.max(...spare));
    if (!spare[widest]) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** Draws the columns that are shown: those that decide fold, of the others what is too long is cut. */
function drawn(
  shown: readonly Measured[],
  { columns, rows }: Table,
  { paint, width }: Drawing,
): string {
  const colWidths = fittingWidths(shown, width);
  const lines = rows.flatMap((row, index): CliTable.HorizontalTableRow[] => {
    const [{ text: number } = notStated, why] = row;
    if (why && row.length < columns.length) {
      const reason = {
        content: paint(why.text, why.tone),
        colSpan: shown.length - 1,
        hAlign: "left" as const,
      };
      return [shown.length === 1 ? [number] : [number, reason]];
    }
    const cells = shown.map(({ at, texts, decides }, column) => {
      const [text = "", room = 0] = [texts[index], colWidths[column]];
      const lines = decides ? wrap(text, room) : [shortened(text, room)];
      return lines.map((line) => paint(line, row[at]?.tone));
    });
    const height = Math.max(...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      cells.map((lines) => lines[line] ?? ""),
    );
  });
  const head = shown.map(({ label }) =>
    paint(label.charAt(0).toUpperCase() + label.slice(1), "bold"),
  );
  const colAligns = shown.map(({ align }) => align ?? "left");
  let text = "";
  for (let at = 0; at < lines.length; at += rowsAtOnce) {
    const part = new CliTable({
      head: at === 0 ? head : [],
      colWidths,
      colAligns,
      chars,
      style,
    });
    part.push(...lines.slice(at, at + rowsAtOnce));
    text += `${part.toString()}\n`;
  }
  return text.replace(/ +$/gm, "");
}
