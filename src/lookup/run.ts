/** A list, asked: batches under way side by side, outcomes in the order of the input, nothing lost. */
import { pMapIterable } from "p-map";
import type { DotNumber } from "../dot-number.ts";
import { KeyError, RateLimitedError, RefusedKeyError, RefusedRequestError, UsdotError } from "../errors.ts";
import type { Input } from "../input/input.ts";
import { type Batch, type BatchOptions, type BatchSize, batchesOf } from "./batches.ts";
import type { Finding, Outcome } from "./outcome.ts";

/** Asks the service about some numbers; gives a finding for each, in their order. */
export type Ask<R> = (dotNumbers: readonly DotNumber[]) => Promise<Finding<R>[]>;

export interface RunOptions extends BatchOptions {
  concurrency: number;
  /** Called once, when there is no use in asking on: the rest of the list stays unanswered, with this error. */
  onStop(error: UsdotError): void;
}

/**
 * Asks for every number of a list and yields the outcomes batch by batch, in the order of the input. The next batches are
 * asked only as fast as the outcomes are taken.
 *
 * An error is the outcome of the numbers it concerns, and no others'. A refused key, or a rate limit that lasts too long,
 * stops the asking; the numbers after it are unanswered.
 */
export function lookUp<R>(
  inputs: AsyncIterable<readonly Input[]> | Iterable<readonly Input[]>,
  ask: Ask<R>,
  options: RunOptions,
): AsyncIterable<Outcome<R>[]> {
  const { concurrency, size } = options;
  const asker = new Asker(ask, size, options.onStop);
  return pMapIterable(
    batchesOf(inputs, options),
    async (batch) => merge(batch, await asker.findings(batch.numbers.map(({ dotNumber }) => dotNumber))),
    { concurrency, backpressure: 2 * concurrency },
  );
}

function merge<R>({ numbers, known }: Batch, findings: Finding<R>[]): Outcome<R>[] {
  const outcomes: Outcome<R>[] = [];
  let next = 0;
  for (const [index, finding] of findings.entries()) {
    for (; known[next]?.before === index; next += 1) outcomes.push((known[next] as Batch["known"][0]).outcome);
    outcomes.push(Object.assign(finding, { place: numbers[index]?.place }));
  }
  for (; next < known.length; next += 1) outcomes.push((known[next] as Batch["known"][0]).outcome);
  return outcomes;
}

/** Asks in pieces that the service takes, and turns errors into findings. */
class Asker<R> {
  readonly #ask: Ask<R>;
  readonly #size: BatchSize;
  readonly #onStop: (error: UsdotError) => void;
  #stopped: UsdotError | undefined;

  constructor(ask: Ask<R>, size: BatchSize, onStop: (error: UsdotError) => void) {
    this.#ask = ask;
    this.#size = size;
    this.#onStop = onStop;
  }

  async findings(numbers: readonly DotNumber[]): Promise<Finding<R>[]> {
    if (numbers.length === 0) return [];
    if (this.#stopped) return unanswered(numbers, this.#stopped);
    if (numbers.length > this.#size.current) return this.#inPieces(numbers);
    try {
      const findings = await this.#ask(numbers);
      this.#size.took();
      return findings;
    } catch (error) {
      if (!(error instanceof UsdotError) || error.exit === "interrupted" || error.exit === "terminated") throw error;
      return this.#withoutAnswer(numbers, error);
    }
  }

  #withoutAnswer(numbers: readonly DotNumber[], error: UsdotError): Promise<Finding<R>[]> | Finding<R>[] {
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

  /** One after another: what the first piece teaches about the size serves the next. */
  async #inPieces(numbers: readonly DotNumber[]): Promise<Finding<R>[]> {
    const findings: Finding<R>[] = [];
    while (findings.length < numbers.length) {
      const piece = numbers.slice(findings.length, findings.length + this.#size.current);
      findings.push(...(await this.findings(piece)));
    }
    return findings;
  }

  /** Gives the reason: the first one for all, though several requests may have met one at once. */
  #stop(error: UsdotError): UsdotError {
    if (this.#stopped) return this.#stopped;
    this.#stopped = error;
    this.#onStop(error);
    return error;
  }
}

/** The interface states no largest bulk request; services say it with one of these. */
function isTooMany(error: UsdotError): boolean {
  return error instanceof RefusedRequestError && (error.status === 400 || error.status === 413 || error.status === 422);
}

function stopsTheRun(error: UsdotError): boolean {
  return error instanceof RefusedKeyError || error instanceof KeyError || error instanceof RateLimitedError;
}

function unanswered<R>(numbers: readonly DotNumber[], error: UsdotError): Finding<R>[] {
  return numbers.map((dotNumber) => ({ kind: "unanswered", dotNumber, error }));
}
