/** What a list takes before it is looked up, and how far along it is, in one line each. */
import { type ListSize, type Shard, sizeOf } from "../../lookup/batches.ts";
import type { Context } from "../../runtime/context.ts";
import { counted, grouped, roughTime } from "../../text/digits.ts";
import { fileOf } from "../files.ts";
import { canReadTwice, type Inputs } from "./inputs.ts";

/** How far along a list is. */
export interface Progress {
  /** Inputs that have their outcome. */
  done: number;
  /** undefined where the end of the list is not known. */
  total: number | undefined;
  /** Requests that are still to be sent, as far as that can be told. */
  requestsLeft?: number | undefined;
  /** What else to say, such as `3 not found`. */
  details: readonly string[];
}

/**
 * What makes the progress line: counts, rate and, if the end of the list is known, the time left. undefined where rows scroll by on
 * the terminal: they are progress enough, and a line drawn between them would break them.
 */
export function progressLine(
  { host, settings }: Context,
  read: () => Progress | Promise<Progress>,
): (() => Promise<string>) | undefined {
  if (host.stdout.isTTY && fileOf(settings.values.output) === undefined) return undefined;
  const started = host.monotonicNow();
  return async () => {
    const { done, total, requestsLeft, details } = await read();
    const rate = done / Math.max(0.001, (host.monotonicNow() - started) / 1_000);
    return [
      `${grouped(done)}${total === undefined ? "" : ` of ${grouped(total)}`}`,
      `${rate < 10 ? Number(rate.toPrecision(2)) : grouped(Math.round(rate))} a second`,
      ...(total === undefined || rate === 0 || total <= done ? [] : [`about ${roughTime((total - done) / rate)} left`]),
      ...(requestsLeft ? [`about ${counted(requestsLeft, "request")} left`] : []),
      ...details,
    ].join(", ");
  };
}

/** Reads a list, or a shard of it, once more to count it and what is asked of it; undefined if it cannot, or nobody watches. */
export async function countedList({ host, settings }: Context, { lists, pages }: Inputs, shard: Shard | undefined) {
  return settings.values.quiet || !(await canReadTwice(host, lists)) ? undefined : sizeOf(pages(), shard);
}

/** A rate to estimate by: what a public service with this interface documents for requests without a key. Others may allow more or less. */
const requestsPerMinute = 100;

export interface RequestPlan extends ListSize {
  /** The records to ask for; `["summary"]` for the bulk answer. */
  records: readonly string[];
  /** Numbers per bulk request. */
  batchSize: number;
  /** Whether some answers may be reused. */
  mayReuse: boolean;
}

/** How many requests a run takes: `1,000 carriers: carrier, insurance, safety: 3,000 requests, about 30 min at 100 a minute`. */
export function planText({ carriers, asked, records, batchSize, mayReuse }: RequestPlan): string {
  const isBulk = records[0] === "summary";
  const requests = isBulk ? Math.ceil(asked / batchSize) : asked * records.length;
  // A number that a bulk answer leaves out is asked for by itself: a no needs an answer of its own.
  const bound = isBulk ? (mayReuse ? "about " : "at least ") : mayReuse ? "at most " : "";
  const time = `, about ${roughTime((60 * requests) / requestsPerMinute)} at ${requestsPerMinute} a minute`;
  return [
    counted(carriers, "carrier"),
    isBulk ? "bulk summary" : records.join(", "),
    `${bound}${counted(requests, "request")}${requests < requestsPerMinute ? "" : time}`,
  ].join(": ");
}
