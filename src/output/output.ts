/**
 * One output of a run: its items in a format, to a file or standard output.
 *
 *     Sink    bytes to a file or stdout  openOutputFile, openDestination
 *             with rows to resume        openRowFile, openSink
 *     Format  items to text              openFormat
 *     Output  a Format into a Sink       openOutput, openRowOutput, openReport
 */
import type { RunEnd, Sink } from "../files/output-file.ts";
import type { Format, Written } from "./format.ts";

/** What a run writes its items to, whatever the format. */
export interface Output<Item, End = unknown> {
  /** Takes an item, to be written with the next `flush`. */
  item(item: Item): void;
  /**
   * Writes the items taken; at the end of a run that is cut short, also what
   * the format ends with.
   */
  flush(last?: Written): Promise<void>;
  /** The run is over. Returns where the items are if nobody was answered. */
  end(end: End, runEnd: RunEnd): Promise<string | undefined>;
  /**
   * The run ends early. Returns where the items are; undefined if there are
   * none.
   */
  abandon(): Promise<string | undefined>;
}

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
    async end(end, runEnd) {
      await flush(await format.end(end));
      return sink.end(runEnd);
    },
    abandon: () => sink.end("cut off"),
  };
}
