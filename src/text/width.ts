/** Measures and breaks text in terminal columns (UAX 11). For text that `visible` made safe. */
import widthOf from "fast-string-truncated-width";
import { wrapAnsi } from "fast-wrap-ansi";

/** The number of terminal columns that the text takes. */
export function displayWidth(text: string): number {
  return widthOf(text).width;
}

/** The text, cut to fit `width` columns (at least 1) if necessary, then ending in `…`. */
export function shortened(text: string, width: number): string {
  const { index, truncated } = widthOf(text, { limit: width, ellipsis: "…", ellipsisWidth: 1 });
  return truncated ? `${text.slice(0, index)}…` : text;
}

/** The text in lines of at most `width` columns (at least 2), broken at spaces or inside long words. */
export function wrap(text: string, width: number): string[] {
  return displayWidth(text) <= width ? [text] : wrapAnsi(text, width, { hard: true }).split("\n");
}
