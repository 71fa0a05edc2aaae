/** Reads the evidence of a run, line by line, and checks it. */
import { createHash } from "node:crypto";
import { safeParse } from "zod/mini";
import type { Answer, Answers, Exchange } from "../../answer.ts";
import type { DotNumber } from "../../dot-number.ts";
import { OtherError, refuse, UsdotError } from "../../errors.ts";
import { cannot, shownPath } from "../../files/file-error.ts";
import { evidenceName } from "../../files/output-file.ts";
import { wholeLines } from "../../files/read.ts";
import { sha256 } from "../../files/sha256.ts";
import { readBulk, readRecord } from "../../service/records.ts";
import type { Received } from "../../service/service-error.ts";
import { objectIn } from "../../text/json.ts";
import type { Gone, Vetted } from "../model.ts";
import {
  type CarrierLine,
  checkProfile,
  type EvidenceHeader,
  type EvidenceLine,
  evidenceFormat,
  headerShape,
  latestBulks,
  type RecordedAnswer,
  type RecordedExchange,
  withoutNulls,
} from "./lines.ts";

/** What is read of a carrier that was judged: its answers, and what came of them. */
export interface RecordedCarrier
  extends Pick<
      Vetted,
      "dossier" | "legalName" | "verdict" | "before" | "baseline"
    >,
    Pick<CarrierLine, "findings"> {}

export type RecordedRun = NonNullable<
  Awaited<ReturnType<typeof openRecordedRun>>
>;

/**
 * Opens evidence and reads its first line; undefined where the file was cut off
 * before that was whole. What follows its carriers is known once all of them
 * are read.
 * @throws {UsageError} here or while carriers are read, when it is something else, of another version, or was altered
 */
export async function openRecordedRun(name: string) {
  const lines = wholeLines(name);
  const first = await lines.next().catch(cannot("read", name));
  if (first.done) return undefined;
  const header = headerIn(first.value.bytes, name);
  const hash = createHash("sha256").update(first.value.bytes);
  const hashSoFar = () => hash.copy().digest("hex");
  const gone: Gone[] = [];
  const answers = recordedAnswers(header.as_of);
  let isCutOff = true;

  /** Takes a line in; returns the carrier that it is about. */
  function read(bytes: Buffer): RecordedCarrier | undefined {
    if (!isCutOff) refuse("there is a line after the end line");
    const line = withoutNulls<EvidenceLine>(objectIn(bytes.toString()));
    if (line.type === "end") {
      if (line.sha256 !== hashSoFar())
        refuse("the end hash does not match the lines before it");
      isCutOff = false;
      return undefined;
    }
    hash.update(bytes);
    if (line.type === "carrier")
      return carrierIn(line, answers.of(line.answers, line.dot_number));
    if (line.type === "bulk") answers.addBulk(exchangeIn(line));
    else {
      checkProfile(line.baseline);
      gone.push(line);
    }
    return undefined;
  }

  return {
    header,
    gone,
    /** The hash of the lines so far, but for the end line. */
    sha256: hashSoFar,
    /** Whether it lacks its end line, which says the hash of the lines before it. */
    isCutOff: () => isCutOff,
    /** The carriers whose lines are whole. */
    async *carriers(): AsyncGenerator<RecordedCarrier> {
      for await (const { bytes, number } of lines) {
        let carrier: RecordedCarrier | undefined;
        try {
          carrier = read(bytes);
        } catch (cause) {
          const why = cause instanceof UsdotError ? cause.message : undefined;
          refuseAltered(name, number, why, cause);
        }
        if (carrier) yield carrier;
      }
    },
    /** Needed only where the file is not read to its end. */
    close: () => lines.return(),
  };
}

function refuseAltered(
  name: string,
  line: number,
  why = "it is not a line of evidence",
  cause?: unknown,
): never {
  refuse(
    `${shownPath(name)} was altered: line ${line}: ${why}`,
    "use the file as usdot wrote it",
    cause,
  );
}

function carrierIn(line: CarrierLine, answers: Answers): RecordedCarrier {
  const { before, baseline } = line;
  if (before.kind === "known") checkProfile(before.profile);
  checkProfile(baseline);
  const dossier = {
    dotNumber: line.dot_number,
    place: line.place,
    claims: line.claims,
    mark: line.marked_out_of_service,
    answers,
  };
  const { legal_name: legalName, verdict, findings } = line;
  return { dossier, legalName, verdict, findings, before, baseline };
}

