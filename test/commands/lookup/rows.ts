/** Command lines as people type them. */
import {
  type MemoryOptions,
  type MemoryResult,
  run,
} from "../../support/run.ts";

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

/** What a run says, but that sample data is invented. */
export const saidIn = ({ stderr }: MemoryResult) =>
  stderr.replace(/^usdot: note: sample data: .*\n/m, "");
