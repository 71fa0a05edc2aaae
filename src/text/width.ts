/**
 * Measures text in terminal columns (UAX 11), breaks it, and sets it in them.
 * For text that `visible` made safe.
 */
import widthOf from "fast-string-truncated-width";
import { isLatin } from "./safe-text.ts";

/**
 * The number of terminal columns that the text takes. To measure what is not
 * Latin, tables of Unicode are made, which takes milliseconds.
 */
export function displayWidth(text: string): number {
  return isLatin(text) ? text.length : widthOf(text).width;
}

/**
 * The text, cut to fit `width` columns (at least 1) if necessary, then ending
 * in `…`.
 */
export function shortened(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return `${pieces(text, width - 1)[0]}…`;
}

/**
 * A command to copy, and a sign with its word: each stays on one line. They are
 * found by form: a marker would have to be removed wherever nothing is folded.
 */
const unbreakable = /\busdot [a-z-][^,;()]*[^,;() ]|(?<!\S)[!?-] \S+/g;
const middleDot = " · ";
const fixedSpace = "\u00a0";

/**
 * The words of a text. A command, a sign with its word, and each part between
 * two dots are one where they fit `width` columns.
 */
export function wordsIn(text: string, width: number): string[] {
  const fixed = (part: string) =>
    displayWidth(part) <= width ? part.replaceAll(" ", fixedSpace) : part;
  const parts = text
    .split(middleDot)
    .map((part) => fixed(part.replace(unbreakable, fixed)));
  const words = parts.join(middleDot).split(" ");
  return words.map((word) => word.replaceAll(fixedSpace, " "));
}

/** How a word that is longer than a line is written. */
const longWords = {
  break: pieces,
  cut: (word: string, width: number) => [shortened(word, width)],
  keep: (word: string) => [word],
};

export interface Room {
  /** Columns of a line, at least 2. */
  width: number;
  /** Columns of the first line, which may follow a label. */
  firstWidth?: number;
  /** By default long words are broken, so that nothing of a record is lost. */
  long?: keyof typeof longWords;
}

/** Lines of words, which may carry what else is known of them, such as a color. */
export function wrapWords<W extends { text: string }>(
  words: readonly W[],
  { width, firstWidth = width, long = "break" }: Room,
): W[][] {
  let line: W[] = [];
  const lines = [line];
  // Below zero where the first line is the longer one.
  let used = width - firstWidth;
  for (const word of words)
    for (const text of longWords[long](word.text, width)) {
      const taken = displayWidth(text);
      if (used > 0 && used + taken > width) {
        line = [];
        lines.push(line);
        used = 0;
      }
      // A line does not begin with a space.
      if (text === "" && line.length === 0) continue;
      line.push({ ...word, text });
      used += taken + 1;
    }
  return lines
    .map(withoutEndSpaces)
    .filter((each, at) => at === 0 || each.length > 0);
}

/** Two spaces have an empty word between them. */
const withoutEndSpaces = <W extends { text: string }>(line: readonly W[]) =>
  line.slice(0, 1 + line.findLastIndex(({ text }) => text !== ""));

/** A text in pieces that fit a line. */
function pieces(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const all = [""];
  for (const character of text) {
    const longer = `${all.at(-1)}${character}`;
    if (displayWidth(longer) <= width) all.splice(-1, 1, longer);
    else all.push(character);
  }
  return all;
}

/** The text in lines, broken at spaces. */
export function wrap(text: string, room: Room): string[] {
  const { width, firstWidth = width } = room;
  if (displayWidth(text) <= firstWidth) return [text];
  const words = wordsIn(text, width).map((word) => ({ text: word }));
  return wrapWords(words, room).map((line) =>
    line.map((word) => word.text).join(" "),
  );
}

const cellGap = 2;
const narrowest = 20;

/**
 * Rows in columns. Where `width` is known, the last cell of each is folded at
 * words; a word that is longer stays as it is.
 */
export function inColumns(
  rows: readonly (readonly string[])[],
  width = Infinity,
): string {
  const [first = []] = rows;
  const widths = first
    .slice(0, -1)
    .map((_, at) =>
      Math.max(...rows.map((row) => displayWidth(row[at] ?? "") + cellGap)),
    );
  const indent = widths.reduce((sum, each) => sum + each, 0);
  const room = Math.max(narrowest, width - indent);
  const lineOf = (row: readonly string[]) => {
    const before = widths.map((each, at) => {
      const cell = row[at] ?? "";
      return cell + " ".repeat(each - displayWidth(cell));
    });
    const last = wrap(row.at(-1) ?? "", { width: room, long: "keep" });
    return before.join("") + last.join(`\n${" ".repeat(indent)}`);
  };
  return rows.map((row) => `${lineOf(row).trimEnd()}\n`).join("");
}
