import { Chalk } from "chalk";
import type { Tone } from "./cells.ts";

/** Colours a text that is shown already; the text says the same without it. */
export type Paint = (text: string, tone: Tone | undefined) => string;

/** Colours for light and dark terminals alike: the terminal's own sixteen, never white or black. */
export function palette(color: boolean): Paint {
  if (!color) return (text) => text;
  const chalk = new Chalk({ level: 1 });
  const codes = {
    good: codesOf(chalk.green),
    bad: codesOf(chalk.red.bold),
    careful: codesOf(chalk.yellow),
    faint: codesOf(chalk.dim),
    strong: codesOf(chalk.bold),
  };
  return (text, tone) => (tone === undefined || text === "" ? text : codes[tone].before + text + codes[tone].after);
}

/** What chalk puts around a text. What is shown holds no codes of its own, for which chalk would search every cell of a list. */
function codesOf(paint: (text: string) => string): { before: string; after: string } {
  const [before = "", after = ""] = paint("|").split("|");
  return { before, after };
}
