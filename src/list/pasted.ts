/**
 * What people paste on a command line: numbers in any spelling, several in one
 * argument, or a sentence with one.
 */
import { parseDotNumber, quoteInput } from "../dot-number.ts";
import { isFilled } from "./cells.ts";
import type { Input } from "./input.ts";

/**
 * A word before a number, which the shell may have made an argument: `USDOT`,
 * `DOT #:`, `Number:`, `MC`.
 */
const labelWord = String.raw`(?=\S)(?:u\.?s\.?|(?:u\.?s\.?[_-]?)?dot\.?(?:_?(?:number|num|no)\.?)?|number|num|no\.?|mc|mx|ff)? *[#:=]*`;
const bareLabel = new RegExp(`^${labelWord}$`, "i");
const labelLine = new RegExp(`^(${labelWord})\n`, "gim");

const cutUpDigits = new RegExp(
  String.raw`^(?:${labelWord} )?(\d+)\s+(\d+)$`,
  "i",
);

/** `2,233,855,76830`: a comma may separate two numbers or group the digits of one. */
const ambiguousComma = /(?<!\d)[1-9]\d{0,2},\d{3}(?!\d)/;

export interface Pasted {
  inputs: Input[];
  notes: string[];
}

/**
 * Whether an argument is a word that people write before a number, rather than
 * a number or a name.
 */
export function isLabel(text: string): boolean {
  return bareLabel.test(text.trim());
}

/**
 * Whether a text is a USDOT number in one of its spellings, without other text
 * around it.
 */
export function isNumber(text: string): boolean {
  const parsed = parseDotNumber(text);
  return "dotNumber" in parsed && !parsed.isOutOfText;
}

/**
 * Reads arguments as they were pasted: numbers with labels, several in one, one
 * in several, or a sentence with one.
 */
export function readPasted(args: readonly string[]): Pasted {
  const cutUp = cutUpNumber(args);
  if (cutUp) return { inputs: [cutUp], notes: [] };
  const texts =
    args.length === 0 ? [] : onePerLine(args).split("\n").flatMap(separated);
  const sentence = args.join(" ");
  // A variable of a script that was not set must not go unnoticed.
  const isSentence =
    texts.every(isFilled) &&
    !texts.every(isNumber) &&
    "dotNumber" in parseDotNumber(sentence);
  const inputs: Input[] = [];
  const notes: string[] = [];
  for (const text of isSentence ? [sentence] : texts) {
    const input = isLabel(text) ? { text, invalid: noNumber } : inputOf(text);
    inputs.push(input);
    notes.push(...readOutNotes(text));
  }
  return { inputs, notes };
}

/** `900 0001` is a number that a blank cuts up, rather than the carriers 900 and 1. */
function cutUpNumber(args: readonly string[]): Input | undefined {
  const text = args.join(" ").trim();
  const [, ...pieces] = cutUpDigits.exec(text) ?? [];
  const digits = pieces.join("");
  const isCutUp =
    pieces.some(({ length }) => length < 4) && /^\d{5,8}$/.test(digits);
  if (!isCutUp) return undefined;
  const invalid = `is not one USDOT number; did you mean ${digits}? separate two numbers with a comma and a space`;
  return { text, invalid };
}

const noNumber =
  "has no number after it (a shell drops everything after #: use quotes, or leave it out)";

/**
 * Reads a line of standard input as arguments are (`9000001,9000002`) if it
 * holds numbers only; otherwise undefined.
 */
export function readPastedLine(text: string): Pasted | undefined {
  const line = text.trim();
  if (line === "" || /[\r\n]/.test(line) || isNumber(line)) return undefined;
  const pasted = readPasted(line.split(/\s+/));
  return pasted.inputs.every((input) => "dotNumber" in input)
    ? pasted
    : undefined;
}

/** `read USDOT 9000001 out of "MC 747866 / DOT 9000001"` */
export function readOutOf(dotNumber: string, text: string): string {
  return `read USDOT ${dotNumber} out of ${JSON.stringify(quoteInput(text, 60))}, and nothing else`;
}

/** What to say of a text out of which a number is read; nothing of others. */
export function readOutNotes(text: string): string[] {
  const parsed = parseDotNumber(text);
  return "dotNumber" in parsed && parsed.isOutOfText
    ? [readOutOf(parsed.dotNumber, text)]
    : [];
}

export function inputOf(text: string, parsed = parseDotNumber(text)): Input {
  if ("invalid" in parsed) return { text, ...parsed };
  const { dotNumber, isMarkedOutOfService } = parsed;
  return isMarkedOutOfService
    ? { dotNumber, isMarkedOutOfService }
    : { dotNumber };
}

/**
 * The arguments, a line each: with what belongs to a number on its line, as
 * FMCSA's mark OOS, which stands below it.
 */
function onePerLine(args: readonly string[]): string {
  return args
    .map((text) => text.trim().replace(/\s*[\r\n]\s*/g, "\n"))
    .join("\n")
    .replace(/\s+OOS$/gim, "OOS")
    .replace(labelLine, "$1 ");
}

/** The numbers of a line, or the line as it is if it holds anything else. */
function separated(line: string): string[] {
  if (isNumber(line)) return [line];
  const pieces = line.split(/[;|\t]|,\s+|\s+(?=\d{4})/);
  const isAmbiguous = (piece: string) =>
    !isNumber(piece) && ambiguousComma.test(piece);
  const numbers = pieces
    .flatMap((piece) => (isNumber(piece) ? piece : piece.split(",")))
    .filter(isFilled);
  const areNumbers = numbers.length > 0 && numbers.every(isNumber);
  return areNumbers && !pieces.some(isAmbiguous) ? numbers : [line];
}
