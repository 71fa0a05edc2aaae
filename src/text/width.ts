/**
 * Measures and breaks text in terminal columns (UAX 11). For text that
 * `visible` made safe.
 */
import widthOf from "fast-string-truncated-width";
import { wrapAnsi } from "fast-wrap-ansi";

/** The number of terminal columns that the text takes. */
export function displayWidth(text: string): number {
  return widthOf(text).width;
}

/**
 * The text, cut to fit `width` columns (at least 1) if necessary, then ending
 * in `…`.
 */
export function shortened(text: string, width: number): string {
  const { index, truncated } = widthOf(text, {
    limit: width,
    ellipsis: "…",
    ellipsisWidth: 1,
  });
  return truncated ? `${text.slice(0, index)}…` : text;
}

/** The text with each word cut to fit `width` columns. */
export function withShortWords(text: string, width: number): string {
  return text
    .split(" ")
    .map((word) => shortened(word, width))
    .join(" ");
}

/**
 * What stays on one line where it has room, as does each part between two dots:
 * a command to copy, a remark in parentheses, a mark.
 */
const unbreakable =
  /\busdot [a-z-][^,;()]*[^,;() ]|\([^()]+\)|(?<!\S)[!?-] \S+/g;
const middleDot = " · ";
const fixedSpace = "\u00a0";

/**
 * The text in lines of at most `width` columns (at least 2), broken at spaces
 * and, if `hard`, in long words; the first has `used` columns less.
 */
export function wrap(
  text: string,
  width: number,
  used = 0,
  hard = true,
): string[] {
  if (used + displayWidth(text) <= width) return [text];
  const fits = (part: string) => displayWidth(part) <= width;
  const fixed = (part: string) =>
    fits(part) ? part.replaceAll(" ", fixedSpace) : part;
  const parts = text
    .split(middleDot)
    .map((part) =>
      fits(part) ? fixed(part) : part.replace(unbreakable, fixed),
    );
  const start = "_".repeat(Math.max(0, used)).replace(/_$/, " ");
  const wrapped = wrapAnsi(start + parts.join(middleDot), width, { hard });
  const [first = "", ...lines] = wrapped
    .replaceAll(fixedSpace, " ")
    .split("\n");
  return [first.slice(start.length), ...lines];
}
