/**
 * What a run finds out about itself that a person should know of its verdicts.
 */
import type { Answers } from "../answer.ts";
import { counted, firstOf } from "../text/digits.ts";
import { type JsonObject, valueAt } from "../text/json.ts";
import { millisecondsPerDay } from "../text/time.ts";
import type { VettingBasis } from "./basis.ts";
import type { EvidenceHeader } from "./evidence/lines.ts";
import type { Finding, Vetted } from "./model.ts";
import { extraFieldsOf, hashesOf, ruleOf } from "./policy/policy.ts";
import { recordIn } from "./record/facts.ts";
import { spellingsIn } from "./rules/fields.ts";
import { unchangedRule } from "./rules/identity.ts";

/** A clock that is further from the service's makes every rule about dates doubtful. */
const maxDrift = millisecondsPerDay;

/**
 * A value that is unknown for this many carriers, and known for none, is more
 * likely one that the service does not state.
 */
const tellingCount = 10;

/** A change that nobody is held to is taken into the baseline when it is said. */
const changesForgotten =
  "changes are only reported, and where a carrier passes, only once; to hold them against it, add the rule unchanged: { fields: [identity, authority] }";

const policyChanged =
  "the vetting policy or a list of it has changed since the earlier run: verdicts may differ for that alone";

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

/** Looks at each carrier of a run, and has something to say in the end. */
export class RunNotes {
  readonly #header: EvidenceHeader;
  readonly #basis: VettingBasis;
  readonly #unusedWaivers = new Set<string>();
  #clockNote: string | undefined;
  /** The numbers of waivers that the list does not have. */
  readonly #waiversNotInList: Set<string>;
  #isList = false;
  /** A sheet of many rows has the waiver in a column that nobody may look at. */
  readonly #waivedPasses: string[] = [];
  /** Fields of the user's policy that no record has: a misspelled one passes all. */
  readonly #fieldsNeverSent: Set<string>;
  /** Rules that are unknown, for how many, and why for the first. */
  readonly #unknown = new Map<string, { count: number; why: string }>();
  #records = 0;
  #otherVerdicts = 0;

  constructor(header: EvidenceHeader, basis: VettingBasis) {
    const { policy, waivers } = basis;
    this.#header = header;
    this.#basis = basis;
    this.#waiversNotInList = new Set(
      waivers?.waivers.map(({ carrier }) => carrier),
    );
    this.#fieldsNeverSent = new Set(extraFieldsOf(policy));
  }

  add(vetted: Vetted, unusedWaivers: readonly string[]): void {
    const { dossier, verdict, findings, recordedVerdict } = vetted;
    for (const unused of unusedWaivers) this.#unusedWaivers.add(unused);
    this.#clockNote ??= clockNotes(dossier.answers)[0];
    this.#waiversNotInList.delete(dossier.dotNumber);
    if (dossier.place) this.#isList = true;
    const isWaived = findings.some(({ effect }) => effect === "waived");
    if (dossier.place && isWaived && verdict === "pass")
      this.#waivedPasses.push(dossier.dotNumber);
    if (recordedVerdict) this.#otherVerdicts += 1;
    const record = recordIn(dossier.answers, "summary");
    if (record) this.#addRecord(record, findings);
  }

  #addRecord(record: JsonObject, findings: readonly Finding[]): void {
    this.#records += 1;
    const isSent = (path: string) => valueAt(record, path) !== undefined;
    for (const path of this.#fieldsNeverSent)
      if (spellingsIn(record, path).some(isSent))
        this.#fieldsNeverSent.delete(path);
    for (const { rule, outcome, message } of findings) {
      if (outcome !== "unknown") continue;
      const first = this.#unknown.get(rule) ?? { count: 0, why: message };
      this.#unknown.set(rule, { ...first, count: first.count + 1 });
    }
  }

  texts(): string[] {
    const { shard, sample, compared } = this.#header;
    const { policy, earlier, replayed } = this.#basis;
    const { level = "warning" } = ruleOf(policy, unchangedRule.name) ?? {};
    const isWholeList = this.#isList && !shard && !replayed?.isCutOff;
    const texts = [
      shard && `part ${shard} of the list`,
      // Also where nothing changed: the run before may have said it.
      compared && level === "warning" && changesForgotten,
      ...this.#unusedWaivers,
      // The sample has no clock of its own.
      !sample && this.#clockNote,
      isWholeList &&
        this.#waiversNotInList.size > 0 &&
        `waivers unused, not in the list: USDOT ${firstOf([...this.#waiversNotInList])}`,
      this.#waivedPasses.length > 0 &&
        `passes by a waiver: USDOT ${firstOf(this.#waivedPasses)}`,
      ...this.#neverSentTexts(),
      ...this.#unknownTexts(),
      this.#otherVerdicts > 0 &&
        counted(
          this.#otherVerdicts,
          "verdict differs from the recorded one",
          "verdicts differ from the recorded ones",
        ),
      earlier?.as_of &&
        hashesOf(policy, policy.lists).some(
          (hash) => !earlier.judgedBy.includes(hash),
        ) &&
        policyChanged,
    ];
    return texts.flatMap((text) => text || []);
  }

  #neverSentTexts(): string[] {
    if (this.#records === 0) return [];
    return Array.from(
      this.#fieldsNeverSent,
      (path) => `fields: no record has "${path}": is the path right?`,
    );
  }

  #unknownTexts(): string[] {
    return [...this.#unknown].flatMap(([rule, { count, why }]) =>
      count >= tellingCount && count === this.#records
        ? `${rule} is unknown for every carrier: ${why}`
        : [],
    );
  }
}
