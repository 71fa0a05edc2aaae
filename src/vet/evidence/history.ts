/**
 * What tomorrow's run compares with: the baseline in each carrier line of the
 * evidence.
 */
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { cannot, fileError } from "../../files/file-error.ts";
import { lock } from "../../files/lock.ts";
import { dayBy, fileTime } from "../../text/time.ts";
import { changesBetween } from "../compare/profile.ts";
import {
  type Before,
  type Change,
  type Gone,
  type Profile,
  thisRun,
  type Vetted,
} from "../model.ts";
import { type Evidence, openEvidence } from "./evidence.ts";

/** How long a carrier that is missing from the lists keeps its baseline. */
const daysKept = 400;

/** The run that another compares with. */
export class EarlierRun {
  /** Null for the first run of a history, to which every carrier is new. */
  sha256: string | null = null;
  #carriers = new Map<string, Gone>();
  #seen = new Set<string>();

  async read(evidence: Evidence): Promise<this> {
    const last_seen = evidence.run.as_of;
    for await (const vetted of evidence.carriers()) {
      const { dossier, legalName, verdict, baseline } = vetted;
      this.#add({
        dot_number: dossier.dotNumber,
        legal_name: legalName,
        verdict,
        last_seen,
        newly_gone: true,
        baseline,
      });
    }
    for (const gone of evidence.gone) this.#add({ ...gone, newly_gone: false });
    this.sha256 = evidence.sha256;
    return this;
  }

  #add(carrier: Gone): void {
    this.#carriers.set(carrier.dot_number, carrier);
  }

  before(dotNumber: string): Before {
    this.#seen.add(dotNumber);
    const carrier = this.#carriers.get(dotNumber);
    return carrier
      ? { kind: "known", verdict: carrier.verdict, profile: carrier.baseline }
      : { kind: "new" };
  }

  legalNameOf(dotNumber: string): string | null {
    return this.#carriers.get(dotNumber)?.legal_name ?? null;
  }

  /** The carriers that nobody has looked for, as a run of that time keeps them. */
  gone(asOf: string): Gone[] {
    const oldest = Date.parse(asOf.slice(0, 10)) - daysKept * 86_400_000;
    return [...this.#carriers.values()].filter(
      ({ dot_number, last_seen }) =>
        !this.#seen.has(dot_number) &&
        Date.parse(dayBy(asOf, last_seen)) >= oldest,
    );
  }
}

/**
 * The values that the next run compares with: the last accepted ones, or the
 * first ones of a carrier that was never accepted.
 * A carrier that passes is accepted as it is, but "not stated" never replaces a
 * value. A waiver accepts what it names.
 */
export function nextBaseline(
  before: Before,
  judged: Pick<Vetted, "verdict" | "profile" | "findings">,
): Profile {
  const { profile } = judged;
  const known = before.kind === "known" ? before.profile : {};
  const changes = changesBetween(known, profile);
  const accepted = isAccepted(judged)
    ? Object.keys(profile)
    : onlyAppeared(changes);
  const stated = accepted.filter((name) => profile[name] !== null);
  const names = [...stated, ...waivedFields(judged)];
  const taken = names.map((name) => [name, profile[name]]);
  return { ...profile, ...known, ...Object.fromEntries(taken) };
}

/** An exception for one run accepts nothing beyond it. */
function isAccepted({
  verdict,
  findings,
}: Pick<Vetted, "verdict" | "findings">): boolean {
  return (
    verdict === "pass" &&
    !findings.some(({ waived }) => waived?.until === thisRun)
  );
}

/**
 * Values that appear are said once, unless something else of their group
 * changed with them.
 */
function onlyAppeared(changes: readonly Change[]): string[] {
  const others = new Set(
    changes.flatMap(({ group, was }) => (was === null ? [] : group)),
  );
  return changes.flatMap(({ group, field }) =>
    others.has(group) ? [] : field,
  );
}

function waivedFields({
  profile,
  findings,
}: Pick<Vetted, "profile" | "findings">) {
  const names = findings.flatMap(({ rule, effect, observed }) =>
    rule === "unchanged" && effect === "waived" ? Object.keys(observed) : [],
  );
  return names.filter((name) => name in profile);
}

/** Names sort by time; runs of one second by their number. */
const runName = /^\d{4}-\d\d-\d\dT\d{6}Z(?:_\d)?\.ndjson$/;

/** A directory of runs, in which one run at a time records itself. */
export interface History {
  /** Where this run is recorded. */
  path: string;
  earlier: EarlierRun;
  /** A run that was killed after the one that is compared with. */
  killed: string | undefined;
  release(): void;
}

/** Finds the newest whole run of a service, and one that was killed after it. */
export async function openHistory(
  directory: string,
  service: string,
  asOf: string,
): Promise<History> {
  await mkdir(directory, { recursive: true }).catch(
    cannot("create", directory),
  );
  const release = lock(directory, join(directory, "history.lock"));
  try {
    const names = (await readdir(directory)).filter((name) =>
      runName.test(name),
    );
    const time = fileTime(asOf);
    const count = names.filter((name) => name.startsWith(time)).length;
    const name = `${time}${count === 0 ? "" : `_${count + 1}`}.ndjson`;
    const paths = names.sort().map((each) => join(directory, each));
    return {
      path: join(directory, name),
      release,
      ...(await newestOf(paths.toReversed(), service)),
    };
  } catch (error) {
    release();
    throw fileError("read", directory, error);
  }
}

async function newestOf(
  newestFirst: readonly string[],
  service: string,
): Promise<Pick<History, "earlier" | "killed">> {
  let killed: string | undefined;
  for (const path of newestFirst) {
    const evidence = await openEvidence(path);
    if (evidence?.run.service !== service || evidence.run.shard !== null)
      continue;
    const earlier = await new EarlierRun().read(evidence);
    if (evidence.isWhole) return { earlier, killed };
    killed ??= path;
  }
  return { earlier: new EarlierRun(), killed };
}
