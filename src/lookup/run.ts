/** Looks up a list: batches in flight side by side, outcomes in the order of the input, nothing lost. */
import { pMapIterable } from "p-map";
import type { DotNumber } from "../dot-number.ts";
import { InterruptedError, UsdotError } from "../errors.ts";
import type { Input } from "../input/input.ts";
import type { Client } from "../service/client.ts";
import { DoubtfulNotFoundError, RefusedRequestError, UnreachableError } from "../service/errors.ts";
import type { SendOptions } from "../service/transport.ts";
import { type Batch, type BatchOptions, batchesOf, numbersIn } from "./batches.ts";
import { failedResult, type Outcome, type Result, stopsTheRun } from "./outcome.ts";

/**
 * Asks the service about some numbers; returns a result for each, in their order.
 * @param options for each request that it sends
 */
export type Ask<A> = (
  dotNumbers: readonly DotNumber[],
  options: Pick<SendOptions, "beforeSend">,
) => Promise<Result<A>[]>;

export interface RunOptions<A = unknown> extends BatchOptions {
  /** How many requests are in flight. Twice as many batches may be waiting for their turn, in flight, or waiting for an earlier one. */
  concurrency: number;
  /** What the service has answered so far, whoever asked. */
  service: Pick<Client, "answered" | "isProven">;
  /** How much memory an answer takes, in characters, where that may be much. */
  sizeOf?(answer: A): number;
  /** Called once, when there is no point in asking on: the rest of the list stays unanswered, with this error. */
  onStop(error: UsdotError): void;
}

/**
 * Asks for every number of a list and yields the outcomes batch by batch, in the order of the input. The next batches are
 * asked for only as fast as the outcomes are taken; the transport limits how many requests are in flight.
 *
 * An error is the outcome of the numbers it concerns, and of no others. A refused key, a wait longer than allowed that the
 * service asks for, or a service that answers nothing any more stops the asking; the numbers after it are unanswered.
 */
export function lookUp<A>(
  inputs: AsyncIterable<readonly Input[]> | Iterable<readonly Input[]>,
  ask: Ask<A>,
  options: RunOptions<A>,
): AsyncIterable<Outcome<A>[]> {
  const ahead = 2 * options.concurrency;
  const asker = new Asker(ask, options);
  const pages = pMapIterable(
    batchesOf(inputs, options),
    async (batch) => merge(batch, await asker.results(numbersIn(batch))),
    { concurrency: ahead, backpressure: ahead },
  );
  return settled(pages, options);
}

/** Joins the results with the outcomes that needed no asking, in the order of the list. Results become outcomes in place. */
function merge<A>(batch: Batch, results: readonly Result<A>[]): Outcome<A>[] {
  let next = 0;
  return batch.map((entry) => {
    if ("kind" in entry) return entry;
    const outcome: Outcome<A> = results[next++] as Result<A>;
    outcome.place = entry.place;
    return outcome;
  });
}

/** After this many batches in a row whose attempts are used up, and no answer meanwhile, the rest is not asked. */
const maxInVain = 5;

/** A batch that came to its turn after the service had refused one of its size. */
class BatchTooLargeError extends Error {}

/** Asks in pieces that the service accepts, and turns errors into results. */
class Asker<A> {
  readonly #ask: Ask<A>;
  readonly #options: RunOptions;
  #stopped: UsdotError | undefined;
  /** Batches in a row that were asked for in vain, and how many answers there had been before them. */
  #inVain = 0;
  #answeredBefore = 0;
  /** The error of the last of too many: the reason to stop, if there is anything left to ask. */
  #givenUpAfter: UsdotError | undefined;

  constructor(ask: Ask<A>, options: RunOptions) {
    this.#ask = ask;
    this.#options = options;
  }