/**
 * A run to judge again, once the file was read to its end: nothing of one that
 * was altered may be reported, and nothing of one that is cut off as if it were
 * whole.
 */
export async function openChecked(name: string) {
  const checked = await openRecordedRun(name);
  let count = 0;
  for await (const _ of checked?.carriers() ?? []) count += 1;
  const recorded = checked && (await openRecordedRun(name));
  return recorded && { ...recorded, count, isCutOff: checked.isCutOff };
}

/** A run that is judged again; `count`: how many carriers it has. */
export type Replayed = NonNullable<Awaited<ReturnType<typeof openChecked>>>;

/** What reads evidence of earlier versions. */
const olderFormats = new Map<unknown, string>([
  ["usdot-evidence/1", "usdot 0.2"],
  ["usdot-evidence/2", "a build before 0.3.0"],
]);

function headerIn(bytes: Buffer, name: string): EvidenceHeader {
  const { type: _, format, ...header } = objectIn(bytes.toString());
  if (!String(format).startsWith(evidenceName))
    refuse(
      `${shownPath(name)} is not evidence of usdot vet`,
      "name a file that --evidence wrote",
    );
  const by = olderFormats.get(format) ?? "another version of usdot";
  if (format !== evidenceFormat)
    refuse(
      `${shownPath(name)} is ${format}, which ${by} reads`,
      "vet again; a history starts in a new directory",
    );
  const stated = withoutNulls<EvidenceHeader>(header);
  if (!safeParse(headerShape, stated).success) refuseAltered(name, 1);
  return stated;
}

/**
 * Reads the answers of a recorded run out of what the service sent. `asOf`:
 * when the run started; older answers were reused.
 */
function recordedAnswers(asOf: string) {
  const start = Date.parse(asOf);
  /** The bulk answers, by the hashes that carriers cite. */
  const bulks = latestBulks();
  /** The bulk answer that was read last: the next carrier mostly cites it too. */
  let parsed:
    | { exchange: Exchange; answers: Map<DotNumber, Answer> }
    | undefined;

  function summaryIn(exchange: Exchange, dotNumber: DotNumber): Answer {
    if (parsed?.exchange !== exchange)
      parsed = { exchange, answers: readBulk(receivedOf(exchange)) };
    const answer = parsed.answers.get(dotNumber);
    if (answer) return answer;
    refuse(`the bulk answer is not about USDOT ${dotNumber}`);
  }

  function answerIn(
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
    const answer =
      record === "summary"
        ? summaryIn(exchange, dotNumber)
        : readRecord(receivedOf(exchange), dotNumber, record);
    return { ...answer, exchange };
  }

  return {
    addBulk: bulks.add,
    /** The answers about a carrier. */
    of(recorded: readonly RecordedAnswer[], dotNumber: DotNumber): Answers {
      const answers = recorded.map((each) => {
        const exchange =
          "bulk" in each ? bulks.get(each.bulk) : exchangeIn(each);
        if (exchange === undefined)
          refuse("it cites a bulk answer that no earlier line has");
        const answer = answerIn(each, exchange, dotNumber);
        const isReused = Date.parse(exchange.askedAt) < start;
        return [each.record, isReused ? { ...answer, reused: true } : answer];
      });
      return Object.fromEntries(answers);
    },
  };
}

function receivedOf(exchange: Exchange): Received {
  const { url = "", body = Buffer.alloc(0) } = exchange;
  const response = { ...exchange, url, status: 200, headers: {}, body };
  return { baseUrl: "", withKey: false, exchange: response };
}

/** What was asked and came back. @throws {UsageError} for another body than was hashed */
function exchangeIn(stored: RecordedExchange): Exchange {
  const { url, asked_at, status, date, redacted, ...received } =
    withoutNulls<RecordedExchange>(stored);
  const { body: text, body_base64: base64 } = received;
  const written = text ?? base64;
  const encoding = text === undefined ? "base64" : "utf8";
  // It may be empty; where none was received, it is absent.
  const body =
    written === undefined ? undefined : Buffer.from(written, encoding);
  if (received.sha256 !== (body && sha256(body)))
    refuse(`the body of ${url} does not match its hash`);
  return { url, askedAt: asked_at, status, headers: { date }, body, redacted };
}
