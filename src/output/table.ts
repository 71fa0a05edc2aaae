/** The one layout of tables, over cli-table3: a line per row. Load it only where a table is drawn. */
import CliTable from "cli-table3";
import { visible } from "../text/safe-text.ts";
import { displayWidth, shortened } from "../text/width.ts";
import { type Cell, oneLine } from "./cells.ts";
import type { Drawing } from "./look.ts";

export interface TableColumn {
  header?: string;
  align?: "right" | undefined;
  least?: number | undefined;
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
const borders = sides.flatMap((side) => ["", "-mid", "-left", "-right"].map((end) => side + end));
const chars = {
  ...Object.fromEntries(borders.map((border) => [border, ""])),
  mid: "─",
  "mid-mid": "─".repeat(gap.length),
  middle: gap,
};
const style = { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true };

/** Draws a table that fits the terminal; empty without rows. */
export function table({ columns, rows }: Table, { paint, width }: Drawing): string {
  const { shown, texts, widths } = fitted({ columns, rows }, width);
  const content = (text: string, at: number, tone: Cell["tone"]) => paint(shortened(text, widths[at] ?? 0), tone);
  const head = shown.map((column, at) => content(columns[column]?.header ?? "", at, "bold"));
  const laidOut = rows.map((row, line): CliTable.HorizontalTableRow => {
    const own = texts[line] ?? [];
    const tones = row.map(({ tone }) => tone);
    if (row.length === columns.length) return shown.map((column, at) => content(own[column] ?? "", at, tones[column]));
    const [number = "", why = ""] = own;
    if (shown.length === 1) return [number];
    return [number, { content: paint(why, tones[1]), colSpan: shown.length - 1, hAlign: "left" }];
  });
  const colAligns = shown.map((column) => columns[column]?.align ?? "left");
  let drawn = "";
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const isHeaded = at === 0 && columns.some(({ header }) => header !== undefined);
    const part = new CliTable({ head: isHeaded ? head : [], colWidths: widths, colAligns, chars, style });
    part.push(...laidOut.slice(at, at + rowsAtOnce));
    drawn += `${part.toString()}\n`;
  }
  return drawn.replace(/ +$/gm, "");
}

/** The columns that fit. Remarks in parentheses go first, then columns that say ACTIVE everywhere, then the last. */
function fitted({ columns, rows }: Table, width: number) {
  const headers = columns.map(({ header }) => displayWidth(header || " "));
  const measured = (textOf: (cell: Cell) => string) => {
    const texts = rows.map((row) => row.map((cell) => visible(textOf(cell))));
    const needs = headers.map((header, at) => {
      const own = texts.filter((line) => at === 0 || line.length === columns.length);
      return own.reduce((most, line) => Math.max(most, displayWidth(line[at] ?? "")), header);
    });
    return { texts, needs };
  };
  const [whole, bare] = [measured(oneLine), measured(({ text }) => text)];
  const all = columns.map((_, at) => at);
  const telling = all.filter((at) => rows.some((row) => (row[at]?.text ?? "ACTIVE") !== "ACTIVE"));
  const attempts = [
    { ...whole, shown: all },
    { ...bare, shown: all },
    ...telling.map((_, gone) => ({ ...bare, shown: telling.slice(0, telling.length - gone) })),
  ];
  for (const { texts, needs, shown } of attempts) {
    const least = (at: number) => {
      const { least = Number.POSITIVE_INFINITY } = columns[at] ?? {};
      // What decides stands beside the number as far as there is room.
      return Math.max(headers[at] ?? 0, shown.length === 2 && Number.isFinite(least) ? 0 : least);
    };
    const widths = fittingWidths(
      shown.map((at) => needs[at] ?? 0),
      shown.map(least),
      width,
    );
    if (widths !== undefined) return { shown, texts, widths };
  }
  return { shown: [0], texts: bare.texts, widths: [width] };
}

/** The widths of columns: the widest that can shrink do. Undefined if even the least are too wide. */
function fittingWidths(needs: readonly number[], leasts: readonly number[], terminal: number) {
  const widths = needs.map((need, at) => Math.min(need, Math.max(terminal, leasts[at] ?? 0)));
  const excess = () => widths.reduce((sum, width) => sum + width + gap.length, -gap.length) - terminal;
  while (excess() > 0) {
    const spare = widths.map((width, at) => (width > (leasts[at] ?? 0) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if (!spare[widest]) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
