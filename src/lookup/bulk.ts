/** Asks about a batch of numbers, and asks again about those that an answer which was cut short may have left out. */
import type { DotNumber } from "../dot-number.ts";
import { InterruptedError, UsdotError } from "../errors.ts";
import type { BulkAnswer } from "../service/records.ts";
import { type Matched, matchBulk } from "./match.ts";
import type { Result } from "./outcome.ts";

/**
 * A result for each number, in their order, and how many records nobody asked for.
 *
 * A service that answers about the first 20 numbers of 50 says nothing about the others, though the interface reads as if it had: a
 * number that is left out is unknown. So when those left out are one end of what was asked, they are asked for by themselves, for as
 * long as that brings any to light.
 *
 * @throws whatever `ask` fails with the first time; a later failure is the result of those it was about
 */
export async function lookUpInBulk(
  ask: (dotNumbers: readonly DotNumber[]) => Promise<BulkAnswer>,
  dotNumbers: readonly DotNumber[],
): Promise<Matched> {
  const first = matchBulk(dotNumbers, await ask(dotNumbers));
  const results = new Map(first.results.map((result) => [result.dotNumber, result]));
  let unrequested = first.unrequested;
  for (let asked = dotNumbers; ; ) {
    const missing = asked.filter((dotNumber) => results.get(dotNumber)?.kind === "not-found");
    if (missing.length === asked.length || !areOneEnd(missing, asked)) break;
    const again = await askAgain(ask, missing);
    for (const result of again.results) results.set(result.dotNumber, result);
    unrequested += again.unrequested;
    asked = missing;
  }
  return { results: dotNumbers.map((dotNumber) => results.get(dotNumber) as Result), unrequested };
}

/** What was answered already is not lost when more cannot be asked. */
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

/** The orders in which a service may have gone through the numbers before it stopped. */
const orders: readonly ((numbers: readonly DotNumber[]) => readonly DotNumber[])[] = [
  (numbers) => numbers,
  (numbers) => numbers.toSorted((one, other) => Number(one) - Number(other)),
  (numbers) => numbers.toSorted(),
];

/** Whether numbers are the first or the last of what was asked, in any order that a service may have gone through. */
function areOneEnd(missing: readonly DotNumber[], asked: readonly DotNumber[]): boolean {
  if (missing.length === 0) return false;
  const isMissing = new Set(missing);
  return orders.some((order) => {
    const ordered = order(asked);
    const ends = [ordered.slice(0, missing.length), ordered.slice(-missing.length)];
    return ends.some((end) => end.every((dotNumber) => isMissing.has(dotNumber)));
  });
}
