/** The USDOT numbers that a program gives. */
import { type DotNumber, parseDotNumber, quoteInput } from "../dot-number.ts";
import { InputError } from "../errors.ts";
import type { Input } from "../input/input.ts";

/** What a text or a number states; any other thing that JavaScript lets through is refused. */
export function readNumber(given: unknown): Input {
  const text = typeof given === "number" ? String(given) : given;
  // Not made a text: an object may have no `toString`, or one that throws.
  if (typeof text !== "string")
    return { invalid: "is not a USDOT number, which is text or a number", text: nameOf(given) };
  const parsed = parseDotNumber(text);
  return "invalid" in parsed ? { ...parsed, text } : parsed;
}

function nameOf(given: unknown): string {
  return given === null ? "null" : typeof given;
}

/**
 * The number that is given, in its canonical spelling.
 *
 * @throws {InputError} for what is not a USDOT number
 */
export function dotNumberOf(given: unknown): DotNumber {
  const input = readNumber(given);
  if ("invalid" in input) throw refusalOf(input.text, input.invalid);
  return input.dotNumber;
}

/** The error for a text that is not a USDOT number. */
export function refusalOf(text: string, reason: string): InputError {
  return new InputError(`${quoteInput(text)} ${reason}`);
}
