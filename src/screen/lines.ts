/**
 * The last step of facts -> cells -> columns -> card | table | snapshot ->
 * lines: styled texts become lines, made safe, folded and painted. It calls
 * text/ and nothing of screen/.
 */
import { Chalk } from "chalk";
import { visible } from "../text/safe-text.ts";
import { displayWidth, type Room, wordsIn, wrapWords } from "../text/width.ts";

export interface Look {
  /** Undefined for a pipe or a file: nothing is cut there. */
  width: number | undefined;
  height: number | undefined;
  color: boolean;
  /** Milliseconds since 1970. */
  now: number;
  /**
   * Days since 1970 of the calendar day from which "in 41 days" counts, as
   * verdicts do.
   */
  today: number;
  /** Times on a terminal are the machine's, in files UTC. */
  zone: "local" | "utc";
  /** Whether the carriers are invented. */
  sample: boolean;
  /** Whether all is shown, however long the screen gets. */
  verbose?: boolean | undefined;
}

/** What a color means. The text says the same without it. */
export type Tone = "good" | "bad" | "doubt" | "dim" | "bold";

/**
 * A cell, or another text with its tone. It may come from the service: whoever
 * draws it makes it safe to print.
 */
export interface StyledText {
  text: string;
  /**
   * A remark on the text, in parentheses after it, which a list that has no
   * room leaves out.
   */
  aside?: string | undefined;
  tone?: Tone | undefined;
  /** What the text consists of, separated by dots, each in its own tone. */
  parts?: readonly StyledText[] | undefined;
  /** Set where nothing is stated. */
  isBlank?: true;
}

/** The text with its remark. */
export function oneLine({ text, aside }: StyledText): string {
  return aside === undefined ? text : `${text} (${aside})`;
}

/** Several texts as one. */
export function dotSeparated(parts: readonly StyledText[]): StyledText {
  return { text: parts.map(oneLine).join(" · "), parts };
}

/** A word, in the tone of the part of a text to which it belongs. */
type StyledWord = Pick<StyledText, "text" | "tone">;

/**
 * A text after a label has at least this many columns, or stands near the
 * margin.
 */
const narrowestLine = 25;

/** Makes lines of texts, for a width and in color or not. */
export class Drawing {
  readonly width: number;
  readonly #tones: Readonly<Record<Tone, (text: string) => string>>;

  constructor({ color, width = Infinity }: Pick<Look, "color" | "width">) {
    // The terminal's own colors, never white or black.
    const chalk = new Chalk({ level: color ? 1 : 0 });
    this.width = width;
    this.#tones = {
      good: chalk.green,
      bad: chalk.red.bold,
      doubt: chalk.yellow,
      dim: chalk.dim,
      bold: chalk.bold,
    };
  }

  /** Colors a text, which has no color codes and no line breaks yet. */
  paint(text: string, tone: Tone | undefined): string {
    return tone === undefined ? text : this.#tones[tone](text);
  }

  /** A text, which is made safe, in lines; each part in its tone. */
  lines(text: StyledText, room: Room): string[] {
    const { parts = [text] } = text;
    const words = parts.flatMap((part, at): StyledWord[] => [
      ...(at === 0 ? [] : [{ text: "·" }]),
      ...wordsIn(visible(oneLine(part)), room.width).map((text) => {
        return { text, tone: part.tone };
      }),
    ]);
    return wrapWords(words, room).map((line) =>
      runsOf(line)
        .map(({ text, tone }) => this.paint(text, tone))
        .join(" "),
    );
  }

  /**
   * A text after its label, which is safe and painted. Its further lines stand
   * below its first, or near the margin where that has no room.
   */
  labeled(
    label: string,
    text: StyledText,
    indent: number,
    hanging = 0,
  ): string[] {
    const { width } = this;
    const margin = width - indent < narrowestLine ? 4 : indent + hanging;
    const start = label.padEnd(indent + label.length - displayWidth(label));
    const room = {
      width: Math.max(2, width - margin),
      firstWidth: Math.max(2, width - indent),
    };
    return this.lines(text, room).map((line, at) =>
      `${at === 0 ? start : " ".repeat(margin)}${line}`.trimEnd(),
    );
  }

  /** A text with further lines indented: only what we write starts at the margin. */
  hanging(text: StyledText): string[] {
    return this.labeled("", text, 0, 2);
  }

  /** A remark of ours; nothing without a text. */
  remark(text: string): string[] {
    return text === "" ? [] : this.hanging({ text, tone: "dim" });
  }
}

/** The words of a line, with neighbors of one tone as one text. */
function runsOf(words: readonly StyledWord[]): StyledWord[] {
  const runs: StyledWord[] = [];
  for (const { text, tone } of words) {
    const last = runs.at(-1);
    if (last && last.tone === tone) last.text += ` ${text}`;
    else runs.push({ text, tone });
  }
  return runs;
}

/** Lines as the text that is printed. */
export function printedLines(lines: readonly string[]): string {
  return [...lines, ""].join("\n");
}

/** The same in groups, with a blank line between those that have lines. */
export function spacedLines(groups: readonly (readonly string[])[]): string[] {
  return groups
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}
