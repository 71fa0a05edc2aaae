import type { DotNumber } from "./dot-number.ts";

const pageBits = 16;
const bitsInPage = 1 << pageBits;

/**
 * A set of USDOT numbers: one bit each, in pages allocated on demand. All 4 million registered numbers take half a
 * megabyte, and all possible ones (8 digits) 12.5 MB, where a `Set` would take hundreds.
 */
export class DotNumberSet {
  readonly #pages: (Uint8Array | undefined)[] = [];

  has(dotNumber: DotNumber): boolean {
    const number = Number(dotNumber);
    const page = this.#pages[number >>> pageBits];
    return page !== undefined && ((page[(number & (bitsInPage - 1)) >>> 3] as number) & (1 << (number & 7))) !== 0;
  }

  /** Adds a number; false if it was already there. */
  add(dotNumber: DotNumber): boolean {
    const number = Number(dotNumber);
    this.#pages[number >>> pageBits] ??= new Uint8Array(bitsInPage / 8);
    const page = this.#pages[number >>> pageBits] as Uint8Array;
    const index = (number & (bitsInPage - 1)) >>> 3;
    const bit = 1 << (number & 7);
    const before = page[index] as number;
    page[index] = before | bit;
    return (before & bit) === 0;
  }
}
