/**
 * Reads the evidence of runs, line by line, and checks it: to judge a run again,
 * or for answers that need not be asked for again.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { safeParse } from "zod/mini";
import type { Answer, Answers } from "../../answer.ts";
import type { DotNumber } from "../../dot-number.ts";
import { refuse, UsdotError } from "../../errors.ts";
import { cannot, shownPath } from "../../files/file-error.ts";
import { evidenceName } from "../../files/output-file.ts";
import { wholeLines } from "../../files/read.ts";
import { objectIn } from "../../text/json.ts";
import { millisecondsPerDay } from "../../text/time.ts";
import type { Dossier, Gone, Vetted } from "../model.ts";
import { exchangeIn, recordedAnswers } from "./bodies.ts";
import {
  type CarrierLine,
  checkProfile,
  type EvidenceHeader,
  type EvidenceLine,
  evidenceFormat,
  headerShape,
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
  const lines = wholeLines(createReadStream(name));
  const first = await lines.next().catch(cannot("read", name));
  if (first.done) return undefined;
  const header = headerIn(first.value.bytes, name);
  const hash = createHash("sha256").update(first.value.bytes);
  const sha256 = () => hash.copy().digest("hex");
  const gone: Gone[] = [];
  const answers = recordedAnswers(header.as_of);
  let isCutOff = true;

  /** Takes a line in; returns the carrier that it is about. */
  function read(bytes: Buffer): RecordedCarrier | undefined {
    if (!isCutOff) refuse("there is a line after the end line");
    const line = withoutNulls<EvidenceLine>(objectIn(bytes.toString()));
    if (line.type === "end") {
      isCutOff = line.sha256 !== sha256();
      if (!isCutOff) return undefined;
      refuse("the end hash is not that of the lines before it");
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
    sha256,
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
    `${name} was altered: line ${line}: ${why}`,
    "take the file as it was written",
    cause,
  );
}

function carrierIn(line: CarrierLine, answers: Answers): RecordedCarrier {
  const { dot_number: dotNumber, legal_name: legalName, place, claims } = line;
  const { marked_out_of_service: mark, verdict, findings } = line;
  const { before, baseline } = line;
  if (before.kind === "known") checkProfile(before.profile);
  checkProfile(baseline);
  const dossier = { dotNumber, place, claims, mark, answers };
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
      `${name} is not evidence of usdot vet`,
      "name a file that --evidence wrote",
    );
  const by = olderFormats.get(format) ?? "another version of usdot";
  if (format !== evidenceFormat)
    refuse(
      `${name} is ${format}, which ${by} reads`,
      "vet again; a history starts in a new directory",
    );
  const stated = withoutNulls<EvidenceHeader>(header);
  if (!safeParse(headerShape, stated).success) refuseAltered(name, 1);
  return stated;
}

/** Whether an answer of that moment may stand for one of now. */
export function isReusable(moment: string, now: string | number): boolean {
  const age = new Date(now).getTime() - Date.parse(moment);
  return age >= 0 && age <= millisecondsPerDay;
}

/**
 * The definite answers of the last 24 hours, records and 404s, the newest of
 * each carrier; and how many are left out, as older than that or from after now.
 * @throws {UsageError} for evidence of another service
 */
export async function reusedAnswers(
  paths: readonly string[],
  service: string,
  now: number,
) {
  const reuse = new Map<DotNumber, Answers>();
  let leftOut = 0;
  const add = ({ dotNumber, answers }: Dossier) => {
    const newest: Record<string, Answer> = { ...reuse.get(dotNumber) };
    for (const [name, answer] of Object.entries(answers)) {
      const { askedAt } = answer.exchange;
      if (answer.state === "unanswered") continue;
      if (!isReusable(askedAt, now)) leftOut += 1;
      else if (askedAt > (newest[name]?.exchange.askedAt ?? ""))
        newest[name] = { ...answer, reused: true };
    }
    reuse.set(dotNumber, newest);
  };
  for (const path of paths) {
    const recorded = await openRecordedRun(path);
    if (recorded === undefined) continue;
    const { service: other } = recorded.header;
    if (other !== service) {
      await recorded.close();
      refuse(
        `the answers in ${shownPath(path)} are from ${other}, not from ${service}`,
        "leave out --reuse, or ask that service",
      );
    }
    for await (const { dossier } of recorded.carriers()) add(dossier);
  }
  return { reuse, leftOut };
}
