/** Finds carriers in evidence files, for `--reuse`, `--since` and `--history`. Memory holds only where each carrier's lines are. */
import { closeSync, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import { cannotRead } from "../../file-error.ts";
import type { Earlier } from "../changes.ts";
import { dayOf } from "../judge.ts";
import type { RecordName, RunFooter, Verdict } from "../model.ts";
import { AlteredEvidenceError, type EvidenceAnswer, EvidenceError, type EvidenceRun, sha256 } from "./format.ts";
import { readLine } from "./lines.ts";
import { carrierOf, type EvidenceCarrier, EvidenceReader, type RecordedCarrier } from "./reader.ts";
import { judgingAgain } from "./verdicts.ts";

/** Where a carrier's lines are, and their hash. */
export interface CarrierPosition {
  offset: number;
  length: number;
  sha256: string;
}

export function positionOf({ offset, bytes }: EvidenceCarrier): CarrierPosition {
  const lines = Buffer.concat(bytes);
  return { offset, length: lines.length, sha256: sha256(lines) };
}

/**
 * Reads a carrier in a file that was checked before.
 * @throws {EvidenceError} if its lines were altered since
 * @throws {FileError} if the file cannot be read
 */
export function carrierAt(path: string, { offset, length, sha256: expected }: CarrierPosition): RecordedCarrier {
  const bytes = readSlice(path, offset, length);
  const lines = bytes.toString().trimEnd().split("\n").map(readLine);
  const last = lines.at(-1);
  const answers = lines.flatMap((line) => (line.type === "answer" ? [line.answer] : []));
  const isUnaltered = sha256(bytes) === expected && last?.type === "verdict";
  const carrier = isUnaltered ? carrierOf(answers, last.verdict) : undefined;
  if (carrier) return carrier;
  throw new AlteredEvidenceError(`${path}: altered since it was checked`);
}

/** @throws {FileError} if the file cannot be read */
export function readSlice(path: string, offset: number, length: number): Buffer {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, offset);
      return bytes;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/** What is known of a carrier without reading its lines. */
interface Entry extends CarrierPosition {
  verdict: Verdict;
  legalName: string | null;
}

/** Carriers of an earlier run that are in this one no more. */
export function goneOf(entries: ReadonlyMap<string, Pick<Entry, "verdict" | "legalName">>): RunFooter["gone"] {
  return [...entries].map(([dot_number, { legalName, verdict }]) => ({ dot_number, legal_name: legalName, verdict }));
}

/** Invalid lines as they are compared with those of another run: wherever they stand, they are the same. */
export function invalidLines(lines: RunFooter["refused"]): ReadonlySet<string> {
  return new Set(lines.map(({ text, reason }) => `${text} ${reason}`));
}

/** A checked evidence file. */
export class EvidenceIndex {
  /** Read to its end. */
  readonly reader: EvidenceReader;
  /** By USDOT number, in the order of the file. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** The carriers that no run compared with this one has asked for. */
  readonly #unseen: Map<string, Entry>;
  /** Its records are asked for one by one. */
  #latest: { number: string; carrier: RecordedCarrier } | undefined;

  private constructor(reader: EvidenceReader, entries: ReadonlyMap<string, Entry>) {
    this.reader = reader;
    this.entries = entries;
    this.#unseen = new Map(entries);
  }

  /**
   * Reads a file from its first line to its last, and checks it.
   * @param bytes all of it
   * @param version of this usdot
   * @throws {EvidenceError} if it is not evidence, or was altered; the message names the file and the lines
   * @throws what `bytes` throws
   */
  static async open(path: string, bytes: AsyncIterable<Uint8Array>, version: string): Promise<EvidenceIndex> {
    const found = await stat(path).catch(() => undefined);
    if (found && !found.isFile() && !found.isDirectory()) {
      throw new EvidenceError(`${path}: not a regular file`, {
        hint: "save the evidence first: parts of it are read again",
      });
    }
    const entries = new Map<string, Entry>();
    const reader = await EvidenceReader.open(path, bytes);
    const judge = judgingAgain(reader, version);
    for await (const carrier of reader.carriers()) {
      const { legal_name: legalName } = carrier.verdict;
      entries.set(carrier.dotNumber, { ...positionOf(carrier), verdict: judge(carrier), legalName });
    }
    return new EvidenceIndex(reader, entries);
  }

  /**
   * A carrier by its number; undefined if it is not in the run.
   * @throws what `carrierAt` throws
   */
  carrier(number: string): RecordedCarrier | undefined {
    const entry = this.entries.get(number);
    if (entry === undefined) return undefined;
    if (this.#latest?.number !== number) this.#latest = { number, carrier: carrierAt(this.reader.name, entry) };
    return this.#latest.carrier;
  }

  /** What the first line of the evidence says about a run that is compared with this one. */
  get recorded(): Partial<EvidenceRun> {
    return { since: this.reader.id };
  }

  /** The carriers that were not asked for by `earlier`, and the invalid lines. */
  footer(): Pick<RunFooter, "gone" | "refused_before" | "runs"> {
    return { gone: goneOf(this.#unseen), refused_before: invalidLines(this.reader.invalid), runs: [] };
  }

  /** What this run says about a carrier, for a later run that is compared with it. */
  earlier(number: string): Earlier {
    this.#unseen.delete(number);
    const carrier = this.carrier(number);
    if (carrier !== undefined) {
      const before = { records: carrier.records.records, day: dayOf(this.reader.run.as_of) };
      return { verdict: this.entries.get(number)?.verdict ?? null, before };
    }
    const missed = this.reader.run.shard ? "shard" : undefined;
    return { verdict: null, before: this.reader.sha256 === null ? "not-reached" : missed };
  }

  /**
   * The answer about one record, if it is a usable 200 or 404 and younger than `maxAge` (milliseconds), marked as reused.
   * An answer from the future is not reused: one of the two clocks is wrong.
   * @param now milliseconds since 1970
   * @throws what `carrier` throws
   */
  reusable(number: string, record: RecordName, now: number, maxAge: number): EvidenceAnswer | undefined {
    const carrier = this.carrier(number);
    const answer = carrier?.answers.find((one) => one.record === record);
    if (!answer || answer.error || (answer.status !== 200 && answer.status !== 404)) return undefined;
    const age = now - Date.parse(answer.asked_at);
    return age >= 0 && age < maxAge ? { ...answer, reused: true } : undefined;
  }
}
