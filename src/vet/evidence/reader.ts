/** Reads the evidence of a run, line by line, and checks it. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { safeParse } from "zod/mini";
import type { Answer, Answers, Exchange } from "../../answer.ts";
import type { DotNumber } from "../../dot-number.ts";
import { OtherError, refuse, UsdotError } from "../../errors.ts";
import { cannot } from "../../files/file-error.ts";
import { evidenceName } from "../../files/output-file.ts";
import { wholeLines } from "../../files/read.ts";
import { readBulk, readRecord } from "../../service/records.ts";
import type { Received } from "../../service/service-error.ts";
import { objectIn } from "../../text/json.ts";
import type { Gone, Vetted } from "../model.ts";
import { exchangeIn, LatestBulks } from "./bodies.ts";
import {
  type CarrierLine,
  checkProfile,
  type EvidenceHeader,
  type EvidenceLine,
  evidenceFormat,
  headerShape,
  type RecordedAnswer,
  withoutNulls,
} from "./lines.ts";

/** What is read of a carrier that was judged: its answers, and what came of them. */
export interface RecordedCarrier
  extends Pick<
      Vetted,
      "dossier" | "legalName" | "verdict" | "before" | "baseline"
    >,
    Pick<CarrierLine, "findings"> {}

/**
 * Opens evidence and reads its first line; undefined where the file was cut off
 * before that was whole.
 * @throws {UsageError} here or while carriers are read, when it is something else, of another version, or was altered
 */
export async function openRecordedRun(
  name: string,
): Promise<RecordedRun | undefined> {
  const lines = wholeLines(createReadStream(name));
  const first = await lines.next().catch(cannot("read", name));
  return first.done
    ? undefined
    : new RecordedRun(name, first.value.bytes, lines);
}

/** A run that is judged again. */
export interface Replayed {
  recorded: RecordedRun;
  /** How many carriers it has. */
  count: number;
  isCutOff: boolean;
}

/**
 * The same, once the file was read to its end: nothing of one that was altered
 * may be reported, and nothing of one that is cut off as if it were whole.
 */
export async function openChecked(name: string): Promise<Replayed | undefined> {
  const checked = await openRecordedRun(name);
  let count = 0;
  for await (const _ of checked?.carriers() ?? []) count += 1;
  const recorded = checked && (await openRecordedRun(name));
  return recorded && { recorded, count, isCutOff: checked.isCutOff };
}

type Lines = ReturnType<typeof wholeLines>;

/**
 * A recorded run. What follows its carriers is known once all of them are read.
 */
export class RecordedRun {
  readonly name: string;
  readonly header: EvidenceHeader;
  readonly gone: Gone[] = [];
  /** Whether it lacks its end line, which says the hash of the lines before it. */
  isCutOff = true;
  readonly #lines: Lines;
  readonly #hash = createHash("sha256");
  /** The bulk answers, by the hashes that carriers cite. */
  readonly #bulks = new LatestBulks();
  /** The bulk answer that was read last: the next carrier mostly cites it too. */
  #parsed: { exchange: Exchange; answers: Map<DotNumber, Answer> } | undefined;

  constructor(name: string, first: Buffer, rest: Lines) {
    this.name = name;
    this.header = headerIn(first, name);
    this.#hash.update(first);
    this.#lines = rest;
  }

  /** The hash of the lines so far, but for the end line. */
  get sha256(): string {
    return this.#hash.copy().digest("hex");
  }

  /**
   * The carriers whose lines are whole. With the last of them, `isCutOff` and
   * `gone` are settled.
   */
  async *carriers(): AsyncGenerator<RecordedCarrier> {
    for await (const { bytes, number } of this.#lines) {
      const carrier = this.#take(bytes, number);
      if (carrier) yield carrier;
    }
  }

  /** Needed only where the file is not read to its end. */
  async close(): Promise<void> {
    await this.#lines.return();
  }

