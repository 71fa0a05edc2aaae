/** Reads evidence line by line, and checks it: each body, everything before each verdict, the order, the end. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type DotNumber, parseDotNumber } from "../../dot-number.ts";
import { FileError, reasonOf } from "../../errors.ts";
import type { CarrierRecords } from "../model.ts";
import {
  carrierRecords,
  EmptyEvidenceError,
  type EvidenceAnswer,
  EvidenceError,
  type EvidenceRun,
  type EvidenceVerdict,
  evidenceFormat,
  type InvalidLine,
  jsonObject,
  runShape,
  type StoredFile,
  sha256,
} from "./format.ts";
import { contentOf, type EvidenceLine, readLine } from "./lines.ts";

/** A carrier with all its answers, the records in them, and its verdict. */
export interface RecordedCarrier {
  dotNumber: DotNumber;
  answers: readonly EvidenceAnswer[];
  records: CarrierRecords;
  verdict: EvidenceVerdict;
}

/** A carrier in the order of the file. */
export interface EvidenceCarrier extends RecordedCarrier {
  /** Where its lines begin in the file, and how many bytes they take. */
  offset: number;
  length: number;
  /** The number of its verdict line. */
  line: number;
}

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
    throw cannotRead(path, error);
  }
}

/** The error for a file that cannot be read. */
export function cannotRead(path: string, cause: unknown): FileError {
  return new FileError(`cannot read ${path}: ${reasonOf(cause)}`, { cause });
}

/** A line with its line feed, if it has one, and where it begins in the file. */
interface FileLine {
  bytes: Buffer;
  offset: number;
}

const newline = 0x0a;

