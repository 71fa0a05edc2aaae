import { isColumnNamed, isDotColumnName } from "./columns.ts";
import { isNumber } from "./input.ts";
import { delimiters, isBlank, type LinePage, maxLineLength, mayBeComment, unreadable } from "./lines.ts";

/** One row of a delimited list: a line, or several if a quoted field contains line breaks (RFC 4180, 2.6). */
export interface DelimitedRow {
  /** The line it starts on. */
  line: number;
  text: string;
  /** How it ends, where that was asked for. */
  end?: string | undefined;
  /** Why it cannot be read. */
  invalid?: string | undefined;
}

/** A row that begins with `#` may hold so many lines. More are comments: each would be read anew with all that follow. */
const maxDoubtfulLines = 20;

/** Why a row with a stray quote cannot be read. */
export const notClosed = "opens a quote that is not closed";

/**
 * Assembles the lines of a delimited list into rows, those without data as well.
 *
 * After a stray quote, a CSV parser reads everything up to the next quote or the end of the file as one field, and rows silently
 * disappear. Here, a quote that isn't properly closed within 64 KiB costs only its own line.
 */
export class RowAssembler {
  readonly #delimiters: string | undefined;
  readonly #isRow: (row: DelimitedRow) => boolean;
  /** The lines since an opening quote. */
  #open: DelimitedRow[] = [];
  #openLength = 0;
  /** Whether what is open may be a comment. */
  #isDoubtful = false;

  /**
   * @param delimiters one character, or all candidates while it isn't known yet; undefined if every line is a row
   * @param isRow whether what begins with `#` is a row rather than a comment, in which quotes mean nothing
   */
  constructor(delimiters: string | undefined, isRow = (row: DelimitedRow) => !mayBeComment(row.text)) {
    this.#delimiters = delimiters;
    this.#isRow = isRow;
  }

  /** Whether lines are being held back because of an open quote. */
  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** The rows that end on this page. */
  add({ line, texts, ends }: LinePage): DelimitedRow[] {
    const rows: DelimitedRow[] = [];
    texts.forEach((text, index) => {
      this.#take({ line: line + index, text, end: ends?.[index] }, rows);
    });
    return rows;
  }

