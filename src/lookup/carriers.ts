/**
 * The one stream of carriers: the inputs of a list in their order, each number
 * with its answers, asked for once.
 */
import { type Answer, type Answers, type Ending, endingOf } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import type { UsdotError } from "../errors.ts";
import type { Input, InvalidInput } from "../list/input.ts";
import type { Client } from "../service/client.ts";
import {
  failedAnswer,
  ServiceError,
  serviceError,
  serviceErrorIn,
} from "../service/service-error.ts";
import type { SettingValues } from "../settings/setting-values.ts";

export interface Carrier {
  kind: "carrier";
  input: Input;
  dotNumber: DotNumber;
  /** What the service said about it, and what that comes to. */
  answers: Answers;
  ending: Ending;
}

export type Entry =
  | Carrier
  | { kind: "invalid"; input: InvalidInput }
  /**
   * An earlier input named it, or an earlier run has its row (`--resume`), with
   * a record or without.
   */
  | { kind: "repeated" | ResumedKind; input: Input; dotNumber: DotNumber };

export type ResumedKind = "resumed" | "resumed-missing";

/** Asks about some numbers at once. */
export type AskBatch = (
  numbers: readonly DotNumber[],
) => Promise<ReadonlyMap<DotNumber, Answers>>;

/** What is asked about which numbers. */
export interface Question {
  inputs: readonly Input[];
  /** Whether many numbers are asked for at once. */
  isBulk: boolean;
  askOf(client: Client): AskBatch;
  /** The numbers of which an earlier run has the rows. */
  resumed?: ReadonlyMap<DotNumber, ResumedKind> | undefined;
}

/** Asks about a list; yields it, in pages as the answers come. Throws an interruption alone. */
export async function* streamCarriers(
  client: Client,
  { inputs, isBulk, askOf, resumed }: Question,
  settings: Pick<SettingValues, "concurrency" | "batch-size">,
  stop = new EarlyStop(),
): AsyncGenerator<Entry[], void, undefined> {
  const ask = askOf(stop.over(client));
  const batches = inOrder(
    pagesOf(inputs, isBulk ? settings["batch-size"] : 1, resumed),
    // Twice as many are begun, so that a slow one does not hold up the others.
    2 * settings.concurrency,
    async (page) => {
      const numbers = askedIn(page);
      const settled = numbers.length > 0 ? await ask(numbers) : undefined;
      for (const answers of settled?.values() ?? []) stop.count(answers);
      return { page, settled };
    },
  );
  for await (const { page, settled } of batches)
    yield page.map((entry): Entry => {
      if (entry.kind !== "asked") return entry;
      const { input, dotNumber } = entry;
      const answers = settled?.get(dotNumber) as Answers;
      const ending = endingOf(answers);
      return { kind: "carrier", input, dotNumber, answers, ending };
    });
}

/** What is known of an input before anything is asked. */
type Planned =
  | Exclude<Entry, Carrier>
  | { kind: "asked"; input: Input; dotNumber: DotNumber };

/** The list, cut where so many numbers are to be asked for. */
function* pagesOf(
  inputs: readonly Input[],
  size: number,
  resumed: ReadonlyMap<DotNumber, ResumedKind> = new Map(),
): Generator<Planned[]> {
  const seen = new Set<DotNumber>();
  let page: Planned[] = [];
  let asked = 0;
  for (const input of inputs) {
    const entry = plannedOf(input, seen, resumed);
    page.push(entry);
    if (entry.kind === "asked") asked += 1;
    if (asked < size) continue;
    yield page;
    page = [];
    asked = 0;
  }
  if (page.length > 0) yield page;
}

function plannedOf(
  input: Input,
  seen: Set<DotNumber>,
  resumed: ReadonlyMap<DotNumber, ResumedKind>,
): Planned {
  if ("invalid" in input) return { kind: "invalid", input };
  const { dotNumber } = input;
  const isRepeated = seen.has(dotNumber);
  seen.add(dotNumber);
  const kind = isRepeated ? "repeated" : (resumed.get(dotNumber) ?? "asked");
  return { kind, input, dotNumber };
}

function askedIn(page: readonly Planned[]): DotNumber[] {
  return page.flatMap((entry) =>
    entry.kind === "asked" ? entry.dotNumber : [],
  );
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
 * first, it is the key. After so many requests in a row without an answer,
 * nothing more is asked.
 */
const mostInARow = 5;

/**
 * Notices when there is no point in asking on: the rest of what would be asked
 * stays unanswered, with this error.
 */
export class EarlyStop {
  error: ServiceError | undefined;
  #refusals: number;
  #inVain = 0;

  constructor(hasEarlierRows = false) {
    this.#refusals = hasEarlierRows ? 0 : mostInARow - 1;
  }

  /** The client, which sends nothing once the list is stopped. */
  over(client: Client): Client {
    return {
      ...client,
      withSignal: (signal) => this.over(client.withSignal(signal)),
      record: async (name, number) => {
        if (this.error) return notAsked(this.error);
        const answer = await client.record(name, number);
        if (answer.state === "unanswered")
          return { ...answer, error: this.#reasonOf(answer.error) };
        this.#inVain = 0;
        return answer;
      },
      bulk: async (numbers) => {
        const all = (answer: Answer) =>
          new Map(numbers.map((number) => [number, answer]));
        if (this.error) return all(notAsked(this.error));
        try {
          const summaries = await client.bulk(numbers);
          this.#inVain = 0;
          return summaries;
        } catch (thrown) {
          const error = serviceErrorIn(thrown);
          if (this.#reasonOf(error) === error) throw error;
          return all(failedAnswer(this.error ?? error, error.details.exchange));
        }
      },
    };
  }

  /** Takes note of what came of a number; what an earlier run knew says nothing of the key. */
  count(answers: Answers): void {
    const asked = Object.entries(answers).filter(([, { reused }]) => !reused);
    if (asked.length === 0) return;
    const { kind, error } = endingOf(Object.fromEntries(asked));
    if (kind !== "unanswered") this.#refusals = 0;
    if (!(error instanceof ServiceError)) return;
    if (error.kind === "key") this.#refusals += 1;
    const isFinal = error.reason === "wait-too-long";
    if (isFinal || this.#refusals >= mostInARow) this.error ??= error;
  }

  /** Takes note of an error. What was under way at the stop has the reason of the rest. */
  #reasonOf(error: UsdotError): UsdotError {
    if (this.error) return this.error;
    this.#inVain = error.kind === "unreachable" ? this.#inVain + 1 : 0;
    if (this.#inVain === mostInARow && error instanceof ServiceError)
      this.error = gaveUpAfter(error);
    return error;
  }
}

function gaveUpAfter(last: ServiceError): ServiceError {
  const { askedAt } = last.details.exchange;
  const details = { ...last.details, exchange: { askedAt }, cause: last };
  return serviceError("gave-up", details, { last: last.message });
}

/** Nothing was sent: the time is that of what stopped the list. */
function notAsked(error: ServiceError): Answer {
  return failedAnswer(error, { askedAt: error.details.exchange.askedAt });
}
