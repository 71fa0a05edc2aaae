/** What tomorrow's run compares with: the baseline in each carrier line of the evidence. */
import { mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { DotNumber } from "../dot-number.ts";
import { cannot, fileError } from "../files/file-error.ts";
import { lock } from "../files/lock.ts";
import { bytesOf, type Evidence, type Gone, openEvidence } from "./evidence.ts";
import type { Profile, Vetted } from "./model.ts";

/** How long a carrier that is missing from the lists keeps its baseline. */
const keptDays = 400;

/** How many earlier runs the evidence counts, for the chart of HTML. */
const countedRuns = 30;

export type Earlier = Awaited<ReturnType<typeof readEarlier>>;

export async function readEarlier(evidence: Evidence) {
  const { run } = evidence;
  const known = new Map<string, Gone>();
  const counts = { carriers: 0, pass: 0, review: 0, fail: 0 };
  for await (const { vetted } of evidence.carriers()) {
    known.set(vetted.dossier.dotNumber, goneOf(vetted, run.as_of));
    counts.carriers += 1;
    counts[vetted.verdict] += 1;
  }
  for (const gone of evidence.gone)
    known.set(gone.dot_number, { ...gone, newly_gone: false });
  const isPart = !evidence.isWhole || run.shard !== null;
  const seen = new Set<string>();
  return {
    sha256: evidence.sha256,
    trend: [...(run.trend ?? []), { as_of: run.as_of, counts }].slice(
      -countedRuns,
    ),
    /** What the run says about a carrier; null for a new one, undefined where the run may only have missed it. */
    find(dotNumber: DotNumber): Gone | null | undefined {
      seen.add(dotNumber);
      return known.get(dotNumber) ?? (isPart ? undefined : null);
    },
    /** The carriers that nobody has looked for, as the new run keeps them. */
    unseen(asOf: string): Gone[] {
      const oldest = new Date(
        Date.parse(asOf) - keptDays * 86_400_000,
      ).toISOString();
      return [...known.values()].filter(
        ({ dot_number, last_seen }) =>
          !seen.has(dot_number) && last_seen >= oldest,
      );
    },
  };
}

function goneOf(
  { dossier, legalName, verdict, baseline }: Vetted,
  last_seen: string,
): Gone {
  return {
    dot_number: dossier.dotNumber,
    legal_name: legalName,
    verdict,
    last_seen,
    newly_gone: true,
    baseline,
  };
}

/** The values last accepted, or the first ones of a carrier that never passed. A waiver accepts those that it names. */
export function nextBaseline(
  before: Profile | undefined,
  {
    verdict,
    profile,
    findings,
  }: Pick<Vetted, "verdict" | "profile" | "findings">,
): Profile {
  if (verdict === "pass") return { ...before, ...profile };
  const waived = findings.filter(
    ({ rule, effect }) => rule === "unchanged" && effect === "waived",
  );
  const names = waived.flatMap(({ observed }) => Object.keys(observed));
  const accepted = Object.entries(profile).filter(([name]) =>
    names.includes(name),
  );
  return { ...profile, ...before, ...Object.fromEntries(accepted) };
}

/** Names sort by time; runs of one second by their number. */
const runName = /^\d{4}-\d\d-\d\dT\d{6}Z(?:_\d)?\.ndjson$/;

export type HistoryDirectory = Awaited<ReturnType<typeof openHistory>>;

/** Finds in a directory of runs the newest whole run and one killed after it, and where this run is recorded. */
export async function openHistory(
  named: string,
  service: string,
  asOf: string,
  cwd: string,
) {
  const dir = resolve(cwd, named);
  await mkdir(dir, { recursive: true }).catch(cannot("create", named));
  const release = lock(dir, join(dir, "history.lock"));
  try {
    const names = (await readdir(dir))
      .filter((name) => runName.test(name))
      .sort();
    const time = `${asOf.slice(0, 19).replaceAll(":", "")}Z`;
    const count = names.filter((name) => name.startsWith(time)).length;
    const path = join(
      named,
      `${time}${count === 0 ? "" : `_${count + 1}`}.ndjson`,
    );
    const newestFirst = names.toReversed().map((name) => join(named, name));
    return { path, release, ...(await newestOf(newestFirst, service, cwd)) };
  } catch (error) {
    release();
    throw fileError("read", named, error);
  }
}

async function newestOf(
  names: readonly string[],
  service: string,
  cwd: string,
) {
  let killed: string | undefined;
  for (const name of names) {
    const evidence = await openEvidence(name, bytesOf(name, cwd));
    if (evidence === undefined) continue;
    const earlier = await readEarlier(evidence);
    if (evidence.run.service !== service || evidence.run.shard !== null)
      continue;
    if (evidence.isWhole) return { earlier, killed };
    killed ??= name;
  }
  return { earlier: undefined, killed };
}
