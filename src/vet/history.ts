/** What tomorrow's run compares with: the baseline in each carrier line of the evidence. */
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { cannot, fileError } from "../files/file-error.ts";
import { lock } from "../files/lock.ts";
import { type Evidence, openEvidence } from "./evidence.ts";
import type { Before, Gone, Profile, Vetted } from "./model.ts";

/** How long a carrier that is missing from the lists keeps its baseline. */
const keptMilliseconds = 400 * 86_400_000;

/** The run that another compares with. */
export class Earlier {
  /** Null for the first run of a history, to which every carrier is new. */
  sha256: string | null = null;
  #known = new Map<string, Gone>();
  #listed = new Set<string>();
  #seen = new Set<string>();

  async read(evidence: Evidence): Promise<this> {
    for await (const {
      dossier,
      legalName,
      verdict,
      baseline,
    } of evidence.carriers()) {
      const { dotNumber: dot_number } = dossier;
      const last_seen = evidence.run.as_of;
      this.#known.set(dot_number, {
        dot_number,
        legal_name: legalName,
        verdict,
        last_seen,
        baseline,
      });
      this.#listed.add(dot_number);
    }
    for (const gone of evidence.gone) this.#known.set(gone.dot_number, gone);
    this.sha256 = evidence.sha256;
    return this;
  }

  before(dotNumber: string): Before {
    this.#seen.add(dotNumber);
    const known = this.#known.get(dotNumber);
    return known
      ? { kind: "known", verdict: known.verdict, profile: known.baseline }
      : { kind: "new" };
  }

  nameOf(dotNumber: string): string | null {
    return this.#known.get(dotNumber)?.legal_name ?? null;
  }

  /** The carriers that nobody has looked for, as the new run keeps them; `isNew` of those that the earlier run still had. */
  unseen(asOf: string): { gone: Gone; isNew: boolean }[] {
    const oldest = Date.parse(asOf) - keptMilliseconds;
    const others = [...this.#known.values()].filter(
      ({ dot_number }) => !this.#seen.has(dot_number),
    );
    const kept = others.filter(
      ({ last_seen }) => Date.parse(last_seen) >= oldest,
    );
    return kept.map((gone) => ({
      gone,
      isNew: this.#listed.has(gone.dot_number),
    }));
  }
}

/** The values last accepted, or the first ones of a carrier that never passed. A waiver accepts those that it names. */
export function nextBaseline(
  before: Before,
  {
    verdict,
    profile,
    findings,
  }: Pick<Vetted, "verdict" | "profile" | "findings">,
): Profile {
  const known = before.kind === "known" ? before.profile : {};
  if (verdict === "pass") return { ...known, ...profile };
  const waived = findings.filter(
    ({ rule, effect }) => rule === "unchanged" && effect === "waived",
  );
  const names = waived.flatMap(({ observed }) => Object.keys(observed));
  const accepted = Object.entries(profile).filter(([name]) =>
    names.includes(name),
  );
  return { ...profile, ...known, ...Object.fromEntries(accepted) };
}

/** Names sort by time; runs of one second by their number. */
const runName = /^\d{4}-\d\d-\d\dT\d{6}Z(?:_\d)?\.ndjson$/;

export type History = Awaited<ReturnType<typeof openHistory>>;

/** Finds in a directory of runs the newest whole run and one killed after it, and where this run is recorded. */
export async function openHistory(
  directory: string,
  service: string,
  asOf: string,
) {
  await mkdir(directory, { recursive: true }).catch(
    cannot("create", directory),
  );
  const release = lock(directory, join(directory, "history.lock"));
  try {
    const names = (await readdir(directory))
      .filter((name) => runName.test(name))
      .sort();
    const time = `${new Date(asOf).toISOString().slice(0, 19).replaceAll(":", "")}Z`;
    const count = names.filter((name) => name.startsWith(time)).length;
    const path = join(
      directory,
      `${time}${count === 0 ? "" : `_${count + 1}`}.ndjson`,
    );
    return {
      path,
      release,
      ...(await newestOf(directory, names.toReversed(), service)),
    };
  } catch (error) {
    release();
    throw fileError("read", directory, error);
  }
}

async function newestOf(
  directory: string,
  newestFirst: readonly string[],
  service: string,
) {
  let killed: string | undefined;
  for (const name of newestFirst) {
    const path = join(directory, name);
    const evidence = await openEvidence(path);
    if (
      evidence === undefined ||
      evidence.run.service !== service ||
      evidence.run.shard !== null
    )
      continue;
    const earlier = await new Earlier().read(evidence);
    if (evidence.isWhole) return { earlier, killed };
    killed ??= path;
  }
  return { earlier: new Earlier(), killed };
}
