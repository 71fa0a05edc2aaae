/** A list as plain columns: one line per carrier, written as answers arrive. */
import { isResult, type Result } from "../../lookup/outcome.ts";
import { displayWidth, shortened } from "../../text/width.ts";
import type { Cell } from "../cells.ts";
import { fittedWidths, gap, heading, oneLine, padded } from "../column-widths.ts";
import type { Format, FormatOptions } from "../format.ts";
import { type Paint, palette } from "../palette.ts";
import { cellOf, rowsFor } from "../record-rows.ts";
import { loadingWidths } from "../text-width.ts";
import { type Column, columnsOf } from "../views.ts";

/** The narrowest that a column gets to fit a terminal. */
const narrowest = 6;

/** A carrier's cells, or without an answer, its number and the reason. */
type Line = readonly Cell[] | { dotNumber: string; why: string };

/**
 * One line per row. The first page and the terminal determine the column widths. A later cell that is wider is cut off if it is free text
 * on a terminal; otherwise it shifts the rest of its line.
 */
export const list: Format = loadingWidths((sink, options) => {
  const { view, fields, color, now } = options;
  const columns = columnsOf(view, "table", fields);
  const rowsOf = rowsFor(view, columns, now);
  const paint = palette(color);
  const linesOf = (result: Result): Line[] => {
    if ("answer" in result) return rowsOf(result.answer).map((row) => columns.map((column) => cellOf(row, column)));
    const why = result.kind === "not-found" ? "not found" : `no answer (${result.error.kind})`;
    return [{ dotNumber: result.dotNumber, why }];
  };
  let page: Page | undefined;
  return {
    write(outcomes) {
      const lines = outcomes.filter(isResult).flatMap(linesOf);
      if (lines.length === 0) return undefined;
      let text = "";
      if (page === undefined) {
        page = new Page(columns, lines, paint, options);
        text = page.head();
      }
      for (const line of lines) text += page.line(line);
      return sink.write(text);
    },
    end: () => (page === undefined ? sink.write("no carriers\n") : undefined),
  };
});

/** The columns and their widths. */
class Page {
  readonly #columns: readonly Column[];
  readonly #widths: readonly number[];
  readonly #paint: Paint;
  /** Whether free text is cut off to fit a terminal. */
  readonly #cuts: boolean;

  constructor(columns: readonly Column[], lines: readonly Line[], paint: Paint, { width }: FormatOptions) {
    const least = columns.map(({ label }) => label.length);
    const needs = least.map((label, index) =>
      lines.reduce((widest, line) => Math.max(widest, widthIn(line, index)), label),
    );
    const floors = needs.map((need, index) => (columns[index]?.cut ? Math.min(need, narrowest) : need));
    this.#columns = columns;
    this.#widths = fittedWidths(needs, width, [() => floors]) ?? floors;
    this.#paint = paint;
    this.#cuts = width !== undefined;
  }

  head(): string {
    return this.line(this.#columns.map(({ label }) => ({ text: heading(label), tone: "strong" })));
  }

  line(line: Line): string {
    if ("why" in line) {
      const first = this.#columns[0]?.path === "dot_number" ? (this.#widths[0] as number) : 0;
      return `${line.dotNumber.padEnd(first)}${gap}${this.#paint(line.why, "bad")}\n`;
    }
    let text = "";
    // How far a cell that is too wide has shifted the line. Spare room in later cells makes up for it.
    let behind = 0;
    for (let index = 0; index < line.length; index++) {
      const { cut, align } = this.#columns[index] as Column;
      const shown = line[index] as Cell;
      const width = this.#widths[index] as number;
      const room = Math.max(0, width - behind);
      const whole = oneLine(shown);
      const cell = cut && this.#cuts ? shortened(whole, Math.max(room, Math.min(width, narrowest))) : whole;
      text += padded(cell, room, align, shown.tone, this.#paint) + gap;
      behind += Math.max(displayWidth(cell), room) - width;
    }
    return `${text.trimEnd()}\n`;
  }
}

/** The width that a line needs for a column; a line without cells needs none. */
function widthIn(line: Line, index: number): number {
  return "why" in line ? 0 : displayWidth(oneLine(line[index] as Cell));
}
