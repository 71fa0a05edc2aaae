/** The rows of a text: delimited ones by csv-parse, others a line each. */
import { InputError } from "../errors.ts";
import { sizeText } from "../files/read.ts";
import { findLayout, type Reading } from "./columns.ts";

/** A million rows take 760 MB. */
const maxDelimited = 64 * 2 ** 20;

const delimiters = ["\t", ";", "|", ","];

/** Splits a text into rows, blank ones and comments as well. */
export async function readTextRows(text: string, source: string, wanted?: string) {
  const body = text.replace(/(?:\r\n?|\n)$/, "");
  const head = body.slice(0, 2 ** 16);
  const readings: Reading[] = [];
  for (const delimiter of [...delimiters.filter((each) => head.includes(each)), ""])
    readings.push({ delimiter, rows: [...(await split(head, delimiter)).rows] });
  const layout = findLayout(readings, source, wanted);
  const { delimiter } = layout;
  if (delimiter !== "" && body.length > maxDelimited)
    throw new InputError(`${source} is delimited, and larger than ${sizeText(maxDelimited)}`, {
      hint: "split it into several files, or keep only the USDOT numbers, one a line",
    });
  const { rows, error } = await split(body, delimiter);
  if (error === undefined) return { layout, rows };
  const line = [...rows].reduce((next, cells) => next + countLines(cells), 1);
  throw new InputError(`${source}:${line} has a quote that does not enclose a cell`, {
    hint: 'put quotes around the whole cell, and double those within: "5"" pipe"',
    cause: error,
  });
}

/** How many lines of a text a row takes: cells may have line breaks. */
export function countLines(cells: readonly string[]): number {
  return cells.join(" ").split(/\r\n?|\n/).length;
}

async function split(text: string, delimiter: string): Promise<{ rows: Iterable<string[]>; error?: unknown }> {
  if (delimiter === "" && !/^\s*"/m.test(text)) return { rows: linesOf(text) };
  const { parse } = await import("csv-parse/sync");
  const rows: string[][] = [];
  const options = {
    // No text has the latter: lines with quotes are parsed, and not separated.
    delimiter: delimiter || "\u001f",
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    on_record: (row: string[]) => void rows.push(row),
  };
  try {
    parse(text, options);
    return { rows };
  } catch (error) {
    return { rows, error };
  }
}

function* linesOf(text: string): Generator<string[]> {
  for (const line of text.split(/\r\n?|\n/)) yield [line];
}
