/** One output of a run: its items in a format, to a file or standard output. */

import type { Output, Written } from "../files/output.ts";
import type { Sink } from "../files/output-file.ts";
import type { Format } from "./format.ts";

/** Nothing is written before the first item: a run that cannot begin leaves nothing. */
export function openOutput<Item, End = unknown>(
  sink: Sink,
  format: Format<Item, End>,
  isContinued = false,
): Output<Item, End> {
  let held = isContinued ? "" : format.begin;
  const flush = async (last: Written = "") => {
    const data = typeof last === "string" ? held + last : last;
    held = "";
    if (data.length > 0) await sink.write(data);
  };
  return {
    item(item) {
      held += format.item(item);
    },
    flush,
    async end(end, mayContinue) {
      await flush(await format.end(end));
      await sink.finish(mayContinue);
    },
    abandon: () => sink.abandon(),
  };
}
