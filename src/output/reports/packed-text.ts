/** Text that is written later than it is made. */
import { constants, deflateRawSync, inflateRawSync } from "node:zlib";

/** Characters that are packed at once. */
const pieceLength = 2 ** 16;
const fastest = { level: constants.Z_BEST_SPEED };

/** Holds text in a tenth of its memory or less, because what repeats for each carrier is kept packed. */
export class PackedText {
  readonly #packed: Uint8Array[] = [];
  #loose: string[] = [];
  #length = 0;

  /** Whether there is no text. */
  get isEmpty(): boolean {
    return this.#packed.length === 0 && this.#length === 0;
  }

  add(text: string): void {
    this.#loose.push(text);
    this.#length += text.length;
    if (this.#length < pieceLength) return;
    // Copied, because zlib hands out the beginning of a larger buffer.
    this.#packed.push(new Uint8Array(deflateRawSync(this.#loose.join(""), fastest)));
    this.#loose = [];
    this.#length = 0;
  }

  /** The text in the order in which it was added. */
  *pieces(): Generator<string> {
    for (const piece of this.#packed) yield inflateRawSync(piece).toString();
    if (this.#length > 0) yield this.#loose.join("");
  }
}
