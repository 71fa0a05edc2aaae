/** Column widths of a table: what the cells need, or less if the terminal is narrower. */
import { displayWidth, wrap } from "../text/width.ts";
import { type Cell, oneLine, safe } from "./cells.ts";
import type { Paint } from "./palette.ts";
import type { Column } from "./view.ts";

/** The space between two columns without a border. */
export const gap = "  ";

/** `name` -> `Name`: a label as a column heading. */
export function heading(label: string): string {
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

/**
 * Widths at which a line fits the terminal. The widest columns shrink first, down to their minimum; if those minimums are too wide, the
 * next ones apply.
 * @param steps the columns' minimum widths, from comfortable to smallest
 * @returns undefined if even the smallest don't fit
 */
export function fittedWidths(
  needs: readonly number[],
  terminal: number,
  steps: readonly (readonly number[])[],
): readonly number[] | undefined {
  const room = terminal - gap.length * (needs.length - 1);
  if (sum(needs) <= room) return needs;
  const floors = steps.find((step) => sum(lowered(needs, step, 0)) <= room);
  return floors && leveled(needs, floors, room);
}

/** The largest widths that fit: every column above a certain level comes down to it. */
function leveled(needs: readonly number[], floors: readonly number[], room: number): readonly number[] {
  let level = room;
  while (sum(lowered(needs, floors, level)) > room) level -= 1;
  return lowered(needs, floors, level);
}

/** Limits each column to `level`, or to its minimum if that is larger. */
function lowered(needs: readonly number[], floors: readonly number[], level: number): number[] {
  return needs.map((need, index) => Math.min(need, Math.max(level, floors[index] as number)));
}

/** The largest number, or 0. `Math.max(...numbers)` overflows the stack with a hundred thousand of them. */
export function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

/** The sum of some numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A cell in painted lines of at most `width` columns: on one line if it fits, or else with the aside below the text. */
export function cellLines(cell: Cell, width: number, paint: Paint): string[] {
  const shown = safe(cell);
  const line = oneLine(shown);
  const parts =
    displayWidth(line) <= width ? [line] : [shown.text, ...(shown.aside === undefined ? [] : [shown.aside])];
  return parts.flatMap((part) => wrap(part, width)).map((each) => paint(each, cell.tone));
}

/** The width of a text that is only broken between words. */
export function longestWord(text: string): number {
  return largest(text.split(" ").map(displayWidth));
}

/** Made once: a list pads millions of cells. */
const spaces: readonly string[] = Array.from({ length: 100 }, (_, count) => " ".repeat(count));

/** A text padded with the columns that it leaves free, if any. The padding isn't colored, so the end of a line can be trimmed. */
export function padded(text: string, free: number, align: Column["align"], tone: Cell["tone"], paint: Paint): string {
  if (free <= 0) return paint(text, tone);
  const padding = spaces[free] ?? " ".repeat(free);
  return align === "right" ? padding + paint(text, tone) : paint(text, tone) + padding;
}

/** As many items as fit, and how many more there are: `no BIPD, crashes, +2`. The first always stays. */
export function fitted(items: readonly string[], width: number): string {
  let text = items.join(", ");
  for (let count = items.length - 1; count > 0 && displayWidth(text) > width; count--) {
    text = `${items.slice(0, count).join(", ")}, +${items.length - count}`;
  }
  return text;
}
