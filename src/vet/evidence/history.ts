/** The runs before: a directory of them, and what the newest knew of each carrier. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileError } from "../../files/file-error.ts";
import { lock } from "../../files/lock.ts";
import { dayBy, dayIn, fileTime } from "../../text/time.ts";
import type { Before, Gone } from "../model.ts";
import { hashesOf } from "../policy/policy.ts";
import { lastVerdict } from "./baseline.ts";
import { isReusable, openRecordedRun, type RecordedRun } from "./reader.ts";
import { type EvidencePath, makeEvidenceDirectory } from "./writer.ts";

/** How long a carrier that is missing from the lists keeps its baseline. */
const daysKept = 400;

/** A definite no is an answer, too: it states nothing, but fails. */
const wasAnswered = ({ verdict, baseline }: Gone) =>
  verdict === "fail" || Object.keys(baseline).length > 0;

export type EarlierRun = ReturnType<typeof earlierRun>;

/**
 * The run that another compares with; without one, it is the first of a
 * history, and every carrier is new.
 */
function earlierRun(
  carriers = new Map<string, Gone>(),
  recorded?: RecordedRun,
) {
  const { as_of, policy, lists = [] } = recorded?.header ?? {};
  const seen = new Set<string>();
  return {
    sha256: recorded?.sha256(),
    as_of,
    /** The hashes of the policy and the lists that it judged by. */
    judgedBy: policy ? hashesOf(policy, lists) : [],
    /** What is known of a carrier; one that is asked about is not gone. */
    beforeOf(dotNumber: string): Before {
      seen.add(dotNumber);
      const carrier = carriers.get(dotNumber);
      // One that never had an answer is still new.
      if (carrier === undefined || !wasAnswered(carrier))
        return { kind: "new" };
      const { verdict, decided_by, baseline: profile, unanswered } = carrier;
      return { kind: "known", verdict, decided_by, profile, unanswered };
    },
    legalNameOf: (dotNumber: string) => carriers.get(dotNumber)?.legal_name,
    /** The carriers that this run has not seen, as far as it still keeps them. */
    gone(asOf: string): Gone[] {
      const oldest = dayIn(asOf) - daysKept;
      return [...carriers.values()].filter(
        ({ dot_number, last_seen }) =>
          !seen.has(dot_number) && dayIn(dayBy(asOf, last_seen)) >= oldest,
      );
    },
  };
}

/** The carriers of a run, and those that were gone from it already. */
async function recordedCarriers(
  recorded: RecordedRun,
): Promise<Map<string, Gone>> {
  const carriers = new Map<string, Gone>();
  const states = new Set<string>();
  for await (const vetted of recorded.carriers()) {
    const { dossier, legalName, baseline } = vetted;
    carriers.set(dossier.dotNumber, {
      dot_number: dossier.dotNumber,
      legal_name: legalName,
      last_seen: recorded.header.as_of,
      newly_gone: true,
      baseline,
      ...lastVerdict(vetted),
    });
    for (const { state } of Object.values(dossier.answers)) states.add(state);
  }
  // What an outage's reports said of gone carriers may not have been read: the
  // next run says it again.
  const isOutage = states.size === 1 && states.has("unanswered");
  for (const gone of recorded.gone) {
    const newly_gone = isOutage && gone.newly_gone;
    carriers.set(gone.dot_number, { ...gone, newly_gone });
  }
  return carriers;
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

/** Finds the newest whole run of a service, and a newer one that was cut off. */
export async function openHistory(
  directory: string,
  service: string,
  asOf: string,
): Promise<History> {
  await makeEvidenceDirectory(directory);
  const release = lock(directory, join(directory, "history.lock"));
  try {
    const names = (await readdir(directory))
      .filter((name) => runName.test(name))
      .sort();
    const newestFirst = names.toReversed().map((name) => join(directory, name));
    const time = fileTime(asOf);
    const count = names.filter((name) => name.startsWith(time)).length;
    const name = count === 0 ? time : `${time}_${count + 1}`;
    return {
      path: join(directory, `${name}.ndjson`),
      isDirectory: false,
      release,
      ...(await newestOf(newestFirst, service, asOf)),
    };
  } catch (error) {
    release();
    throw fileError("read", directory, error);
  }
}

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
    const carriers = await recordedCarriers(recorded);
    // After an outage, there may be nothing to compare with.
    if (!recorded.isCutOff() && [...carriers.values()].some(wasAnswered))
      return { earlier: earlierRun(carriers, recorded), interruptedPath };
    if (recorded.isCutOff() && isReusable(recorded.header.as_of, asOf))
      interruptedPath ??= path;
  }
  return { earlier: earlierRun(), interruptedPath };
}