  #take(line: DelimitedRow, rows: DelimitedRow[]): void {
    if (this.isOpen) this.#continue(line, rows);
    else this.#begin(line, rows);
  }

  #continue(line: DelimitedRow, rows: DelimitedRow[]): void {
    this.#openLength += 1 + line.text.length;
    const isTooLong = this.#openLength > maxLineLength || (this.#isDoubtful && this.#open.length >= maxDoubtfulLines);
    // What begins inside quotes is broken if other text follows them.
    if (isTooLong || readCell(`"${line.text}`, 0, this.#delimiters as string).isBroken) {
      for (const broken of this.end()) rows.push(broken);
      this.#begin(line, rows);
      return;
    }
    this.#open.push(line);
    if (this.#isOpen(`"${line.text}`)) return;
    const row = joined(this.#open);
    if (!this.#isRow(row)) this.#endComment(rows);
    else {
      rows.push(row);
      this.#open = [];
    }
  }

  /** Ends the row after its first line, a comment: those that seemed to belong to it are rows of their own. */
  #endComment(rows: DelimitedRow[]): void {
    const [comment, ...others] = this.#open as [DelimitedRow, ...DelimitedRow[]];
    this.#open = [];
    rows.push(readable(comment));
    for (const line of others) this.#take(line, rows);
  }

  #begin(line: DelimitedRow, rows: DelimitedRow[]): void {
    if (line.text.length <= maxLineLength && this.#isOpen(line.text)) {
      this.#open = [line];
      this.#openLength = line.text.length;
      this.#isDoubtful = !this.#isRow(line);
    } else rows.push(readable(line));
  }

  #isOpen(text: string): boolean {
    return this.#delimiters !== undefined && endsOpen(text, this.#delimiters);
  }

  /** The lines still held back when the list ends, each as its own row. */
  end(): DelimitedRow[] {
    const rows: DelimitedRow[] = [];
    while (this.#open[0] && !this.#isRow(this.#open[0])) this.#endComment(rows);
    const lines = this.#open;
    this.#open = [];
    return rows.concat(
      lines.map((row) => (this.#isRow(row) && this.#isOpen(row.text) ? { ...row, invalid: notClosed } : readable(row))),
    );
  }
}

/** The lines of one row, which ends as the last of them does. */
function joined(lines: readonly DelimitedRow[]): DelimitedRow {
  const [{ line }, { end }] = [lines[0], lines.at(-1)] as [DelimitedRow, DelimitedRow];
  const text = lines.map((each, index) => (index === 0 ? "" : (lines[index - 1]?.end ?? "\n")) + each.text).join("");
  return readable({ line, text, end });
}

/** The rows of a list, page by page; without a delimiter, every line is one. */
export async function* assembleRows(
  pages: AsyncIterable<LinePage>,
  delimiter: string | undefined,
  isRow?: (row: DelimitedRow) => boolean,
): AsyncGenerator<DelimitedRow[]> {
  const assembler = new RowAssembler(delimiter, isRow);
  for await (const page of pages) yield assembler.add(page);
  yield assembler.end();
}

/** Splits a row that a RowAssembler made for this delimiter into cells. */
export function splitCells(text: string, delimiter: string | undefined): string[] {
  // Most rows have no quotes, and splitting is ten times as fast.
  if (!text.includes('"')) return delimiter === undefined ? [text] : text.split(delimiter);
  if (delimiter === undefined) return [endsOpen(text, "") ? text : readCell(text, 0, "").value];
  const cells: string[] = [];
  for (let cell = readCell(text, 0, delimiter); ; cell = readCell(text, cell.end + 1, delimiter)) {
    cells.push(cell.value);
    if (cell.end === text.length) return cells;
  }
}

/** A row without quotes and the delimiters in them: these delimit nothing, whichever delimiter it has. */
export function withoutQuotes(text: string): string {
  let bare = "";
  for (let at = 0, cell: Cell; at <= text.length; at = cell.end + 1) {
    cell = readCell(text, at, delimiters.join(""));
    bare += cell.value.replace(/[\t;|,]/g, " ") + (text[cell.end] ?? "");
  }
  return bare;
}

/**
 * Finds the delimiter, and splits the first row with it. The best one produces a DOT column (or the one that `wanted` names); failing
 * that, a tab beside a number, which is in no text; failing that, the one that produces the most cells.
 */
export function chooseDelimiter({ text }: DelimitedRow, wanted = "", candidates: readonly string[] = delimiters) {
  let best = { delimiter: ",", cells: [text], score: 0 };
  for (const delimiter of candidates) {
    if (!isOneRow(text, delimiter)) continue;
    const cells = withoutQuotes(text).split(delimiter);
    const isNamed = cells.some((cell) => isDotColumnName(cell) || isColumnNamed(cell, wanted));
    const isTab = delimiter === "\t" && cells.length > 1 && cells.some(isNumber);
    const score = cells.length + (Number(isTab) + 2 * Number(isNamed)) * text.length;
    if (score > best.score) best = { delimiter, cells: splitCells(text, delimiter), score };
  }
  return best;
}

/** A quote opens a field only right after a delimiter, so with the wrong delimiter a row may break up or stay open. */
function isOneRow(text: string, delimiter: string): boolean {
  const assembler = new RowAssembler(delimiter);
  return assembler.add({ line: 1, texts: text.split("\n") }).length === 1 && !assembler.isOpen;
}

interface Cell {
  value: string;
  /** Where the delimiter after it is, or the text ends. */
  end: number;
  /** Whether its quotes are not closed. */
  isOpen: boolean;
  /** Whether there is more than blanks after its quotes: then they don't enclose it, and belong to its value. */
  isBroken: boolean;
}

/** The one grammar of quoted cells: blanks may stand around the quotes, and quotes within are doubled. */
function readCell(text: string, start: number, delimiters: string): Cell {
  const quote = afterBlanks(text, start, delimiters);
  const isQuoted = text[quote] === '"';
  const close = isQuoted ? closingQuote(text, quote + 1) : start - 1;
  const isOpen = close === text.length;
  const end = isOpen ? close : nextDelimiter(text, close + 1, delimiters);
  const isBroken = isQuoted && !isOpen && text.slice(close + 1, end).trim() !== "";
  const value = isQuoted && !isBroken ? text.slice(quote + 1, close).replaceAll('""', '"') : text.slice(start, end);
  return { value, end, isOpen, isBroken };
}

/** A tab is a blank where it is not the delimiter. */
function afterBlanks(text: string, start: number, delimiters: string): number {
  let at = start;
  while (at < text.length && !delimiters.includes(text[at] as string) && (text[at] as string).trim() === "") at += 1;
  return at;
}

/** The end of the text if there is none. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return text.length;
}

function nextDelimiter(text: string, start: number, delimiters: string): number {
  if (delimiters.length === 1) {
    const at = text.indexOf(delimiters, start);
    return at < 0 ? text.length : at;
  }
  for (let at = start; at < text.length; at += 1) if (delimiters.includes(text[at] as string)) return at;
  return text.length;
}

/** Whether a text ends inside a quoted cell. */
export function endsOpen(text: string, delimiters: string): boolean {
  if (!text.includes('"')) return false;
  let cell = readCell(text, 0, delimiters);
  while (!cell.isOpen && cell.end < text.length) cell = readCell(text, cell.end + 1, delimiters);
  return cell.isOpen;
}

/** Whether a row may show how the list is written. */
export function isTelling(row: DelimitedRow): boolean {
  return row.invalid === undefined && !isBlank(row.text) && !mayBeComment(row.text);
}

function readable(row: DelimitedRow): DelimitedRow {
  const invalid = unreadable(row.text);
  return invalid === undefined ? row : { ...row, invalid };
}
