/** Reads the evidence of a run, line by line, and checks it. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Answer, Answers, Source } from "../../answer.ts";
import type { DotNumber } from "../../dot-number.ts";
import { ListError, UsageError } from "../../errors.ts";
import { cannot } from "../../files/file-error.ts";
import { wholeLines } from "../../files/read.ts";
import { readBulk, readRecord } from "../../service/records.ts";
import { isObject, type JsonObject, objectIn } from "../../text/json.ts";
import type { Gone, Vetted } from "../model.ts";
import {
  type EvidenceRun,
  evidenceFormat,
  LatestBulks,
  type RecordedAnswer,
  type RecordedSource,
  sourceIn,
} from "./format.ts";

/**
 * Opens evidence and reads its first line; undefined where the file was cut off
 * before that was whole.
 * @throws {UsageError} here or while carriers are read, when it is something else, of another version, or was altered
 */
export async function openEvidence(
  name: string,
  chunks: AsyncIterable<Uint8Array> = createReadStream(name),
): Promise<Evidence | undefined> {
  const lines = wholeLines(chunks);
  const first = await lines.next().catch(cannot("read", name));
  return first.done ? undefined : new Evidence(name, first.value.bytes, lines);
}

type Lines = ReturnType<typeof wholeLines>;

const unknownService = { baseUrl: "", withKey: false };

/**
 * A recorded run. What stands behind its carriers is known once all of them are
 * read.
 */
export class Evidence {
  readonly name: string;
  readonly run: EvidenceRun;
  readonly gone: Gone[] = [];
  /** Whether the end line is there, and says the hash of the lines before it. */
  isWhole = false;
  readonly #lines: Lines;
  readonly #hash = createHash("sha256");
  readonly #bulks = new LatestBulks<Source>();
  /** The bulk answer that was read last: the next carrier mostly cites it too. */
  #parsed: { source: Source; answers: Map<DotNumber, Answer> } | undefined;

  constructor(name: string, first: Buffer, rest: Lines) {
    this.name = name;
    this.run = runIn(first, name);
    this.#hash.update(first);
    this.#lines = rest;
  }

  /** The hash of the lines so far, but for the end line. */
  get sha256(): string {
    return this.#hash.copy().digest("hex");
  }

  /** The carriers that are whole. */
  async *carriers(): AsyncGenerator<Vetted> {
    for await (const { bytes, number } of this.#lines) {
      const vetted = this.#read(bytes, number);
      if (vetted) yield vetted;
    }
  }

  #read(bytes: Buffer, number: number): Vetted | undefined {
    try {
      if (this.isWhole) throw new Error("it stands behind the end");
      const line = objectIn(bytes.toString());
      if (line["type"] === "end") return this.#end(line);
      this.#hash.update(bytes);
      if (line["type"] === "bulk") return this.#addBulk(line);
      if (line["type"] === "gone") return this.#addGone(line);
      return this.#carrierIn(line);
    } catch (cause) {
      const message = `${this.name} was altered: line ${number}: ${(cause as Error).message}`;
      const hint = "take the file as it was written";
      throw new UsageError(message, { cause, hint });
    }
  }

  #end(line: JsonObject): undefined {
    this.isWhole = line["sha256"] === this.sha256;
    if (!this.isWhole)
      throw new Error("the end hash is not that of the lines before it");
  }

  #addBulk(line: JsonObject): undefined {
    const source = sourceIn(line as unknown as RecordedSource);
    this.#bulks.add(String(line["sha256"]), source, source.body?.length ?? 0);
  }

  #addGone({ type: _, ...gone }: JsonObject): undefined {
    this.gone.push(gone as unknown as Gone);
  }

  #carrierIn({ type, legal_name, ...line }: JsonObject): Vetted {
    const { dot_number, place, claims, marked_out_of_service, ...rest } = line;
    const { answers, ...judged } = rest;
    if (type !== "carrier" || !Array.isArray(answers))
      throw new Error("it is not a line of evidence");
    const dotNumber = dot_number as DotNumber;
    const dossier = {
      dotNumber,
      place,
      claims,
      ...(marked_out_of_service === true && { isMarkedOutOfService: true }),
      answers: this.#answersIn(answers, dotNumber),
    };
    return { ...judged, dossier, legalName: legal_name } as unknown as Vetted;
  }

  #answersIn(stored: readonly RecordedAnswer[], dotNumber: DotNumber): Answers {
    const start = Date.parse(this.run.as_of);
    const answers = stored.map((each) => {
      const answer = this.#answerIn(each, dotNumber);
      const isReused = Date.parse(answer.source.askedAt) < start;
      return [each.record, isReused ? { ...answer, reused: true } : answer];
    });
    return Object.fromEntries(answers);
  }

  #answerIn(stored: RecordedAnswer, dotNumber: DotNumber): Answer {
    const { record, error } = stored;
    const source =
      "bulk" in stored ? this.#bulkOf(stored.bulk) : sourceIn(stored);
    if (error) {
      const { message, code } = error;
      return {
        state: "unanswered",
        error: new ListError(message, code),
        source,
      };
    }
    if (source.status === 404) {
      const missing = new ListError("no such record", "not-found");
      return { state: "none", error: missing, source };
    }
    if (record === "summary") return this.#summaryIn(source, dotNumber);
    const read = readRecord(
      responseOf(source),
      dotNumber,
      record,
      unknownService,
    );
    return { ...read, source };
  }

  #bulkOf(hash: string): Source {
    const source = this.#bulks.get(hash);
    if (source) return source;
    throw new Error(`the bulk answer ${hash} is not on a line before`);
  }

  #summaryIn(source: Source, dotNumber: DotNumber): Answer {
    if (this.#parsed?.source !== source) {
      const answers = readBulk(responseOf(source), "all", unknownService);
      this.#parsed = { source, answers };
    }
    const answer = this.#parsed.answers.get(dotNumber);
    if (answer) return { ...answer, source };
    throw new Error(`the bulk answer is not about USDOT ${dotNumber}`);
  }
}

function runIn(bytes: Buffer, name: string): EvidenceRun {
  const { type, format, ...run } = objectIn(bytes.toString());
  const [, version] = /^usdot-evidence\/(\d+)$/.exec(String(format)) ?? [];
  const { as_of, policy, lists, exceptions } = run;
  if (type !== "run" || version === undefined)
    throw new UsageError(`${name} is not evidence of usdot vet`, {
      hint: "name a file that --evidence wrote",
    });
  if (format !== evidenceFormat) {
    const reader = { 1: "usdot 0.2", 2: "usdot 0.3" }[version];
    throw new UsageError(
      `${name} is evidence of version ${version}, which ${reader ?? "a newer usdot"} reads`,
      { hint: "vet again; a history starts in a new directory" },
    );
  }
  const isRun =
    isObject(policy) &&
    Array.isArray(lists) &&
    Array.isArray(exceptions) &&
    Number.isFinite(Date.parse(String(as_of)));
  if (isRun) return run as unknown as EvidenceRun;
  throw new UsageError(`${name} was altered: line 1 is not that of a run`);
}

function responseOf(source: Source) {
  return {
    ...source,
    status: 200,
    headers: {},
    body: source.body ?? Buffer.alloc(0),
  };
}
