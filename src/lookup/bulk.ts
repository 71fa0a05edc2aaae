/** Looks up a batch: its records are matched by number, never by position, and what may have been cut off is asked for again. */
import type { DotNumber } from "../dot-number.ts";
import { InterruptedError, UsdotError } from "../errors.ts";
import { NotFoundError, UnusableAnswerError } from "../service/errors.ts";
import type { BulkAnswer } from "../service/records.ts";
import type { Result } from "./outcome.ts";

/** The results in the order requested, and how many records were about numbers that nobody requested. */
export interface Matched {
  results: Result[];
  unrequested: number;
}

/**
 * A result for each number, in their order, and how many records nobody requested.
 *
 * By the interface, a number that is left out is unknown to the service. But a service may also answer about the first 20 of 50
 * numbers and stop, some of which it does not know. So if the first or last number of the batch is missing, all that are missing are
 * requested again, by themselves, as long as that finds any.
 * @throws whatever `ask` throws the first time; a later error is the result of the numbers it concerns
 */
export async function lookUpInBulk(
  ask: (dotNumbers: readonly DotNumber[]) => Promise<BulkAnswer>,
  dotNumbers: readonly DotNumber[],
): Promise<Matched> {
  const first = matchBulk(dotNumbers, await ask(dotNumbers));
  const missing = first.results.filter(({ kind }) => kind === "not-found").map(({ dotNumber }) => dotNumber);
  if (missing.length === dotNumbers.length || !isEndMissing(missing, dotNumbers)) return first;
  const again = await lookUpInBulk(ask, missing).catch((error: unknown): Matched => {
    if (!(error instanceof UsdotError) || error instanceof InterruptedError) throw error;
    return { results: missing.map((dotNumber) => ({ kind: "unanswered", dotNumber, error })), unrequested: 0 };
  });
  const found = new Map(again.results.map((result) => [result.dotNumber, result]));
  const results = first.results.map((result) => found.get(result.dotNumber) ?? result);
  return { results, unrequested: first.unrequested + again.unrequested };
}

/** The orders in which a service may go through the numbers. */
const orders: readonly ((numbers: readonly DotNumber[]) => readonly DotNumber[])[] = [
  (numbers) => numbers,
  (numbers) => numbers.toSorted((one, other) => Number(one) - Number(other)),
  (numbers) => numbers.toSorted(),
];

/** Whether the first or the last number requested is missing, in any of these orders. */
function isEndMissing(missing: readonly DotNumber[], requested: readonly DotNumber[]): boolean {
  if (missing.length === 0) return false;
  const isMissing = new Set(missing);
  return orders.some((order) => {
    const ordered = order(requested);
    return [...ordered.slice(0, 1), ...ordered.slice(-1)].some((end) => isMissing.has(end));
  });
}

/**
 * The results of an answer. A number that it leaves out is unknown to the service (the interface: "one per carrier found"), unless it also
 * holds records that nobody requested, or an earlier answer differed: then leaving it out proves nothing.
 * @param requested each number once
 */
export function matchBulk(requested: readonly DotNumber[], { found, unrequested, isExact }: BulkAnswer): Matched {
  const results = requested.map((dotNumber, index): Result => {
    const answer = found[index];
    if (answer === undefined) return leftOut(dotNumber, !isExact);
    if (answer instanceof UnusableAnswerError) return { kind: "unanswered", dotNumber, error: answer };
    // With room for its place in the list: to add a property takes an object more.
    const result = { kind: "answered" as const, dotNumber, answer, place: undefined };
    return result;
  });
  return { results, unrequested };
}

function leftOut(dotNumber: DotNumber, isDoubtful: boolean): Result {
  const subject = `USDOT ${dotNumber}`;
  if (isDoubtful) {
    const message = "the answer leaves it out and holds records that were not asked for";
    const error = new UnusableAnswerError(message, { reason: "contradictory-answer", subject });
    return { kind: "unanswered", dotNumber, error };
  }
  const error = new NotFoundError("the service knows no such carrier", { reason: "no-such-carrier", subject });
  return { kind: "not-found", dotNumber, error };
}
