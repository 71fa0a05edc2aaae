/** Lines that are written later than they come: as many as there is room for, the most important ones first, in little memory. */
import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import { sum } from "../column-widths.ts";

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
    const own = this.#ranks[rank] as Rank;
    if (own.sizes.length === own.count++ && own.used + size <= this.#size) {
      own.sizes.push(size);
      own.used += size;
      own.lines.add(line);
    }
  }

  /** How many lines of a rank fit. */
  count(rank: number): number {
    return this.#fitting()[rank] as number;
  }

  /** The lines of a rank that fit, in the order they came. */
  *held(rank: number): Generator<string> {
    let left = this.count(rank);
    for (const line of (this.#ranks[rank] as Rank).lines) if (left-- > 0) yield line;
  }

  /** How many lines are left out, of one rank or of all. */
  leftOut(rank?: number): number {
    const leftOut = this.#fitting().map((fitting, index) => (this.#ranks[index] as Rank).count - fitting);
    return rank === undefined ? sum(leftOut) : (leftOut[rank] as number);
  }

  /** How many lines of each rank fit. */
  #fitting(): number[] {
    let left = this.#size;
    return this.#ranks.map(({ sizes, count }) => {
      const tooLarge = sizes.findIndex((size) => {
        left -= size;
        return left < 0;
      });
      const fitting = tooLarge < 0 ? sizes.length : tooLarge;
      if (fitting < count) left = Number.NEGATIVE_INFINITY;
      return fitting;
    });
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
