/**
 * The one stream of carriers: the inputs of a list in their order, each number
 * with its answers, asked for once.
 */
import { type Answers, type Ending, endingOf } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import type { Input, InvalidInput } from "../list/input.ts";
import type { Client } from "../service/client.ts";
import type { AskBatch } from "./ask.ts";
import { EarlyStop } from "./early-stop.ts";

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

export type ResumedKind = "resumed" | "resumed-not-found";

/** What is asked about which numbers. */
export interface Question {
  inputs: readonly Input[];
  /** Whether many numbers are asked for at once. */
  isBulk: boolean;
  askOf(client: Client): AskBatch;
  /** The numbers of which an earlier run has the rows. */
  resumed?: ReadonlyMap<DotNumber, ResumedKind> | undefined;
}

/** Yields a list in pages, as answers come. Throws only when interrupted. */
export async function* streamCarriers(
  client: Client,
  { inputs, isBulk, askOf, resumed }: Question,
  // Not SettingValues: the library's types reach this, and must not need zod.
  settings: { concurrency: number; "batch-size": number },
  stop = new EarlyStop(),
): AsyncGenerator<Entry[], void, undefined> {
  const ask = askOf(client.withSignal(stop.signal));
  const pages = inOrder(
    pagesOf(inputs, isBulk ? settings["batch-size"] : 1, resumed),
    // Twice as many are begun, so that a slow one does not hold up the others.
    2 * settings.concurrency,
    async ({ entries, numbers }) => {
      const answered = numbers.length > 0 ? await ask(numbers) : undefined;
      return entries.map((entry): Entry => {
        if (entry.kind !== "asked") return entry;
        // Not ...entry: for 100,000 rows, spreading takes a tenth of the time.
        const { input, dotNumber } = entry;
        const answers = answered?.get(dotNumber) as Answers;
        const ending = endingOf(answers);
        return { kind: "carrier", input, dotNumber, answers, ending };
      });
    },
  );
  for await (const page of pages) {
    const carriers = page.filter((entry) => entry.kind === "carrier");
    stop.see(carriers.map(({ answers }) => answers));
    yield page;
  }
}

/** A part of the list, and the numbers in it that are to be asked for. */
interface Page {
  entries: (
    | Exclude<Entry, Carrier>
    | { kind: "asked"; input: Input; dotNumber: DotNumber }
  )[];
  numbers: DotNumber[];
}

/** The list in pages, each with at most `size` numbers to ask about. */
function* pagesOf(
  inputs: readonly Input[],
  size: number,
  resumed: ReadonlyMap<DotNumber, ResumedKind> = new Map(),
): Generator<Page> {
  const seen = new Set<DotNumber>();
  let page: Page = { entries: [], numbers: [] };
  for (const input of inputs) {
    if ("invalid" in input) page.entries.push({ kind: "invalid", input });
    else {
      const { dotNumber } = input;
      const kind = seen.has(dotNumber)
        ? "repeated"
        : (resumed.get(dotNumber) ?? "asked");
      seen.add(dotNumber);
      page.entries.push({ kind, input, dotNumber });
      if (kind === "asked") page.numbers.push(dotNumber);
    }
    if (page.numbers.length < size) continue;
    yield page;
    page = { entries: [], numbers: [] };
  }
  if (page.entries.length > 0) yield page;
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
    // Whoever awaits it sees the error.
    task.catch(() => {});
    begun.push(task);
    if (begun.length >= most) yield await (begun.shift() as Promise<R>);
  }
  for (const task of begun) yield await task;
}
