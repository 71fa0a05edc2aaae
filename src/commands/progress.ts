/** What standard error says of a list: what goes wrong, and how far along it is. */
import { invalidText } from "../list/input.ts";
import type { EarlyStop, Entry } from "../lookup/carriers.ts";
import type { Tally } from "../lookup/tally.ts";
import type { Context } from "../run/context.ts";
import type { Reporter } from "../run/reporter.ts";
import type { Client } from "../service/client.ts";
import { grouped, inWords } from "../text/digits.ts";

interface Followed {
  pages: AsyncIterable<Entry[]>;
  total: number;
  service: string;
  tally: Tally;
  stop: EarlyStop;
  client: Pick<Client, "pace">;
  progressEnd?(): string;
}

/** Passes a list on, page by page. What goes wrong is told first. */
export async function* follow(
  { host, settings, reporter, output }: Context,
  followed: Followed,
): AsyncGenerator<Entry[]> {
  const { pages, total, service, tally, stop, client } = followed;
  const { progressEnd = () => "" } = followed;
  const { format } = settings.values;
  // Rows on a terminal would be written beside the status line.
  const isScrolling =
    host.stdout.isTTY && format !== "table" && output === undefined;
  const started = host.now();
  const complain = complainer(reporter, stop);
  try {
    for await (const page of pages) {
      for (const entry of page) {
        tally.add(entry);
        complain(entry);
      }
      if (isScrolling) reporter.status(undefined);
      yield page;
      // Only now: this page was answered before the signal.
      host.signal.throwIfAborted();
      await reporter.flushed();
      const elapsed = host.now() - started;
      const progress = progressText(tally, total, elapsed, client.pace());
      reporter.status(
        `asking ${service.replace(/^https?:\/\//, "")}: ${progress}${progressEnd()}`,
      );
    }
  } finally {
    reporter.status(undefined);
    reporter.endComplaints();
  }
}

/** Says what goes wrong; the error that stopped the list once for all that it concerns. */
function complainer(reporter: Reporter, stop: EarlyStop) {
  let isStopSaid = false;
  return (entry: Entry): void => {
    if (entry.kind === "invalid") reporter.invalid(invalidText(entry.input));
    if (entry.kind !== "carrier") return;
    const { kind, error } = entry.ending;
    if (error === undefined || kind === "not-found") return;
    const isStop = error === stop.error;
    if (!isStop) reporter.failure(`USDOT ${entry.dotNumber}`, error);
    else if (!isStopSaid) reporter.error(error);
    isStopSaid ||= isStop;
  };
}

/**
 * How far along a list is after so many milliseconds: `120 of 1,000, 3 not
 * found, about 4 minutes left`.
 */
export function progressText(
  tally: Tally,
  total: number,
  elapsed: number,
  pace: ReturnType<Client["pace"]>,
): string {
  const done = tally.count();
  const missing = tally.count("not-found");
  const requested = missing + tally.count("answered", "partial", "unanswered");
  // What the service allows may be slower than what it has answered so far.
  const took = Math.max(elapsed, pace.requests * pace.milliseconds) / 1_000;
  const left = requested === 0 ? 0 : (took / requested) * (total - done);
  const parts = [
    `${grouped(done)} of ${grouped(total)}`,
    missing > 0 && `${grouped(missing)} not found`,
    left > 0 && `about ${inWords(left * 1_000)} left`,
  ];
  return parts.filter(Boolean).join(", ");
}
