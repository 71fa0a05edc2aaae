/** Reads evidence line by line, and checks it: each body, everything before each verdict, the order, the end. */
import { createHash } from "node:crypto";
import { type DotNumber, parseDotNumber } from "../../dot-number.ts";
import { DotNumberSet } from "../../dot-number-set.ts";
import { type FileLine, lineFeed, linesOf } from "../../open-file.ts";
import { readJsonObject } from "../../text/json-text.ts";
import { type CarrierRecords, evidenceStart, type RecordName } from "../model.ts";
import {
  AlteredEvidenceError,
  carrierRecords,
  EmptyEvidenceError,
  type EvidenceAnswer,
  EvidenceError,
  type EvidenceRun,
  type EvidenceVerdict,
  evidenceFormat,
  type InvalidLine,
  runShape,
  type StoredFile,
  sha256,
} from "./format.ts";
import { contentOf, type EvidenceLine, isTorn, readLine } from "./lines.ts";

/** A carrier with all its answers, the records in them, and its verdict. */
export interface RecordedCarrier {
  dotNumber: DotNumber;
  answers: readonly EvidenceAnswer[];
  records: CarrierRecords;
  verdict: EvidenceVerdict;
}

/** A carrier in the order of the file. */
export interface EvidenceCarrier extends RecordedCarrier {
  /** Where its lines begin in the file, and what they are. */
  offset: number;
  bytes: readonly Uint8Array[];
  /** The number of its verdict line. */
  line: number;
}

