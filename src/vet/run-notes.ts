/** What a run finds out about itself, and a person should know of its verdicts. */
import { sampleService } from "../settings/options.ts";
import { counted, grouped } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import type { EvidenceRun } from "./evidence/lines.ts";
import type { Vetted } from "./model.ts";
import { type Policy, ruleOf } from "./policy/policy.ts";
import { recordIn } from "./record/facts.ts";
import { unchangedRule } from "./rules/identity.ts";

/** A clock that is further from the service's makes every rule about dates doubtful. */
const maxDrift = 86_400_000;

/**
 * What is unknown for so many carriers, and for no other one known, is more
 * likely something that the service does not state.
 */
const tellingCount = 10;

/** A change that nobody is held to is taken into the baseline when it is said. */
const changesForgotten =
  "each change is reported only once where a carrier passes, and fails none without the policy rule unchanged: { fields: [identity, authority] }";

export class RunNotes {
  readonly #header: EvidenceRun;
  /** The fields of the user's policy that no record has had. */
  readonly #unsentFields: Set<string>;
  readonly #unusedWaivers: string[] = [];
  /**
   * By rule, for how many carriers it was unknown, and why for the first; and
   * the rules that could be judged.
   */
  readonly #unknown = new Map<string, { count: number; why: string }>();
  readonly #judged = new Set<string>();
  /** Whether changes are held against nobody, and whether there were any. */
  readonly #isForgetful: boolean;
  #isChanged = false;
  #differing = 0;
  #records = 0;
  #drift: string | undefined;

  constructor(header: EvidenceRun, policy: Policy) {
    this.#header = header;
    this.#unsentFields = new Set(policy.extraFields);
    const { level = "warning" } = ruleOf(policy, unchangedRule.name) ?? {};
    this.#isForgetful = level === "warning";
  }

  add(
    { dossier, findings, recordedVerdict, changes }: Vetted,
    unusedWaivers: readonly string[],
  ): void {
    if (recordedVerdict) this.#differing += 1;
    if (changes && changes.fields.length > 0) this.#isChanged = true;
    this.#unusedWaivers.push(...unusedWaivers);
    for (const { exchange } of Object.values(dossier.answers))
      this.#compareClocks(exchange.askedAt, exchange.headers?.["date"]);
    const record = recordIn(dossier.answers, "summary");
    if (record === undefined) return;
    this.#records += 1;
    for (const { rule, outcome, message: why } of findings) {
      if (outcome === "pass" || outcome === "fail") this.#judged.add(rule);
      if (outcome !== "unknown") continue;
      const unknown = this.#unknown.get(rule) ?? { count: 0, why };
      unknown.count += 1;
      this.#unknown.set(rule, unknown);
    }
    for (const path of this.#unsentFields)
      if (valueAt(record, path) !== undefined) this.#unsentFields.delete(path);
  }

  #compareClocks(here: string, there = ""): void {
    const drift = Date.parse(there) - Date.parse(here);
    // The sample service has no other clock, whatever that says.
    const isSample = this.#header.service === sampleService;
    if (Math.abs(drift) > maxDrift && !isSample)
      this.#drift ??= `this machine's clock says ${here}, the service's ${there}: date rules may be wrong`;
  }

  texts(): string[] {
    const { shard } = this.#header;
    const differing = counted(
      this.#differing,
      "verdict differs from the recorded one",
      "verdicts differ from the recorded ones",
    );
    return [
      ...(shard === null ? [] : [`part ${shard} of the list`]),
      ...this.#unusedWaivers,
      ...(this.#drift === undefined ? [] : [this.#drift]),
      ...this.#unsentTexts(),
      ...this.#unknownTexts(),
      ...(this.#differing > 0 ? [differing] : []),
      ...(this.#isForgetful && this.#isChanged ? [changesForgotten] : []),
    ];
  }

  /** A misspelled field lets every carrier pass. */
  #unsentTexts(): string[] {
    const paths = this.#records === 0 ? [] : [...this.#unsentFields];
    return paths.map(
      (path) => `fields: no record has "${path}": is the path right?`,
    );
  }

  /** Some rules apply to few carriers, such as those with a mark or a claim. */
  #unknownTexts(): string[] {
    return [...this.#unknown]
      .filter(
        ([rule, { count }]) => count >= tellingCount && !this.#judged.has(rule),
      )
      .map(([rule, { count, why }]) => {
        const which =
          count < this.#records
            ? `each of the ${grouped(count)} carriers that it was asked of`
            : "every carrier";
        return `${rule} is unknown for ${which}: ${why}`;
      });
  }
}
