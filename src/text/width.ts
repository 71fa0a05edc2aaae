/**
 * Measures and breaks text in terminal columns: wide characters take two, combining marks none. All functions expect text that `visible`
 * made safe.
 *
 * `string-width` takes longer to load than all other code of a table, so it is loaded only for text that needs it: see `loadWidths`.
 */
import { latinClass, onFirstUse } from "./unsafe-characters.ts";

/** Text in which every character takes one column: ASCII, Latin letters, and our own dash and ellipsis. Nearly all text is like that. */
const narrow = new RegExp(`^[ -~${latinClass}\u2014\u2026]*$`);
/** Text that may contain anything else, possibly as a JSON escape; line breaks and tabs only lay JSON out. */
const perhapsWide = new RegExp(`[^\\n\\r\\t -~${latinClass}\u2014\u2026]|\\\\u`);
const segmenter = onFirstUse(() => new Intl.Segmenter("en"));

let stringWidth: ((text: string) => number) | undefined;

/**
 * Loads what measures wide text, if any of these texts may contain some. Until then, every character counts as one column.
 *
 * @returns undefined if there is nothing to load
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
  if (text.length <= longestCharacter) return shortWidth(text, stringWidth);
  if (text.length <= stretch) return stringWidth(text);
  let width = 0;
  for (const part of stretches(text)) width += stringWidth(part.join(""));
  return width;
}

/** Code units of nearly any character: an ideograph has one, an emoji of a family eleven. */
const longestCharacter = 12;
/** Short texts, once measured. A text has few different characters, and to segment one by itself takes as long as to segment a line. */
const knownWidths = new Map<string, number>();
const mostKnown = 5_000;

function shortWidth(text: string, measure: (text: string) => number): number {
  const known = knownWidths.get(text);
  if (known !== undefined) return known;
  if (knownWidths.size === mostKnown) knownWidths.clear();
  const width = measure(text);
  knownWidths.set(text, width);
  return width;
}

/** How many code units are segmented at once: V8's segmenter takes quadratic time, half a minute for 100,000 ideographs. */
const stretch = 256;
/** A high surrogate cut off from its low surrogate. */
const halfAtEnd = /(?!^)[\ud800-\udbff]$/;

/** The characters as a reader counts them (UAX 29: a letter with all its marks, a flag). */
function* characters(text: string): Generator<string> {
  for (const part of stretches(text)) yield* part;
}

function* stretches(text: string): Generator<string[]> {
  for (let at = 0; at < text.length; ) {
    const ahead = text.slice(at, at + stretch).replace(halfAtEnd, "");
    const found = Array.from(segmenter().segment(ahead), ({ segment }) => segment);
    // The last character may continue in the next stretch, unless it fills this one, which no real character does.
    if (at + stretch < text.length && found.length > 1) found.pop();
    yield found;
    at += found.join("").length;
  }
}

/** The text, cut to fit `width` columns (at least 1) if necessary: between characters, and ending in `…`. */
export function shortened(text: string, width: number): string {
  return displayWidth(text) <= width ? text : `${head(text, width - 1)}…`;
}

/** As many leading characters as fit `width`. */
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
 * The text in lines of at most `width` columns, broken at spaces, which are dropped, or inside words longer than a line. A character wider
 * than `width` gets its own line, so nothing is lost.
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
