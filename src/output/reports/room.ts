/** Keeps the most important lines for a reader that accepts only so much, in little memory. */
import { PackedText } from "./packed-text.ts";

interface Rank {
  /** Of each line that is held, in the order they came. */
  sizes: number[];
  /** These lines, and after them those that were pushed out later. */
  lines: PackedText;
  /** Once one is left out, so are all that come later: what is shown is the beginning. */
  open: boolean;
  leftOut: number;
}

/** A limited room for lines of several ranks; 0 goes before 1. Higher ranks push out the last of lower ones. */
export class Room {
  #free: number;
  readonly #ranks: readonly Rank[];

  /** @param size in the unit of the lines' sizes */
  constructor(size: number, ranks: number) {
    this.#free = size;
    this.#ranks = Array.from({ length: ranks }, () => ({ sizes: [], lines: new PackedText(), open: true, leftOut: 0 }));
  }

  /** Takes room for something that is not held here. Whether there was enough; if not, it counts as left out. */
  claim(rank: number, size: number): boolean {
    const own = this.#rank(rank);
    if (own.open && this.#makeRoom(rank, size)) {
      this.#free -= size;
      return true;
    }
    own.open = false;
    own.leftOut++;
    return false;
  }

  /** Holds a line, without its line feed, or leaves it out. */
  hold(rank: number, line: string, size: number): void {
    if (!this.claim(rank, size)) return;
    const { sizes, lines } = this.#rank(rank);
    sizes.push(size);
    lines.add(`${line}\n`);
  }

  /** The lines held of a rank, in the order they came. */
  *held(rank: number): Generator<string> {
    const { sizes, lines } = this.#rank(rank);
    let left = sizes.length;
    for (const piece of lines.pieces()) {
      for (const line of piece.split("\n").slice(0, -1)) if (left-- > 0) yield line;
    }
  }

  /** How many lines are left out, of one rank or of all. */
  leftOut(rank?: number): number {
    const ranks = rank === undefined ? this.#ranks : [this.#rank(rank)];
    return ranks.reduce((sum, { leftOut }) => sum + leftOut, 0);
  }

  #makeRoom(rank: number, size: number): boolean {
    for (let lower = this.#ranks.length - 1; lower > rank; lower--) this.#leaveOut(this.#rank(lower), size);
    return this.#free >= size;
  }

  /** Leaves out the last lines of a rank until `size` is free. */
  #leaveOut(rank: Rank, size: number): void {
    while (this.#free < size) {
      const last = rank.sizes.pop();
      // Nothing held, and nothing to be held later: what is higher has taken the room.
      rank.open = false;
      if (last === undefined) return;
      this.#free += last;
      rank.leftOut++;
    }
  }

  #rank(rank: number): Rank {
    return this.#ranks[rank] as Rank;
  }
}
