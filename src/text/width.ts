/**
 * Text in columns. `string-width`, whose expressions take longer to load than all of a table's other code, is loaded only
 * when there is text to measure that is not plain: see `loadWidths`.
 *
 * All of it expects text that `visible` made safe, and counts as a terminal does: wide characters two, combining marks none.
 */
import { onFirstUse } from "./unsafe-characters.ts";

/** ASCII, Latin letters, and what we put into cells ourselves: one column each. Nearly all text, and the rest is slow to measure. */
const narrow = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2014\u2026]*$/;
/** Anything else, also behind an escape of JSON; the white space that lays JSON out is no text. */
const perhapsWide = /[^\n\r\t -~\u00a1-\u00ac\u00ae-\u02ff\u2014\u2026]|\\u/;
const segmenter = onFirstUse(() => new Intl.Segmenter("en"));

let stringWidth: ((text: string) => number) | undefined;

/**
 * Makes wide text measurable, where a text that is to be shown may have some: a character that is not plain, or an escape in its
 * JSON. Without it such text counts a column a character.
 *
 * @returns nothing to wait for when there is none, or it was loaded before
 */
export function loadWidths(texts: readonly string[]): Promise<void> | undefined {
  if (stringWidth !== undefined || !texts.some((text) => perhapsWide.test(text))) return undefined;
  return import("string-width").then((module) => {
    stringWidth = module.default;
  });
}

/** The number of terminal columns that the text takes (Unicode UAX 11). */
export function displayWidth(text: string): number {
  if (stringWidth === undefined || narrow.test(text)) return text.length;
  if (text.length <= stretch) return stringWidth(text);
  let width = 0;
  for (const part of stretches(text)) width += stringWidth(part.join(""));
  return width;
}

/** How much is segmented at once: V8's segmenter (and so `string-width`) takes quadratic time, half a minute for 100,000 ideographs. */
const stretch = 256;
/** The first unit of two, cut off from the second. */
const halfAtEnd = /(?!^)[\ud800-\udbff]$/;

/** The text's characters as a reader counts them (UAX 29: a letter with all its marks, a flag). */
function* characters(text: string): Generator<string> {
  for (const part of stretches(text)) yield* part;
}

function* stretches(text: string): Generator<string[]> {
  for (let at = 0; at < text.length; ) {
    const ahead = text.slice(at, at + stretch).replace(halfAtEnd, "");
    const found = Array.from(segmenter().segment(ahead), ({ segment }) => segment);
    // The last one may go on in the next stretch; one that fills a whole stretch is no letter of any script.
    if (at + stretch < text.length && found.length > 1) found.pop();
    yield found;
    at += found.join("").length;
  }
}

/** The text, or as much of it as `width` columns (1 or more) hold, cut between two characters and ended with `…`. */
export function shortened(text: string, width: number): string {
  return displayWidth(text) <= width ? text : `${head(text, width - 1)}…`;
}

/** As many of the text's first characters as fit `width`. */
function head(text: string, width: number): string {
  if (narrow.test(text)) return text.slice(0, width);
  let kept = "";
  let free = width;
  for (const character of characters(text)) {
    free -= displayWidth(character);
    if (free < 0) break;
    kept += character;
  }
  return kept;
}

/**
 * The text in lines of at most `width` columns, broken at spaces (which a break swallows) or, where a word is longer than a
 * line, within it. A character that is wider than `width` gets a line of its own: nothing is lost.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  // Each word keeps the spaces before it.
  for (const word of text.split(/(?<! )(?= )/)) {
    if (displayWidth(line + word) <= width) {
      line += word;
      continue;
    }
    for (const piece of broken(word.trimStart(), width)) {
      if (line !== "") lines.push(line);
      line = piece;
    }
  }
  return [...lines, line];
}

function broken(word: string, width: number): string[] {
  const pieces: string[] = [];
  let free = -1;
  for (const character of characters(word)) {
    const columns = displayWidth(character);
    free -= columns;
    if (free < 0) {
      pieces.push("");
      free = width - columns;
    }
    pieces[pieces.length - 1] += character;
  }
  return pieces;
}
