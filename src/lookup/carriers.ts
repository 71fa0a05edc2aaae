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

/** What the service said about a carrier, and what that comes to. */
interface Settled {
  answers: Answers;
  ending: Ending;
}

export type Entry =
  | ({ kind: "carrier"; input: Input; dotNumber: DotNumber } & Settled)
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
  {
    ask,
    batchSize,
    concurrency,
    stop = new EarlyStop(),
    kept = new Map(),
  }: StreamOptions,
): AsyncGenerator<Entry[], void, undefined> {
  const numbers = [...new Set(numbersIn(inputs))];
  const open = numbers.filter((number) => !kept.has(number));
  const batches = inOrder(slices(open, batchSize), 2 * concurrency, (batch) =>
    stop.guard(ask, batch),
  );
  let batch = new Map<DotNumber, Settled>();
  let page: Entry[] = [];
  for (const entry of withKinds(inputs, numbers, kept)) {
    if (entry.kind !== "asked") {
      page.push(entry);
      continue;
    }
    const { input, dotNumber } = entry;
    if (batch.size > 0 && !batch.has(dotNumber)) {
      yield page;
      page = [];
    }
    if (!batch.has(dotNumber)) batch = (await batches.next()).value ?? batch;
    const { answers, ending } = batch.get(dotNumber) as Settled;
    page.push({ kind: "carrier", input, dotNumber, answers, ending });
  }
  if (page.length > 0) yield page;
}

/** What each input is; `numbers` has each number once, in the order of the list. */
function* withKinds(
  inputs: readonly Input[],
  numbers: readonly DotNumber[],
  kept: ReadonlyMap<DotNumber, KeptKind>,
): Generator<
  | Exclude<Entry, Settled>
  | { kind: "asked"; input: Input; dotNumber: DotNumber }
> {
  let next = 0;
  for (const input of inputs) {
    if ("invalid" in input) {
      yield { kind: "invalid", input };
      continue;
    }
    const { dotNumber } = input;
    const isFirst = dotNumber === numbers[next];
    if (isFirst) next += 1;
    const kind = isFirst ? (kept.get(dotNumber) ?? "asked") : "repeated";
    yield { kind, input, dotNumber };
  }
}

function* slices(numbers: readonly DotNumber[], size: number) {
  for (let at = 0; at < numbers.length; at += size)
    yield numbers.slice(at, at + size);
}

/** Runs tasks side by side, at most so many ahead of the one whose result is next. */
async function* inOrder<T, R>(
  items: Iterable<T>,
  most: number,
  run: (item: T) => Promise<R>,
): AsyncGenerator<R, undefined> {
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
  async guard(
    ask: AskBatch,
    numbers: readonly DotNumber[],
  ): Promise<Map<DotNumber, Settled>> {
    const outcomes = new Map<DotNumber, Settled>();
    if (this.error) {
      const outcome = notAsked(this.error);
      for (const number of numbers) outcomes.set(number, outcome);
    } else
      for (const [number, answers] of await ask(numbers))
        outcomes.set(number, this.#outcomeOf(answers));
    return outcomes;
  }

  #outcomeOf(answers: Answers): Settled {
    const ending = endingOf(answers);
    this.#count(ending);
    const { error } = this;
    if (error === undefined || ending.kind !== "unanswered")
      return { answers, ending };
    // It was under way when the list was stopped: its reason is that of the rest.
    const stopped = Object.entries(answers).map(([name, answer]) => [
      name,
      { ...answer, error },
    ]);
    return {
      answers: Object.fromEntries(stopped),
      ending: { ...ending, error },
    };
  }

  #count({ kind, error }: Ending): void {
    if (kind !== "unanswered") this.#refusals = 0;
    if (error?.kind === "key") this.#refusals += 1;
    const isFinal =
      error instanceof ServiceError &&
      ["wait-too-long", "gave-up"].includes(error.reason);
    if (isFinal || this.#refusals >= mostRefused) this.error ??= error;
  }
}

function notAsked(error: UsdotError): Settled {
  const source = { url: "", askedAt: new Date().toISOString() };
  return {
    answers: { carrier: failedAnswer(error, source) },
    ending: { kind: "unanswered", error },
  };
}
