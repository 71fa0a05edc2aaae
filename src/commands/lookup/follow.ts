/** What standard error says of a list: what it takes, what goes wrong, and how far along it is. */
import type { DotNumber } from "../../dot-number.ts";
import type { UsdotError } from "../../errors.ts";
import { type Input, numbersIn } from "../../input/input.ts";
import type { Outcome } from "../../lookup/outcome.ts";
import { type Ask, type LookUpOptions, lookUp } from "../../lookup/run.ts";
import { Tally } from "../../lookup/tally.ts";
import type { Context } from "../../runtime/context.ts";
import { counted, grouped, roughTime } from "../../text/digits.ts";
import { outputPath } from "../destination.ts";
import { invalidText } from "./inputs.ts";

/** A rate to estimate by: what a public service with this interface documents for requests without a key. Others may allow more or less. */
const requestsPerMinute = 100;

interface PlanOptions {
  /** The records that each number takes; `["summary"]` for the bulk answer. */
  records: readonly string[];
  batchSize: number;
  mayReuse?: boolean;
  /** A policy may refuse a number outright, and an output may have its row. */
  isAsked(dotNumber: DotNumber): boolean;
}

/** How many requests a list takes: `1,000 carriers: carrier, insurance, safety: 3,000 requests, about 30 min at 100 a minute`. */
export function planText(inputs: readonly Input[], { records, batchSize, mayReuse, isAsked }: PlanOptions): string {
  const numbers = [...new Set(numbersIn(inputs))];
  const asked = numbers.filter(isAsked).length;
  const isBulk = records[0] === "summary";
  const requests = isBulk ? Math.ceil(asked / batchSize) : asked * records.length;
  const about = isBulk || mayReuse ? "about " : "";
  const time = `, about ${roughTime((60 * requests) / requestsPerMinute)} at ${requestsPerMinute} a minute`;
  const takes = `${about}${counted(requests, "request")}${requests < requestsPerMinute ? "" : time}`;
  return `${counted(numbers.length, "carrier")}: ${isBulk ? "bulk summary" : records.join(", ")}: ${takes}`;
}

interface FollowOptions extends Pick<LookUpOptions, "kept"> {
  service: string;
  records: PlanOptions["records"];
  tally?: Tally;
  progressEnd?(): string;
}

/** Looks up a list, and yields its outcomes page by page. What goes wrong is told first. */
export async function* followList<A>(
  context: Context,
  inputs: readonly Input[],
  ask: Ask<A>,
  { service, records, kept, tally = new Tally(), progressEnd = () => "" }: FollowOptions,
): AsyncGenerator<Outcome<A>[]> {
  const { host, settings, reporter } = context;
  const { concurrency, format, "batch-size": bulkSize } = settings.values;
  const batchSize = records[0] === "summary" ? bulkSize : 1;
  const isScrolling = host.stdout.isTTY && format !== "table" && outputPath(context) === undefined;
  const started = host.now();
  let stopped: UsdotError | undefined;
  const onStop = (error: UsdotError) => {
    stopped = error;
    reporter.error(error);
  };
  try {
    for await (const page of lookUp(inputs, ask, { batchSize, concurrency, kept, onStop })) {
      for (const outcome of page) {
        tally.add(outcome);
        if ("invalid" in outcome.input) reporter.invalid(invalidText(outcome.input));
        // Why the rest of the list has no answer was said.
        if ("error" in outcome && outcome.kind !== "not-found" && outcome.error !== stopped)
          reporter.failure(`USDOT ${outcome.dotNumber}`, outcome.error);
      }
      // Rows on a terminal would be written beside the status line.
      if (isScrolling) reporter.status(undefined);
      yield page;
      // Only now: this page was answered before the signal.
      host.signal.throwIfAborted();
      await reporter.flushed();
      const progress = progressText(tally, inputs.length, host.now() - started);
      reporter.status(`asking ${service.replace(/^https?:\/\//, "")}: ${progress}${progressEnd()}`);
    }
  } finally {
    reporter.status(undefined);
    reporter.endComplaints();
  }
}

/** How far along a list is after so many milliseconds: `120 of 1,000, 3 not found, about 4 min left`. */
export function progressText(tally: Tally, total: number, elapsed: number): string {
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
