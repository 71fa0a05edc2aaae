/** A list as plain columns: one line per carrier, or per policy, written as answers arrive. */
import { isResult, type Result } from "../../lookup/outcome.ts";
import { displayWidth, shortened } from "../../text/width.ts";
import { type Cell, oneLine } from "../cells.ts";
import { fitted, fittedWidths, gap, heading, padded } from "../column-widths.ts";
import type { Format } from "../format.ts";
import { type Drawing, drawingFor } from "../palette.ts";
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
  const { view, fields, now } = options;
  const columns = lineColumns(view, fields);
  const rowsOf = rowsFor(view, columns, now, "table");
  const drawing = drawingFor(options);
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
  /** What the timer wrote: what is written later waits for it, and fails as it did. */
  let late: Promise<void> | undefined;
  const afterLate = (write: () => Promise<void> | undefined) => (late === undefined ? write() : late.then(write));
  const writeHeld = (isWhole = false) => {
    clearTimeout(timer);
    if (held.length === 0) return undefined;
    page = new Page(layoutOf(columns, held, drawing.width, isWhole), drawing);
    const text = page.head() + page.lines(held);
    held = [];
    return sink.write(text);
  };
  const hold = (lines: readonly Line[]) => {
    if (held.length === 0) {
      timer = setTimeout(() => {
        late = (async () => writeHeld())();
        late.catch(() => undefined);
      }, longestHeld);
    }
    held = [...held, ...lines];
    return held.length < mostHeld ? undefined : writeHeld();
  };
  return {
    write(outcomes) {
      const lines = outcomes.filter(isResult).flatMap(linesOf);
      if (lines.length === 0) return undefined;
      return afterLate(() => (page === undefined ? hold(lines) : sink.write(page.lines(lines))));
    },
    flush: () => afterLate(() => writeHeld()),
    end() {
      if (page === undefined && held.length === 0) return sink.write("no carriers\n");
      return afterLate(() => writeHeld(true));
    },
  };
};

/** The narrowest that free text ever gets. */
const narrowest = 6;

/** Which columns a list has, and how wide they are. */
interface Layout {
  columns: readonly Column[];
  /** Where they are in a line's cells. */
  places: readonly number[];
  widths: readonly number[];
  /** To how few columns a later cell may be cut, whatever the first lines needed. */
  least: readonly number[];
  /** Whether the remarks on cells are shown. */
  asides: boolean;
}

/**
 * The layout of a list that begins with these lines. What decides is cut last: remarks go first, then columns that say the same in every
 * line of a whole list, then names get shorter, then the last columns go.
 */
function layoutOf(columns: readonly Column[], lines: readonly Line[], terminal: number, isWhole: boolean): Layout {
  const rows = lines.filter((line): line is readonly Cell[] => !("why" in line));
  const isSame = (place: number) => new Set(rows.map((row) => row[place]?.text)).size === 1 && rows.length > 1;
  let places = columns.map((_, place) => place);
  for (let asides = true; ; asides = false) {
    const shown = places.map((place) => columns[place] as Column);
    const needs = shown.map((column, index) =>
      lines.reduce(
        (most, line) => Math.max(most, widthIn(line, places[index] as number, asides)),
        Math.max(nameOf(column).length, (column.cut === undefined && column.least) || 0),
      ),
    );
    const repeated = isWhole
      ? places.findLast((place) => place > 1 && !columns[place]?.decides && isSame(place))
      : undefined;
    // First without asides and repeated columns.
    const steps = asides || repeated !== undefined ? [] : floorsOf(shown, needs);
    const widths = fittedWidths(needs, terminal, steps);
    if (widths !== undefined) {
      const roomy = widths.map((each, index) => Math.max(each, shown[index]?.least ?? 0));
      const least = widths.map((each, index) => {
        const cut = shown[index]?.cut ?? each;
        return each < Math.min(cut, needs[index] as number) ? each : cut;
      });
      return { columns: shown, places, widths: fittedWidths(roomy, terminal, []) ?? widths, least, asides };
    }
    if (places.length === 1) return { columns: shown, places, widths: needs, least: needs, asides };
    if (!asides) places = places.filter((place) => place !== (repeated ?? places.at(-1)));
  }
}

/** The most that a name needs before other columns do: a wider terminal never cuts a name that a narrower one shows. */
const nameWidth = 34;

/** How narrow columns may get, step by step: names and what decides only where few others are left. */
function floorsOf(columns: readonly Column[], needs: readonly number[]): (readonly number[])[] {
  const isName = ({ path }: Column) => path.endsWith("legal_name");
  const floors = (floor: (column: Column) => number | undefined) =>
    columns.map((column, index) => Math.min(needs[index] as number, (column.cut && floor(column)) ?? Infinity));
  return [
    floors((column) => (isName(column) ? nameWidth : undefined)),
    floors((column) => (isName(column) ? nameWidth : column.decides ? undefined : column.cut)),
    ...(columns.length <= 3
      ? [floors(({ cut, decides }) => (decides ? undefined : cut)), floors(({ cut }) => cut), floors(() => narrowest)]
      : []),
  ];
}

/** The width that a line needs for a column; a line without cells needs none but for its number. */
function widthIn(line: Line, place: number, asides: boolean): number {
  if ("why" in line) return place === 0 ? line.dotNumber.length : 0;
  return displayWidth(textOf(line[place] as Cell, asides));
}

function textOf(cell: Cell, asides: boolean): string {
  return asides ? oneLine(cell) : cell.text;
}

/** A page of lines in columns of fixed widths. */
class Page {
  readonly #layout: Layout;
  readonly #drawing: Drawing;

  constructor(layout: Layout, drawing: Drawing) {
    this.#layout = layout;
    this.#drawing = drawing;
  }

  head(): string {
    return this.#line(this.#layout.columns.map((column) => ({ text: heading(nameOf(column)), tone: "bold" })));
  }

  lines(lines: readonly Line[]): string {
    const { places } = this.#layout;
    return lines
      .map((line) => ("why" in line ? this.#reason(line) : this.#line(places.map((place) => line[place] as Cell))))
      .join("");
  }

  #reason({ dotNumber, why }: Exclude<Line, readonly Cell[]>): string {
    const start = `${dotNumber.padEnd(this.#layout.widths[0] ?? 0)}${gap}`;
    const room = Math.max(narrowest, this.#drawing.width - start.length);
    return `${start}${this.#drawing.paint(shortened(why, room), "error")}\n`;
  }

  #line(cells: readonly Cell[]): string {
    const { columns, widths, least, asides } = this.#layout;
    const { paint, width: terminal } = this.#drawing;
    let text = "";
    // How far a cell that is too wide has shifted the line. Spare room in later cells makes up for it.
    let behind = 0;
    let at = 0;
    for (const [index, cell] of cells.entries()) {
      const { cut, align } = columns[index] as Column;
      const width = widths[index] as number;
      const room = Math.max(0, width - behind);
      const whole = textOf(cell, asides);
      const mayCut = cut !== undefined && Number.isFinite(terminal);
      const most = Math.max(room, least[index] as number);
      const shown = mayCut ? shortened(cell.items ? fitted(cell.items, most) : whole, most) : whole;
      const left = terminal - at;
      const taken = displayWidth(shown);
      // A number that has no room is left out, since its beginning would be another number.
      if (taken > left) return `${text}${left > 0 ? "…" : ""}\n`;
      text += padded(shown, Math.min(room, left) - taken, align, cell.tone, paint) + gap;
      const used = Math.max(taken, Math.min(room, left));
      behind += used - width;
      at += used + gap.length;
    }
    return `${text.trimEnd()}\n`;
  }
}
