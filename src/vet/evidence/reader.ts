/** Reads evidence in one pass, a block of lines at a time. */
import { createReadStream } from "node:fs";
import { FileError, reasonOf } from "../../errors.ts";
import { EmptyEvidenceError, EvidenceError, type EvidenceRun } from "./format.ts";
import { type Block, type EvidenceCarrier, type EvidenceEnding, EvidenceLedger } from "./ledger.ts";
import { readRunLine, wrongFiles } from "./run-line.ts";

const newline = 0x0a;

/** Bytes read at once: with fewer, system calls cost as much as hashing. */
const pieceLength = 2 ** 20;

/**
 * The bytes of an evidence file.
 *
 * @throws {FileError} while reading, if the file cannot be read
 */
export async function* evidenceBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of createReadStream(path, { highWaterMark: pieceLength })) yield piece as Uint8Array;
  } catch (error) {
    throw new FileError(`cannot read ${path}: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Reads an evidence file, and names it in what is wrong with it.
 *
 * @throws {EvidenceError} whose message begins with the path
 * @throws whatever else `read` throws
 */
export async function inFile<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    const { message, hint } = error;
    const Same = error instanceof EmptyEvidenceError ? EmptyEvidenceError : EvidenceError;
    throw new Same(`${path}: ${message}`, { hint, cause: error });
  }
}

/** One file of evidence. */
export class EvidenceReader {
  /** The first line. `ending` says whether its files match their hashes. */
  readonly run: EvidenceRun;
  readonly #first: Block;
  readonly #rest: AsyncGenerator<Block>;
  readonly #ledger: EvidenceLedger;

  private constructor(run: EvidenceRun, first: Block, rest: AsyncGenerator<Block>) {
    this.run = run;
    this.#first = first;
    this.#rest = rest;
    this.#ledger = new EvidenceLedger(wrongFiles(run));
  }

  /**
   * Reads the first line.
   *
   * @param source the file's bytes, in pieces of any size
   * @throws {EvidenceError} if it is not evidence, or of an unknown version
   */
  static async open(source: AsyncIterable<Uint8Array>): Promise<EvidenceReader> {
    const blocks = wholeLines(source);
    const { value: block } = await blocks.next();
    if (!block) throw new EmptyEvidenceError("empty: no carrier is in it");
    const found = block.bytes.indexOf(newline);
    const start = found < 0 ? block.bytes.length : found + 1;
    const { type: _, ...run } = readRunLine(block.bytes.toString("utf8", 0, start));
    return new EvidenceReader(run, { ...block, start }, blocks);
  }

  /**
   * The whole carriers, in order. Each is yielded once the hash in a later line has confirmed its verdict, or if the file is cut
   * off right after it; none is yielded after the first problem. Read it once, to its end; then see `ending`.
   */
  async *carriers(): AsyncGenerator<EvidenceCarrier> {
    yield* this.#ledger.take(this.#first);
    for await (const block of this.#rest) yield* this.#ledger.take(block);
    yield* this.#ledger.close();
  }

  /** How the evidence ended: known once `carriers` has been read to its end. */
  get ending(): EvidenceEnding {
    return this.#ledger.ending;
  }
}

/** The bytes in blocks of whole lines, and finally what follows the last line feed. Only a line that spans pieces is copied, once. */
async function* wholeLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Block> {
  let waiting: Uint8Array[] = [];
  let offset = 0;
  const block = (bytes: Buffer): Block => {
    offset += bytes.length;
    return { bytes, start: 0, offset: offset - bytes.length };
  };
  for await (const { buffer, byteOffset, byteLength } of source) {
    const piece = Buffer.from(buffer, byteOffset, byteLength);
    const first = waiting.length === 0 ? 0 : piece.indexOf(newline) + 1;
    const end = piece.lastIndexOf(newline) + 1;
    if (first > 0) {
      yield block(Buffer.concat([...waiting, piece.subarray(0, first)]));
      waiting = [];
    }
    if (end > first) yield block(piece.subarray(first, end));
    if (end < piece.length) waiting.push(piece.subarray(end));
  }
  if (waiting.length > 0) yield block(Buffer.concat(waiting));
}
