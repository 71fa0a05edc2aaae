/**
 * Asks about carriers: for records of each, or for summaries of many with one
 * request. What cannot be had is an answer, too.
 */
import type { Answer, Answers, RecordName } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import type { Client } from "../service/client.ts";
import type { Summaries } from "../service/records.ts";
import {
  failedAnswer,
  ServiceError,
  serviceErrorOrThrow,
} from "../service/service-error.ts";
import { maxFailuresInARow } from "./early-stop.ts";

/** Asks about some numbers at once; the map has every one of them. */
export type AskBatch = (
  numbers: readonly DotNumber[],
) => Promise<ReadonlyMap<DotNumber, Answers>>;

/** Asks for one record of a carrier. */
const asking =
  (client: Pick<Client, "record">, dotNumber: DotNumber) =>
  async (name: RecordName) =>
    [name, await client.record(name, dotNumber)] as const;

/**
 * Asks for records of a carrier in a list, `carrier` first: where that is not
 * answered, nothing else is asked.
 */
export async function askRecords(
  client: Pick<Client, "record">,
  dotNumber: DotNumber,
  names: readonly RecordName[],
): Promise<Answers> {
  const ask = asking(client, dotNumber);
  const first = names.includes("carrier") ? [await ask("carrier")] : [];
  if (first.some(([, { state }]) => state !== "answered"))
    return Object.fromEntries(first);
  const others = names.filter((name) => name !== "carrier").map(ask);
  return Object.fromEntries([...first, ...(await Promise.all(others))]);
}

/**
 * Asks for all records at once, of one carrier that a person waits for. If it
 * does not exist, or the key is refused, the other requests are stopped and
 * leave no answer.
 */
export async function askAtOnce(
  client: Pick<Client, "record" | "withSignal">,
  dotNumber: DotNumber,
  names: readonly RecordName[],
): Promise<Answers> {
  const enough = new AbortController();
  const stoppable = client.withSignal(enough.signal);
  const requests = names.map(asking(stoppable, dotNumber));
  const all = Promise.all(requests);
  // Those that are stopped here fail unheard.
  all.catch(() => {});
  const [, carrier] = (await requests[names.indexOf("carrier")]) ?? [];
  if (carrier === undefined || !makesRestPointless(carrier))
    return Object.fromEntries(await all);
  enough.abort();
  return { carrier };
}

function makesRestPointless(carrier: Answer): boolean {
  return (
    carrier.state === "none" ||
    (carrier.state === "unanswered" && carrier.error.kind === "key")
  );
}

/** Asks about several carriers side by side. */
export function askEach(
  askOne: (dotNumber: DotNumber) => Promise<Answers>,
): AskBatch {
  return async (numbers) => {
    const asked = numbers.map(
      async (number) => [number, await askOne(number)] as const,
    );
    return new Map(await Promise.all(asked));
  };
}

/**
 * A service may answer so because a request is too large, or because of one
 * number: unknown (404), or one that it stumbles over (500).
 */
const statusesWorthHalving: readonly (number | undefined)[] = [
  400, 404, 413, 422, 500,
];

/**
 * Asks for summaries. The interface states no largest request: it is learned
 * from what is refused, or answered with nothing. Of batches of 50:
 *
 *     takes 25           50 refused, 25, 25; then 25, 25
 *     takes 13           50, 25, 25 refused, 13, 12, 13, 12; then 13, 12, 13, 12
 *     answers about 20   50 (20 answered), 30 left out (20), 10; then the same
 *     500 for one number halves down to it, which alone has no answer
 *     none is known      halves down to single numbers: it may be the size
 *     503                asks no more: it is not the size
 */
export function askSummaries(client: Pick<Client, "bulk">): AskBatch {
  /** The size of the largest request that found any number; 0 before one did. */
  let largestAnswered = 0;
  /**
   * The furthest position in a request that got an answer; what lies beyond may
   * have been cut off.
   */
  let deepestAnswered = 1;
  /** The most numbers that are asked for at once. */
  let limit = Infinity;
  /** How many requests in a row failed: beyond a few, size is not the cause. */
  let failures = 0;

  async function summariesOf(
    numbers: readonly DotNumber[],
  ): Promise<Summaries> {
    if (numbers.length > limit) return inHalves(numbers);
    // A failure is a result, too: of fewer numbers there may be a better one.
    const answer = await client.bulk(numbers).catch(serviceErrorOrThrow);
    if (answer instanceof ServiceError) return afterFailure(numbers, answer);
    failures = 0;
    const isFound = (number: DotNumber) => answer.get(number)?.state !== "none";
    const last = numbers.findLastIndex(isFound);
    // Answers went this deep before: the numbers are unknown, not cut off.
    if (last < 0 && numbers.length <= deepestAnswered) return answer;
    if (last < 0) return inHalves(numbers);
    largestAnswered = Math.max(largestAnswered, numbers.length);
    deepestAnswered = Math.max(deepestAnswered, last + 1);
    // A service may answer about 20 of 50 and stop: what it leaves out is asked
    // for again by itself, as long as that finds any.
    const leftOut = numbers.filter((number) => !isFound(number));
    if (leftOut.length === 0) return answer;
    return new Map([...answer, ...(await summariesOf(leftOut))]);
  }

  function afterFailure(
    numbers: readonly DotNumber[],
    error: ServiceError,
  ): Summaries | Promise<Summaries> {
    failures = error.kind === "unreachable" ? failures + 1 : 0;
    const mayBeTheSize =
      failures < maxFailuresInARow &&
      error.reason !== "no-service" &&
      statusesWorthHalving.includes(error.status);
    if (mayBeTheSize && numbers.length > 1) return inHalves(numbers);
    return new Map(numbers.map((number) => [number, failedAnswer(error)]));
  }

  /**
   * Side by side: one after the other, a first half that fails down to its last
   * number would be five failures in a row, which end the halving.
   */
  async function inHalves(numbers: readonly DotNumber[]): Promise<Summaries> {
    const middle = Math.ceil(numbers.length / 2);
    const [first, second] = await Promise.all([
      summariesOf(numbers.slice(0, middle)),
      summariesOf(numbers.slice(middle)),
    ]);
    // From now on, ask for no more at once than the largest request that found any.
    if (largestAnswered > 0) limit = Math.min(limit, largestAnswered);
    return new Map([...first, ...second]);
  }

  return async (numbers) => {
    const summaries = [...(await summariesOf(numbers))];
    return new Map(summaries.map(([number, summary]) => [number, { summary }]));
  };
}
