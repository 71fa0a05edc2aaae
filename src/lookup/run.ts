/** Looks up a list: batches under way side by side, outcomes in the order of the input, nothing lost. */
import { pMapIterable } from "p-map";
import type { DotNumber } from "../dot-number.ts";
import { InterruptedError, UsdotError } from "../errors.ts";
import type { Input } from "../input/input.ts";
import { RefusedRequestError, UnusableAnswerError } from "../service/errors.ts";
import { type Batch, type BatchOptions, type BatchSize, batchesOf } from "./batches.ts";
import type { Outcome, Result } from "./outcome.ts";
import { settled } from "./settle.ts";
import { stopsTheRun } from "./stop.ts";
import { Turns } from "./turns.ts";

/**
 * Asks the service about some numbers; returns a result for each, in their order.
 *
 * @param onArrival may be called when the answer has arrived and is only to be read: the next numbers are asked for meanwhile
 */
export type Ask<A> = (dotNumbers: readonly DotNumber[], onArrival?: () => void) => Promise<Result<A>[]>;

export interface RunOptions extends BatchOptions {
  /** How many batches are asked for at once. As many again may have their answer, and be read or wait for an earlier one. */
  concurrency: number;
  /** Called once, when there is no point in asking on: the rest of the list stays unanswered, with this error. */
  onStop(error: UsdotError): void;
}

/**
 * Asks for every number of a list and yields the outcomes batch by batch, in the order of the input. The next batches are
 * asked for only as fast as the outcomes are taken.
 *
 * An error is the outcome of the numbers it concerns, and of no others. A refused key, or a wait longer than allowed that the
 * service asks for, stops the asking; the numbers after it are unanswered.
 */
export function lookUp<A>(
  inputs: AsyncIterable<readonly Input[]> | Iterable<readonly Input[]>,
  ask: Ask<A>,
  options: RunOptions,
): AsyncIterable<Outcome<A>[]> {
  const { concurrency } = options;
  const asker = new Asker(ask, options);
  const pages = pMapIterable(
    batchesOf(inputs, options),
    async (batch) => merge(batch, await asker.results(batch.numbers)),
    { concurrency: 2 * concurrency, backpressure: 2 * concurrency },
  );
  return settled(pages);
}

/** Joins the results with the outcomes that needed no asking, in the order of the list. Results become outcomes in place. */
function merge<A>({ places, known }: Batch, results: Result<A>[]): Outcome<A>[] {
  const placed: Outcome<A>[] = results;
  for (let index = 0; index < placed.length; index++) (placed[index] as Outcome<A>).place = places[index];
  if (known.length === 0) return placed;
  const outcomes: Outcome<A>[] = [];
  let next = 0;
  for (const { before, outcome } of known) {
    for (; next < before; next++) outcomes.push(placed[next] as Outcome<A>);
    outcomes.push(outcome);
  }
  return outcomes.concat(placed.slice(next));
}

/** Asks in pieces that the service accepts, and turns errors into results. */
class Asker<A> {
  readonly #ask: Ask<A>;
  readonly #turns: Turns;
  readonly #size: BatchSize;
  readonly #onStop: (error: UsdotError) => void;
  #stopped: UsdotError | undefined;

  constructor(ask: Ask<A>, { concurrency, size, onStop }: RunOptions) {
    this.#ask = ask;
    this.#turns = new Turns(concurrency);
    this.#size = size;
    this.#onStop = onStop;
  }

  /** Waits for its turn. */
  async results(numbers: readonly DotNumber[]): Promise<Result<A>[]> {
    if (numbers.length === 0) return [];
    const endTurn = await this.#turns.take();
    try {
      return await this.#inTurn(numbers, endTurn);
    } finally {
      endTurn();
    }
  }

  async #inTurn(numbers: readonly DotNumber[], onArrival?: () => void): Promise<Result<A>[]> {
    if (this.#stopped) return unanswered(numbers, this.#stopped);
    if (numbers.length > this.#size.current) return this.#inPieces(numbers);
    try {
      const results = await this.#ask(numbers, onArrival);
      this.#size.accepted();
      return results;
    } catch (error) {
      if (!(error instanceof UsdotError) || error instanceof InterruptedError) throw error;
      return this.#withoutAnswer(numbers, error);
    }
  }

  #withoutAnswer(numbers: readonly DotNumber[], error: UsdotError): Promise<Result<A>[]> | Result<A>[] {
    if (isTooMany(error)) {
      if (numbers.length > 1) {
        this.#size.tooMany(numbers.length);
        return this.#inPieces(numbers);
      }
      this.#size.notTheSize();
    }
    if (!stopsTheRun(error)) return unanswered(numbers, error);
    return unanswered(numbers, this.#stop(error));
  }

  /** One piece after another: what the first teaches about the size helps the next. */
  async #inPieces(numbers: readonly DotNumber[]): Promise<Result<A>[]> {
    const results: Result<A>[] = [];
    while (results.length < numbers.length) {
      const piece = numbers.slice(results.length, results.length + this.#size.current);
      for (const result of await this.#inTurn(piece)) results.push(result);
    }
    return results;
  }

  /** Returns the reason: the first one for all, though several requests may have met one at once. */
  #stop(error: UsdotError): UsdotError {
    if (this.#stopped) return this.#stopped;
    this.#stopped = error;
    this.#onStop(error);
    return error;
  }
}

/** The interface states no largest bulk request; services refuse a larger one with one of these, or answer only part of it. */
function isTooMany(error: UsdotError): boolean {
  if (error instanceof UnusableAnswerError) return error.reason === "incomplete-answer";
  return error instanceof RefusedRequestError && (error.status === 400 || error.status === 413 || error.status === 422);
}

function unanswered<A>(numbers: readonly DotNumber[], error: UsdotError): Result<A>[] {
  return numbers.map((dotNumber) => ({ kind: "unanswered", dotNumber, error }));
}
