import { InputError } from "../../errors.ts";
import type { Input } from "../../input/input.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import { grouped } from "../../text/digits.ts";
import { refusalText } from "./list-loop.ts";

/**
 * A list read to its end before anything is looked up (`--strict`).
 *
 * @throws {InputError} if any line is invalid, after reporting each
 */
export async function wholeList(pages: AsyncIterable<readonly Input[]>, reporter: Reporter): Promise<Input[][]> {
  const whole: Input[][] = [];
  let bad = 0;
  for await (const page of pages) {
    whole.push([...page]);
    for (const input of page) {
      if (!("invalid" in input)) continue;
      bad += 1;
      reporter.invalid(refusalText({ ...input, reason: input.invalid }));
    }
    await reporter.flushed();
  }
  if (bad > 0) {
    const lines = bad === 1 ? "1 line that is not a USDOT number" : `${grouped(bad)} lines that are not USDOT numbers`;
    throw new InputError(`the list has ${lines}`, { hint: "nothing was sent; fix it, or leave out --strict" });
  }
  return whole;
}
