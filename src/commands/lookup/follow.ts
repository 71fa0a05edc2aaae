/** What standard error says of a list: what goes wrong, and how far along it is. */
import type { UsdotError } from "../../errors.ts";
import { type Input, invalidText } from "../../input/input.ts";
import type { Outcome } from "../../lookup/outcome.ts";
import { type Ask, type LookUpOptions, lookUp } from "../../lookup/run.ts";
import { Tally } from "../../lookup/tally.ts";
import type { Context } from "../../runtime/context.ts";
import { grouped, roughTime } from "../../text/digits.ts";

interface FollowOptions extends Pick<LookUpOptions, "kept"> {
  service: string;
  /** The records that each number takes; `["summary"]` for the bulk answer. */
  records: readonly string[];
  tally?: Tally;
  progressEnd?(): string;
}

/** Looks up a list, and yields its outcomes page by page. What goes wrong is told first. */
export async function* followList<A>(
  context: Context,
  inputs: readonly Input[],
  ask: Ask<A>,
  {
    service,
    records,
    kept,
    tally = new Tally(),
    progressEnd = () => "",
  }: FollowOptions,
): AsyncGenerator<Outcome<A>[]> {
  const { host, settings, reporter, output } = context;
  const { concurrency, format, "batch-size": bulkSize } = settings.values;
  const batchSize = records[0] === "summary" ? bulkSize : 1;
  const isScrolling =
    host.stdout.isTTY && format !== "table" && output === undefined;
  const started = host.now();
  let stopped: UsdotError | undefined;
  const onStop = (error: UsdotError) => {
    stopped = error;
    reporter.error(error);
  };
  try {
    for await (const page of lookUp(inputs, ask, {
      batchSize,
      concurrency,
      kept,
      onStop,
    })) {
      for (const outcome of page) {
        tally.add(outcome);
        if ("invalid" in outcome.input)
          reporter.invalid(invalidText(outcome.input));
        // Why the rest of the list has no answer was said.
        if (
          "error" in outcome &&
          outcome.kind !== "not-found" &&
          outcome.error !== stopped
        )
          reporter.failure(`USDOT ${outcome.dotNumber}`, outcome.error);
      }
      // Rows on a terminal would be written beside the status line.
      if (isScrolling) reporter.status(undefined);
      yield page;
      // Only now: this page was answered before the signal.
      host.signal.throwIfAborted();
      await reporter.flushed();
      const progress = progressText(tally, inputs.length, host.now() - started);
      reporter.status(
        `asking ${service.replace(/^https?:\/\//, "")}: ${progress}${progressEnd()}`,
      );
    }
  } finally {
    reporter.status(undefined);
    reporter.endComplaints();
  }
}

/** How far along a list is after so many milliseconds: `120 of 1,000, 3 not found, about 4 min left`. */
export function progressText(
  tally: Tally,
  total: number,
  elapsed: number,
): string {
  const done = tally.count();
  const missing = tally.count("not-found");
  const left = done === 0 ? 0 : ((elapsed / 1_000) * (total - done)) / done;
  const parts = [
    `${grouped(done)} of ${grouped(total)}`,
    missing > 0 && `${grouped(missing)} not found`,
    left > 0 && `about ${roughTime(left)} left`,
  ];
  return parts.filter(Boolean).join(", ");
}
