/**
 * The one pipeline: carriers with their answers in; each judged, recorded and
 * reported; a footer at the end. The command, MCP and replays run it.
 */
import { endingOf } from "../answer.ts";
import type { ErrorKind } from "../errors.ts";
import { counted } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import { changesBetween, profileOf } from "./compare/profile.ts";
import { answersFrom } from "./dossiers.ts";
import type { Evidence } from "./evidence/evidence.ts";
import type { EvidenceRun } from "./evidence/format.ts";
import { type EarlierRun, nextBaseline } from "./evidence/history.ts";
import type { EvidenceWriter } from "./evidence/writer.ts";
import { judge } from "./judge.ts";
import type {
  Before,
  Changes,
  Counts,
  Dossier,
  Finding,
  Gone,
  RunFooter,
  Verdict,
  Vetted,
} from "./model.ts";
import type { Policy } from "./policy/policy.ts";
import type { Waiver } from "./policy/waivers.ts";
import { readDay, recordIn } from "./record/facts.ts";

export interface Vetting {
  /** What the run says of itself; a replay says it as it was recorded. */
  about: EvidenceRun;
  policy: Policy;
  waivers: readonly Waiver[];
  earlier?: EarlierRun | undefined;
  evidence?: EvidenceWriter | undefined;
  /** Counts up while the run goes on. */
  counts?: Counts;
  /** A recorded run that is judged again. */
  recorded?: Evidence | undefined;
}

/** A carrier to be judged; one of a recorded run also with what was made of it then. */
export interface Arrival {
  dossier: Dossier;
  recorded?: Pick<Vetted, "verdict" | "before" | "legalName">;
}

export interface Ended extends RunFooter {
  /** Why carriers had no answer, or not all, and whether any had one. */
  causes: ReadonlySet<ErrorKind | "answered">;
}

export const noCounts = (): Counts => ({
  carriers: 0,
  pass: 0,
  review: 0,
  fail: 0,
});

/** Judges carriers, and records each before it is reported. */
export async function runVetting(
  plan: Vetting,
  carriers: AsyncIterable<Arrival>,
  report: (vetted: Vetted) => Promise<void> | void,
): Promise<Ended> {
  const totals = new Totals(plan);
  for await (const arrived of carriers) {
    const vetted = vet(plan, arrived, totals);
    totals.add(vetted, arrived);
    // What was decided is on the disk before anybody reads it.
    await plan.evidence?.carrier(vetted);
    await report(vetted);
  }
  return totals.end();
}

function vet(
  { about, policy, waivers, earlier }: Vetting,
  { dossier, recorded }: Arrival,
  { today, unusedWaivers }: Totals,
): Vetted {
  const { dotNumber, answers } = dossier;
  const before = recorded?.before ??
    earlier?.before(dotNumber) ?? { kind: "unknown" };
  const profile = profileOf(answers, today);
  const context = { today, waivers, profile, before };
  const { unusedWaivers: unused, ...judged } = judge(policy, dossier, context);
  unusedWaivers.push(...unused);
  const name = recordIn(answers, "summary")?.["legal_name"];
  // Of a carrier that is gone, the name that the earlier run knew.
  const earlierName = recorded?.legalName ?? earlier?.legalNameOf(dotNumber);
  const isCompared = about.compared !== null;
  return {
    dossier,
    legalName: typeof name === "string" ? name : (earlierName ?? null),
    ...judged,
    profile,
    before,
    baseline: nextBaseline(before, { ...judged, profile }),
    changes: isCompared ? changesFrom(before, judged.verdict, profile) : null,
  };
}

function changesFrom(
  before: Before,
  now: Verdict,
  profile: Vetted["profile"],
): Changes | null {
  switch (before.kind) {
    case "unknown":
      return null;
    case "new":
      return { before: null, now, fields: [] };
    case "known": {
      const fields = changesBetween(before.profile, profile);
      return { before: before.verdict, now, fields };
    }
  }
}

/** A clock that is further from the service's makes every rule about dates doubtful. */
const maxDrift = 86_400_000;

/**
 * What is unknown for so many carriers, and for no other one known, is more
 * likely something that the service does not state.
 */
const tellingCount = 10;