async function* linesIn(source: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine> {
  let parts: Buffer[] = [];
  let offset = 0;
  const line = (): FileLine => {
    const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    parts = [];
    offset += bytes.length;
    return { bytes, offset: offset - bytes.length };
  };
  for await (const { buffer, byteOffset, byteLength } of source) {
    const piece = Buffer.from(buffer, byteOffset, byteLength);
    let start = 0;
    for (let end = piece.indexOf(newline) + 1; end > 0; end = piece.indexOf(newline, start) + 1) {
      parts.push(piece.subarray(start, end));
      start = end;
      yield line();
    }
    if (start < piece.length) parts.push(piece.subarray(start));
  }
  if (parts.length > 0) yield line();
}

/** A file of another kind has a problem in every line; these are enough. */
const maxProblems = 20;

/** One reading of an evidence file. */
export class EvidenceReader {
  /** How errors name the evidence. */
  readonly name: string;
  /** The first line. */
  readonly run: EvidenceRun;
  /** Lines of the list that are not USDOT numbers. */
  readonly invalid: InvalidLine[] = [];
  readonly #lines: AsyncGenerator<FileLine>;
  readonly #hash = createHash("sha256");
  readonly #problems: string[] = [];
  /** The number of the line that is being read. */
  #line = 1;
  /** The first line that is not yet confirmed by a hash. */
  #unconfirmed = 1;
  /** The answers of the carrier whose verdict comes next, and where the first of them begins. */
  #answers: EvidenceAnswer[] = [];
  #offset = 0;
  #sha256: string | null = null;

  private constructor(name: string, first: FileLine, lines: AsyncGenerator<FileLine>) {
    this.name = name;
    this.#lines = lines;
    this.run = readRun(name, first.bytes.toString());
    this.#hash.update(first.bytes);
    for (const file of wrongFiles(this.run)) this.#problem(`${file} does not match its sha256`);
  }

  /**
   * Reads the first line.
   *
   * @param name its path, or what errors call it
   * @param source its bytes, in pieces of any size
   * @throws {EvidenceError} if it is not evidence, or of an unknown version
   */
  static async open(name: string, source: AsyncIterable<Uint8Array> = evidenceBytes(name)): Promise<EvidenceReader> {
    const lines = linesIn(source);
    try {
      const { value: first } = await lines.next();
      if (!first) throw new EmptyEvidenceError(`${name}: empty: no carrier is in it`);
      return new EvidenceReader(name, first, lines);
    } catch (error) {
      await lines.return(undefined);
      throw error;
    }
  }

  /**
   * The whole carriers, in order, each once a hash has confirmed its answers; none after the first problem. Read it to its end.
   *
   * @throws {EvidenceError} at the end, if the evidence was altered: the message names the first 20 places
   */
  async *carriers(): AsyncGenerator<EvidenceCarrier> {
    for await (const { bytes, offset } of this.#lines) {
      this.#line++;
      const isTorn = bytes.at(-1) !== newline;
      const line = readLine(bytes.toString());
      // A killed run leaves a torn line. An end line is whole without its line feed.
      if (isTorn && line.type !== "end") break;
      const carrier = this.#take(line, offset, bytes.length);
      if (carrier && this.#problems.length === 0) yield carrier;
      this.#hash.update(bytes);
    }
    if (this.#problems.length > 0) throw this.altered(this.#problems.join("; "));
  }

  /** The hash in the end line; null if the evidence is cut off: the run was killed, or the end was removed. */
  get sha256(): string | null {
    return this.#sha256;
  }

  /** The SHA-256 of what was read, as `sha256sum` prints it. */
  get fileSha256(): string {
    return this.#hash.copy().digest("hex");
  }

  /** The error for evidence that was altered. */
  altered(what: string): EvidenceError {
    return new EvidenceError(`${this.name}: altered: ${what}`);
  }

  #take(line: EvidenceLine, offset: number, length: number): EvidenceCarrier | undefined {
    if (this.#sha256 !== null) return this.#problem("follows the end line");
    switch (line.type) {
      case "wrong":
        return this.#problem(line.message);
      case "answer":
        if (this.#answers.length === 0) this.#offset = offset;
        this.#answers.push(line.answer);
        return undefined;
      case "verdict":
        this.#confirm(line.sha256);
        return this.#takeVerdict(line.verdict, offset + length, offset);
      case "refused":
        this.#refuseAnswers();
        this.invalid.push(line.invalid);
        return undefined;
      case "end":
        this.#confirm(line.sha256);
        this.#refuseAnswers();
        if (line.lines !== this.#line - 1) this.#problem(`counts ${line.lines} lines, but follows ${this.#line - 1}`);
        this.#sha256 = line.sha256;
    }
  }

  #takeVerdict(verdict: EvidenceVerdict, end: number, offset: number): EvidenceCarrier | undefined {
    const answers = this.#answers;
    const start = answers.length === 0 ? offset : this.#offset;
    this.#refuseAnswers(verdict.dot_number);
    const carrier = carrierOf(answers, verdict);
    if (carrier === undefined) return this.#problem(`${JSON.stringify(verdict.dot_number)} is not a USDOT number`);
    return { ...carrier, offset: start, length: end - start, line: this.#line };
  }

  /** Answers stand before the verdict on their carrier, and nowhere else. */
  #refuseAnswers(owner?: string): void {
    const stray = this.#answers.find(({ dot_number }) => dot_number !== owner);
    if (stray) this.#problem(`follows answers of USDOT ${stray.dot_number}, which has no verdict`);
    this.#answers = [];
  }

  /** Compares the hash that a line states of all before it. After a problem, every later hash may differ, and adds nothing. */
  #confirm(stated: string): void {
    const [first, last] = [this.#unconfirmed, this.#line - 1];
    this.#unconfirmed = this.#line;
    if (this.#problems.length > 0 || this.fileSha256 === stated) return;
    this.#problem(
      `the sha256 in line ${this.#line} does not match`,
      first === last ? `line ${first}` : `lines ${first} to ${last}`,
    );
  }

  #problem(message: string, where = `line ${this.#line}`): undefined {
    if (this.#problems.length < maxProblems) this.#problems.push(`${where}: ${message}`);
  }
}

/** A carrier from its lines; undefined if its number is none. */
export function carrierOf(answers: readonly EvidenceAnswer[], verdict: EvidenceVerdict): RecordedCarrier | undefined {
  const parsed = parseDotNumber(verdict.dot_number);
  if (!("dotNumber" in parsed)) return undefined;
  const { dotNumber } = parsed;
  return { dotNumber, answers, records: carrierRecords(dotNumber, answers), verdict };
}

function readRun(name: string, line: string): EvidenceRun {
  const run = jsonObject(line);
  const format = run?.["format"];
  if (!run && isTornRunLine(line)) {
    throw new EmptyEvidenceError(`${name}: cut off in its first line: no carrier is in it`);
  }
  if (run?.["type"] !== "run" || typeof format !== "string" || !format.startsWith("usdot-evidence/")) {
    throw new EvidenceError(`${name}: not an evidence file`, { hint: "name a file that usdot vet --evidence wrote" });
  }
  if (format !== evidenceFormat) {
    const reads = `this version of usdot reads ${evidenceFormat}`;
    throw new EvidenceError(`${name}: its format is ${JSON.stringify(format)}; ${reads}`, { hint: "update usdot" });
  }
  const read = runShape.safeParse(run);
  if (!read.success) throw new EvidenceError(`${name}: altered: line 1: incomplete run line`);
  return read.data;
}

const runLineStart = '{"type":"run","format":"usdot-evidence/';

function isTornRunLine(line: string): boolean {
  return line.startsWith(runLineStart) || runLineStart.startsWith(line);
}

/** The files in the first line that do not match their hashes. */
function wrongFiles({ policy, waivers, lists }: EvidenceRun): string[] {
  const files: [string, StoredFile][] = [["the policy", policy]];
  if (waivers) files.push(["the waivers file", waivers]);
  for (const list of lists) files.push([`the file ${JSON.stringify(list.path)}`, list]);
  return files.filter(([, file]) => sha256(contentOf(file)) !== file.sha256).map(([name]) => name);
}
