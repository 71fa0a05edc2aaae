/**
 * Finds a carrier in an evidence file, for `--reuse` and `--since`. Memory holds only where each carrier's lines are.
 */
import { type FileHandle, open } from "node:fs/promises";
import type { RecordName } from "../model.ts";
import { type EvidenceAnswer, EvidenceError } from "./format.ts";
import { readLine } from "./lines.ts";
import { cannotRead, carrierOf, EvidenceReader, type RecordedCarrier } from "./reader.ts";

/** How recent an answer must be to be reused. */
export interface Freshness {
  /** Milliseconds since 1970. */
  now: number;
  /** Milliseconds. */
  maxAge: number;
}

interface Place {
  offset: number;
  length: number;
}

/** A checked evidence file. Close it when done. */
export class EvidenceIndex {
  /** Read to its end. */
  readonly reader: EvidenceReader;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #places: ReadonlyMap<string, Place>;
  #latest: { number: string; carrier: Promise<RecordedCarrier> } | undefined;

  private constructor(path: string, reader: EvidenceReader, file: FileHandle, places: ReadonlyMap<string, Place>) {
    this.#path = path;
    this.reader = reader;
    this.#file = file;
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
    const reader = await EvidenceReader.open(path);
    for await (const { dotNumber, offset, length } of reader.carriers()) places.set(dotNumber, { offset, length });
    const file = await open(path).catch((error) => Promise.reject(cannotRead(path, error)));
    return new EvidenceIndex(path, reader, file, places);
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
  async carrier(number: string): Promise<RecordedCarrier | undefined> {
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
  async reusable(number: string, record: RecordName, { now, maxAge }: Freshness): Promise<EvidenceAnswer | undefined> {
    const carrier = await this.carrier(number);
    const answer = carrier?.answers.find((one) => one.record === record);
    if (!answer || answer.error || (answer.status !== 200 && answer.status !== 404)) return undefined;
    const age = now - Date.parse(answer.asked_at);
    return age >= 0 && age < maxAge ? { ...answer, reused: true } : undefined;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #read({ offset, length }: Place): Promise<RecordedCarrier> {
    const bytes = Buffer.alloc(length);
    await this.#file.read(bytes, 0, length, offset).catch((error) => Promise.reject(cannotRead(this.#path, error)));
    const lines = bytes.toString().trimEnd().split("\n").map(readLine);
    const last = lines.at(-1);
    const answers = lines.flatMap((line) => (line.type === "answer" ? [line.answer] : []));
    const isWhole = last?.type === "verdict" && answers.length === lines.length - 1;
    const carrier = isWhole ? carrierOf(answers, last.verdict) : undefined;
    if (carrier) return carrier;
    throw new EvidenceError(`${this.#path}: altered while it was being read`);
  }
}
