/** Which row of a list is its header. */

import { type Cells, indexesOf, type SheetCell, textsOf } from "./cells.ts";
import { isNumber } from "./pasted.ts";
import {
  headerMeaning,
  isBlank,
  isComment,
  isData,
  isSameName,
  isWord,
} from "./row-words.ts";

/** The rows of a list, by one way to split it into cells. */
export interface Rows {
  rows: readonly (readonly SheetCell[])[];
  /** Absent where lines are not split, and in a workbook. */
  delimiter?: string | undefined;
  /** The line on which each row begins, where cells have line breaks. */
  lines?: readonly number[];
}

/** Rows whose header was looked for. */
export interface Headed extends Rows {
  /** The first rows that are neither blank nor comments. */
  sample: readonly Cells[];
  /** The index of the header's row. */
  header: number | undefined;
  /** The header's cells; without one those of the first row. */
  head: Cells;
}

const sampleSize = 20;

export function withHeader(rows: Rows, asked = ""): Headed {
  const sample: Cells[] = [];
  const places: number[] = [];
  for (const [at, row] of rows.rows.entries()) {
    if (sample.length === sampleSize) break;
    const cells = textsOf(row);
    if (isBlank(cells) || isComment(cells)) continue;
    sample.push(cells);
    places.push(at);
  }
  const head = headerIn(sample, asked);
  const header = head && places[sample.indexOf(head)];
  return { ...rows, sample, header, head: head ?? sample[0] ?? [] };
}

/**
 * The header stands above the first number, and maybe below titles. It is the
 * first row with a column of the name that is asked for, or else one that names
 * the numbers, or else one with a word in the place that is asked for.
 */
function headerIn(sample: readonly Cells[], asked: string): Cells | undefined {
  const above = aboveNumbers(sample);
  const isCalled = (cells: Cells) =>
    !isPlace(asked) && columnsCalled(cells, asked).length > 0;
  const isNamed = (cells: Cells) => columnsNamed(cells).length > 0;
  const isWordInPlace = (cells: Cells) =>
    isPlace(asked) && isWordAboveNumbers(cells, sample, Number(asked) - 1);
  return (
    above.find(isCalled) ?? above.find(isNamed) ?? above.find(isWordInPlace)
  );
}

/** The rows above the first that has a number: titles, and the header. */
export function aboveNumbers(sample: readonly Cells[]): readonly Cells[] {
  const first = sample.findIndex((cells) => cells.some(isData));
  return first < 0 ? sample : sample.slice(0, first);
}

/** Whether a row that no delimiter is left in has a word above numbers. */
function isWordAboveNumbers(
  cells: Cells,
  sample: readonly Cells[],
  at: number,
): boolean {
  const below = sample.slice(sample.indexOf(cells) + 1);
  return (
    isWord(cells[at] ?? "") &&
    !/[;|\t]/.test(cells.join("")) &&
    below.some((row) => isNumber(row[at] ?? ""))
  );
}

/** Whether a column is asked for by its place, from 1 on, not by its name. */
export function isPlace(asked = ""): boolean {
  return /^\d+$/.test(asked);
}

/** The columns that a user asks for, by place or by name. */
export function columnsCalled(cells: Cells, asked: string): number[] {
  return indexesOf(cells, (cell, at) =>
    isPlace(asked) ? at === Number(asked) - 1 : isSameName(cell, asked),
  );
}

/** The columns that a header names as those of USDOT numbers. */
export function columnsNamed(cells: Cells): number[] {
  return indexesOf(cells, (cell) => headerMeaning(cell) === "number");
}
