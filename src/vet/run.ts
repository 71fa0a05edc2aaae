/** The one pipeline: carriers with their answers in; each judged, recorded and reported; a footer at the end. The command, MCP and replays run it. */
import type { ErrorKind } from "../errors.ts";
import type { Output } from "../files/output.ts";
import { counted } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import type { Evidence, EvidenceRun, EvidenceWriter } from "./evidence.ts";
import { day, recordIn } from "./facts.ts";
import { type Earlier, nextBaseline } from "./history.ts";
import { judge } from "./judge.ts";
import type {
  Before,
  Changes,
  Counts,
  Dossier,
  RunFooter,
  Verdict,
  Vetted,
} from "./model.ts";
import type { Policy } from "./policy.ts";
import { changesBetween, profileOf } from "./profile.ts";
import { OpenWaivers, type Waivers } from "./waivers.ts";

export interface Plan {
  /** What the run says of itself; a replay says it as it was recorded. */
  about: EvidenceRun;
  policy: Policy;
  waivers?: Waivers | undefined;
  earlier?: Earlier | undefined;
  evidence?: EvidenceWriter | undefined;
  outputs: readonly VetOutput[];
  /** A recorded run that is judged again. */
  recorded?: Evidence | undefined;
}

export type VetOutput = Output<Vetted, RunFooter>;

/** A carrier to be judged; one of a recorded run also with what was made of it then. */
export interface Arrived {
  dossier: Dossier;
  recorded?: { verdict: Verdict; before: Before };
}

export interface Ended extends RunFooter {
  /** Why requests had no answer, and whether any had one. */
  causes: ReadonlySet<ErrorKind | "answered">;
}

export async function runVetting(
  plan: Plan,
  carriers: AsyncIterable<Arrived>,
): Promise<Ended> {
  const { evidence, outputs } = plan;
  const totals = new Totals(plan);
  for await (const arrived of carriers) {
    const vetted = vet(plan, arrived, totals);
    // What was decided is on the disk before anybody reads it.
    await evidence?.carrier(vetted);
    for (const output of outputs) {
      output.item(vetted);
      await output.flush();
    }
    totals.add(vetted, arrived);
  }
  const ended = await totals.end();
  for (const output of outputs) await output.end(ended);
  return ended;
}

function vet(
  { about, policy, earlier }: Plan,
  { dossier, recorded }: Arrived,
  { today, waivers }: Totals,
): Vetted {
  const { dotNumber, answers } = dossier;
  const before = recorded?.before ??
    earlier?.before(dotNumber) ?? { kind: "unknown" };
  const profile = profileOf(answers, today);
  const judged = judge(policy, dossier, { today, waivers, profile, before });
  const name = recordIn(answers, "summary")?.["legal_name"];

  return {
    dossier,
    // Of a carrier that is gone, the name that the earlier run knew.
    legalName:
      typeof name === "string" ? name : (earlier?.nameOf(dotNumber) ?? null),
    ...judged,
    profile,
    before,
    baseline: nextBaseline(before, { ...judged, profile }),
    changes:
      about.compared === null
        ? null
        : changesFrom(before, judged.verdict, profile),
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
    case "known":
      return {
        before: before.verdict,
        now,
        fields: changesBetween(before.profile, profile),
      };
  }
}

const longestDrift = 86_400_000;

/** What a run comes to, carrier by carrier. */
class Totals {
  readonly today: number;
  readonly waivers: OpenWaivers | undefined;
  readonly #plan: Plan;
  readonly #counts: Counts = { carriers: 0, pass: 0, review: 0, fail: 0 };
  readonly #new: string[] = [];
  readonly #causes = new Set<ErrorKind | "answered">();
  readonly #unsent: Set<string>;
  #differing = 0;
  #records = 0;
  #drift: string | undefined;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.today = day(plan.about.as_of.slice(0, 10)).value ?? 0;
    this.waivers = plan.waivers && new OpenWaivers(plan.waivers, this.today);
    this.#unsent = new Set(plan.policy.ownFields);
  }

  add({ dossier, verdict, changes }: Vetted, { recorded }: Arrived): void {
    this.#counts.carriers += 1;
    this.#counts[verdict] += 1;
    if (changes?.before === null) this.#new.push(dossier.dotNumber);
    if (recorded && recorded.verdict !== verdict) this.#differing += 1;
    const record = recordIn(dossier.answers, "carrier");
    if (record) this.#records += 1;
    for (const path of this.#unsent)
      if (record && valueAt(record, path) !== undefined)
        this.#unsent.delete(path);
    for (const answer of Object.values(dossier.answers)) {
      const { askedAt, headers } = answer.source;
      const drift = Date.parse(headers?.["date"] ?? "") - Date.parse(askedAt);
      // The today of the sample service is this machine's, whatever that says.
      if (
        Math.abs(drift) > longestDrift &&
        this.#plan.about.service !== "usdot sample"
      )
        this.#drift ??= `this machine's clock says ${askedAt}, the service's ${headers?.["date"]}: every rule about dates rests on it`;
      this.#causes.add(
        answer.state === "unanswered" ? answer.error.kind : "answered",
      );
    }
  }

  async end(): Promise<Ended> {
    const { about, earlier, evidence, recorded } = this.#plan;
    const unseen =
      about.shard === null ? (earlier?.unseen(about.as_of) ?? []) : [];
    for (const { gone } of unseen) await evidence?.gone(gone);
    const unsent = this.#records === 0 ? [] : [...this.#unsent];
    const differing = counted(
      this.#differing,
      "verdict differs from the recorded one",
      "verdicts differ from the recorded ones",
    );
    return {
      counts: this.#counts,
      notes: [
        ...(about.shard === null ? [] : [`part ${about.shard} of the list`]),
        ...(this.waivers?.unused() ?? []),
        ...(this.#drift === undefined ? [] : [this.#drift]),
        // A misspelled field lets every carrier pass.
        ...unsent.map(
          (path) => `fields: no record has "${path}": is the path right?`,
        ),
        ...(this.#differing > 0 ? [differing] : []),
      ],
      invalid: about.invalid,
      new: this.#new,
      gone: unseen.flatMap(({ gone, isNew }) => (isNew ? gone : [])),
      isCompared: about.compared !== null,
      isCutOff: recorded?.isWhole === false,
      evidence_sha256:
        (await evidence?.end()) ?? (recorded?.isWhole ? recorded.sha256 : null),
      causes: this.#causes,
    };
  }
}
