/** The USDOT numbers that a program gives. */
import type { DotNumber } from "../dot-number.ts";
import { InputError } from "../errors.ts";
import { type Input, inputOf, invalidText } from "../input/input.ts";

/** What a text or a number states; any other thing that JavaScript lets through is refused. */
export function givenInput(given: unknown): Input {
  if (typeof given === "string" || typeof given === "number") return inputOf(String(given));
  // Not made a text: an object may have no `toString`, or one that throws.
  return { invalid: "is not a USDOT number, which is text or a number", text: given === null ? "null" : typeof given };
}

/**
 * The number that is given, in its canonical spelling.
 * @throws {InputError} for what is not a USDOT number
 */
export function dotNumberOf(given: unknown): DotNumber {
  const input = givenInput(given);
  if ("invalid" in input) throw new InputError(invalidText({ text: input.text, reason: input.invalid }));
  return input.dotNumber;
}