  /** Takes a line in; returns the carrier that it is about. */
  #take(bytes: Buffer, number: number): RecordedCarrier | undefined {
    try {
      return this.#read(bytes);
    } catch (cause) {
      const isOurs = cause instanceof UsdotError;
      const why = isOurs ? cause.message : "it is not a line of evidence";
      refuse(
        `${this.name} was altered: line ${number}: ${why}`,
        "take the file as it was written",
        cause,
      );
    }
  }

  #read(bytes: Buffer): RecordedCarrier | undefined {
    if (!this.isCutOff) refuse("there is a line after the end line");
    const line = withoutNulls<EvidenceLine>(objectIn(bytes.toString()));
    if (line.type === "end") {
      this.isCutOff = line.sha256 !== this.sha256;
      if (!this.isCutOff) return undefined;
      refuse("the end hash is not that of the lines before it");
    }
    this.#hash.update(bytes);
    if (line.type === "bulk") this.#bulks.add(exchangeIn(line));
    else if (line.type === "gone") {
      checkProfile(line.baseline);
      this.gone.push(line);
    } else return this.#carrierIn(line);
    return undefined;
  }

  #carrierIn(line: CarrierLine): RecordedCarrier {
    const {
      dot_number: dotNumber,
      legal_name: legalName,
      marked_out_of_service: mark,
      place,
      claims,
      verdict,
      findings,
      before,
      baseline,
    } = line;
    const answers = this.#answersIn(line.answers, dotNumber);
    if (before.kind === "known") checkProfile(before.profile);
    checkProfile(baseline);
    const dossier = { dotNumber, place, claims, mark, answers };
    return { dossier, legalName, verdict, findings, before, baseline };
  }

  #answersIn(
    recorded: readonly RecordedAnswer[],
    dotNumber: DotNumber,
  ): Answers {
    const start = Date.parse(this.header.as_of);
    const answers = recorded.map((each) => {
      const exchange =
        "bulk" in each ? this.#bulks.get(each.bulk) : exchangeIn(each);
      if (exchange === undefined)
        refuse("it cites a bulk answer that no earlier line has");
      const answer = this.#answerIn(each, exchange, dotNumber);
      const isReused = Date.parse(exchange.askedAt) < start;
      return [each.record, isReused ? { ...answer, reused: true } : answer];
    });
    return Object.fromEntries(answers);
  }

  #answerIn(
    { record, error: why }: RecordedAnswer,
    exchange: Exchange,
    dotNumber: DotNumber,
  ): Answer {
    if (why) {
      const error = new OtherError(why.message, why.code);
      return { state: "unanswered", error, exchange };
    }
    if (exchange.status === 404) {
      const error = new OtherError("no such record", "not-found");
      return { state: "none", error, exchange };
    }
    if (record === "summary") return this.#summaryIn(exchange, dotNumber);
    return { ...readRecord(receivedOf(exchange), dotNumber, record), exchange };
  }

  #summaryIn(exchange: Exchange, dotNumber: DotNumber): Answer {
    if (this.#parsed?.exchange !== exchange) {
      const answers = readBulk(receivedOf(exchange));
      this.#parsed = { exchange, answers };
    }
    const answer = this.#parsed.answers.get(dotNumber);
    if (answer) return { ...answer, exchange };
    refuse(`the bulk answer is not about USDOT ${dotNumber}`);
  }
}

/** What reads evidence of earlier versions. */
const readers = new Map<unknown, string>([
  ["usdot-evidence/1", "usdot 0.2"],
  ["usdot-evidence/2", "a build before 0.3.0"],
]);

function headerIn(bytes: Buffer, name: string): EvidenceHeader {
  const { type: _, format, ...header } = objectIn(bytes.toString());
  if (!String(format).startsWith(evidenceName))
    refuse(
      `${name} is not evidence of usdot vet`,
      "name a file that --evidence wrote",
    );
  const reader = readers.get(format) ?? "another version of usdot";
  if (format !== evidenceFormat)
    refuse(
      `${name} is ${format}, which ${reader} reads`,
      "vet again; a history starts in a new directory",
    );
  const stated = withoutNulls<EvidenceHeader>(header);
  if (!safeParse(headerShape, stated).success)
    refuse(
      `${name} was altered: line 1: it is not a line of evidence`,
      "take the file as it was written",
    );
  return stated;
}

function receivedOf(exchange: Exchange): Received {
  const { url = "", body = Buffer.alloc(0) } = exchange;
  const response = { ...exchange, url, status: 200, headers: {}, body };
  return { baseUrl: "", withKey: false, exchange: response };
}
