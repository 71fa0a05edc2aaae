/** A list as plain columns: one line per carrier, or per policy, written as answers arrive. */
import { isResult, type Result } from "../../lookup/outcome.ts";
import { displayWidth, shortened } from "../../text/width.ts";
import { type Cell, oneLine } from "../cells.ts";
import { fittedWidths, gap, heading, padded } from "../column-widths.ts";
import type { Format, FormatOptions } from "../format.ts";
import { type Paint, palette } from "../palette.ts";
import { cellOf, rowsFor, withoutFalseGreen } from "../record-rows.ts";
import { type Column, lineColumns, nameOf } from "../view.ts";

/** How many lines are held back until the column widths are fixed: about a screenful. */
const mostHeld = 24;
/** For how many milliseconds a line is held back at most. */
const longestHeld = 2000;

/** A carrier's cells, or without an answer, its number and the reason. */
type Line = readonly Cell[] | { dotNumber: string; why: string };

/**
 * One line per row. The first lines and the terminal determine the column widths. A later cell that is wider is cut off if it is free
 * text on a terminal; otherwise it shifts the rest of its line.
 *
 * Looked up one by one, carriers arrive one by one, and the widths of a single one fit no list. So the first lines are held back until
 * there is a screenful of them, or for two seconds: a slow service, or someone who types numbers, is shown what there is.
 */
