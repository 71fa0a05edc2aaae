/** What a program passes in: checked here for those that are written without the types. */
import type { DotNumber } from "../dot-number.ts";
import { InputError } from "../errors.ts";
import { type Input, inputOf, invalidText } from "../input/input.ts";
import { isObject } from "../text/json-text.ts";

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

/** Refuses what is no options, such as a signal in place of `{ signal }`, and options that there are not: `asof` would not be the day. */
export function checkObject(name: string, given: unknown, options?: readonly string[]): void {
  if (!isObject(given) || given instanceof AbortSignal || given instanceof Date)
    throw new InputError(`${name} is not a plain object`);
  const other = options && Object.keys(given).find((key) => !options.includes(key));
  if (other !== undefined) throw new InputError(`there is no option ${JSON.stringify(other)}`);
}