/** The most bytes in a line: a device has no end. */
const maxLine = 64 * 2 ** 20;
/** How many bytes of a file are best read at once. */
export const pieceLength = 2 ** 18;

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
  /** The lines after the first that were read with it, and those still to be read. */
  readonly #page: readonly FileLine[];
  readonly #pages: AsyncGenerator<FileLine[]>;
  readonly #hash = createHash("sha256");
  readonly #problems: string[] = [];
  /** The number of the line that is being read. */
  #line = 1;
  /** The first line that is not yet confirmed by a hash. */
  #unconfirmed = 1;
  /** The answers of the carrier whose verdict comes next, their lines, and where the first of them begins. */
  #answers: EvidenceAnswer[] = [];
  #bytes: Uint8Array[] = [];
  #offset = 0;
  readonly #seen = new DotNumberSet();
  #sha256: string | null = null;
  /** What each answer's URL begins with. The sample has another port in each run, and is named as no URL. */
  readonly #origin: string | undefined;

  private constructor(name: string, first: FileLine, page: readonly FileLine[], pages: AsyncGenerator<FileLine[]>) {
    this.name = name;
    this.#page = page;
    this.#pages = pages;
    this.run = readRun(name, first.bytes.toString());
    this.#origin = URL.canParse(this.run.service) ? this.run.service : undefined;
    this.#hash.update(first.bytes);
    for (const file of wrongFiles(this.run)) this.#problem(`${file} does not match its sha256`);
  }

  /**
   * Reads the first line.
   * @param name its path, or what errors call it
   * @param source its bytes, in pieces of any size
   * @throws {EvidenceError} if it is not evidence, or of an unknown version
   */
  static async open(name: string, source: AsyncIterable<Uint8Array>): Promise<EvidenceReader> {
    const pages = linesOf(source, maxLine, () => {
      return new EvidenceError(`${name}: not an evidence file: a line of it is longer than 64 MiB`);
    });
    try {
      const [first, ...page]: FileLine[] = (await pages.next()).value ?? [];
      if (!first) throw new EmptyEvidenceError(`${name}: empty: no carrier is in it`);
      return new EvidenceReader(name, first, page, pages);
    } catch (error) {
      await pages.return(undefined);
      throw error;
    }
  }

  /**
   * The whole carriers, in order, each once a hash has confirmed its answers; none after the first problem. Read it to its end.
   * @throws {EvidenceError} at the end, if the evidence was altered: the message names the first 20 places
   */
  async *carriers(): AsyncGenerator<EvidenceCarrier> {
    try {
      yield* this.#carriersIn(this.#page);
      for await (const page of this.#pages) yield* this.#carriersIn(page);
    } finally {
      // Whoever stops within the first page has not begun to take the others.
      await this.close();
    }
    if (this.#problems.length > 0) throw this.altered(this.#problems.join("; "));
  }

  *#carriersIn(page: readonly FileLine[]): Generator<EvidenceCarrier> {
    for (const { bytes, offset } of page) {
      this.#line++;
      const text = bytes.toString();
      const line = readLine(text);
      // A killed run leaves a torn line, the last one. An end line is whole without its line feed.
      if (bytes.at(-1) !== lineFeed && isTorn(text) && line.type !== "end" && this.#sha256 === null) return;
      const carrier = this.#take(line, offset, bytes);
      if (carrier && this.#problems.length === 0) yield carrier;
      this.#hash.update(bytes);
    }
  }

  /** Gives up a reading before its end. */
  async close(): Promise<void> {
    await this.#pages.return(undefined);
  }

  /** The hash in the end line; null if the evidence is cut off: the run was killed, or the end was removed. */
  get sha256(): string | null {
    return this.#sha256;
  }

  /** The hash of all lines but the end line, which identifies the evidence; what a file that is cut off has of it. */
  get id(): string {
    return this.#sha256 ?? this.#hash.copy().digest("hex");
  }

  /** The error for evidence that was altered. */
  altered(what: string): EvidenceError {
    return new AlteredEvidenceError(`${this.name}: altered: ${what}`);
  }

  #take(line: EvidenceLine, offset: number, bytes: Uint8Array): EvidenceCarrier | undefined {
    if (this.#sha256 !== null) return this.#problem("follows the end line");
    switch (line.type) {
      case "wrong":
        return this.#problem(line.message);
      case "answer":
        return this.#takeAnswer(line.answer, offset, bytes);
      case "verdict":
        this.#confirm(line.sha256);
        return this.#takeVerdict(line.verdict, offset, bytes);
      case "refused":
        this.#refuseAnswers();
        this.invalid.push(line.invalid);
        return undefined;
      case "end":
        this.#confirm(line.sha256);
        this.#refuseAnswers();
        if (this.#line === 2) this.#problem("ends evidence in which nothing was vetted");
        if (line.lines !== this.#line - 1) this.#problem(`counts ${line.lines} lines, but follows ${this.#line - 1}`);
        this.#sha256 = line.sha256;
    }
  }

  #takeAnswer(answer: EvidenceAnswer, offset: number, bytes: Uint8Array): undefined {
    const { dot_number, record } = answer;
    if (this.#answers.some((other) => other.dot_number !== dot_number)) this.#refuseAnswers();
    if (this.#answers.some((other) => other.record === record))
      return this.#problem(`the ${record} record of USDOT ${dot_number} is there twice`);
    if (this.#answers.length === 0) this.#offset = offset;
    this.#answers.push(answer);
    this.#bytes.push(bytes);
  }

  #takeVerdict(verdict: EvidenceVerdict, offset: number, last: Uint8Array): EvidenceCarrier | undefined {
    const [answers, bytes] = [this.#answers, [...this.#bytes, last]];
    const start = answers.length === 0 ? offset : this.#offset;
    this.#refuseAnswers(verdict.dot_number);
    const carrier = carrierOf(answers, verdict);
    if (carrier === undefined) return this.#problem(`${JSON.stringify(verdict.dot_number)} is not a USDOT number`);
    const { dotNumber, records } = carrier;
    if (!this.#seen.add(dotNumber)) return this.#problem(`USDOT ${dotNumber} is there twice`);
    const foreign = foreignRecord(records);
    if (foreign) return this.#problem(`the ${foreign} record is not about USDOT ${dotNumber}`);
    const stray = answers.find(({ record, url }) => !this.#isUrlOf(dotNumber, record, url));
    if (stray) return this.#problem(`the url of the ${stray.record} record is not that of USDOT ${dotNumber}`);
    return { offset: start, bytes, line: this.#line, ...carrier };
  }

  #isUrlOf(dotNumber: DotNumber, record: RecordName, url: string): boolean {
    const below = record === "summary" ? "bulk" : record === "carrier" ? dotNumber : `${dotNumber}/${record}`;
    const path = `/v1/carriers/${below}`;
    return this.#origin === undefined ? url.endsWith(path) : url === this.#origin + path;
  }

  /** Answers stand before the verdict on their carrier, and nowhere else. */
  #refuseAnswers(owner?: string): void {
    const stray = this.#answers.find(({ dot_number }) => dot_number !== owner);
    if (stray) this.#problem(`follows answers of USDOT ${stray.dot_number}, which has no verdict`);
    this.#answers = [];
    this.#bytes = [];
  }

  /** Compares the hash that a line states of all before it. After a problem, every later hash may differ, and adds nothing. */
  #confirm(stated: string): void {
    const [first, last] = [this.#unconfirmed, this.#line - 1];
    this.#unconfirmed = this.#line;
    if (this.#problems.length > 0 || this.id === stated) return;
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

/** A record about another carrier, or about none. A service may write the number as text or as a number. */
function foreignRecord({ dotNumber, records }: CarrierRecords): string | undefined {
  return Object.entries(records).find(([, record]) => {
    if (record.state !== "answered" || record.value["dot_number"] === dotNumber) return false;
    const parsed = parseDotNumber(String(record.value["dot_number"]));
    return !("dotNumber" in parsed && parsed.dotNumber === dotNumber);
  })?.[0];
}

function readRun(name: string, line: string): EvidenceRun {
  const run = readJsonObject(line);
  const format = run?.["format"];
  if (!run && (line.startsWith(evidenceStart) || evidenceStart.startsWith(line))) {
    if (!isTorn(line)) throw new AlteredEvidenceError(`${name}: altered: line 1: not a JSON object`);
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
  if (!read.success) throw new AlteredEvidenceError(`${name}: altered: line 1: incomplete run line`);
  return read.data;
}

/** The files in the first line that do not match their hashes. */
function wrongFiles({ policy, waivers, lists }: EvidenceRun): string[] {
  const files: [string, StoredFile][] = [["the policy", policy]];
  if (waivers) files.push(["the waivers file", waivers]);
  for (const list of lists) files.push([`the file ${JSON.stringify(list.path)}`, list]);
  return files.filter(([, file]) => sha256(contentOf(file)) !== file.sha256).map(([name]) => name);
}
