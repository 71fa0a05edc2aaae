import { stringify } from "csv-stringify/sync";
import type { Outcome } from "../lookup/outcome.ts";
import { csvSafe, visible } from "../text/safe-text.ts";
import type { Sink } from "./sink.ts";

/**
 * Writes what was not answered as CSV: the number or text as `--file` reads it back, where it stood, and why. Refused
 * inputs are in it too, to be mended.
 */
export function rejectsWriter(sink: Sink): (outcome: Outcome<unknown>) => Promise<void> | undefined {
  void sink.write(line(["dot_number", "file", "line", "reason"]));
  return (outcome) => {
    if (outcome.kind !== "refused" && outcome.kind !== "unanswered") return undefined;
    const [text, reason] =
      outcome.kind === "refused" ? [outcome.text, outcome.reason] : [outcome.dotNumber, outcome.error.message];
    const { source = "", line: number = "" } = outcome.place ?? {};
    return sink.write(line([text, source, String(number), reason]));
  };
}

function line(cells: readonly string[]): string {
  return stringify([cells.map((cell) => csvSafe(visible(cell)))]);
}
