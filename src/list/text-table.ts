/** The table in a text: its lines, split where they are delimited. */
import { parse } from "csv-parse/sync";
import { refuse } from "../errors.ts";
import { refuseLarge } from "../files/read.ts";
import { excerpt } from "../text/safe-text.ts";
import { type Cells, cellTexts, isBareNumber, isComment } from "./cells.ts";
import { layoutOf } from "./columns.ts";
import { hasHeader, type ListStart, listStartOf } from "./header.ts";
import type { ReadOptions } from "./input.ts";
import type { Table } from "./rows.ts";

const delimiters = ["\t", ";", "|", ","];

/** Each cell takes memory: a million rows of several take 760 MB. */
const maxDelimited = 64 * 2 ** 20;

/** Finds how a text is split into a table, by its beginning, and splits all of it. */
export function readTextTable(
  given: string,
  source: string,
  options: ReadOptions,
): Table {
  const written = withoutCtrlZ(given);
  const text = prepared(written);
  const chosen = chooseDelimiter(text.slice(0, 2 ** 16), source, options);
  const layout = layoutOf(chosen, options);
  const { delimiter } = layout;
  if (delimiter !== undefined && text.length > maxDelimited)
    refuseLarge(`${source}, a list with columns,`, maxDelimited);
  const { brokenAt, ...rows } = split(text, delimiter);
  if (brokenAt !== undefined)
    refuse(
      `${source}:${brokenAt} has a quote that does not enclose a cell`,
      'put quotes around the whole cell, and double those within: "5"" pipe"',
    );
  const table = { ...layout, ...rows, source };
  return { ...table, cutOffRow: cutOffRowOf(table, written) };
}

/**
 * The last row of a text without a line end, if it alone lacks cells: a number
 * in it may be a part of one.
 */
function cutOffRowOf(table: Table, written: string): number | undefined {
  const { rows, headerRow, firstCells, column } = table;
  const last = rows.length - 1;
  const isCarrier = (cells: Cells) =>
    !isComment(cells) && isBareNumber(cells[column] ?? "");
  const firstShort = rows.findIndex(
    (row, at) =>
      at > headerRow &&
      row.length < firstCells.length &&
      (at === last || isCarrier(cellTexts(row))),
  );
  const hasLineEnd = /[\r\n]/.test(written.slice(written.trimEnd().length));
  // A single row has no other to be compared with.
  if (hasLineEnd || last === headerRow + 1) return undefined;
  return firstShort === last ? last : undefined;
}

/** Ctrl-Z ends a DOS file; CP/M wrote several. */
function withoutCtrlZ(text: string): string {
  let whole = text;
  for (let end = whole.trimEnd(); end.endsWith("\u001a"); end = whole.trimEnd())
    whole = end.slice(0, -1);
  return whole;
}

/** A text without its last line end, and with `="00344554"` as a cell in quotes. */
function prepared(written: string): string {
  return written
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .replace(/(^|[\t;|,])="([^"]*)"(?=[\t;|,\n]|$)/gm, '$1"=""$2"""');
}

/**
 * The first way to split a text that gives a header of several cells, or else a
 * header. Without a header, the way that splits it at all, if there is only
 * one, or if it is the tab. In this order:
 *
 *     2,233,855                                not at all: commas group digits
 *     name;dot_number / ACME, INC;9000001      ; as its header has two cells
 *     dot_number / 9000001                     not at all: one column
 *     9000001,ACME / 9000002,BETA              , as nothing else splits it
 *     9000001<tab>ACME, INC                    the tab
 *     ACME, INC;9000001 / BETA;9000002         refused: ; or , without a header
 */
function chooseDelimiter(
  text: string,
  source: string,
  { column }: ReadOptions,
): ListStart {
  const waySplitAt = (delimiter?: string): ListStart => {
    // The text may be cut within quotes: those rows count that are whole.
    const { rows } = split(text, delimiter);
    return { ...listStartOf(source, rows, column), delimiter };
  };
  const whole = waySplitAt();
  const [[first = ""] = []] = whole.firstRows;
  // Commas group the digits of 2,233,855.
  const isGrouped =
    column === undefined && first.includes(",") && isBareNumber(first);
  const ways = delimiters
    .filter((each) => text.includes(each) && !isGrouped)
    .map(waySplitAt);
  const splits = ways.filter(({ firstCells }) => firstCells.length > 1);
  // Ways whose header has fewer cells than the rows below it come last.
  const inOrder = [...splits, whole, ...ways];
  const headed = inOrder.find(({ headerRow }) => headerRow >= 0);
  if (headed) return headed;
  // A header below a number is refused later: no other way is tried.
  const misplaced = ways.find(hasHeader);
  if (misplaced) return misplaced;
  const [usual = whole, other] = splits;
  if (other && usual.delimiter !== "\t")
    refuse(
      `${source}: cannot tell which delimiter it uses: ${excerpt(whole.firstCells.join())}`,
      "add a header line, such as name;dot_number",
    );
  return usual;
}

/** `brokenAt`: the line of a cell that a quote does not enclose, where rows end. */
function split(text: string, delimiter: string | undefined) {
  const quote = delimiter === undefined ? /^[^\S\n]*"/m : /"/;
  if (!quote.test(text)) {
    const rows = text
      .split("\n")
      .map((line) =>
        delimiter === undefined ? [line] : line.split(delimiter),
      );
    return { rows };
  }
  const rows: string[][] = [];
  const lineNumbers = [1];
  let brokenAt: number | undefined;
  try {
    parse(text, {
      // Lines with quotes are parsed, but not split: no text has a U+001F.
      delimiter: delimiter ?? "\u001f",
      record_delimiter: "\n",
      relax_column_count: true,
      on_record(row: string[], { lines: end }) {
        rows.push(row);
        lineNumbers.push(end + 1);
      },
    });
  } catch {
    brokenAt = lineNumbers.at(-1);
  }
  return { rows, lineNumbers, brokenAt };
}
