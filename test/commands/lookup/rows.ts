/** The table that tests of command lines are: what is typed, and what comes of it. */
import { expect } from "vitest";
import {
  type MemoryOptions,
  type MemoryResult,
  run,
} from "../../support/run.ts";

/** The whole text, or what it has in it. */
type Expected = string | RegExp | readonly RegExp[];

/**
 * A command line with its words separated by spaces, what is given to it, its
 * exit status, and what it writes.
 */
export type CommandRow = [
  args: string,
  given: MemoryOptions,
  status: number,
  stdout: Expected,
  stderr: Expected,
];

/** Runs a command line whose words are separated by spaces; `'a b'` is one word. */
export function type(
  args: string,
  given: MemoryOptions = {},
): Promise<MemoryResult> {
  const words = args.match(/'[^']*'|\S+/g) ?? [];
  return run(
    words.map((word) => word.replace(/^'(.*)'$/, "$1")),
    given,
  );
}

/** Runs a row, and compares. The note that sample data is invented is left out. */
export async function check([
  args,
  given,
  status,
  stdout,
  stderr,
]: CommandRow): Promise<void> {
  const result = await type(args, given);
  const said = result.stderr.replace(/^usdot: note: sample data: .*\n/m, "");
  expect({ status: result.status, said }).toMatchObject({ status });
  compare(result.stdout, stdout);
  compare(said, stderr);
}

function compare(text: string, expected: Expected): void {
  if (typeof expected === "string") expect(text).toBe(expected);
  else
    for (const each of expected instanceof RegExp ? [expected] : expected)
      expect(text).toMatch(each);
}
