/**
 * What a run finds out about itself that a person should know of its verdicts.
 */
import type { Answers } from "../answer.ts";
import { counted, firstOf } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import { millisecondsPerDay } from "../text/time.ts";
import { basisNotes, type VettingBasis } from "./basis.ts";
import type { EvidenceRun } from "./evidence/lines.ts";
import type { Vetted } from "./model.ts";
import { extraFieldsOf, type Policy, ruleOf } from "./policy/policy.ts";
import type { Waivers } from "./policy/waivers.ts";
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
interface Watcher {
  add?(vetted: Vetted): void;
  texts(): readonly (string | false | undefined)[];
}

export class RunNotes {
  readonly #watchers: readonly Watcher[];
  readonly #unusedWaivers = new Set<string>();

  constructor(header: EvidenceRun, basis: VettingBasis) {
    const { shard, sample, compared } = header;
    const { policy, waivers, replayed } = basis;
    const { level = "warning" } = ruleOf(policy, unchangedRule.name) ?? {};
    const known = [
      shard && `part ${shard} of the list`,
      // Also where nothing changed: the run before may have said it.
      compared && level === "warning" && changesForgotten,
    ];
    this.#watchers = [
      { texts: () => known },
      { texts: () => [...this.#unusedWaivers] },
      // The sample has no clock of its own.
      ...(sample ? [] : [wrongClock()]),
      // A part of a list does not have them all.
      ...(shard || replayed?.isCutOff ? [] : [unlistedWaivers(waivers)]),
      waivedPasses(),
      unsentFields(policy),
      unknownForAll(),
      otherVerdicts(),
      { texts: () => basisNotes(header, basis) },
    ];
  }

  add(vetted: Vetted, unusedWaivers: readonly string[]): void {
    for (const unused of unusedWaivers) this.#unusedWaivers.add(unused);
    for (const watcher of this.#watchers) watcher.add?.(vetted);
  }

  texts(): string[] {
    return this.#watchers.flatMap((watcher) =>
      watcher.texts().flatMap((text) => text || []),
    );
  }
}

function wrongClock(): Watcher {
  let first: string | undefined;
  return {
    add({ dossier }) {
      first ??= clockNotes(dossier.answers)[0];
    },
    texts: () => [first],
  };
}

/** Waivers of numbers that the list does not have. */
function unlistedWaivers(file: Waivers | undefined): Watcher {
  const unlisted = new Set(file?.waivers.map(({ carrier }) => carrier));
  let isList = false;
  return {
    add({ dossier }) {
      unlisted.delete(dossier.dotNumber);
      if (dossier.place) isList = true;
    },
    texts: () => [
      isList &&
        unlisted.size > 0 &&
        `waivers unused, not in the list: USDOT ${firstOf([...unlisted])}`,
    ],
  };
}

/** A sheet of many rows has the waiver in a column that nobody may look at. */
function waivedPasses(): Watcher {
  const numbers: string[] = [];
  return {
    add({ dossier, verdict, findings }) {
      const isWaived = findings.some(({ effect }) => effect === "waived");
      if (dossier.place && isWaived && verdict === "pass")
        numbers.push(dossier.dotNumber);
    },
    texts: () => [
      numbers.length > 0 && `passes by a waiver: USDOT ${firstOf(numbers)}`,
    ],
  };
}

/** Fields of the user's policy that no record has: a misspelled one passes all. */
function unsentFields(policy: Policy): Watcher {
  const unsent = new Set(extraFieldsOf(policy));
  let hasRecords = false;
  return {
    add({ dossier }) {
      const record = recordIn(dossier.answers, "summary");
      if (record === undefined) return;
      hasRecords = true;
      const isSent = (path: string) => valueAt(record, path) !== undefined;
      for (const path of unsent)
        if (spellingsIn(record, path).some(isSent)) unsent.delete(path);
    },
    texts: () =>
      Array.from(
        hasRecords ? unsent : [],
        (path) => `fields: no record has "${path}": is the path right?`,
      ),
  };
}

/** Rules that are unknown for all, and why for the first. */
function unknownForAll(): Watcher {
  const unknown = new Map<string, { count: number; why: string }>();
  let records = 0;
  return {
    add({ dossier, findings }) {
      if (recordIn(dossier.answers, "summary") === undefined) return;
      records += 1;
      for (const { rule, outcome, message: why } of findings) {
        if (outcome !== "unknown") continue;
        const { count, ...first } = unknown.get(rule) ?? { count: 0, why };
        unknown.set(rule, { count: count + 1, ...first });
      }
    },
    texts: () =>
      Array.from(
        unknown,
        ([rule, { count, why }]) =>
          count >= tellingCount &&
          count === records &&
          `${rule} is unknown for every carrier: ${why}`,
      ),
  };
}

function otherVerdicts(): Watcher {
  let count = 0;
  return {
    add({ recordedVerdict }) {
      if (recordedVerdict) count += 1;
    },
    texts: () => [
      count > 0 &&
        counted(
          count,
          "verdict differs from the recorded one",
          "verdicts differ from the recorded ones",
        ),
    ],
  };
}
