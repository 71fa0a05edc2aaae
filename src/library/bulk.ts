/** Looks up a list for a program: what it gives becomes inputs, and the outcomes become results. */
import { InputError } from "../errors.ts";
import { type Input, invalidText } from "../input/input.ts";
import { BatchSize } from "../lookup/batches.ts";
import { lookUpInBulk } from "../lookup/bulk.ts";
import type { Outcome } from "../lookup/outcome.ts";
import { lookUp } from "../lookup/run.ts";
import { onAbort } from "../on-abort.ts";
import type { Client } from "../service/client.ts";
import type { RecordAnswer } from "../service/records.ts";
import { givenInput } from "./arguments.ts";
import type { CheckedOptions } from "./options.ts";
import type { BulkResult, CarrierSummary, GivenNumber, GivenNumbers } from "./types.ts";

export interface BulkOptions extends Pick<CheckedOptions, "concurrency" | "batchSize" | "maxWait"> {
  client: Client;
  /** Each stops the lookup. */
  signals: readonly AbortSignal[];
  /** Makes the record of an answer. */
  recordOf(dotNumber: string, answer: RecordAnswer): CarrierSummary;
}

/** How many numbers of a list that is at hand are passed on at a time. */
const pageSize = 50;

/**
 * Looks up a list: a result for each distinct number, in the order of the list. It reads ahead by a few batches and no further. Requests
 * still in flight are stopped when the caller stops taking results.
 * @throws whatever reading the list throws, and the reason of a signal
 */
export async function* bulkResults(numbers: GivenNumbers, options: BulkOptions): AsyncGenerator<BulkResult, void> {
  const { client, concurrency, batchSize, maxWait, recordOf } = options;
  const finished = new AbortController();
  const signal = AbortSignal.any([finished.signal, ...options.signals]);
  const outcomes = lookUp(
    inputPages(numbers, signal),
    async (some, { beforeSend }) =>
      (await lookUpInBulk((each) => client.bulk(each, { signal, maxWait: maxWait.list, beforeSend }), some)).results,
    { concurrency, size: new BatchSize(batchSize), service: client, onStop: () => {} },
  );
  for await (const page of outcomes) {
    let isTaken = false;
    try {
      for (const outcome of page) yield* resultOf(outcome, recordOf);
      isTaken = true;
    } finally {
      // Before the loop closes what it reads from, which waits for what is in flight.
      if (!isTaken) finished.abort();
    }
  }
}

async function* inputPages(numbers: GivenNumbers, signal: AbortSignal): AsyncGenerator<Input[]> {
  if (Symbol.asyncIterator in numbers && typeof numbers[Symbol.asyncIterator] === "function") {
    for await (const given of untilAborted(numbers, signal)) yield [givenInput(given)];
    return;
  }
  let page: Input[] = [];
  for (const given of numbers as Iterable<GivenNumber>) {
    page.push(givenInput(given));
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** A number that occurred earlier has its result already. */
function* resultOf(outcome: Outcome, recordOf: BulkOptions["recordOf"]): Generator<BulkResult> {
  if (outcome.kind === "invalid") {
    yield { dotNumber: outcome.text, error: new InputError(invalidText(outcome)) };
  } else if ("answer" in outcome) {
    yield { dotNumber: outcome.dotNumber, carrier: recordOf(outcome.dotNumber, outcome.answer) };
  } else if ("error" in outcome) {
    yield { dotNumber: outcome.dotNumber, error: outcome.error };
  }
}

/** The values of an iterable, until a signal is aborted: the next value may never come, and a caller who stops must not wait for it. */
async function* untilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const iterator = values[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await unlessAborted(Promise.resolve(iterator.next()), signal);
      if (step.done) return;
      yield step.value;
    }
  } finally {
    // Tells the source that nobody reads on; after its end, that does nothing.
    const closed = Promise.resolve(iterator.return?.());
    if (signal.aborted) closed.catch(() => {});
    else await closed;
  }
}

/** Listens only while it waits: `Promise.race` with one lasting promise keeps a reaction for every value. */
function unlessAborted<T>(waiting: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const ignoreAbort = onAbort(signal, reject);
    waiting.then(resolve, reject).finally(ignoreAbort);
  });
}
