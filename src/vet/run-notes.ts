/** What a run finds out about itself, and a person should know of its verdicts. */
import { type Answers, type RecordName, recordNames } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { counted, firstOf } from "../text/digits.ts";
import { type JsonObject, valueAt } from "../text/json.ts";
import { millisecondsPerDay } from "../text/time.ts";
import type { EvidenceRun } from "./evidence/lines.ts";
import type { Vetted } from "./model.ts";
import { extraFieldsOf, type Policy, ruleOf } from "./policy/policy.ts";
import type { Waiver } from "./policy/waivers.ts";
import { recordIn } from "./record/facts.ts";
import { fieldsRule, ordersIn, spellingsIn } from "./rules/fields.ts";
import { unchangedRule } from "./rules/identity.ts";

/** A clock that is further from the service's makes every rule about dates doubtful. */
const maxDrift = millisecondsPerDay;

/**
 * What is unknown for so many carriers, and for no other one known, is more
 * likely something that the service does not state.
 */
const tellingCount = 10;

/** A change that nobody is held to is taken into the baseline when it is said. */
const changesForgotten =
  "each change is reported only once where a carrier passes, and fails none without the policy rule unchanged: { fields: [identity, authority] }";

/** The records as a note names them, with what no bulk answer has of the first. */
const recordTexts: Readonly<Record<RecordName, string>> = {
  carrier: "carrier (phone, email, authority)",
  insurance: "insurance",
  safety: "safety",
};

/** That a clock is wrong, or an answer old: of several, the first. */
export function clockNotes(answers: Answers): string[] {
  const notes = Object.values(answers).flatMap(({ exchange }) => {
    const { askedAt, headers: { date = "" } = {} } = exchange;
    const isFar = Math.abs(Date.parse(date) - Date.parse(askedAt)) > maxDrift;
    return isFar
      ? `this machine's clock says ${askedAt}, the service's answer ${date}: it may be an old one (of a cache), or date rules are wrong`
      : [];
  });
  return notes.slice(0, 1);
}

export class RunNotes {
  readonly #said = new Set<string>();
  /** Whether the service has a clock of its own, as the sample has not. */
  #isClockCompared: boolean;
  /** The numbers that waivers name, and the list does not have. */
  readonly #unlisted: Set<string>;
  #isList = false;
  /** The fields of the user's policy that no record has had. */
  readonly #unsentFields: Set<string>;
  /** Whether the policy judges what is beyond the interface. */
  readonly #judgesFields: boolean;
  /** The carriers that are out of service by what it does not judge. */
  readonly #outOfService: DotNumber[] = [];
  /** By rule, for how many carriers it was unknown, and why for the first. */
  readonly #unknown = new Map<string, { count: number; why: string }>();
  /** Whether there is an earlier run, of which more may have changed than is seen. */
  readonly #isCompared: boolean;
  readonly #unasked = new Set<RecordName>();
  #records = 0;
  #differing = 0;

  constructor(
    { shard, sample, compared }: EvidenceRun,
    policy: Policy,
    waivers: readonly Waiver[],
  ) {
    if (shard) this.#said.add(`part ${shard} of the list`);
    // A part of a list does not have them all.
    const waived = shard ? [] : waivers;
    this.#unlisted = new Set(waived.map(({ carrier }) => carrier));
    this.#isClockCompared = !sample;
    this.#isCompared = compared !== undefined;
    this.#unsentFields = new Set(extraFieldsOf(policy));
    this.#judgesFields = ruleOf(policy, fieldsRule.name) !== undefined;
    const { level = "warning" } = ruleOf(policy, unchangedRule.name) ?? {};
    // Also where nothing changed: the run before may have said it.
    if (this.#isCompared && level === "warning")
      this.#said.add(changesForgotten);
  }

  add(vetted: Vetted, unusedWaivers: readonly string[]): void {
    const { dossier, recordedVerdict } = vetted;
    const { dotNumber, answers } = dossier;
    this.#unlisted.delete(dotNumber);
    if (!this.#judgesFields && ordersIn(answers).length > 0)
      this.#outOfService.push(dotNumber);
    if (dossier.place) this.#isList = true;
    if (recordedVerdict) this.#differing += 1;
    for (const unused of unusedWaivers) this.#said.add(unused);
    const [drift] = this.#isClockCompared ? clockNotes(answers) : [];
    if (drift) this.#said.add(drift);
    if (drift) this.#isClockCompared = false;
    const record = recordIn(answers, "summary");
    if (record) this.#addRecord(record, vetted);
  }

  #addRecord(record: JsonObject, { dossier, findings }: Vetted): void {
    this.#records += 1;
    for (const name of recordNames)
      if (dossier.answers[name] === undefined) this.#unasked.add(name);
    for (const { rule, outcome, message: why } of findings) {
      const { count, ...first } = this.#unknown.get(rule) ?? { count: 0, why };
      if (outcome === "unknown")
        this.#unknown.set(rule, { count: count + 1, ...first });
    }
    const isSent = (path: string) => valueAt(record, path) !== undefined;
    for (const path of this.#unsentFields)
      if (spellingsIn(record, path).some(isSent))
        this.#unsentFields.delete(path);
  }

  texts(): string[] {
    const texts = [...this.#said];
    if (this.#outOfService.length > 0)
      texts.push(
        `a record says out of service where the policy, without the rule fields, does not look: USDOT ${firstOf(this.#outOfService)}`,
      );
    const unasked = recordNames
      .filter((name) => this.#unasked.has(name))
      .map((name) => recordTexts[name]);
    if (this.#isCompared && unasked.length > 0)
      texts.push(
        `not compared, as the policy asked for no such record: ${unasked.join(", ")}`,
      );
    if (this.#isList && this.#unlisted.size > 0)
      texts.push(
        `waivers unused, not in the list: USDOT ${firstOf([...this.#unlisted])}`,
      );
    // A misspelled field lets every carrier pass.
    if (this.#records > 0)
      for (const path of this.#unsentFields)
        texts.push(`fields: no record has "${path}": is the path right?`);
    for (const [rule, { count, why }] of this.#unknown)
      if (count >= tellingCount && count === this.#records)
        texts.push(`${rule} is unknown for every carrier: ${why}`);
    if (this.#differing > 0)
      texts.push(
        counted(
          this.#differing,
          "verdict differs from the recorded one",
          "verdicts differ from the recorded ones",
        ),
      );
    return texts;
  }
}