/** What a run comes to, carrier by carrier. */
class Totals {
  readonly today: number;
  readonly unusedWaivers: string[] = [];
  readonly #plan: Vetting;
  readonly #counts: Counts;
  readonly #new: string[] = [];
  readonly #causes = new Set<ErrorKind | "answered">();
  /** The fields of the user's policy that no record has had. */
  readonly #unsent: Set<string>;
  /** By rule, what was unknown first; and the rules that could be judged. */
  readonly #unknown = new Map<string, string>();
  readonly #judged = new Set<string>();
  #differing = 0;
  #records = 0;
  #drift: string | undefined;
  #answersFrom: string | null = null;

  constructor(plan: Vetting) {
    this.#plan = plan;
    this.#counts = plan.counts ?? noCounts();
    this.today = readDay(plan.about.as_of.slice(0, 10)).value ?? 0;
    this.#unsent = new Set(plan.policy.extraFields);
  }

  add(vetted: Vetted, { recorded }: Arrival): void {
    const { dossier, verdict, changes, findings } = vetted;
    const { answers, dotNumber } = dossier;
    this.#counts.carriers += 1;
    this.#counts[verdict] += 1;
    if (changes?.before === null) this.#new.push(dotNumber);
    if (recorded && recorded.verdict !== verdict) this.#differing += 1;
    const from = answersFrom(answers, this.#plan.about);
    if (from && from < (this.#answersFrom ?? "~")) this.#answersFrom = from;
    for (const finding of findings) this.#seeFinding(finding);
    this.#seeFields(recordIn(answers, "summary"));
    for (const { source } of Object.values(answers))
      this.#seeClock(source.askedAt, source.headers?.["date"]);
    // Without its own record, a carrier has no answer, whatever else was answered.
    const { kind, error } = endingOf(answers);
    if (kind !== "unanswered") this.#causes.add("answered");
    if (error && kind !== "not-found") this.#causes.add(error.kind);
  }

  #seeFinding({ rule, outcome, message }: Finding): void {
    if (outcome === "pass" || outcome === "fail") this.#judged.add(rule);
    if (outcome === "unknown" && !this.#unknown.has(rule))
      this.#unknown.set(rule, message);
  }

  #seeFields(record: ReturnType<typeof recordIn>): void {
    if (record === undefined) return;
    this.#records += 1;
    for (const path of this.#unsent)
      if (valueAt(record, path) !== undefined) this.#unsent.delete(path);
  }

  #seeClock(here: string, there = ""): void {
    const drift = Date.parse(there) - Date.parse(here);
    // The sample service has no other clock, whatever that says.
    const isSample = this.#plan.about.service === "usdot sample";
    if (Math.abs(drift) > maxDrift && !isSample)
      this.#drift ??= `this machine's clock says ${here}, the service's ${there}: date rules may be wrong`;
  }

  async end(): Promise<Ended> {
    const { about, evidence, recorded } = this.#plan;
    const gone = this.#gone();
    for (const carrier of gone) await evidence?.gone(carrier);
    const notes = this.#notes();
    const recordedHash = recorded?.isWhole ? recorded.sha256 : null;
    return {
      counts: this.#counts,
      notes,
      invalid: about.invalid,
      new: this.#new,
      gone: gone.filter(({ newly_gone }) => newly_gone),
      isCompared: about.compared !== null,
      isCutOff: recorded?.isWhole === false,
      answersFrom: this.#answersFrom,
      evidence_sha256: (await evidence?.end(notes)) ?? recordedHash,
      causes: this.#causes,
    };
  }

  #gone(): readonly Gone[] {
    const { about, earlier, recorded } = this.#plan;
    if (recorded) return recorded.gone;
    return about.shard === null ? (earlier?.gone(about.as_of) ?? []) : [];
  }

  #notes(): string[] {
    const { shard } = this.#plan.about;
    const unsent = this.#records === 0 ? [] : [...this.#unsent];
    const differing = counted(
      this.#differing,
      "verdict differs from the recorded one",
      "verdicts differ from the recorded ones",
    );
    const isTelling = this.#records >= tellingCount;
    const unknown = [...this.#unknown].filter(
      ([rule]) => isTelling && !this.#judged.has(rule),
    );
    return [
      ...(shard === null ? [] : [`part ${shard} of the list`]),
      ...this.unusedWaivers,
      ...(this.#drift === undefined ? [] : [this.#drift]),
      // A misspelled field lets every carrier pass.
      ...unsent.map(
        (path) => `fields: no record has "${path}": is the path right?`,
      ),
      ...unknown.map(
        ([rule, why]) => `${rule} is unknown for every carrier: ${why}`,
      ),
      ...(this.#differing > 0 ? [differing] : []),
    ];
  }
}
