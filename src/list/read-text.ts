/** The rows of a text: its lines, split where they are delimited. */
import { refuse } from "../errors.ts";
import { type Cells, textMark } from "./cells.ts";
import { findTable, type NumberTable } from "./find-columns.ts";
import type { Rows } from "./header.ts";

const delimiters = ["\t", ";", "|", ","];

/** There are 4.45 million USDOT numbers. A line takes memory, also a blank one. */
const maxLines = 5_000_000;
/** Each cell takes memory: a million rows of several take 760 MB. */
const maxDelimited = 64 * 2 ** 20;

/** Finds how a text is split into a table, by its head, and splits all of it. */
export async function findTextTable(
  written: string,
  source: string,
  asked?: string,
): Promise<NumberTable> {
  if (breaksIn(written) > maxLines)
    refuse(
      `${source} has more than 5 million lines`,
      "split it into several files",
    );
  const text = withoutMarks(written);
  const head = text.slice(0, 2 ** 16);
  // Commas group the digits of 2,233,855.
  const isGrouped =
    asked === undefined && /^\s*\d{1,3}(?:,\d{3})+\s*(?:[\r\n]|$)/.test(head);
  const possible = delimiters.filter(
    (each) => !isGrouped && head.includes(each),
  );
  const ways = [...possible, undefined].map((each) => split(head, each, true));
  const table = findTable(await Promise.all(ways), source, asked);
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

/** A text without what programs add to it: not a last line, nor a mark of a text. */
function withoutMarks(written: string): string {
  const end = written.trimEnd();
  // Ctrl-Z ends a DOS file.
  const text = end.endsWith("\u001a") ? end.slice(0, -1) : written;
  return (
    text
      .replace(/(?:\r\n?|\n)$/, "")
      // ="00344554" is how programs keep Excel from dropping zeros.
      .replace(/(^|[\t;|,])="/gm, `$1"${textMark}`)
  );
}

/** Of the head of a text, which may be cut within quotes, the rows that are whole. */
async function split(
  text: string,
  delimiter: string | undefined,
  isHead = false,
): Promise<Rows> {
  const quote = delimiter === undefined ? /^[^\S\r\n]*"/m : /"/;
  if (!quote.test(text)) {
    const lines = text.replaceAll(`"${textMark}`, '="').split(/\r\n?|\n/);
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
  const lines = startsOf(rows);
  if (!text.includes(textMark)) return { delimiter, rows, lines };
  const bare = (cell: string) =>
    cell.startsWith(textMark) ? cell.slice(1) : cell;
  const read = rows.map((cells) => cells.map(bare));
  return { delimiter, rows: read, written: rows, lines };
}

/** The line on which each row begins: cells may have line breaks. */
function startsOf(rows: readonly Cells[]): number[] {
  let next = 1;
  return rows.map((cells) => {
    const start = next;
    next += cells.reduce((lines, cell) => lines + breaksIn(cell), 1);
    return start;
  });
}

function breaksIn(text: string): number {
  let breaks = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isAfterReturn = code === 10 && text.charCodeAt(at - 1) === 13;
    if ((code === 10 || code === 13) && !isAfterReturn) breaks += 1;
  }
  return breaks;
}
