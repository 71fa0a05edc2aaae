/** Groups a list's inputs into batches: each number once, in the order of the list, no more than the service accepts. */
import type { DotNumber } from "../dot-number.ts";
import type { Input, Place } from "../input/input.ts";
import { DotNumberSet } from "./dot-number-set.ts";
import type { Outcome } from "./outcome.ts";

/** How many numbers a request may hold, as learned from what the service refuses. */
export class BatchSize {
  readonly #first: number;
  #current: number;
  /** Whether the service accepted anything since the size was last restored. */
  #acceptedSince = true;

  constructor(first: number) {
    this.#first = first;
    this.#current = first;
  }

  get current(): number {
    return this.#current;
  }

  /** A request of `size` numbers was too many. */
  tooMany(size: number): void {
    this.#current = Math.min(this.#current, Math.max(1, Math.floor(size / 2)));
  }

  /** A request was accepted. */
  accepted(): void {
    this.#acceptedSince = true;
  }

  /**
   * A single number was refused: that number, not the size, is what was wrong with the batches it was in. The size is
   * learned again, which costs a few requests, so the rest of the list isn't sent one by one. A service that accepts nothing
   * at all teaches nothing.
   */
  notTheSize(): void {
    if (this.#acceptedSince) this.#current = this.#first;
    this.#acceptedSince = false;
  }
}

/** One of several equal parts of a list, so that several machines can share it: `{ part: 3, of: 8 }`. */
export interface Shard {
  part: number;
  of: number;
}

/** What to ask for, and what needs no asking, in the order of the list. */
export interface Batch {
  numbers: { dotNumber: DotNumber; place: Place | undefined }[];
  /** Outcomes already known, each with how many numbers of the batch come before it. */
  known: { before: number; outcome: Outcome<never> }[];
}

export interface BatchOptions {
  size: BatchSize;
  shard?: Shard | undefined;
  /** Numbers that the output already has. */
  kept?: DotNumberSet | undefined;
}

/**
 * Groups a list's inputs. A shard counts the distinct numbers and the refused inputs, and takes every nth of them, so
 * the shards are equal in size, share nothing, and add up to the whole list.
 */
export async function* batchesOf(
  pages: AsyncIterable<readonly Input[]> | Iterable<readonly Input[]>,
  options: BatchOptions,
): AsyncGenerator<Batch> {
  const sorter = new Sorter(options);
  let batch: Batch = { numbers: [], known: [] };
  for await (const page of pages) {
    for (const input of page) {
      sorter.put(input, batch);
      // Counted together, so that a list of nothing but refused lines is also passed on in pieces.
      if (batch.numbers.length + batch.known.length >= options.size.current) {
        yield batch;
        batch = { numbers: [], known: [] };
      }
    }
  }
  if (batch.numbers.length + batch.known.length > 0) yield batch;
}

/** Decides for each input whether it is asked for. */
class Sorter {
  readonly #seen = new DotNumberSet();
  /** The numbers of our shard; without sharding, all those seen. */
  readonly #ours: DotNumberSet;
  readonly #options: BatchOptions;
  #position = 0;

  constructor(options: BatchOptions) {
    this.#options = options;
    this.#ours = options.shard ? new DotNumberSet() : this.#seen;
  }

  put(input: Input, batch: Batch): void {
    const { place } = input;
    const know = (outcome: Outcome<never>) => batch.known.push({ before: batch.numbers.length, outcome });
    if ("refused" in input) {
      if (this.#takesNext()) know({ kind: "refused", text: input.text, reason: input.refused, place });
      return;
    }
    const { dotNumber } = input;
    if (!this.#seen.add(dotNumber)) {
      if (this.#ours.has(dotNumber)) know({ kind: "repeated", dotNumber, place });
      return;
    }
    if (!this.#takesNext()) return;
    this.#ours.add(dotNumber);
    if (this.#options.kept?.has(dotNumber)) know({ kind: "kept", dotNumber, place });
    else batch.numbers.push({ dotNumber, place });
  }

  #takesNext(): boolean {
    const { shard } = this.#options;
    const position = this.#position++;
    return shard === undefined || position % shard.of === shard.part - 1;
  }
}
