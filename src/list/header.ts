/** How a list is split into rows of cells, and where its header is. */
import { quoteInput } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { type Cells, indexesOf } from "./cells.ts";
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
  rows: readonly Cells[];
  /** Absent where lines are not split, and in a workbook. */
  delimiter?: string | undefined;
  /** The rows with `textMark`, where there is any. */
  written?: readonly Cells[];
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

/**
 * Of the ways to split a list, the first that has a header of several cells, or
 * else a header, or else the same numbers as every other.
 */
export function findHeader(
  ways: readonly Rows[],
  source: string,
  asked?: string,
): Headed {
  const tables = ways.map((rows) => withHeader(rows, asked));
  const headed = tables.filter(({ header }) => header !== undefined);
  return (
    headed.find(({ head }) => head.length > 1) ??
    headed.at(-1) ??
    withoutHeader(tables, source, asked)
  );
}

function withHeader(rows: Rows, asked: string | undefined): Headed {
  const sample: Cells[] = [];
  for (const cells of rows.rows) {
    if (sample.length === sampleSize) break;
    if (!isBlank(cells) && !isComment(cells)) sample.push(cells);
  }
  const head = headerIn(sample, asked);
  const header = head && rows.rows.indexOf(head);
  return { ...rows, sample, header, head: head ?? sample[0] ?? [] };
}

/**
 * The header stands above the first number, and maybe below titles. It is the
 * first row with a column of the name that is asked for, or else one that names
 * the numbers, or else one with a word in the place that is asked for.
 */
function headerIn(sample: readonly Cells[], asked = ""): Cells | undefined {
  const above = aboveNumbers(sample);
  const isCalled = (cells: Cells) =>
    !isPlace(asked) && columnsCalled(cells, asked).length > 0;
  const isNamed = (cells: Cells) => columnsNamed(cells, sample).length > 0;
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

/**
 * Which way to split a list without a header: by every delimiter, its first row
 * must have the same numbers.
 */
function withoutHeader(
  tables: readonly Headed[],
  source: string,
  asked?: string,
): Headed {
  const ways = tables.filter(
    ({ head, delimiter }) => head.length > 1 || delimiter === undefined,
  );
  const numbersBy = ({ head }: Headed) => {
    const cells = asked ? [head[Number(asked) - 1] ?? ""] : head;
    const numbers = cells.filter(isNumber);
    return numbers.map((cell) => cell.replace(/\D/g, "")).join(" ");
  };
  const telling = ways.filter((way) => numbersBy(way) !== "");
  if (new Set(telling.map(numbersBy)).size > 1)
    refuse(
      `${source}: cannot tell which delimiter it uses: ${quoteInput(ways.at(-1)?.head.join() ?? "")}`,
      "add a header line, such as name;dot_number",
    );
  const byWidth = ways.toSorted((a, b) => b.head.length - a.head.length);
  return (telling[0] ?? byWidth[0]) as Headed;
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

/**
 * The columns that a header names as that of the numbers; a list's only column
 * may have numbers of any name.
 */
export function columnsNamed(cells: Cells, sample: readonly Cells[]): number[] {
  const isAny = isSingle(sample);
  return indexesOf(cells, (cell) => {
    const meaning = headerMeaning(cell);
    return meaning === "number" || (isAny && meaning !== undefined);
  });
}

/** Whether a list has one column. */
export function isSingle(sample: readonly Cells[]): boolean {
  return sample.every(({ length }) => length === 1);
}
