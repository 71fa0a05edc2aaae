/** Keeps the most important texts for a reader that accepts only so much, in bounded memory. */

interface Rank {
  held: { text: string; size: number }[];
  /** Once one is left out, so are all that come later: what is shown is the beginning. */
  open: boolean;
  leftOut: number;
}

/** A limited room for texts of several ranks; 0 goes before 1. Higher ranks push out the last of lower ones. */
export class Room {
  #free: number;
  readonly #ranks: readonly Rank[];

  /** @param size in the unit of the texts' sizes */
  constructor(size: number, ranks: number) {
    this.#free = size;
    this.#ranks = Array.from({ length: ranks }, () => ({ held: [], open: true, leftOut: 0 }));
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

  /** Holds a text, or leaves it out. */
  hold(rank: number, text: string, size: number): void {
    if (this.claim(rank, size)) this.#rank(rank).held.push({ text, size });
  }

  /** The texts held of a rank, in the order they came. */
  held(rank: number): string[] {
    return this.#rank(rank).held.map(({ text }) => text);
  }

  /** How many texts are left out, of one rank or of all. */
  leftOut(rank?: number): number {
    const ranks = rank === undefined ? this.#ranks : [this.#rank(rank)];
    return ranks.reduce((sum, { leftOut }) => sum + leftOut, 0);
  }

  #makeRoom(rank: number, size: number): boolean {
    for (let lower = this.#ranks.length - 1; lower > rank; lower--) this.#leaveOut(this.#rank(lower), size);
    return this.#free >= size;
  }

  /** Leaves out the last texts of a rank until `size` is free. */
  #leaveOut(rank: Rank, size: number): void {
    while (this.#free < size) {
      const last = rank.held.pop();
      // Nothing held, and nothing to be held later: what is higher has taken the room.
      rank.open = false;
      if (last === undefined) return;
      this.#free += last.size;
      rank.leftOut++;
    }
  }

  #rank(rank: number): Rank {
    return this.#ranks[rank] as Rank;
  }
}