  async results(numbers: readonly DotNumber[]): Promise<Result<A>[]> {
    if (numbers.length === 0) return [];
    const reason = this.#reasonToStop;
    if (reason) return failed(numbers, reason);
    let isBegun = false;
    const beforeSend = () => {
      // A carrier may take several requests: finish those already started.
      if (isBegun) return;
      isBegun = true;
      // By its turn, the batches before it may have taught us something.
      const reason = this.#reasonToStop;
      if (reason) throw reason;
      if (numbers.length > this.#options.size.current) throw new BatchTooLargeError();
    };
    try {
      const results = await this.#ask(numbers, { beforeSend });
      this.#options.size.accepted();
      this.#watch(results);
      return results.map((result) => {
        if (!("error" in result) || !stopsTheRun(result.error)) return result;
        return { ...result, error: this.#stop(result.error) };
      });
    } catch (error) {
      if (error instanceof BatchTooLargeError) return this.#inPieces(numbers);
      if (!(error instanceof UsdotError) || error instanceof InterruptedError) throw error;
      return this.#withoutAnswer(numbers, error);
    }
  }

  #withoutAnswer(numbers: readonly DotNumber[], error: UsdotError): Promise<Result<A>[]> | Result<A>[] {
    if (error instanceof RefusedRequestError && tooMany.includes(error.status)) {
      if (numbers.length > 1) {
        this.#options.size.tooMany(numbers.length);
        return this.#inPieces(numbers);
      }
      this.#options.size.notTheSize();
    }
    if (stopsTheRun(error)) return failed(numbers, this.#stop(error));
    const results = failed(numbers, error);
    this.#watch(results);
    return results;
  }

  /** Counts what was asked for in vain: by 429, 5xx, or no connection, after all attempts. */
  #watch(results: readonly Result<A>[]): void {
    const answered = this.#options.service.answered;
    if (answered > this.#answeredBefore) this.#inVain = 0;
    this.#answeredBefore = answered;
    const errorOf = (result: Result<A> | undefined) => (result && "error" in result ? result.error : undefined);
    this.#inVain = results.every((result) => errorOf(result)?.kind === "unreachable") ? this.#inVain + 1 : 0;
    this.#givenUpAfter = this.#inVain >= maxInVain ? errorOf(results.at(-1)) : undefined;
  }

  get #reasonToStop(): UsdotError | undefined {
    const last = this.#givenUpAfter;
    if (this.#stopped || last === undefined) return this.#stopped;
    const message = `not asked, since ${maxInVain} lookups in a row had no answer: ${last.message}`;
    return this.#stop(new UnreachableError(message, { reason: "gave-up", cause: last }));
  }

  /** One piece after another: what the first teaches about the size helps the next. */
  async #inPieces(numbers: readonly DotNumber[]): Promise<Result<A>[]> {
    const results: Result<A>[] = [];
    while (results.length < numbers.length) {
      const piece = numbers.slice(results.length, results.length + this.#options.size.current);
      for (const result of await this.results(piece)) results.push(result);
    }
    return results;
  }

  /** Returns the reason: the first one for all, though several requests may have met one at once. */
  #stop(error: UsdotError): UsdotError {
    if (this.#stopped) return this.#stopped;
    this.#stopped = error;
    this.#options.onStop(error);
    return error;
  }
}

/** The interface states no largest bulk request; services refuse a larger one with one of these. */
const tooMany: readonly (number | undefined)[] = [400, 413, 422];

function failed(numbers: readonly DotNumber[], error: UsdotError): Result<never>[] {
  return numbers.map((dotNumber) => failedResult(dotNumber, error));
}

/** How many characters the outcomes that are held back may take, and about how many one takes beside its answer: 10,000 of them. */
const maxHeld = 16_000_000;
const ownSize = 1_600;

/**
 * Settles 404s that don't say what they are about: the carrier, or a wrong base URL. It passes the outcomes on in their order. From the
 * first one in doubt on, they are held back until a record is answered, which proves that the base URL is right: then all those in doubt
 * are definite, wherever they are in the list. If so many outcomes hold no record, they stay in doubt.
 */
export async function* settled<A>(
  pages: AsyncIterable<Outcome<A>[]>,
  { service, sizeOf = () => 0 }: Pick<RunOptions<A>, "service" | "sizeOf">,
): AsyncGenerator<Outcome<A>[]> {
  const held: Outcome<A>[][] = [];
  let room = maxHeld;
  for await (const page of pages) {
    if (service.isProven) {
      for (const each of [...held.splice(0), page]) yield each.map(definite);
    } else if (room > 0 && (held.length > 0 || page.some((outcome) => definite(outcome) !== outcome))) {
      held.push(page);
      room = page.reduce((left, one) => left - ownSize - ("answer" in one ? sizeOf(one.answer) : 0), room);
    } else {
      yield* held.splice(0);
      yield page;
    }
  }
  yield* held;
}

/** The outcome, with any doubt settled. */
function definite<A>(outcome: Outcome<A>): Outcome<A> {
  if (outcome.kind === "partial" && outcome.ifProven) return { ...outcome.ifProven, place: outcome.place };
  if (outcome.kind !== "unanswered" || !(outcome.error instanceof DoubtfulNotFoundError)) return outcome;
  const { dotNumber, error, place } = outcome;
  return { kind: "not-found", dotNumber, error: error.definite, place };
}
