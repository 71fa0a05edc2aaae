/** Looks up a batch: its records are matched by number, never by position, and what may have been cut off is asked for again. */
import type { DotNumber } from "../dot-number.ts";
import { InterruptedError, UsdotError } from "../errors.ts";
import { NotFoundError, UnusableAnswerError } from "../service/errors.ts";
import { type BulkAnswer, isAsRequested } from "../service/records.ts";
import { compactJson } from "../text/json-text.ts";
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
 * numbers and stop. So if the missing numbers are at one end of the batch, they are requested again, by themselves, as long as that
 * finds any.
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

/**
 * Matches an answer to what was requested. Identical records about a number count once; two different ones are an error for that number,
 * and so is a record that is itself an error. A number that the answer leaves out is unknown to the service (the interface: "one per
 * carrier found"), unless the answer also holds records that nobody requested: then leaving it out proves nothing.
 * @param requested each number once
 */
export function matchBulk(requested: readonly DotNumber[], answer: BulkAnswer): Matched {
  const { records, failed, unreadable } = answer;
  if (isAsRequested(answer, requested)) {
    return {
      // With room for its place in the list: to add a property takes an object more.
      results: records.map(({ dotNumber, answer }) => ({ kind: "answered", dotNumber, answer, place: undefined })),
      unrequested: 0,
    };
  }
  const found = new Map<DotNumber, Result>();
  const wanted = new Set(requested);
  let unrequested = unreadable;
  const put = (next: Result) => {
    const { dotNumber } = next;
    const known = found.get(dotNumber);
    if (!wanted.has(dotNumber)) unrequested += 1;
    else if (known === undefined) found.set(dotNumber, next);
    else if (!areSame(known, next))
      found.set(dotNumber, contradictory(dotNumber, "the answer holds two different records about it"));
  };
  for (const { dotNumber, answer } of records) put({ kind: "answered", dotNumber, answer });
  for (const [dotNumber, error] of failed) put({ kind: "unanswered", dotNumber, error });
  return {
    results: requested.map((dotNumber) => found.get(dotNumber) ?? leftOut(dotNumber, unrequested)),
    unrequested,
  };
}

/** Whether two results are one record. */
function areSame(one: Result, other: Result): boolean {
  if (!("answer" in one && "answer" in other)) return false;
  return one.answer.text === other.answer.text || compactJson(one.answer.text) === compactJson(other.answer.text);
}

function leftOut(dotNumber: DotNumber, unrequested: number): Result {
  if (unrequested > 0) {
    return contradictory(dotNumber, "the answer leaves it out and holds records that were not asked for");
  }
  const details = { reason: "no-such-carrier", subject: `USDOT ${dotNumber}` } as const;
  return { kind: "not-found", dotNumber, error: new NotFoundError("the service knows no such carrier", details) };
}

function contradictory(dotNumber: DotNumber, message: string): Result {
  const details = { reason: "contradictory-answer", subject: `USDOT ${dotNumber}` } as const;
  return { kind: "unanswered", dotNumber, error: new UnusableAnswerError(message, details) };
}
