import { parseDotNumber } from "../dot-number.ts";
import { isDotColumnName } from "./columns.ts";

/** Consecutive lines of a list without their line ends; `line` is the number of the first. */
export interface LinePage {
  line: number;
  texts: string[];
}

/** The most characters in a line. A longer one is refused and never held in full: a file may have gigabytes without a line break. */
export const maxLineLength = 64 * 1024;

/** The most lines in a page. What is made of more would outlive the collection of short-lived objects before it is used. */
const pageLength = 500;

/** The characters that may delimit a list. */
export const delimiters = ["\t", ";", "|", ","] as const;

/**
 * Splits text into lines at LF, CRLF and CR (classic Mac exports), in pages as the text arrives.
 *
 * A line over `maxLineLength` may be cut, but never to `maxLineLength` or less, so `unreadable` still recognizes it.
 */
export async function* splitLines(texts: AsyncIterable<string>): AsyncGenerator<LinePage> {
  let line = 1;
  let rest = "";
  let afterReturn = false;
  for await (const text of texts) {
    const lines = split(afterReturn && text.startsWith("\n") ? text.slice(1) : text);
    afterReturn = text.endsWith("\r");
    lines[0] = grow(rest, lines[0] as string);
    // The next piece may go on with it.
    rest = grow("", lines.pop() as string);
    for (let start = 0; start < lines.length; start += pageLength) {
      yield { line: line + start, texts: lines.slice(start, start + pageLength) };
    }
    line += lines.length;
  }
  if (rest !== "") yield { line, texts: [rest] };
}

/** Why a line can't be read, whatever it says; undefined if it can. */
export function unreadable(text: string): string | undefined {
  if (text.length > maxLineLength) return "is longer than 64 KiB; a list has one number or one row a line";
  return text.includes("\0") ? "has a NUL byte in it (is the file binary, or damaged?)" : undefined;
}

/** Whether a line holds no data: a blank one, a comment, or the `sep=;` that tells Excel the delimiter. */
export function isSkipped(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === "" || isComment(trimmed) || /^sep=[\t;|,]?$/i.test(trimmed);
}

/**
 * `# Midwest` is a comment, `#2233855` is a number, and `#,DOT Number,Name` is a header whose first column numbers the rows.
 * When in doubt, it isn't a comment: the user sees an invalid line, but not a dropped one.
 */
function isComment(trimmed: string): boolean {
  if (!trimmed.startsWith("#")) return false;
  const cells = trimmed.slice(0, maxLineLength).split(/[\t;|,]/);
  const [first = ""] = cells;
  if (/^#\d/.test(trimmed)) return [trimmed, first].every((text) => "invalid" in parseDotNumber(text));
  return first.trim() !== "#" || !cells.some(isDotColumnName);
}

function split(text: string): string[] {
  // Splitting by a string is several times as fast, and most lists have no CR.
  return text.includes("\r") ? text.split(/\r\n?|\n/) : text.split("\n");
}

function grow(rest: string, more: string): string {
  return rest.length > maxLineLength ? rest : (rest + more).slice(0, maxLineLength + 1);
}
