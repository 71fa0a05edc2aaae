/** Groups a list's inputs into batches: each number once, in the order of the list, no more than the service accepts. */
import type { DotNumber } from "../dot-number.ts";
import { DotNumberSet } from "../dot-number-set.ts";
import type { Input } from "../input/input.ts";
import type { Outcome } from "./outcome.ts";

/** How many numbers a request may hold, as learned from what the service refuses. */
export class BatchSize {
  readonly #first: number;
  current: number;
  /** Whether the service accepted anything since the size was last restored. */
  #acceptedSince = true;

  constructor(first: number) {
    this.#first = first;
    this.current = first;
  }

  /** A request of `size` numbers was too many. */
  tooMany(size: number): void {
    this.current = Math.min(this.current, Math.max(1, Math.floor(size / 2)));
  }

  /** A request was accepted. */
  accepted(): void {
    this.#acceptedSince = true;
  }

  /**
   * The service refused a single number: that number, not the size, is what was wrong with the batches it was in. The size is
   * learned again, which costs a few requests, so the rest of the list isn't sent one by one. A service that accepts nothing
   * at all teaches nothing.
   */
  notTheSize(): void {
    if (this.#acceptedSince) this.current = this.#first;
    this.#acceptedSince = false;
  }
}

/** One of several equal parts of a list, so that several machines can share it: `{ part: 3, of: 8 }`. */
export interface Shard {
  part: number;
  of: number;
}

/** A number to ask for, or an outcome that needs no asking. */
type Entry = Extract<Input, { dotNumber: DotNumber }> | Outcome<never>;

/** Some of a list, in its order. */
export type Batch = readonly Entry[];

/** The numbers to ask for. */
export function numbersIn(batch: Batch): DotNumber[] {
  const numbers: DotNumber[] = [];
  for (const entry of batch) if (!("kind" in entry)) numbers.push(entry.dotNumber);
  return numbers;
}

/** How much of a list is looked up: all, or a shard. */
export interface ListSize {
  /** Invalid and repeated lines included. */
  inputs: number;
  /** Distinct numbers. */
  carriers: number;
  /** Those of them that are asked about: a policy may refuse a number outright. */
  asked: number;
}

/** Counts a list, or a shard of it. */
export async function sizeOf(
  pages: AsyncIterable<readonly Input[]> | Iterable<readonly Input[]>,
  shard: Shard | undefined,
  isAsked = (_: DotNumber) => true,
): Promise<ListSize> {
  const size = { inputs: 0, carriers: 0, asked: 0 };
  for await (const batch of batchesOf(pages, { size: new BatchSize(1_000), shard })) {
    const numbers = numbersIn(batch);
    size.inputs += batch.length;
    size.carriers += numbers.length;
    size.asked += numbers.filter(isAsked).length;
  }
  return size;
}

export interface BatchOptions {
  size: BatchSize;
  shard?: Shard | undefined;
  /** Numbers that the output already has. */
  kept?: DotNumberSet | undefined;
}

/**
 * Groups a list's inputs. A shard counts the distinct numbers and the invalid inputs, and takes every nth of them, so
 * the shards are equal in size, share nothing, and add up to the whole list. Outcomes count for the size of a batch as numbers do, so
 * that a list of nothing but invalid lines is also passed on in pieces.
 */
export async function* batchesOf(
  pages: AsyncIterable<readonly Input[]> | Iterable<readonly Input[]>,
  { size, ...options }: BatchOptions,
): AsyncGenerator<Batch> {
  const entryOf = sorter(options);
  let batch: Entry[] = [];
  for await (const page of pages) {
    for (const input of page) {
      const entry = entryOf(input);
      if (entry === undefined) continue;
      batch.push(entry);
      if (batch.length < size.current) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Decides for each input whether it is asked for; undefined for one of another shard. */
function sorter({ shard, kept }: Omit<BatchOptions, "size">): (input: Input) => Entry | undefined {
  const seen = new DotNumberSet();
  // Without sharding, all those seen are ours.
  const ours = shard ? new DotNumberSet() : seen;
  let position = 0;
  const takesNext = () => shard === undefined || position++ % shard.of === shard.part - 1;
  return (input) => {
    const { place } = input;
    if ("invalid" in input) {
      const { text, invalid: reason } = input;
      return takesNext() ? { kind: "invalid", text, reason, place } : undefined;
    }
    const { dotNumber } = input;
    if (!seen.add(dotNumber)) return ours.has(dotNumber) ? { kind: "repeated", dotNumber, place } : undefined;
    if (!takesNext()) return undefined;
    ours.add(dotNumber);
    return kept?.has(dotNumber) ? { kind: "kept", dotNumber, place } : input;
  };
}
