import { InputError } from "../errors.ts";
import { isDotColumnName } from "./columns.ts";
import { isNumber } from "./input.ts";

/** Consecutive lines of a list without their line ends; `line` is the number of the first. */
export interface LinePage {
  line: number;
  texts: string[];
  /** How each line ends, where that was asked for. */
  ends?: string[];
}

/** The most characters in a line. A longer one is invalid and not held in full. */
export const maxLineLength = 64 * 1024;

/** A line so long that the file is no list: it may go on for gigabytes. */
const maxWholeLine = 2 ** 20;

/** The most lines in a page. What is made of more would outlive the collection of short-lived objects before it is used. */
const pageLength = 500;

/** The characters that may delimit a list. */
export const delimiters = ["\t", ";", "|", ","] as const;

/**
 * Splits text into lines at LF, CRLF and CR (classic Mac exports), in pages as the text arrives.
 *
 * A line over `maxLineLength` may be cut, but never to `maxLineLength` or less, so `unreadable` still recognizes it.
 * @throws {InputError} for what is no text, or no lines
 */
export async function* splitLines(
  texts: AsyncIterable<string>,
  { source, keepEnds = false }: { source: string; keepEnds?: boolean },
): AsyncGenerator<LinePage> {
  let line = 1;
  let rest = "";
  /** A return at the end of a piece: the line feed that belongs to it may come with the next. */
  let held = "";
  let length = 0;
  for await (const piece of texts) {
    let text = held + piece;
    held = text.endsWith("\r") ? "\r" : "";
    if (held !== "") text = text.slice(0, -1);
    const lines = split(text);
    const ends = keepEnds ? (text.match(/\r\n?|\n/g) ?? []) : undefined;
    length = (lines.length > 1 ? 0 : length) + (lines.at(-1) as string).length;
    refuseOther(text, length, { source, line });
    lines[0] = grow(rest, lines[0] as string);
    // The next piece may go on with it.
    rest = grow("", lines.pop() as string);
    yield* pagesOf(line, lines, ends);
    line += lines.length;
  }
  if (rest !== "" || held !== "") yield { line, texts: [rest], ...(keepEnds ? { ends: [held] } : {}) };
}

function* pagesOf(line: number, texts: readonly string[], ends: readonly string[] | undefined): Generator<LinePage> {
  for (let start = 0; start < texts.length; start += pageLength) {
    const page = { line: line + start, texts: texts.slice(start, start + pageLength) };
    yield ends ? { ...page, ends: ends.slice(start, start + pageLength) } : page;
  }
}

/** @param length of the last line so far */
function refuseOther(text: string, length: number, { source, line }: { source: string; line: number }): void {
  const at = text.indexOf("\0");
  const lineAt = (end?: number) => line + split(text.slice(0, end)).length - 1;
  if (at >= 0) throw notText(source, lineAt(at), "has a NUL byte in it");
  if (length > maxWholeLine) throw notText(source, lineAt(), "is longer than 1 MiB");
}

function notText(source: string, line: number, what: string): InputError {
  return new InputError(`${source}:${line} ${what}: the file is not a list, or damaged`, {
    hint: "a list is text, with one number or one row a line",
  });
}

/** Why a line can't be read, whatever it says; undefined if it can. */
export function unreadable(text: string): string | undefined {
  return text.length > maxLineLength ? "is longer than 64 KiB; a list has one number or one row a line" : undefined;
}

/** The line that tells Excel the delimiter. */
const excelDelimiter = /^\s*sep=([\t;|,]?)\s*$/i;

/** Whether a line holds no data in any list: a blank one, or `sep=;`. */
export function isBlank(text: string): boolean {
  return text.trim() === "" || excelDelimiter.test(text);
}

/** The characters that may delimit a list: the one that its first line names for Excel, or any. */
export function delimitersOf(first = ""): readonly string[] {
  const named = excelDelimiter.exec(first)?.[1];
  return named ? [named] : delimiters;
}

/** A row that begins with an error of Excel's, in any language: `#SPILL!`, `#¡REF!`, `#NAME?`, `#N/A`, `#NV`. */
const excelError =
  /^\s*#(?:[¡¿]?\p{Lu}[\p{Lu}\d/_]*[!?]|N\/[ABD](?![\p{L}\d])|(?:NV|I\/T|GETTING_DATA)\s*(?:$|[\t;|,]))/u;

/**
 * Whether a line may be a comment: `# Midwest` is one, unless it is a row with a number in its column. `#2233855` is a number, `#12 ACME`
 * an invalid one, `#REF!` an error of Excel's, and `#,DOT Number,Name` a header whose first column numbers the rows.
 */
export function mayBeComment(text: string): boolean {
  if (!/^\s*#(?!\d)/.test(text) || excelError.test(text)) return false;
  const [first = "", ...others] = text.slice(0, maxLineLength).split(/[\t;|,]/);
  return first.trim() !== "#" || !others.some(isDotColumnName);
}

/** Whether a comment holds something like a USDOT number: its writer may have meant it to be looked up. */
export function seemsToHoldNumber(comment: string): boolean {
  const text = comment.slice(0, maxLineLength).replace(/^\s*#\s*/, "");
  return isNumber(text) || /(?<!\d)\d{5,8}(?!\d)/.test(text);
}

function split(text: string): string[] {
  // Splitting by a string is several times as fast, and most lists have no CR.
  return text.includes("\r") ? text.split(/\r\n?|\n/) : text.split("\n");
}

function grow(rest: string, more: string): string {
  return rest.length > maxLineLength ? rest : (rest + more).slice(0, maxLineLength + 1);
}
