/** Lines that are written later than they come: as many as there is room for, the most important ones first, in little memory. */
import { constants, deflateRawSync, inflateRawSync } from "node:zlib";

interface Rank {
  /** Of each line that is held, in the order they came. */
  sizes: number[];
  /** These lines, and after them those that were pushed out later. */
  lines: PackedLines;
  /** Once one is left out, so are all that come later: what is shown is the beginning. */
  open: boolean;
  leftOut: number;
}

/** A limited room for lines of several ranks; 0 goes before 1. Higher ranks push out the last of lower ones. */
export class Room {
  #free: number;
  readonly #ranks: readonly Rank[];

  /** @param size in the unit of the lines' sizes; it may be infinite */
  constructor(size: number, ranks: number) {
    this.#free = size;
    this.#ranks = Array.from({ length: ranks }, () => ({
      sizes: [],
      lines: new PackedLines(),
      open: true,
      leftOut: 0,
    }));
  }

  /** Holds a line, without its line feed, or leaves it out. */
  hold(rank: number, line: string, size: number): void {
    const own = this.#rank(rank);
    if (!own.open || !this.#makeRoom(rank, size)) {
      own.open = false;
      own.leftOut++;
      return;
    }
    this.#free -= size;
    own.sizes.push(size);
    own.lines.add(line);
  }

  /** How many lines are held of a rank. */
  count(rank: number): number {
    return this.#rank(rank).sizes.length;
  }

  /** The lines held of a rank, in the order they came. */
  *held(rank: number): Generator<string> {
    const { sizes, lines } = this.#rank(rank);
    let left = sizes.length;
    for (const line of lines) if (left-- > 0) yield line;
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

/** Characters that are packed at once. */
const pieceLength = 2 ** 16;

/** Lines in a tenth of their memory or less, because what repeats for each carrier is packed. */
class PackedLines {
  readonly #packed: Uint8Array[] = [];
  #loose: string[] = [];
  #length = 0;

  add(line: string): void {
    this.#loose.push(line);
    this.#length += line.length;
    if (this.#length < pieceLength) return;
    const packed = deflateRawSync(this.#loose.join("\n"), { level: constants.Z_BEST_SPEED });
    // Copied, because zlib hands out the beginning of a larger buffer.
    this.#packed.push(new Uint8Array(packed));
    this.#loose = [];
    this.#length = 0;
  }

  *[Symbol.iterator](): Generator<string> {
    for (const piece of this.#packed) yield* inflateRawSync(piece).toString().split("\n");
    yield* this.#loose;
  }
}
