/** Groups a list's inputs into batches: each number once, in the order of the list, no more than the service accepts. */
import type { DotNumber } from "../dot-number.ts";
import { DotNumberSet } from "../dot-number-set.ts";
import type { Input, Place } from "../input/input.ts";
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
   * The service refused a single number: that number, not the size, is what was wrong with the batches it was in. The size is
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
  numbers: DotNumber[];
  /** Where each of the numbers is in the list. */
  places: (Place | undefined)[];
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
 * Groups a list's inputs. A shard counts the distinct numbers and the invalid inputs, and takes every nth of them, so
 * the shards are equal in size, share nothing, and add up to the whole list.
 */
export async function* batchesOf(
  pages: AsyncIterable<readonly Input[]> | Iterable<readonly Input[]>,
  options: BatchOptions,
): AsyncGenerator<Batch> {
  const sorter = new Sorter(options);
  let batch = emptyBatch();
  for await (const page of pages) {
    for (let next = 0; next < page.length; ) {
      next = sorter.fill(batch, page, next);
      if (inputsIn(batch) < options.size.current) continue;
      yield batch;
      batch = emptyBatch();
    }
  }
  if (inputsIn(batch) > 0) yield batch;
}

function emptyBatch(): Batch {
  return { numbers: [], places: [], known: [] };
}

/** Counted together, so that a list of nothing but invalid lines is also passed on in pieces. */
function inputsIn({ numbers, known }: Batch): number {
  return numbers.length + known.length;
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

  /** Puts inputs into the batch, from the one at `next` on, until it is full; returns where to go on. */
  fill(batch: Batch, page: readonly Input[], next: number): number {
    const most = this.#options.size.current;
    let index = next;
    while (index < page.length && inputsIn(batch) < most) this.#put(page[index++] as Input, batch);
    return index;
  }

  #put(input: Input, { numbers, places, known }: Batch): void {
    const { place } = input;
    const before = numbers.length;
    if ("invalid" in input) {
      const { text, invalid: reason } = input;
      if (this.#takesNext()) known.push({ before, outcome: { kind: "invalid", text, reason, place } });
      return;
    }
    const { dotNumber } = input;
    if (!this.#seen.add(dotNumber)) {
      if (this.#ours.has(dotNumber)) known.push({ before, outcome: { kind: "repeated", dotNumber, place } });
      return;
    }
    if (!this.#takesNext()) return;
    this.#ours.add(dotNumber);
    if (this.#options.kept?.has(dotNumber)) known.push({ before, outcome: { kind: "kept", dotNumber, place } });
    else {
      numbers.push(dotNumber);
      places.push(place);
    }
  }

  #takesNext(): boolean {
    const { shard } = this.#options;
    const position = this.#position++;
    return shard === undefined || position % shard.of === shard.part - 1;
  }
}
