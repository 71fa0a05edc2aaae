import { isColumnNamed, isDotColumnName } from "./columns.ts";
import { delimiters, isSkipped, type LinePage, longestLine, unreadable } from "./lines.ts";

/** One row of a delimited list: a line, or several if a quoted field contains line breaks (RFC 4180, 2.6). */
export interface DelimitedRow {
  /** The line it starts on. */
  line: number;
  text: string;
  /** Why it cannot be read. */
  invalid?: string | undefined;
}

const notClosed = "opens a quote that is not closed";

/**
 * Assembles the lines of a delimited list into rows.
 *
 * After a stray quote, a CSV parser reads everything up to the next quote or the end of the file as one field, and rows silently
 * disappear. Here, a quote that isn't properly closed within 64 KiB costs only its own line.
 */
export class RowAssembler {
  readonly #quotes: Quotes;
  /** The lines since an opening quote, joined. */
  #open: DelimitedRow | undefined;

  /** @param delimiter one character, or all candidates while it isn't known yet */
  constructor(delimiter: string) {
    this.#quotes = quotesOf(delimiter);
  }

  /** Whether lines are being held back because of an open quote. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** The rows that end on this page, without blank lines and comments. */
  add(page: LinePage): DelimitedRow[] {
    const rows: DelimitedRow[] = [];
    page.texts.forEach((text, index) => {
      this.#take({ line: page.line + index, text }, rows);
    });
    return rows;
  }

  /** The lines still held back when the list ends. */
  end(): DelimitedRow[] {
    return this.#giveUp();
  }

  #take(line: DelimitedRow, rows: DelimitedRow[]): void {
    if (this.#open === undefined) this.#begin(line, rows);
    else this.#continue(this.#open, line, rows);
  }

  #continue(open: DelimitedRow, line: DelimitedRow, rows: DelimitedRow[]): void {
    const row = { line: open.line, text: `${open.text}\n${line.text}` };
    if (row.text.length > longestLine || this.#quotes.areBroken(line.text)) {
      for (const broken of this.#giveUp()) rows.push(broken);
      this.#begin(line, rows);
    } else if (this.#quotes.areOpen(`"${line.text}`)) {
      this.#open = row;
    } else {
      this.#open = undefined;
      rows.push(readable(row));
    }
  }

  #begin(line: DelimitedRow, rows: DelimitedRow[]): void {
    if (isSkipped(line.text)) return;
    if (line.text.length <= longestLine && this.#quotes.areOpen(line.text)) this.#open = line;
    else rows.push(readable(line));
  }

  /** The lines held back, each as its own row. */
  #giveUp(): DelimitedRow[] {
    const { line = 0, text = "" } = this.#open ?? {};
    this.#open = undefined;
    const lines = text.split("\n").map((part, index) => ({ line: line + index, text: part }));
    return lines
      .filter((row) => !isSkipped(row.text))
      .map((row) => (this.#quotes.areOpen(row.text) ? { ...row, invalid: notClosed } : readable(row)));
  }
}

/** The rows of a delimited list, page by page. */
export async function* assembleRows(pages: AsyncIterable<LinePage>, delimiter: string): AsyncGenerator<DelimitedRow[]> {
  const assembler = new RowAssembler(delimiter);
  for await (const page of pages) yield assembler.add(page);
  yield assembler.end();
}

/** Splits rows that a RowAssembler made for this delimiter into cells. */
export async function splitCells(rows: readonly DelimitedRow[], delimiter: string): Promise<string[][]> {
  const quoted = rows.filter(hasQuote);
  const parsed = (quoted.length > 0 ? await parseRows(quoted, delimiter) : []).values();
  // Rows without quotes need no parser, and splitting is ten times as fast.
  return rows.map((row) => (hasQuote(row) ? (parsed.next().value as string[]) : row.text.split(delimiter)));
}

function hasQuote(row: DelimitedRow): boolean {
  return row.text.includes('"');
}

async function parseRows(rows: readonly DelimitedRow[], delimiter: string): Promise<string[][]> {
  // Loaded here because lists of plain numbers don't need it.
  const { parse } = await import("csv-parse/sync");
  return parse(rows.map(({ text }) => text).join("\n"), {
    delimiter,
    record_delimiter: "\n",
    ltrim: true,
    // 5" PIPE CO: inside an unquoted field, a quote is an ordinary character.
    relax_quotes: true,
    relax_column_count: true,
  });
}

/**
 * Finds the delimiter, and splits the first row with it. The best one produces a DOT column (or the one that `wanted` names); failing
 * that, the one that produces the most cells.
 */
export async function chooseDelimiter(
  first: DelimitedRow,
  wanted = "",
): Promise<{ delimiter: string; cells: string[] }> {
  let best = { delimiter: ",", cells: [first.text], score: 0 };
  for (const delimiter of delimiters) {
    if (!isOneRow(first.text, delimiter)) continue;
    const [cells] = (await splitCells([first], delimiter)) as [string[]];
    const isNamed = cells.some((cell) => isDotColumnName(cell) || isColumnNamed(cell, wanted));
    const score = cells.length + (isNamed ? first.text.length : 0);
    if (score > best.score) best = { delimiter, cells, score };
  }
  return best;
}

/** A quote opens a field only right after a delimiter, so with the wrong delimiter a row may break up or stay open. */
function isOneRow(text: string, delimiter: string): boolean {
  const assembler = new RowAssembler(delimiter);
  return assembler.add({ line: 1, texts: text.split("\n") }).length === 1 && !assembler.isOpen;
}

interface Quotes {
  /** Whether the text ends inside a quoted field. */
  areOpen(text: string): boolean;
  /** Whether a text that starts inside a quoted field closes it before other text. */
  areBroken(text: string): boolean;
}

function quotesOf(delimiter: string): Quotes {
  const blanks = `[^\\S${delimiter}]*`;
  const quoted = `[^"]*(?:""[^"]*)*`;
  const rest = `[^${delimiter}]*`;
  const field = `(?:${blanks}"${quoted}"(?!")${rest}|(?!${blanks}")${rest})`;
  const open = new RegExp(`^(?:${field}[${delimiter}])*${blanks}"${quoted}$`);
  const broken = new RegExp(`^${quoted}"(?!")(?!\\s*$|${blanks}[${delimiter}])`);
  return {
    areOpen: (text) => text.includes('"') && open.test(text),
    areBroken: (text) => broken.test(text),
  };
}

/** Whether the row can be split into cells. */
export function isReadable(row: DelimitedRow): boolean {
  return row.invalid === undefined;
}

function readable(row: DelimitedRow): DelimitedRow {
  const invalid = unreadable(row.text);
  return invalid === undefined ? row : { ...row, invalid };
}
