/**
 * Finds a carrier in an evidence file, for `--reuse` and `--since`. Memory holds only where each carrier's lines are.
 */
import { type FileHandle, open } from "node:fs/promises";
import { FileError, reasonOf } from "../../errors.ts";
import type { RecordName } from "../model.ts";
import { type CheckedAnswer, EvidenceError, type EvidenceRun } from "./format.ts";
import { type EvidenceEnding, refuseAltered } from "./ledger.ts";
import { type RecordedVerdict, readLine } from "./lines.ts";
import { EvidenceReader, evidenceBytes, inFile } from "./reader.ts";

/** A carrier in an earlier run: what the service answered about it, and what the run decided. `recordsOf` reads the answers. */
export interface EarlierCarrier {
  answers: readonly CheckedAnswer[];
  verdict: RecordedVerdict;
}

/** How recent an answer must be to be reused. */
export interface Freshness {
  /** Milliseconds since 1970. */
  now: number;
  /** Milliseconds. */
  maxAge: number;
}

/** A checked evidence file. Close it when done. */
export class EvidenceIndex {
  readonly run: EvidenceRun;
  /** Whole, or cut off. */
  readonly ending: EvidenceEnding;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #places: ReadonlyMap<string, Place>;
  #latest: { number: string; carrier: Promise<EarlierCarrier> } | undefined;

  private constructor(path: string, file: FileHandle, { run, ending }: EvidenceReader, places: Map<string, Place>) {
    this.#path = path;
    this.#file = file;
    this.run = run;
    this.ending = ending;
    this.#places = places;
  }

  /**
   * Reads a file from its first line to its last, checks it, and keeps it open.
   *
   * @throws {EvidenceError} if it is not evidence, or was altered; the message names the file and the lines
   * @throws {FileError} if it cannot be read
   */
  static async open(path: string): Promise<EvidenceIndex> {
    const places = new Map<string, Place>();
    const reader = await inFile(path, async () => {
      const opened = await EvidenceReader.open(evidenceBytes(path));
      for await (const { verdict, offset, length } of opened.carriers())
        places.set(verdict.dot_number, { offset, length });
      refuseAltered(opened.ending);
      return opened;
    });
    const file = await explained(path, () => open(path));
    return new EvidenceIndex(path, file, reader, places);
  }

  /** The number of carriers. */
  get size(): number {
    return this.#places.size;
  }

  /**
   * A carrier by its number; undefined if it is not in the run.
   *
   * @throws {EvidenceError} if the file was altered since it was opened
   * @throws {FileError} if it cannot be read
   */
  async carrier(number: string): Promise<EarlierCarrier | undefined> {
    const place = this.#places.get(number);
    if (place === undefined) return undefined;
    // Kept, because its records are asked for one by one.
    if (this.#latest?.number !== number) this.#latest = { number, carrier: this.#read(place) };
    return this.#latest.carrier;
  }

  /**
   * The answer about one record, if it is a usable 200 or 404 and younger than `maxAge`, marked as reused.
   * An answer from the future is not reused: one of the two clocks is wrong.
   *
   * @throws what `carrier` throws
   */
  async reusable(number: string, record: RecordName, { now, maxAge }: Freshness): Promise<CheckedAnswer | undefined> {
    const carrier = await this.carrier(number);
    const answer = carrier?.answers.find((one) => one.record === record);
    if (!answer || answer.error || (answer.status !== 200 && answer.status !== 404)) return undefined;
    const age = now - Date.parse(answer.asked_at);
    return age >= 0 && age < maxAge ? { ...answer, reused: true } : undefined;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #read({ offset, length }: Place): Promise<EarlierCarrier> {
    const bytes = Buffer.alloc(length);
    await explained(this.#path, () => this.#file.read(bytes, 0, length, offset));
    const lines = bytes.toString().trimEnd().split("\n").map(readLine);
    const last = lines.at(-1);
    const answers = lines.flatMap((line) => (line.type === "answer" ? [line.answer] : []));
    if (last?.type !== "verdict" || answers.length !== lines.length - 1) {
      throw new EvidenceError(`${this.#path}: altered while it was being read`);
    }
    return { answers, verdict: last.verdict };
  }
}

interface Place {
  offset: number;
  length: number;
}

async function explained<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw new FileError(`cannot read ${path}: ${reasonOf(error)}`, { cause: error });
  }
}
