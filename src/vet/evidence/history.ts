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
 * The run that another is compared with. Without one, that other is the first
 * of a history, and every carrier is new.
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
