import { type DotNumber, parseDotNumber, quoteInput } from "../dot-number.ts";

/** Where an input is in a list. */
export interface Place {
  /** "fleet.csv", "stdin" */
  source: string;
  line: number;
}

/** One thing the user asked about: a USDOT number, or text that isn't one, with the reason. */
export type Input = { dotNumber: DotNumber; place?: Place } | { invalid: string; text: string; place?: Place };

/** Words that people write before a number, each of which the shell may have made an argument: `USDOT`, `DOT #:`, `Number:`, `MC`. */
const labelWord =
  /^(?:u\.?s\.?|(?:u\.?s\.?[_-]?)?dot\.?(?:_?(?:number|num|no)\.?)?|number|num|no\.?|mc|mx|ff)?\s*[#:=]*$/i;

/** Whether an argument is a word that people write before a number, rather than a number or a name. */
export function isLabel(text: string): boolean {
  return text.trim() !== "" && labelWord.test(text.trim());
}

/**
 * Reads command-line arguments as they were pasted: words before a number belong to it (`DOT #: 90849`), and one argument may hold several
 * numbers (`90849,29124`).
 */
export function readArguments(args: readonly string[]): Input[] {
  const inputs: Input[] = [];
  let label: string[] = [];
  for (const text of args.flatMap(separated)) {
    if (isLabel(text)) {
      label.push(text);
      continue;
    }
    inputs.push(label.length === 0 ? inputOf(text) : labeled(label.join(" "), text));
    label = [];
  }
  if (label.length > 0) inputs.push({ text: label.join(" "), invalid: endsEarly });
  return inputs;
}

const endsEarly = "has no number after it (a shell drops everything after #: use quotes, or leave it out)";

/** `DOT #:` and `90849` are one number, `MC` and `90849` a docket number. */
function labeled(label: string, text: string): Input {
  const whole = `${label} ${text}`;
  const parsed = parseDotNumber(whole);
  if ("dotNumber" in parsed) return parsed;
  // `Number: 90849`, after the name of the program.
  const named = parseDotNumber(`USDOT ${whole}`);
  if ("dotNumber" in named) return named;
  const alone = parseDotNumber(text);
  return { text: whole, invalid: "invalid" in alone ? alone.invalid : parsed.invalid };
}

/** What a text says, whoever gives it. */
export function inputOf(text: string): Input {
  const parsed = parseDotNumber(text);
  return "invalid" in parsed ? { ...parsed, text } : parsed;
}

/** What separates numbers in any case; a comma alone may also group the digits of one. */
const separator = /[;|\t\r\n]|,\s+/;

/** The numbers within one argument. An argument that holds no more than one, or that can be read in two ways, stays whole. */
function separated(text: string): string[] {
  if (isNumber(text)) return [text];
  const pieces = text.split(separator).flatMap((piece) => (isNumber(piece) ? [piece] : piece.split(",")));
  const parts = pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
  if (parts.length === 0 || !parts.every((part) => /\d/.test(part)) || isAmbiguous(text)) return [text];
  return parts;
}

/** Whether a text is a USDOT number, in any spelling. */
export function isNumber(text: string): boolean {
  return "dotNumber" in parseDotNumber(text);
}

/** Whether a comma may separate two numbers or group the digits of one: `2,233,855,76830`. */
function isAmbiguous(text: string): boolean {
  return text.split(separator).some((piece) => !isNumber(piece) && /(?<!\d)[1-9]\d{0,2},\d{3}(?!\d)/.test(piece));
}

/** `fleet.csv:17: MC-747866 is a docket number, not a USDOT number`. */
export function invalidText(line: { text: string; reason: string; place?: Place | null | undefined }) {
  const { text, reason, place } = line;
  const where = place ? `${place.source}:${place.line}: ` : "";
  return `${where}${quoteInput(text)} ${reason}`;
}
