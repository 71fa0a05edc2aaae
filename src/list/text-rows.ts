/** The rows of a text: delimited ones by csv-parse, others a line each. */
import { UsageError } from "../errors.ts";
import { sizeText } from "../files/read.ts";
import { findLayout, type Reading } from "./columns.ts";

/** A million rows take 760 MB. */
const maxDelimited = 64 * 2 ** 20;

const delimiters = ["\t", ";", "|", ","];

/** Splits a text into rows, blank ones and comments as well. */
export async function readTextRows(
  text: string,
  source: string,
  wanted?: string,
) {
  const body = text.replace(/(?:\r\n?|\n)$/, "");
  const head = body.slice(0, 2 ** 16);
  const readings: Reading[] = [];
  for (const delimiter of [
    ...delimiters.filter((each) => head.includes(each)),
    "",
  ])
    readings.push({
      delimiter,
      rows: [...(await split(head, delimiter, true))],
    });
  const layout = findLayout(readings, source, wanted);
  const { delimiter } = layout;
  if (delimiter !== "" && body.length > maxDelimited)
    throw new UsageError(
      `${source} is delimited, and larger than ${sizeText(maxDelimited)}`,
      {
        hint: "split it into several files, or keep only the USDOT numbers, one a line",
      },
    );
  try {
    return { ...layout, rows: await split(body, delimiter) };
  } catch (cause) {
    // How far csv-parse came.
    const { bytes } = cause as { bytes: number };
    const line = countLines([Buffer.from(body).toString("utf8", 0, bytes)]);
    throw new UsageError(
      `${source}:${line} has a quote that does not enclose a cell`,
      {
        hint: 'put quotes around the whole cell, and double those within: "5"" pipe"',
        cause,
      },
    );
  }
}

/** How many lines of a text a row takes: cells may have line breaks. */
export function countLines(cells: readonly string[]): number {
  return cells.reduce(
    (lines, cell) => lines + (cell.match(/\r\n?|\n/g)?.length ?? 0),
    1,
  );
}

/** The head of a text, which may be cut within quotes, is read as far as it goes. */
async function split(
  text: string,
  delimiter: string,
  isHead = false,
): Promise<Iterable<string[]>> {
  const quote = delimiter === "" ? /^\s*"/m : /"/;
  if (!quote.test(text)) return linesOf(text, delimiter);
  const { parse } = await import("csv-parse/sync");
  const options = {
    // No text has the latter: lines with quotes are parsed, and not separated.
    delimiter: delimiter || "\u001f",
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
  };
  if (!isHead) return parse(text, options);
  const rows: string[][] = [];
  try {
    parse(text, {
      ...options,
      on_record: (row: string[]) => void rows.push(row),
    });
  } catch {}
  return rows;
}

function* linesOf(text: string, delimiter: string): Generator<string[]> {
  for (const line of text.split(/\r\n?|\n/))
    yield delimiter === "" ? [line] : line.split(delimiter);
}
