/** The table in a text: its lines, split where they are delimited. */
import { quoteInput } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { findTable, type Table } from "./find-columns.ts";
import { type Headed, type Rows, withHeader } from "./header.ts";
import type { ReadOptions } from "./input.ts";
import { isNumber } from "./pasted.ts";

const delimiters = ["\t", ";", "|", ","];

/** Each cell takes memory: a million rows of several take 760 MB. */
const maxDelimited = 64 * 2 ** 20;

/** Finds how a text is split into a table, by its head, and splits all of it. */
export async function readTextTable(
  written: string,
  source: string,
  options: ReadOptions,
): Promise<Table> {
  const text = prepared(written);
  const head = text.slice(0, 2 ** 16);
  // Commas group the digits of 2,233,855.
  const isGrouped =
    options.column === undefined &&
    /^\s*\d{1,3}(?:,\d{3})+\s*(?:[\r\n]|$)/.test(head);
  const possible = delimiters.filter(
    (each) => !isGrouped && head.includes(each),
  );
  const ways = await Promise.all(
    [...possible, undefined].map((each) => split(head, each, true)),
  );
  const headed = ways.map((rows) => withHeader(rows, options.column));
  const table = findTable(chosenWay(headed, source), source, options);
  const { delimiter } = table;
  if (delimiter !== undefined && text.length > maxDelimited)
    refuse(
      `${source} has columns and is larger than 64 MiB`,
      "split it into several files",
    );
  try {
    return { ...table, ...(await split(text, delimiter)) };
  } catch (cause) {
    // How far csv-parse came.
    const { bytes } = cause as { bytes: number };
    const line = breaksIn(Buffer.from(text).toString("utf8", 0, bytes)) + 1;
    refuse(
      `${source}:${line} has a quote that does not enclose a cell`,
      'put quotes around the whole cell, and double those within: "5"" pipe"',
      cause,
    );
  }
}

/** A text without its end, and with `="00344554"` as a cell in quotes. */
function prepared(written: string): string {
  const end = written.trimEnd();
  // Ctrl-Z ends a DOS file.
  const text = end.endsWith("\u001a") ? end.slice(0, -1) : written;
  return text
    .replace(/(?:\r\n?|\n)$/, "")
    .replace(/(^|[\t;|,])="([^"]*)"(?=[\t;|,\r\n]|$)/gm, '$1"=""$2"""');
}

/**
 * Of the ways to split a text, the first that has a header of several cells, or
 * else a header. Without a header, the first rows must have the same numbers,
 * whatever the delimiter.
 */
function chosenWay(ways: readonly Headed[], source: string): Headed {
  const headed = ways.filter(({ header }) => header !== undefined);
  const way = headed.find(({ head }) => head.length > 1) ?? headed.at(-1);
  if (way) return way;
  const numbersBy = ({ head }: Headed) =>
    head
      .filter(isNumber)
      .map((cell) => cell.replace(/\D/g, ""))
      .join(" ");
  const possible = ways.filter(
    ({ head, delimiter }) => head.length > 1 || delimiter === undefined,
  );
  const telling = possible.filter((each) => numbersBy(each) !== "");
  if (new Set(telling.map(numbersBy)).size > 1)
    refuse(
      `${source}: cannot tell which delimiter it uses: ${quoteInput(possible.at(-1)?.head.join() ?? "")}`,
      "add a header line, such as name;dot_number",
    );
  const byWidth = possible.toSorted((a, b) => b.head.length - a.head.length);
  return (telling[0] ?? byWidth[0]) as Headed;
}

/** Of the head of a text, which may be cut within quotes, the rows that are whole. */
async function split(
  text: string,
  delimiter: string | undefined,
  isHead = false,
): Promise<Rows> {
  const quote = delimiter === undefined ? /^[^\S\r\n]*"/m : /"/;
  if (!quote.test(text)) {
    const lines = text.split(/\r\n?|\n/);
    const rows = lines.map((line) =>
      delimiter === undefined ? [line] : line.split(delimiter),
    );
    return { delimiter, rows };
  }
  const { parse } = await import("csv-parse/sync");
  const rows: string[][] = [];
  try {
    parse(text, {
      // Lines with quotes are parsed, but not split: no text has a U+001F.
      delimiter: delimiter ?? "\u001f",
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      on_record: (row: string[]) => void rows.push(row),
    });
  } catch (error) {
    if (!isHead) throw error;
  }
  return { delimiter, rows, lines: startsOf(rows) };
}

/** The line on which each row begins: cells may have line breaks. */
function startsOf(rows: readonly string[][]): number[] {
  let next = 1;
  return rows.map((cells) => {
    const start = next;
    next += cells.reduce((lines, cell) => lines + breaksIn(cell), 1);
    return start;
  });
}

function breaksIn(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}
