/** Lays out help: broken at words, and never wider than the terminal. */
import { wrap } from "../text/width.ts";

/** In columns; help is as wide as its terminal, but no wider than this. */
export const widestHelp = 80;

/** The narrowest column of descriptions; where there is less room, they go below what they describe. */
const narrowestColumn = 24;

/** A term, such as a command or an option, and what it means. */
export type Term = readonly [term: string, meaning: string];

/** Blocks of lines, with an empty line between any two. */
export function page(blocks: readonly (readonly string[])[]): string {
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Text in lines, those after the first indented. */
export function paragraph(text: string, width: number, indent = ""): string[] {
  return wrap(text, width - indent.length).map((line, index) => (index === 0 ? line : indent + line));
}

/** The width of the terms. */
export function widthOf(list: readonly Term[]): number {
  return Math.max(...list.map(([term]) => term.length));
}

/** Terms, padded to a width, beside their meanings; above them where it is narrow. */
export function terms(list: readonly Term[], width: number, pad = widthOf(list)): string[] {
  const room = width - pad - 4;
  if (room < narrowestColumn) return list.flatMap(([term, meaning]) => stacked(term, meaning, width));
  return list.flatMap(([term, meaning]) =>
    wrap(meaning, room).map((line, index) => `  ${(index === 0 ? term : "").padEnd(pad)}  ${line}`),
  );
}

/** Command lines with their comments, as they are written where they fit. */
export function examples(lines: readonly string[], width: number): string[] {
  if (lines.every((line) => line.length + 2 <= width)) return lines.map((line) => `  ${line}`);
  return lines.flatMap((line) => {
    const [command = "", comment = ""] = line.split(/ {2,}/, 2);
    return stacked(command, comment, width);
  });
}

function stacked(above: string, below: string, width: number): string[] {
  const [first = "", ...rest] = paragraph(above, width, "    ");
  const head = [`  ${first}`, ...rest];
  return below === "" ? head : [...head, ...wrap(below, width - 6).map((line) => `      ${line}`)];
}
