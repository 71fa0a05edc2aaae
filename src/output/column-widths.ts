/** How wide the columns of a table get: what their cells need, or less where the terminal is narrower. */

import { displayWidth, wrap } from "../text/width.ts";
import type { Cell } from "./cells.ts";
import type { Paint } from "./palette.ts";
import type { Column } from "./views.ts";

/** Between two columns that no line parts. */
export const gap = "  ";

/** `name` -> `Name`: a label over a column. */
export function heading(label: string): string {
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

/**
 * Widths at which a line fits the terminal. The widest columns give first, down to their floors; where these are too high,
 * the next floors hold.
 *
 * @param steps make the columns' floors, from the comfortable to the least
 * @returns undefined when even the last floors do not fit
 */
export function fittedWidths(
  needs: readonly number[],
  terminal: number | undefined,
  steps: readonly (() => readonly number[])[],
): readonly number[] | undefined {
  if (terminal === undefined) return needs;
  const room = terminal - gap.length * (needs.length - 1);
  if (sum(needs) <= room) return needs;
  for (const step of steps) {
    const floors = step();
    if (sum(lowered(needs, floors, 0)) <= room) return levelled(needs, floors, room);
  }
  return undefined;
}

/** The widest of the widths that fit: all columns above one level come down to it. */
function levelled(needs: readonly number[], floors: readonly number[], room: number): readonly number[] {
  let [low, high] = [0, largest(needs)];
  while (low < high) {
    const level = Math.ceil((low + high) / 2);
    if (sum(lowered(needs, floors, level)) <= room) low = level;
    else high = level - 1;
  }
  return lowered(needs, floors, low);
}

/** No column wider than `level`, unless its floor is. */
function lowered(needs: readonly number[], floors: readonly number[], level: number): number[] {
  return needs.map((need, index) => Math.min(need, Math.max(level, floors[index] as number)));
}

/** The largest number, or 0. `Math.max(...numbers)` overflows the stack with a hundred thousand of them. */
export function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A cell on one line: `2027-06-15, in 6 months`. */
export function oneLine({ text, aside }: Cell): string {
  return aside === undefined ? text : `${text}, ${aside}`;
}

/** A cell in lines of at most `width` columns: on one where it fits, else what is said of the text below it. */
export function cellLines(shown: Cell, width: number): string[] {
  const line = oneLine(shown);
  if (displayWidth(line) <= width) return [line];
  return [...wrap(shown.text, width), ...(shown.aside === undefined ? [] : wrap(shown.aside, width))];
}

/** The width of a text that is broken between words only. */
export function longestWord(text: string): number {
  return largest(text.split(" ").map(displayWidth));
}

/** A text in its column, which it may be too long for. The padding has no colour, so that a line's end can be trimmed. */
export function padded(text: string, width: number, align: Column["align"], tone: Cell["tone"], paint: Paint): string {
  const free = width - displayWidth(text);
  if (free <= 0) return paint(text, tone);
  return align === "right" ? " ".repeat(free) + paint(text, tone) : paint(text, tone) + " ".repeat(free);
}
