import { parseDotNumber } from "../dot-number.ts";
import { isDotColumnName } from "./columns.ts";

/** Consecutive lines of a list without their line ends; `line` is the number of the first. */
export interface LinePage {
  line: number;
  texts: string[];
}

/** In characters. What is longer is refused and never held as a whole: a file may go on for gigabytes without a line end. */
export const longestLine = 64 * 1024;

/** What a list may be delimited by. */
export const delimiters = ["\t", ";", "|", ","] as const;

/**
 * Splits text into lines at LF, CRLF and CR (classic Mac exports), a page for each piece of text.
 *
 * A line over `longestLine` may be cut, but never to `longestLine` or less, so `unreadable` knows it.
 */
export async function* splitLines(texts: AsyncIterable<string>): AsyncGenerator<LinePage> {
  let line = 1;
  let rest = "";
  let afterReturn = false;
  for await (const text of texts) {
    const [head = "", ...tail] = split(afterReturn && text.startsWith("\n") ? text.slice(1) : text);
    afterReturn = text.endsWith("\r");
    rest = grow(rest, head);
    const last = tail.pop();
    if (last === undefined) continue;
    yield { line, texts: [rest, ...tail] };
    line += tail.length + 1;
    rest = grow("", last);
  }
  if (rest !== "") yield { line, texts: [rest] };
}

/** Why a line can hold no number whatever it says; undefined when it can be read. */
export function unreadable(text: string): string | undefined {
  if (text.length > longestLine) return "is longer than 64 KiB; a list has one number or one row a line";
  return text.includes("\0") ? "has a NUL byte in it (is the file binary, or damaged?)" : undefined;
}

/** Whether a line is there for people only: blank, a comment, or the `sep=;` with which Excel names the delimiter. */
export function isSkipped(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === "" || isComment(trimmed) || /^sep=[\t;|,]?$/i.test(trimmed);
}

/**
 * `# Midwest` is a comment, `#2233855` a number, `#,DOT Number,Name` a header whose first column numbers the rows.
 * When in doubt it is no comment: a refused line is seen, a dropped one is not.
 */
function isComment(trimmed: string): boolean {
  if (!trimmed.startsWith("#")) return false;
  const cells = trimmed.slice(0, longestLine).split(/[\t;|,]/);
  const [first = ""] = cells;
  if (/^#\d/.test(trimmed)) return [trimmed, first].every((text) => "refused" in parseDotNumber(text));
  return first.trim() !== "#" || !cells.some(isDotColumnName);
}

function split(text: string): string[] {
  // The string form is several times as fast, and most lists have no CR.
  return text.includes("\r") ? text.split(/\r\n?|\n/) : text.split("\n");
}

function grow(rest: string, more: string): string {
  return rest.length > longestLine ? rest : (rest + more).slice(0, longestLine + 1);
}
