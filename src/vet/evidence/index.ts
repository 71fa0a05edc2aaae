/**
 * Finds a carrier in an evidence file, for `--reuse` and `--since`. Memory holds only where each carrier's lines are.
 */
import { type FileHandle, open, stat } from "node:fs/promises";
import { cannotRead } from "../../file-error.ts";
import type { Earlier } from "../changes.ts";
import { dayOf } from "../judge.ts";
import type { RecordName, Verdict } from "../model.ts";
import { AlteredEvidenceError, type EvidenceAnswer, EvidenceError } from "./format.ts";
import { readLine } from "./lines.ts";
import { carrierOf, EvidenceReader, type RecordedCarrier } from "./reader.ts";
import { judgingAgain } from "./verdicts.ts";

/** How recent an answer must be to be reused. */
export interface Freshness {
  /** Milliseconds since 1970. */
  now: number;
  /** Milliseconds. */
  maxAge: number;
}

/** Where a carrier's lines are, and what reports say of it without reading them. */
export interface Place {
  offset: number;
  length: number;
  verdict: Verdict;
  legalName: string | null;
}

/** A checked evidence file. Close it when done. */
export class EvidenceIndex {
  /** Read to its end. */
  readonly reader: EvidenceReader;
  /** By USDOT number, in the order of the file. */
  readonly places: ReadonlyMap<string, Place>;
  readonly #path: string;
  readonly #file: FileHandle;
  #latest: { number: string; carrier: Promise<RecordedCarrier> } | undefined;

  private constructor(path: string, reader: EvidenceReader, file: FileHandle, places: ReadonlyMap<string, Place>) {
    this.#path = path;
    this.reader = reader;
    this.#file = file;
    this.places = places;
  }

  /**
   * Reads a file from its first line to its last, checks it, and keeps it open.
   *
   * @param bytes all of it
   * @param version of this usdot
   * @param check refuses it, once it is read
   * @throws {EvidenceError} if it is not evidence, or was altered; the message names the file and the lines
   * @throws what `bytes` throws
   */
  static async open(
    path: string,
    bytes: AsyncIterable<Uint8Array>,
    version: string,
    check: (reader: EvidenceReader) => void = () => {},
  ): Promise<EvidenceIndex> {
    const found = await stat(path).catch(() => undefined);
    if (found && !found.isFile() && !found.isDirectory()) {
      throw new EvidenceError(`${path}: not a regular file`, {
        hint: "save the evidence first: parts of it are read again",
      });
    }
    const places = new Map<string, Place>();
    const reader = await EvidenceReader.open(path, bytes);
    const judge = judgingAgain(reader, version);
    for await (const carrier of reader.carriers()) {
      const { dotNumber, offset, bytes: lines, verdict } = carrier;
      const length = lines.reduce((sum, line) => sum + line.length, 0);
      places.set(dotNumber, { offset, length, verdict: judge(carrier), legalName: verdict.legal_name });
    }
    check(reader);
    return new EvidenceIndex(path, reader, await open(path), places);
  }

  /**
   * A carrier by its number; undefined if it is not in the run.
   *
   * @throws {EvidenceError} if the file was altered since it was opened
   * @throws {FileError} if it cannot be read
   */
  async carrier(number: string): Promise<RecordedCarrier | undefined> {
    const place = this.places.get(number);
    if (place === undefined) return undefined;
    // Kept, because its records are asked for one by one.
    if (this.#latest?.number !== number) this.#latest = { number, carrier: this.#read(place) };
    return this.#latest.carrier;
  }

  /** What this run says about a carrier, for a later run that is compared with it. */
  async earlier(number: string): Promise<Earlier> {
    const carrier = await this.carrier(number);
    if (carrier !== undefined) {
      const before = { records: carrier.records.records, day: dayOf(this.reader.run.as_of) };
      return { verdict: this.places.get(number)?.verdict ?? null, before };
    }
    const isWhole = this.reader.sha256 !== null && !this.reader.run.shard;
    return { verdict: null, before: isWhole ? undefined : "not-reached" };
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

  async #read(place: Place): Promise<RecordedCarrier> {
    return carrierIn(await readAt(this.#path, this.#file, place), this.#path);
  }
}

/** @throws {FileError} if the file cannot be read */
export async function readAt(
  path: string,
  file: FileHandle,
  { offset, length }: Omit<Place, "verdict" | "legalName">,
): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  try {
    await file.read(bytes, 0, length, offset);
    return bytes;
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/**
 * The carrier in its lines, checked before.
 *
 * @throws {EvidenceError} if they are something else by now
 */
export function carrierIn(bytes: Buffer, path: string): RecordedCarrier {
  const lines = bytes.toString().trimEnd().split("\n").map(readLine);
  const last = lines.at(-1);
  const answers = lines.flatMap((line) => (line.type === "answer" ? [line.answer] : []));
  const isWhole = last?.type === "verdict" && answers.length === lines.length - 1;
  const carrier = isWhole ? carrierOf(answers, last.verdict) : undefined;
  if (carrier) return carrier;
  throw new AlteredEvidenceError(`${path}: altered while it was being read`);
}
