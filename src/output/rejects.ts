import type { Outcome } from "../lookup/outcome.ts";
import { csvSafe, visible } from "../text/safe-text.ts";
import { csvLine } from "./formats/csv.ts";
import { type Sink, withHead } from "./sink.ts";

/** The file of what was not answered. Ends with `finish` or `abandon`. */
export type Rejects = ReturnType<typeof rejectsTo>;

const header = ["dot_number", "file", "line", "reason"];

/**
 * Writes what was not answered as CSV: the number or text as `--file` reads it back, where it stood, and why. Refused inputs are in it
 * too, to be fixed. The header goes out with the first of them, so that an early end leaves no file of a header alone.
 * @param onLeft called after an early end with the path of the rejects so far
 */
export function rejectsTo(sink: Sink, onLeft: (path: string) => void) {
  const put = withHead(sink, line(header));
  return {
    /** Writes an input if it belongs there. */
    write(outcome: Outcome<unknown>) {
      if (outcome.kind !== "invalid" && outcome.kind !== "unanswered") return undefined;
      const [text, reason] =
        outcome.kind === "invalid" ? [outcome.text, outcome.reason] : [outcome.dotNumber, outcome.error.message];
      const { source = "", line: number = "" } = outcome.place ?? {};
      return put(line([text, source, String(number), reason]));
    },
    async finish() {
      await put("");
      await sink.finish();
    },
    async abandon() {
      await sink.abandon();
      if (sink.left !== undefined) onLeft(sink.left);
    },
  };
}

/** In quotes, a first cell that begins with `#` makes no comment. */
function line(cells: readonly string[]): string {
  return csvLine(cells.map((cell) => csvSafe(visible(cell)))).replace(/^\s*#[^,]*/, '"$&"');
}
