/** Lines that are written later than they come: as many as there is room for, the most important ones first, in little memory. */
import { constants, deflateRawSync, inflateRawSync } from "node:zlib";

/** What came of one rank. */
interface Rank {
  count: number;
  /** Of the lines that are held: the first ones, as many as would fit if there was nothing else. */
  sizes: number[];
  used: number;
  lines: PackedLines;
}

/** A limited room for lines of several ranks. Those of rank 0 are shown first; once one does not fit, nothing that comes later is. */
export class Room {
  readonly #size: number;
  readonly #ranks: readonly Rank[];

  /** @param size in the unit of the lines' sizes; it may be infinite */
  constructor(size: number, ranks: number) {
    this.#size = size;
    this.#ranks = Array.from({ length: ranks }, () => ({ count: 0, sizes: [], used: 0, lines: new PackedLines() }));
  }

  /** Takes a line, without its line feed. */
  hold(rank: number, line: string, size: number): void {
    const own = this.#rank(rank);
    if (own.sizes.length === own.count++ && own.used + size <= this.#size) {
      own.sizes.push(size);
      own.used += size;
      own.lines.add(line);
    }
  }

  /** How many lines of a rank fit. */
  count(rank: number): number {
    const higher = this.#ranks.slice(0, rank);
    let used = higher.reduce((sum, each) => sum + each.used, 0);
    if (used > this.#size || higher.some(({ sizes, count }) => sizes.length < count)) return 0;
    const { sizes } = this.#rank(rank);
    const tooLarge = sizes.findIndex((size) => {
      used += size;
      return used > this.#size;
    });
    return tooLarge < 0 ? sizes.length : tooLarge;
  }

  /** The lines of a rank that fit, in the order they came. */
  *held(rank: number): Generator<string> {
    let left = this.count(rank);
    for (const line of this.#rank(rank).lines) if (left-- > 0) yield line;
  }

  /** How many lines are left out, of one rank or of all. */
  leftOut(rank?: number): number {
    const ranks = rank === undefined ? [...this.#ranks.keys()] : [rank];
    return ranks.reduce((sum, each) => sum + this.#rank(each).count - this.count(each), 0);
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
