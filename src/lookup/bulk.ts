/** Looks up a batch, and asks again about numbers that may be missing only because the answer was cut short. */
import type { DotNumber } from "../dot-number.ts";
import { InterruptedError, UsdotError } from "../errors.ts";
import type { BulkAnswer } from "../service/records.ts";
import { type Matched, matchBulk } from "./match.ts";
import type { Result } from "./outcome.ts";

/**
 * A result for each number, in their order, and how many records nobody requested.
 *
 * By the interface, a number that is left out is unknown to the service. But a service may also answer about the first 20 of 50
 * numbers and stop. So if the missing numbers are at one end of the batch, they are requested again, by themselves, as long as that
 * finds any.
 *
 * @throws whatever `ask` throws the first time; a later error is the result of the numbers it concerns
 */
export async function lookUpInBulk(
  ask: (dotNumbers: readonly DotNumber[]) => Promise<BulkAnswer>,
  dotNumbers: readonly DotNumber[],
): Promise<Matched> {
  const first = matchBulk(dotNumbers, await ask(dotNumbers));
  if (first.results.every(({ kind }) => kind !== "not-found")) return first;
  const results = new Map(first.results.map((result) => [result.dotNumber, result]));
  let unrequested = first.unrequested;
  for (let requested = dotNumbers; ; ) {
    const missing = requested.filter((dotNumber) => results.get(dotNumber)?.kind === "not-found");
    if (missing.length === requested.length || !areOneEnd(missing, requested)) break;
    const again = await askAgain(ask, missing);
    for (const result of again.results) results.set(result.dotNumber, result);
    unrequested += again.unrequested;
    requested = missing;
  }
  return { results: dotNumbers.map((dotNumber) => results.get(dotNumber) as Result), unrequested };
}

/** An error is the result of these numbers: the answers so far are not lost. */
async function askAgain(
  ask: (dotNumbers: readonly DotNumber[]) => Promise<BulkAnswer>,
  dotNumbers: readonly DotNumber[],
): Promise<Matched> {
  try {
    return matchBulk(dotNumbers, await ask(dotNumbers));
  } catch (error) {
    if (!(error instanceof UsdotError) || error instanceof InterruptedError) throw error;
    const results = dotNumbers.map((dotNumber): Result => ({ kind: "unanswered", dotNumber, error }));
    return { results, unrequested: 0 };
  }
}

/** The orders in which a service may go through the numbers. */
const orders: readonly ((numbers: readonly DotNumber[]) => readonly DotNumber[])[] = [
  (numbers) => numbers,
  (numbers) => numbers.toSorted((one, other) => Number(one) - Number(other)),
  (numbers) => numbers.toSorted(),
];

/** Whether the missing numbers are the first or the last ones requested, in any of these orders. */
function areOneEnd(missing: readonly DotNumber[], requested: readonly DotNumber[]): boolean {
  if (missing.length === 0) return false;
  const isMissing = new Set(missing);
  return orders.some((order) => {
    const ordered = order(requested);
    const ends = [ordered.slice(0, missing.length), ordered.slice(-missing.length)];
    return ends.some((end) => end.every((dotNumber) => isMissing.has(dotNumber)));
  });
}
