import { Chalk } from "chalk";
import type { Tone } from "./cells.ts";

/** Colors a text. The text says the same without it. */
export type Paint = (text: string, tone: Tone | undefined) => string;

/** What text is drawn with. */
export interface Drawing {
  paint: Paint;
  /** Columns of the terminal; infinite where nothing needs to fit. */
  width: number;
}

/** Draws for a terminal, or without a width for what has none. */
export function drawingFor({ color, width }: { color: boolean; width: number | undefined }): Drawing {
  return { paint: palette(color), width: width ?? Number.POSITIVE_INFINITY };
}

/** Colors that work on light and dark terminals: the terminal's own sixteen, never white or black. */
export function palette(color: boolean): Paint {
  if (!color) return (text) => text;
  const chalk = new Chalk({ level: 1 });
  const codes = {
    success: codesOf(chalk.green),
    error: codesOf(chalk.red.bold),
    warning: codesOf(chalk.yellow),
    dim: codesOf(chalk.dim),
    bold: codesOf(chalk.bold),
  };
  return (text, tone) => (tone === undefined || text === "" ? text : codes[tone].before + text + codes[tone].after);
}

/** What chalk puts around a text. Our cells contain no color codes, which chalk would search each of them for. */
function codesOf(paint: (text: string) => string): { before: string; after: string } {
  const [before = "", after = ""] = paint("|").split("|");
  return { before, after };
}
