/** A list as plain columns: one line per carrier, or per policy, written as answers arrive. */
import { isResult, type Result } from "../../lookup/outcome.ts";
import { displayWidth, shortened } from "../../text/width.ts";
import { type Cell, oneLine } from "../cells.ts";
import { fitted, fittedWidths, gap, heading, padded } from "../column-widths.ts";
import type { Format } from "../format.ts";
import { type Drawing, drawingFor } from "../palette.ts";
import { cellOf, rowsFor, withoutFalseGreen } from "../record-rows.ts";
import { type Column, labelOf, lineColumns } from "../view.ts";

/** How many lines are held back until the column widths are fixed: about a screenful. */
const maxHeld = 24;
/** For how many milliseconds a line is held back at most. */
const maxHold = 2000;

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
  let page: ReturnType<typeof pageOf> | undefined;
  let held: Line[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** What the timer wrote: what is written later waits for it, and fails as it did. */
  let late: Promise<void> | undefined;
  const afterLate = (write: () => Promise<void> | undefined) => (late === undefined ? write() : late.then(write));
  const writeHeld = (isWhole = false) => {
    clearTimeout(timer);
    if (held.length === 0) return undefined;
    page = pageOf(layoutOf(columns, held, drawing.width, isWhole), drawing);
    const text = page.head() + page.lines(held);
    held = [];
    return sink.write(text);
  };
  const hold = (lines: readonly Line[]) => {
    if (held.length === 0) {
      timer = setTimeout(() => {
        late = (async () => writeHeld())();
        late.catch(() => undefined);
      }, maxHold);
    }
    held = [...held, ...lines];
    return held.length < maxHeld ? undefined : writeHeld();
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

/** A column of a list, with its width. */
interface ListColumn extends Column {
  /** Where it is in a line's cells. */
  place: number;
  width: number;
  /** To how few columns a later cell may be cut, whatever the first lines needed. */
  shortest: number;
}

interface Layout {
  columns: readonly ListColumn[];
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
  let shown = columns.map((column, place) => ({ ...column, place }));
  for (let asides = true; ; asides = false) {
    const needs = shown.map((column) =>
      lines.reduce(
        (most, line) => Math.max(most, widthIn(line, column.place, asides)),
        Math.max(labelOf(column).length, (column.cut === undefined && column.least) || 0),
      ),
    );
    const repeated = isWhole
      ? shown.findLast(({ place, decides }) => place > 1 && !decides && isSame(place))
      : undefined;
    // First without asides and repeated columns.
    const steps = asides || repeated !== undefined ? [] : floorsOf(shown, needs);
    const widths = fittedWidths(needs, terminal, steps) ?? (shown.length === 1 ? needs : undefined);
    if (widths !== undefined) {
      const roomy = widths.map((width, index) => Math.max(width, shown[index]?.least ?? 0));
      const final = fittedWidths(roomy, terminal, []) ?? widths;
      const laidOut = shown.map((column, index): ListColumn => {
        const width = widths[index] as number;
        const { cut = width } = column;
        const shortest = width < Math.min(cut, needs[index] as number) ? width : cut;
        return { ...column, width: final[index] as number, shortest };
      });
      return { columns: laidOut, asides };
    }
    if (!asides) shown = shown.filter((column) => column !== (repeated ?? shown.at(-1)));
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

/** Writes lines in columns of fixed widths. */
function pageOf({ columns, asides }: Layout, { paint, width: terminal }: Drawing) {
  const reasonLine = ({ dotNumber, why }: Exclude<Line, readonly Cell[]>): string => {
    const start = `${dotNumber.padEnd(columns[0]?.width ?? 0)}${gap}`;
    return `${start}${paint(shortened(why, Math.max(narrowest, terminal - start.length)), "error")}\n`;
  };
  /** A cell's text, cut where it may be. */
  const shownIn = (cell: Cell, { cut, shortest }: ListColumn, room: number): string => {
    const whole = textOf(cell, asides);
    if (cut === undefined || !Number.isFinite(terminal)) return whole;
    const most = Math.max(room, shortest);
    return shortened(cell.items ? fitted(cell.items, most) : whole, most);
  };
  const lineOf = (cellIn: (column: ListColumn) => Cell): string => {
    let text = "";
    // How far a cell that is too wide has shifted the line. Spare room in later cells makes up for it.
    let behind = 0;
    let at = 0;
    for (const column of columns) {
      const cell = cellIn(column);
      const room = Math.max(0, column.width - behind);
      const shown = shownIn(cell, column, room);
      const left = terminal - at;
      const taken = displayWidth(shown);
      // A number that has no room is left out, since its beginning would be another number.
      if (taken > left) return `${text}${left > 0 ? "…" : ""}\n`;
      text += padded(shown, Math.min(room, left) - taken, column.align, cell.tone, paint) + gap;
      const used = Math.max(taken, Math.min(room, left));
      behind += used - column.width;
      at += used + gap.length;
    }
    return `${text.trimEnd()}\n`;
  };
  return {
    head: () => lineOf((column) => ({ text: heading(labelOf(column)), tone: "bold" })),
    lines: (lines: readonly Line[]) =>
      lines.map((line) => ("why" in line ? reasonLine(line) : lineOf(({ place }) => line[place] as Cell))).join(""),
  };
}
