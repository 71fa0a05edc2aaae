/**
 * Tables that are not streamed, laid out by cli-table3: without borders, with a rule under the headers. All cells are shown in full, and
 * as few as possible take more than one line.
 */
import Table from "cli-table3";
import utils from "cli-table3/src/utils.js";
import { displayWidth } from "../text/width.ts";
import { type Cell, oneLine, safe } from "./cells.ts";
import { cellLines, gap, largest, longestWord, sum } from "./column-widths.ts";
import { foldedLine } from "./folded-line.ts";
import { type Drawing, drawingFor } from "./palette.ts";

export interface TableColumn {
  /** Above it; undefined for columns without headers. */
  header?: string;
  align?: "right" | undefined;
  /** Where the table is too wide, its cells go on a line of their own below their rows. */
  mayGoBelow?: boolean | undefined;
  /** Its minimum width. */
  least?: number;
}

/** Formats rows under headers; undefined if a word or a number would have to be broken. */
export function tableOf(
  given: readonly (readonly Cell[])[],
  columns: readonly TableColumn[],
  { paint, width: room }: Drawing,
): string | undefined {
  const rows = given.map((row) => row.map(safe));
  const head = columns.map(({ header = "" }): Cell => ({ text: header, tone: "bold" }));
  const isHeaded = columns.some(({ header }) => header !== undefined);
  const all = isHeaded ? [head, ...rows] : rows;
  const whole = [...columns.keys()];
  const needs = columns.map(({ least = 1 }, index) =>
    Math.max(least, largest(all.map((row) => displayWidth(oneLine(row[index] as Cell))))),
  );
  const isWhole = sum(needs) + gap.length * (needs.length - 1) <= room;
  const shown = isWhole ? whole : whole.filter((index) => !columns[index]?.mayGoBelow);
  const widths = isWhole ? needs : fewestFolds(all, shown, room);
  if (widths === undefined) return undefined;
  const lines = (cells: readonly Cell[]) =>
    shown.map((index, at) => cellLines(cells[index] as Cell, widths[at] as number, paint).join("\n"));
  const below = (row: readonly Cell[]) =>
    row
      .filter(({ text }, index) => text !== "" && !shown.includes(index))
      .map((cell) => cellLines(cell, room - gap.length, paint).map((line) => gap + line))
      .map((own) => [{ content: own.join("\n"), colSpan: shown.length, hAlign: "left" as const }]);
  const options = {
    head: isHeaded ? lines(head) : [],
    colWidths: [...widths],
    colAligns: shown.map((index) => columns[index]?.align ?? "left"),
  };
  const laidOut = rows.flatMap((row) => [lines(row), ...below(row)]);
  return grid(laidOut, options);
}

/** Widths that fit the room and at which the fewest cells take more than one line; undefined if a word would have to be broken. */
function fewestFolds(
  rows: readonly (readonly Cell[])[],
  shown: readonly number[],
  room: number,
): readonly number[] | undefined {
  const free = room - gap.length * (shown.length - 1);
  const columns = shown.map((index) => {
    const cells = rows.map((row) => row[index] as Cell);
    const needs = cells.map((cell) => displayWidth(oneLine(cell)));
    // A column of cli-table3 is never without width.
    const least = largest(cells.map(({ text, aside = "" }) => Math.max(1, longestWord(text), longestWord(aside))));
    return { needs, least, most: largest(needs) };
  });
  // The best widths of the columns so far, by how many columns they take together.
  let best = new Map([[0, { folds: 0, widths: [] as readonly number[] }]]);
  for (const { needs, least } of columns) {
    const next: typeof best = new Map();
    const choices = [...new Set([least, ...needs.filter((need) => need > least)])];
    for (const width of choices) {
      const own = needs.filter((need) => need > width).length;
      for (const [used, { folds, widths }] of best) {
        const known = next.get(used + width);
        if (used + width > free || (known !== undefined && known.folds <= folds + own)) continue;
        next.set(used + width, { folds: folds + own, widths: [...widths, width] });
      }
    }
    best = next;
  }
  const [first, ...others] = best.values();
  if (first === undefined) return undefined;
  const found = others.reduce((one, other) => (other.folds < one.folds ? other : one), first);
  return widened(found.widths, columns, free);
}

/** The same widths, with the room that is left given to the cells that take the most lines. */
function widened(widths: readonly number[], columns: readonly { most: number }[], free: number): readonly number[] {
  const wide = [...widths];
  const linesOf = (index: number) => (columns[index] as { most: number }).most / (wide[index] as number);
  for (let left = free - sum(wide); left > 0; left--) {
    const tallest = wide.reduce((most, _, index) => (linesOf(index) > linesOf(most) ? index : most), 0);
    if (linesOf(tallest) <= 1) break;
    wide[tallest] = (wide[tallest] as number) + 1;
  }
  return wide;
}

// Cells come folded to their widths, so that it only has to pad them, by our measure instead of its old one. Looking whether to cut them
// would take time quadratic in the length of wide text.
Object.assign(utils, {
  truncate: (text: string) => text,
  strlen: () => 0,
  pad(text: string, width: number, _: string, align: string) {
    const spaces = " ".repeat(Math.max(0, width - displayWidth(text)));
    return align === "right" ? spaces + text : text + spaces;
  },
});

/** Rows laid out at once: cli-table3 takes time quadratic in their number. */
const rowsAtOnce = 32;

const sides = ["top", "bottom", "left", "right"];
const corners = ["top-left", "top-right", "bottom-left", "bottom-right"];
const borders = [...sides, ...sides.map((side) => `${side}-mid`), ...corners];
const chars = {
  ...Object.fromEntries(borders.map((border) => [border, ""])),
  mid: "─",
  "mid-mid": "─".repeat(gap.length),
  middle: gap,
};

const style = { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true };

/** The lines of a table, each ending in a line feed. The cells are safe, folded to the widths with line feeds, and painted. */
function grid(rows: Table.HorizontalTableRow[], options: Table.TableConstructorOptions): string {
  let text = "";
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const table = new Table({ ...options, ...(at > 0 && { head: [] }), chars, style });
    table.push(...rows.slice(at, at + rowsAtOnce));
    text += `${table.toString()}\n`;
  }
  return text.replace(/(?<! ) +$/gm, "");
}

/**
 * Our own words, for commands other than lookups: rows under headers, or without them. A row that has no room is its cells below each other.
 * @param width columns of the terminal; undefined where nothing needs to fit
 */
export function plainTable(
  rows: readonly (readonly string[])[],
  width: number | undefined,
  headers?: readonly string[],
): string {
  const drawing = drawingFor({ color: false, width });
  const cells = rows.map((row) => row.map((text) => ({ text })));
  const columns = headers?.map((header) => ({ header })) ?? rows[0]?.map(() => ({})) ?? [];
  const table = tableOf(cells, columns, drawing);
  const below = () => cells.flat().map((cell) => foldedLine("", cell, 0, drawing));
  return table ?? below().join("");
}
