/** Looks up a list: batches in flight side by side, outcomes in the order of the list, each number asked for once. */
import { pMapIterable } from "p-map";
import type { DotNumber } from "../dot-number.ts";
import type { UsdotError } from "../errors.ts";
import { type Input, numbersIn } from "../input/input.ts";
import { ServiceError } from "../service/errors.ts";
import {
  failedResult,
  isResult,
  type Outcome,
  type Result,
} from "./outcome.ts";

/** Asks about some numbers; returns one result for each, in any order, or throws the reason why none has an answer. */
export type Ask<A> = (dotNumbers: readonly DotNumber[]) => Promise<Result<A>[]>;

export interface LookUpOptions {
  batchSize: number;
  /** How many requests are in flight. Twice as many batches are begun, so that a slow one does not hold up the others. */
  concurrency: number;
  /** Numbers that the output has from an earlier run, and as what: they are not asked for. */
  kept?: ReadonlyMap<DotNumber, "kept" | "kept-missing"> | undefined;
  /** Called once, when there is no point in asking on: the rest of the list stays unanswered, with this error. */
  onStop?(error: UsdotError): void;
}

/**
 * Asks for every number of a list, and yields the outcomes batch by batch, in the order of the list and only as fast as they are taken.
 * An error is the outcome of the numbers it concerns; one that would meet every other request as well, of all without an answer yet.
 * @throws an interruption
 */
export async function* lookUp<A>(
  inputs: readonly Input[],
  ask: Ask<A>,
  { batchSize, concurrency, kept = new Map(), onStop }: LookUpOptions,
): AsyncGenerator<Outcome<A>[], void, undefined> {
  const numbers = [...new Set(numbersIn(inputs))].filter(
    (number) => !kept.has(number),
  );
  /** What is known of a number, until the first input that names it takes it. */
  const known = new Map<
    DotNumber,
    Result<A> | { kind: "kept" | "kept-missing"; dotNumber: DotNumber }
  >();
  for (const [dotNumber, kind] of kept)
    known.set(dotNumber, { kind, dotNumber });
  const outcomeOf = (input: Input): Outcome<A> => {
    if ("invalid" in input)
      return {
        kind: "invalid",
        text: input.text,
        invalid: input.invalid,
        input,
      };
    const { dotNumber } = input;
    const first = known.get(dotNumber);
    known.delete(dotNumber);
    return first ? { ...first, input } : { kind: "repeated", dotNumber, input };
  };
  const ahead = { concurrency: 2 * concurrency, backpressure: 2 * concurrency };
  let next = 0;
  const answers = pMapIterable(
    batchesOf(numbers, batchSize),
    untilStopped(ask, onStop, kept.size > 0),
    ahead,
  );
  for await (const results of answers) {
    for (const result of results) known.set(result.dotNumber, result);
    const page: Outcome<A>[] = [];
    for (let left = results.length; left > 0; next += 1) {
      const outcome = outcomeOf(inputs[next] as Input);
      page.push(outcome);
      if (isResult(outcome)) left -= 1;
    }
    yield page;
  }
  if (next < inputs.length) yield inputs.slice(next).map(outcomeOf);
}

function* batchesOf(
  numbers: readonly DotNumber[],
  size: number,
): Generator<DotNumber[]> {
  for (let at = 0; at < numbers.length; at += size)
    yield numbers.slice(at, at + size);
}

/** A gateway may refuse one number; where so many are refused in a row, or the first, it is the key. */
const mostRefused = 5;

/** Asks until an error would meet every other request as well: the key is missing or refused, or the service has us wait for too long. */
function untilStopped<A>(
  ask: Ask<A>,
  onStop: LookUpOptions["onStop"],
  isBegun: boolean,
): Ask<A> {
  let stop: UsdotError | undefined;
  let refused = isBegun ? 0 : mostRefused - 1;
  const settled = (result: Result<A>): Result<A> => {
    if (result.kind !== "unanswered") refused = 0;
    if (result.kind === "answered") return result;
    const { error } = result;
    if (error.kind === "key") refused += 1;
    const isFinal =
      error instanceof ServiceError &&
      ["wait-too-long", "gave-up"].includes(error.reason);
    if (!isFinal && refused < mostRefused) return result;
    if (stop === undefined) onStop?.(error);
    stop ??= error;
    return { ...result, error: stop };
  };
  return async (numbers) => {
    const fail = (error: unknown) =>
      numbers.map((dotNumber) => failedResult(dotNumber, error));
    return (stop ? fail(stop) : await ask(numbers).catch(fail)).map(settled);
  };
}
