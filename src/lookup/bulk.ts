/** Looks up a batch, and asks again about numbers that may be missing only because the answer was cut short. */
import type { DotNumber } from "../dot-number.ts";
import { InterruptedError, UsdotError } from "../errors.ts";
import type { BulkAnswer } from "../service/records.ts";
import { type Matched, matchBulk } from "./match.ts";

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
  const missing = first.results.filter(({ kind }) => kind === "not-found").map(({ dotNumber }) => dotNumber);
  if (missing.length === dotNumbers.length || !areOneEnd(missing, dotNumbers)) return first;
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
