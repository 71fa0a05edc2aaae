/**
 * Measures and breaks text in terminal columns: wide characters take two, combining marks none. All functions expect text that `visible`
 * made safe.
 */
import widthOf from "fast-string-truncated-width";
import { lazy } from "./lazy.ts";
import { latinClass } from "./safe-text.ts";

/** Text in which every character takes one column: ASCII, Latin letters, and our own dash, ellipsis and rule. Nearly all text is like that. */
const narrow = new RegExp(`^[ -~${latinClass}\u2014\u2026\u2500]*$`);

/** The number of terminal columns that the text takes (Unicode UAX 11). */
export function displayWidth(text: string): number {
  return narrow.test(text) ? text.length : widthOf(text).width;
}

/**
 * A character as a reader counts them (UAX 29): a letter with its marks, a flag, a hand with its color, a Hangul syllable. Not
 * `Intl.Segmenter`, which takes time quadratic in the text's length.
 */
const character = lazy(
  () =>
    /(?:\p{RI}{2}|\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|[\u1100-\u115f]{0,3}[\u1160-\u11a7]{1,3}[\u11a8-\u11ff]{0,3}|\P{M})\p{M}{0,9}|\p{M}/gu,
);

/** The text, cut to fit `width` columns (at least 1) if necessary: between characters, and ending in `…`. */
export function shortened(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  // No character is shorter than one code unit, and none longer than 32.
  const [head = ""] = broken(text.slice(0, 32 * width), width - 1);
  return displayWidth(head) < width ? `${head}…` : "…";
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

/** A word in pieces of at most `width` columns, or of one character. */
function broken(word: string, width: number): string[] {
  if (word !== "" && displayWidth(word) <= width) return [word];
  const pieces: string[] = [];
  let free = -1;
  for (const each of word.match(character()) ?? []) {
    const columns = displayWidth(each);
    free -= columns;
    if (free < 0) {
      pieces.push("");
      free = width - columns;
    }
    pieces[pieces.length - 1] += each;
  }
  return pieces;
}
