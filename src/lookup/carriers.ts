/**
 * The one stream of carriers: the inputs of a list in their order, each number
 * with its answers, asked for once.
 */
import {
  type Answers,
  type Ending,
  endingOf,
  failedAnswer,
} from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import type { UsdotError } from "../errors.ts";
import { type Input, type InvalidLine, numbersIn } from "../list/input.ts";
import { ServiceError } from "../service/errors.ts";

export type Entry =
  | { kind: "carrier"; input: Input; dotNumber: DotNumber; answers: Answers }
  | { kind: "invalid"; input: InvalidLine }
  /**
   * An earlier input named it, or an earlier run has its row (`--resume`), with
   * a record or without.
   */
  | { kind: "repeated" | KeptKind; input: Input; dotNumber: DotNumber };

export type KeptKind = "kept" | "kept-missing";

/** Asks about some numbers at once. */
export type AskBatch = (
  numbers: readonly DotNumber[],
) => Promise<ReadonlyMap<DotNumber, Answers>>;

export interface StreamOptions {
  ask: AskBatch;
  batchSize: number;
  /**
   * Twice as many batches are begun, so that a slow one does not hold up the
   * others.
   */
  concurrency: number;
  stop?: EarlyStop;
  kept?: ReadonlyMap<DotNumber, KeptKind> | undefined;
}

/** Yields the list, in pages as the answers come. Throws an interruption alone. */
export async function* streamCarriers(
  inputs: readonly Input[],
  { ask, batchSize, concurrency, stop = new EarlyStop(), kept }: StreamOptions,
): AsyncGenerator<Entry[], void, undefined> {
  const settled = new Map<DotNumber, KeptKind | Answers>(kept);
  const numbers = new Set(numbersIn(inputs));
  const open = [...numbers].filter((number) => !settled.has(number));
  const entryOf = (input: Input): Entry => {
    if ("invalid" in input) return { kind: "invalid", input };
    const { dotNumber } = input;
    const result = settled.get(dotNumber) ?? "repeated";
    settled.delete(dotNumber);
    return typeof result === "string"
      ? { kind: result, input, dotNumber }
      : { kind: "carrier", input, dotNumber, answers: result };
  };
  let next = 0;
  const pages = inOrder(batches(open, batchSize), 2 * concurrency, (batch) =>
    stop.guard(ask, batch),
  );
  for await (const answers of pages) {
    for (const [number, each] of answers) settled.set(number, each);
    const page: Entry[] = [];
    for (let left = answers.size; left > 0; next += 1) {
      const entry = entryOf(inputs[next] as Input);
      page.push(entry);
      if (entry.kind === "carrier") left -= 1;
    }
    yield page;
  }
  if (next < inputs.length) yield inputs.slice(next).map(entryOf);
}

function* batches(numbers: readonly DotNumber[], size: number) {
  for (let at = 0; at < numbers.length; at += size)
    yield numbers.slice(at, at + size);
}

/** Runs tasks side by side, at most so many ahead of the one whose result is next. */
async function* inOrder<T, R>(
  items: Iterable<T>,
  most: number,
  run: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  for (const item of items) {
    const task = run(item);
    // Who takes its turn hears of it.
    task.catch(() => {});
    begun.push(task);
    if (begun.length >= most) yield await (begun.shift() as Promise<R>);
  }
  for (const task of begun) yield await task;
}

/**
 * A gateway may refuse one number; where so many are refused in a row, or the
 * first, it is the key.
 */
const mostRefused = 5;

/**
 * Notices when there is no point in asking on: the rest of the list stays
 * unanswered, with this error.
 */
export class EarlyStop {
  error: UsdotError | undefined;
  #refusals: number;

  constructor(hasEarlierRows = false) {
    this.#refusals = hasEarlierRows ? 0 : mostRefused - 1;
  }

  /** Asks, unless the list was stopped. */
  async guard(ask: AskBatch, numbers: readonly DotNumber[]) {
    if (this.error) return unanswered(numbers, this.error);
    const answers = [...(await ask(numbers))].map(
      ([number, each]) => [number, this.#seen(each)] as const,
    );
    return new Map(answers);
  }

  /** What was under way when the list was stopped has no other reason than the rest. */
  #seen(answers: Answers): Answers {
    const ending = endingOf(answers);
    this.#see(ending);
    const { error } = this;
    if (error === undefined || ending.kind !== "unanswered") return answers;
    const stopped = Object.entries(answers).map(([name, answer]) => [
      name,
      { ...answer, error },
    ]);
    return Object.fromEntries(stopped);
  }

  #see({ kind, error }: Ending): void {
    if (kind !== "unanswered") this.#refusals = 0;
    if (error?.kind === "key") this.#refusals += 1;
    const isFinal =
      error instanceof ServiceError &&
      ["wait-too-long", "gave-up"].includes(error.reason);
    if (isFinal || this.#refusals >= mostRefused) this.error ??= error;
  }
}

function unanswered(numbers: readonly DotNumber[], error: UsdotError) {
  const asked = { url: "", askedAt: new Date().toISOString() };
  const carrier = failedAnswer(error, asked);
  return new Map(numbers.map((number) => [number, { carrier }]));
}
