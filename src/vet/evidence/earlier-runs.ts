/**
 * What earlier runs give to this one: answers that need not be asked for again,
 * and what the newest of a history knew of each carrier.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Answer, Answers } from "../../answer.ts";
import type { DotNumber } from "../../dot-number.ts";
import { refuse } from "../../errors.ts";
import { fileError, shownPath } from "../../files/file-error.ts";
import { lock } from "../../files/lock.ts";
import { dayBy, dayIn, fileTime, millisecondsPerDay } from "../../text/time.ts";
import type { Before, Dossier, Gone } from "../model.ts";
import { hashesOf } from "../policy/policy.ts";
import { lastVerdict } from "./baseline.ts";
import { openRecordedRun, type RecordedRun } from "./reader.ts";
import { type EvidencePath, makeEvidenceDirectory } from "./writer.ts";

/** Whether an answer of that moment may stand for one of now. */
function isReusable(moment: string, now: string | number): boolean {
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

/** How long a carrier that is missing from the lists keeps its baseline. */
const daysKept = 400;

/**
 * Whether a carrier ever had an answer; one that had none is still new. A
 * definite no is an answer, too: it states nothing, but fails.
 */
const wasAnswered = ({ verdict, baseline }: Gone) =>
  verdict === "fail" || Object.keys(baseline).length > 0;

/** What a run left of each carrier, by its number, should it be gone next time. */
type Remembered = ReadonlyMap<string, Gone>;

export type EarlierRun = ReturnType<typeof earlierRun>;

/**
 * The run that another is compared with. A run without one is the first of its
 * history, and every carrier in it is new.
 */
function earlierRun(
  remembered: Remembered = new Map(),
  recorded?: RecordedRun,
) {
  const { as_of, policy, lists = [] } = recorded?.header ?? {};
  /** The carriers that the other run asked about: they are not gone. */
  const seen = new Set<string>();
  return {
    sha256: recorded?.sha256(),
    as_of,
    /** The hashes of the policy and the lists that it judged by. */
    judgedBy: policy ? hashesOf(policy, lists) : [],
    beforeOf(dotNumber: string): Before {
      seen.add(dotNumber);
      const carrier = remembered.get(dotNumber);
      if (carrier === undefined || !wasAnswered(carrier))
        return { kind: "new" };
      const { verdict, decided_by, baseline: profile, unanswered } = carrier;
      return { kind: "known", verdict, decided_by, profile, unanswered };
    },
    legalNameOf: (dotNumber: string) => remembered.get(dotNumber)?.legal_name,
    /** The carriers that are gone, as long as they are kept. */
    gone(asOf: string): Gone[] {
      const oldest = dayIn(asOf) - daysKept;
      const isKept = ({ last_seen }: Gone) =>
        dayIn(dayBy(asOf, last_seen)) >= oldest;
      return [...remembered.values()].filter(
        (carrier) => !seen.has(carrier.dot_number) && isKept(carrier),
      );
    },
  };
}

/** Reads what a run remembers: its carriers, and those that were gone already. */
async function rememberedBy(recorded: RecordedRun): Promise<Remembered> {
  const remembered = new Map<string, Gone>();
  const states = new Set<string>();
  for await (const carrier of recorded.carriers()) {
    const { dossier, legalName, baseline } = carrier;
    const { dotNumber, answers } = dossier;
    for (const { state } of Object.values(answers)) states.add(state);
    remembered.set(dotNumber, {
      dot_number: dotNumber,
      legal_name: legalName,
      last_seen: recorded.header.as_of,
      newly_gone: true,
      baseline,
      ...lastVerdict(carrier),
    });
  }
  // What an outage's reports said of gone carriers may not have been read: the
  // next run says it again.
  const isOutage = states.size === 1 && states.has("unanswered");
  for (const gone of recorded.gone) {
    const newly_gone = isOutage && gone.newly_gone;
    remembered.set(gone.dot_number, { ...gone, newly_gone });
  }
  return remembered;
}

/** Names sort by time; runs of one second by their number. */
const runName = /^\d{4}-\d\d-\d\dT\d{6}Z(?:_\d)?\.ndjson$/;

/** A directory of runs, and where in it this one is recorded: one at a time. */
export interface History extends EvidencePath {
  earlier: EarlierRun;
  /** A run of the last 24 hours, newer than `earlier`, that was cut off. */
  interruptedPath: string | undefined;
  release(): void;
}

/**
 * Opens a history: finds the newest whole run of a service, and locks the
 * directory until this run is over.
 */
export async function openHistory(
  directory: string,
  service: string,
  asOf: string,
): Promise<History> {
  await makeEvidenceDirectory(directory);
  const release = lock(directory, join(directory, "history.lock"));
  try {
    const names = (await readdir(directory)).filter((each) =>
      runName.test(each),
    );
    const time = fileTime(asOf);
    const count = names.filter((each) => each.startsWith(time)).length;
    const name = count === 0 ? time : `${time}_${count + 1}`;
    const newestFirst = names.sort().reverse();
    const paths = newestFirst.map((each) => join(directory, each));
    return {
      path: join(directory, `${name}.ndjson`),
      isDirectory: false,
      release,
      ...(await newestOf(paths, service, asOf)),
    };
  } catch (error) {
    release();
    throw fileError("read", directory, error);
  }
}

/** The newest run to compare with; shards and other services are passed over. */
async function newestOf(
  newestFirst: readonly string[],
  service: string,
  asOf: string,
): Promise<Pick<History, "earlier" | "interruptedPath">> {
  let interruptedPath: string | undefined;
  for (const path of newestFirst) {
    const recorded = await openRecordedRun(path);
    if (recorded?.header.service !== service || recorded.header.shard) {
      await recorded?.close();
      continue;
    }
    const remembered = await rememberedBy(recorded);
    // After an outage, there may be nothing to compare with.
    const isOfUse = [...remembered.values()].some(wasAnswered);
    if (isOfUse && !recorded.isCutOff())
      return { earlier: earlierRun(remembered, recorded), interruptedPath };
    if (recorded.isCutOff() && isReusable(recorded.header.as_of, asOf))
      interruptedPath ??= path;
  }
  return { earlier: earlierRun(), interruptedPath };
}
