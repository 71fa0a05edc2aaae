/**
 * What a run finds out about itself that a person should know of its verdicts:
 * what they rest on, and from which days its answers are.
 */
import type { Answers } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { counted, firstOf } from "../text/digits.ts";
import { type JsonObject, valueAt } from "../text/json.ts";
import { dayBy, millisecondsPerDay } from "../text/time.ts";
import type { EarlierRun } from "./evidence/earlier-runs.ts";
import type { EvidenceHeader } from "./evidence/lines.ts";
import type { Replayed } from "./evidence/reader.ts";
import type { EvidencePath } from "./evidence/writer.ts";
import type { Finding, RunHeader, Vetted } from "./model.ts";
import {
  extraFieldsOf,
  hashesOf,
  type Policy,
  ruleOf,
} from "./policy/policy.ts";
import type { Waivers } from "./policy/waivers.ts";
import { recordIn } from "./record/facts.ts";
import { spellingsIn } from "./rules/fields.ts";
import { unchangedRule } from "./rules/identity.ts";

/** What the verdicts of a run rest on, and where it is recorded. */
export interface VettingBasis {
  policy: Policy;
  /** From a file; those for this run alone are in its header. */
  waivers: Waivers | undefined;
  /** The run before, in a history. */
  earlier?: EarlierRun | undefined;
  /** A recorded run that is judged again. */
  replayed?: Replayed | undefined;
  /** Notes about its list, which standard error has said already. */
  notes?: readonly string[];
  /** Where the run records itself, if anywhere. */
  evidencePath: EvidencePath | undefined;
  /** The one number that is vetted, after which its evidence is named. */
  single: DotNumber | undefined;
}

/** A clock that is further from the service's makes every rule about dates doubtful. */
const maxDrift = millisecondsPerDay;

/**
 * A value that is unknown for this many carriers, and known for none, is more
 * likely one that the service does not state.
 */
const tellingCount = 10;

/** A history that was lost must not look like a morning without changes. */
const nothingToCompare =
  "the history has no earlier run of this service: nothing was compared; unless this is its first, restore the missing file, delete the new one, and vet again";

/** A change that no rule objects to is reported only once. */
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
export function runNotes(
  header: EvidenceHeader,
  { policy, waivers, earlier, replayed }: VettingBasis,
) {
  const { shard, sample, compared } = header;
  const days = answerDays(header);
  const ofRecords = recordNotes(policy);
  const unused = new Set<string>();
  let clockNote: string | undefined;
  /** The numbers of waivers that the list does not have. */
  const notInList = new Set(waivers?.waivers.map(({ carrier }) => carrier));
  let isList = false;
  /** In a long sheet, the column of waivers is easily overlooked. */
  const waivedPasses: string[] = [];
  let otherVerdicts = 0;
  const { level = "warning" } = ruleOf(policy, unchangedRule.name) ?? {};
  return {
    answerDays: days.inOrder,
    warnings: earlier && !earlier.as_of ? [nothingToCompare] : [],
    add(vetted: Vetted, unusedWaivers: readonly string[]): void {
      const { dossier, verdict, findings, recordedVerdict } = vetted;
      days.add(dossier.answers);
      for (const waiver of unusedWaivers) unused.add(waiver);
      clockNote ??= clockNotes(dossier.answers)[0];
      notInList.delete(dossier.dotNumber);
      if (dossier.place) isList = true;
      const isWaived = findings.some(({ effect }) => effect === "waived");
      if (dossier.place && isWaived && verdict === "pass")
        waivedPasses.push(dossier.dotNumber);
      if (recordedVerdict) otherVerdicts += 1;
      const record = recordIn(dossier.answers, "summary");
      if (record) ofRecords.add(record, findings);
    },
    texts(): string[] {
      const isWholeList = isList && !shard && !replayed?.isCutOff();
      const texts = [
        shard && `part ${shard} of the list`,
        // Also where nothing changed: the run before may have said it.
        compared && level === "warning" && changesForgotten,
        ...unused,
        // The sample has no clock of its own.
        !sample && clockNote,
        isWholeList &&
          notInList.size > 0 &&
          `waivers unused, not in the list: USDOT ${firstOf([...notInList])}`,
        waivedPasses.length > 0 &&
          `passes by a waiver: USDOT ${firstOf(waivedPasses)}`,
        ...ofRecords.texts(),
        otherVerdicts > 0 &&
          counted(
            otherVerdicts,
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
    },
  };
}

/** On which days the answers of a run were asked for, as the run counts days. */
export function answerDays({ as_of, judgedOn }: RunHeader) {
  const days = new Set<string>();
  let areAllOfThisRun = judgedOn === undefined;
  return {
    add(answers: Answers): void {
      for (const { exchange, reused } of Object.values(answers)) {
        days.add(dayBy(as_of, exchange.askedAt));
        if (reused) areAllOfThisRun = false;
      }
    },
    /** In order; none where all answers are of this run. */
    inOrder: (): string[] => (areAllOfThisRun ? [] : [...days].sort()),
  };
}

/** Notes on what the records of a run lack, all of them. */
function recordNotes(policy: Policy) {
  let records = 0;
  /** Fields of the user's policy that no record has: a misspelled one passes all. */
  const neverSent = new Set(extraFieldsOf(policy));
  /** Rules that are unknown, for how many, and why for the first. */
  const unknown = new Map<string, { count: number; why: string }>();
  return {
    add(record: JsonObject, findings: readonly Finding[]): void {
      records += 1;
      const isSent = (path: string) => valueAt(record, path) !== undefined;
      for (const path of neverSent)
        if (spellingsIn(record, path).some(isSent)) neverSent.delete(path);
      for (const { rule, outcome, message } of findings) {
        if (outcome !== "unknown") continue;
        const first = unknown.get(rule) ?? { count: 0, why: message };
        unknown.set(rule, { ...first, count: first.count + 1 });
      }
    },
    texts(): string[] {
      if (records === 0) return [];
      return [
        ...Array.from(
          neverSent,
          (path) => `fields: no record has "${path}": is the path right?`,
        ),
        ...[...unknown].flatMap(([rule, { count, why }]) =>
          count >= tellingCount && count === records
            ? `${rule} is unknown for every carrier: ${why}`
            : [],
        ),
      ];
    },
  };
}