export const list: Format = (sink, options) => {
  const { view, fields, color, now } = options;
  const columns = lineColumns(view, fields);
  const rowsOf = rowsFor(view, columns, now, "table");
  const paint = palette(color);
  const linesOf = (result: Result): Line[] => {
    if ("answer" in result) {
      return rowsOf(result.answer).map((row) => withoutFalseGreen(columns.map((column) => cellOf(row, column))));
    }
    const why = result.kind === "not-found" ? "not found" : `no answer (${result.error.kind})`;
    return [{ dotNumber: result.dotNumber, why }];
  };
  let page: Page | undefined;
  let held: Line[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** What the timer wrote: the next write waits for it, and fails as it did. */
  let late: Promise<void> | undefined;
  const writeHeld = () => {
    clearTimeout(timer);
    if (held.length === 0) return undefined;
    page = new Page(columns, held, paint, options);
    const text = page.head() + page.lines(held);
    held = [];
    return sink.write(text);
  };
  const writeLate = async () => writeHeld();
  const hold = (lines: readonly Line[]) => {
    if (held.length === 0) {
      timer = setTimeout(() => {
        late = writeLate();
        late.catch(() => undefined);
      }, longestHeld);
    }
    held = [...held, ...lines];
    return held.length < mostHeld ? undefined : writeHeld();
  };
  const write = (lines: readonly Line[]) => (page === undefined ? hold(lines) : sink.write(page.lines(lines)));
  const flush = () => (late === undefined ? writeHeld() : late.then(writeHeld));
  return {
    write(outcomes) {
      const lines = outcomes.filter(isResult).flatMap(linesOf);
      if (lines.length === 0) return undefined;
      if (late === undefined) return write(lines);
      const waited = late;
      late = undefined;
      return waited.then(() => write(lines));
    },
    flush,
    end: () => (page === undefined && held.length === 0 ? sink.write("no carriers\n") : flush()),
  };
};

/** With so many columns left, free text is cut further before another column goes. */
const fewest = 3;
/** The narrowest that free text ever gets. */
const narrowest = 6;
/** What stands for columns that have no room. */
const leftOut = "…";

/** The columns and their widths. */
class Page {
  readonly #columns: readonly Column[];
  readonly #widths: readonly number[];
  readonly #paint: Paint;
  /** The terminal's columns; undefined where nothing is cut. */
  readonly #terminal: number | undefined;
  /** To how few columns a later cell may be cut, whatever the first lines needed. */
  readonly #least: readonly number[];
  /** Whether the terminal has no room for the last columns. */
  readonly #isCut: boolean;

  constructor(columns: readonly Column[], lines: readonly Line[], paint: Paint, { width }: FormatOptions) {
    const needs = columns.map((column, index) =>
      lines.reduce((widest, line) => Math.max(widest, widthIn(line, index)), nameOf(column).length),
    );
    this.#widths = width === undefined ? needs : widthsWithin(columns, needs, width);
    this.#columns = columns.slice(0, this.#widths.length);
    this.#least = this.#widths.map((each, index) => {
      const cut = columns[index]?.cut ?? each;
      const isSqueezed = each < Math.min(cut, needs[index] as number);
      return isSqueezed ? Math.min(each, narrowest) : cut;
    });
    this.#paint = paint;
    this.#terminal = width;
    this.#isCut = this.#columns.length < columns.length;
  }

  head(): string {
    const line = this.#line(this.#columns.map((column) => ({ text: heading(nameOf(column)), tone: "bold" })));
    return this.#isCut ? line.replace(/\n$/, ` ${leftOut}\n`) : line;
  }

  lines(lines: readonly Line[]): string {
    return lines.map((line) => ("why" in line ? this.#reason(line) : this.#line(line))).join("");
  }

  #reason({ dotNumber, why }: Exclude<Line, readonly Cell[]>): string {
    const start = `${dotNumber.padEnd(this.#widths[0] ?? 0)}${gap}`;
    const room = Math.max(narrowest, (this.#terminal ?? Number.POSITIVE_INFINITY) - start.length);
    return `${start}${this.#paint(shortened(why, room), "error")}\n`;
  }

  #line(cells: readonly Cell[]): string {
    let text = "";
    // How far a cell that is too wide has shifted the line. Spare room in later cells makes up for it.
    let behind = 0;
    let at = 0;
    for (let index = 0; index < this.#columns.length; index++) {
      const { cut, align } = this.#columns[index] as Column;
      const shown = cells[index] as Cell;
      const width = this.#widths[index] as number;
      const room = Math.max(0, width - behind);
      const whole = oneLine(shown);
      const mayCut = cut !== undefined && this.#terminal !== undefined;
      const cell = mayCut ? shortened(whole, Math.max(room, this.#least[index] as number)) : whole;
      const left = (this.#terminal ?? Number.POSITIVE_INFINITY) - at;
      const columns = displayWidth(cell);
      // A number that has no room is left out, since its beginning would be another number.
      if (columns > left) return `${text}${left > 0 ? leftOut : ""}\n`;
      text += padded(cell, Math.min(room, left) - columns, align, shown.tone, this.#paint) + gap;
      const taken = Math.max(columns, Math.min(room, left));
      behind += taken - width;
      at += taken + gap.length;
    }
    return `${text.trimEnd()}\n`;
  }
}

/** The widths of as many columns as the terminal has room for, at least of one. */
function widthsWithin(columns: readonly Column[], needs: readonly number[], terminal: number): readonly number[] {
  const cuts = needs.map((need, index) => Math.min(need, columns[index]?.cut ?? need));
  const names = needs.map((need, index) =>
    columns[index]?.path.endsWith("legal_name") ? Math.min(need, 40) : (cuts[index] as number),
  );
  const least = needs.map((need, index) => (columns[index]?.cut === undefined ? need : Math.min(need, narrowest)));
  for (let count = needs.length; count > 1; count--) {
    // The mark behind the headings takes two columns.
    const room = count < needs.length ? terminal - leftOut.length - 1 : terminal;
    const steps = [() => names, () => cuts, ...(count <= fewest ? [() => least] : [])];
    const fitted = fittedWidths(needs.slice(0, count), room, steps);
    if (fitted !== undefined) return fitted;
  }
  return needs.slice(0, 1);
}

/** The width that a line needs for a column; a line without cells needs none but for its number. */
function widthIn(line: Line, index: number): number {
  if ("why" in line) return index === 0 ? line.dotNumber.length : 0;
  return displayWidth(oneLine(line[index] as Cell));
}
