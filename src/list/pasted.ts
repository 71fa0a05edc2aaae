/**
 * What people paste on a command line: numbers in any spelling, several in one
 * argument, or a sentence with one.
 */
import { parseDotNumber } from "../dot-number.ts";
import { isBareNumber, isFilled } from "./cells.ts";
import type { Input } from "./input.ts";

/** `900 0001`, to be refused: one number cut up, or the carriers 900 and 1. */
const cutUpNumber = /^(?=.{6,9}$)(?:\d{1,3} \d+|\d+ \d{1,3})$/;

/** `2,233,855,76830`: a comma may separate two numbers or group the digits of one. */
const ambiguousComma = /(?<!\d)[1-9]\d{0,2},\d{3}(?!\d)/;

/**
 * Reads arguments as they were pasted: numbers, several in one argument, or one
 * in several: `DOT # 2233855`.
 */
export function readPasted(args: readonly string[]): Input[] {
  return pastedTexts(args).map(inputOf);
}

/** The texts that arguments mean: split where one has several, or joined. */
function pastedTexts(args: readonly string[]): readonly string[] {
  const whole = args.join(" ");
  if (cutUpNumber.test(whole)) return [whole];
  const numbers = args.flatMap(numbersOf);
  if (numbers.every(isBareNumber)) return numbers;
  // A variable of a script that was not set is a mistake by itself.
  if (!args.every(isFilled)) return args;
  const [first = ""] = args;
  const isOneNumber =
    args.filter(isBareNumber).length < 2 &&
    "dotNumber" in parseDotNumber(whole);
  // `MC 747866` and `4033402 OOS`
  return /^\D+$/.test(first) || isOneNumber ? [whole] : args;
}

/**
 * The input that a text means. A docket number beside the USDOT number is a
 * claim; `readOutOf` is the longer text that a number was read out of.
 */
export function inputOf(text: string): Input {
  const parsed = parseDotNumber(text);
  if ("invalid" in parsed) return { text, ...parsed };
  const { dotNumber, claims, mark } = parsed;
  const input: Input = { dotNumber, mark, claims: claims?.[0] };
  if (parsed.isOutOfText || parsed.hasSuffix) input.readOutOf = text;
  return input;
}

/**
 * Between two numbers. A single blank after one to three digits may cut up a
 * number: `DOT 900 0001`.
 */
const separator = /[;|\t,]|(?<!\s)(?:\s{2,}|(?<=^|\D|\d{4})\s)(?=\d{4})/;

/** The numbers that a text consists of, or it as it is if it holds anything else. */
export function numbersOf(text: string): string[] {
  const numbers = text.split(separator).filter(isFilled);
  const areNumbers = numbers.length > 0 && numbers.every(isBareNumber);
  return areNumbers && !isBareNumber(text) && !ambiguousComma.test(text)
    ? numbers
    : [text];
}
