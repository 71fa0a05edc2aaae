/** One carrier, judged by a policy: the findings of its rules, and the verdict. */

import { recordOf } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { claimFields } from "../list/input.ts";
import { dotNumberOf } from "../service/records.ts";
import { recordsClaimed } from "./compare/certificate.ts";
import type { Dossier, Finding, Verdict } from "./model.ts";
import { type Policy, ruleOf, rulesFor } from "./policy/policy.ts";
import { applyWaivers, isChecked, type Waiver } from "./policy/waivers.ts";
import { answerIn, Facts } from "./record/facts.ts";
import { cargoNotes } from "./record/insurance.ts";
import { claimsRule } from "./rules/identity.ts";
import type { CarrierToJudge, Judgment, PolicyRule } from "./rules/judgment.ts";
import { fail, policyRule, settle, skip } from "./rules/rule.ts";
import { dotNumberRule, existsRule, markedRule } from "./rules/standing.ts";

export interface JudgeContext
  extends Pick<CarrierToJudge, "today" | "profile" | "before"> {
  /** Those of `parseWaivers`. */
  waivers?: readonly Waiver[] | undefined;
  /** What evidence that is cut off has lost is not known: nothing passes. */
  isCutOff?: boolean | undefined;
}

export interface Decision {
  verdict: Verdict;
  findings: readonly Finding[];
  /** What a person must not overlook although no rule asks for it. */
  notes: readonly string[];
  /** The waivers of this carrier that cover nothing, each with why. */
  unusedWaivers: readonly string[];
}

const exists = policyRule(existsRule);
const marked = policyRule(markedRule);
const evidence: PolicyRule = {
  ...exists,
  name: "evidence",
  label: "evidence",
  level: "review",
};
const cutOff = fail("the evidence is cut off: nothing in it passes");

/** What messages call a policy. */
const titleOf = ({ isBuiltIn }: Policy) =>
  isBuiltIn ? "the built-in policy" : "your policy";

/**
 * Judges a carrier: whether it exists, then each rule in the order of the
 * policy.
 * @throws {TypeError} when `today` is not a day, a claim has an unknown field, a
 * waiver is not one of `parseWaivers`, or an answer is about another carrier;
 * never for what a record holds
 */
export function judge(
  policy: Policy,
  dossier: Dossier,
  context: JudgeContext,
): Decision {
  const { answers, dotNumber, claims, isMarkedOutOfService } = dossier;
  const { waivers = [], today, isCutOff } = context;
  refuseOthers(dossier);
  refuseWrongTypes(claims, context);
  const policyName = titleOf(policy);
  const find = (used: PolicyRule) =>
    judgeRule(used, dossier, { ...context, policyName });
  const isRefused = refusesUnasked(policy, dotNumber);
  const isUnasked = isRefused && Object.keys(answers).length === 0;
  const notAsked = skip(`not asked: ${policyName} refuses this number`);
  const existence = isUnasked
    ? findingOf(exists, dossier, notAsked)
    : find(exists);
  const isKnown = existence.outcome === "pass";
  const notJudged = isUnasked
    ? notAsked
    : skip(`not judged: ${existence.message}`);
  // What your own lists say of a number counts without any answer.
  const byLists = [marked.name, ...(isRefused ? [dotNumberRule.name] : [])];
  const rules = [
    ...(isMarkedOutOfService ? [marked] : []),
    ...rulesFor(policy, claims !== undefined),
  ];
  const { findings, unused } = applyWaivers(
    waivers.filter(({ carrier }) => carrier === dotNumber),
    [
      existence,
      ...rules.map((used) =>
        isKnown || byLists.includes(used.name)
          ? find(used)
          : findingOf(used, dossier, notJudged),
      ),
      ...(isCutOff ? [findingOf(evidence, dossier, cutOff)] : []),
    ],
    today,
  );
  return {
    verdict: verdictOf(findings),
    findings,
    unusedWaivers: unused,
    notes: isKnown ? cargoNotes(answers, today) : [],
  };
}

function refuseOthers({ dotNumber, answers }: Dossier): void {
  for (const [name, answer] of Object.entries(answers)) {
    const other = dotNumberOf(recordOf(answer) ?? {}) ?? dotNumber;
    if (other !== dotNumber)
      throw new TypeError(
        `the ${name} record is of USDOT ${other}, not of USDOT ${dotNumber}`,
      );
  }
}

/** A day past the year 2240 is a moment, in seconds or in milliseconds. */
const lastDay = 100_000;

/** Whoever does not compile with our types gets no verdict that ignores a mistake. */
function refuseWrongTypes(
  claims: Dossier["claims"],
  { today, waivers = [] }: JudgeContext,
): void {
  if (!waivers.every(isChecked))
    throw new TypeError("a waiver was not checked: take those of parseWaivers");
  if (!Number.isInteger(today) || today < 0 || today > lastDay)
    throw new TypeError(
      "today is not a day, as localDay(Date.now()) gives it: days since 1970-01-01",
    );
  const known: readonly string[] = ["place", ...claimFields];
  const names = (claims ?? []).flatMap((row) => Object.keys(row));
  const other = names.find((name) => !known.includes(name));
  if (other !== undefined)
    throw new TypeError(
      `a claim has no ${other}; it has ${claimFields.join(", ")}`,
    );
}

function verdictOf(findings: readonly Finding[]): Verdict {
  const effects = findings.map(({ effect }) => effect);
  if (effects.includes("fail")) return "fail";
  return effects.includes("review") ? "review" : "pass";
}

/**
 * Whether the policy refuses a number outright, so that nothing is asked about
 * it: at level error only.
 */
export function refusesUnasked(policy: Policy, dotNumber: DotNumber): boolean {
  const used = ruleOf(policy, dotNumberRule.name);
  if (used?.level !== "error") return false;
  const unasked = { dotNumber, answers: {} };
  const context = { today: 0, policyName: titleOf(policy) };
  return judgeRule(used, unasked, context).outcome === "fail";
}

function judgeRule(
  used: PolicyRule,
  dossier: Dossier,
  context: JudgeContext & Pick<CarrierToJudge, "policyName">,
): Finding {
  const facts = new Facts(dossier.answers);
  const judgment = settle(() => used.judge({ ...dossier, ...context, facts }));
  const { outcome } = judgment;
  const unanswered =
    outcome === "skipped" ? undefined : lackedRecord(used, dossier);
  // Values that are known and fail decide, whatever else has no answer.
  const decisive = outcome === "fail" ? judgment : (unanswered ?? judgment);
  const finding = findingOf(used, dossier, decisive, facts.observed());
  return unanswered?.lacks ? { ...finding, lacks: unanswered.lacks } : finding;
}

/** That a record which a rule needs has no answer; undefined if all have. */
function lackedRecord(
  used: PolicyRule,
  { answers, claims }: Dossier,
): Judgment | undefined {
  const isClaims = used.name === claimsRule.name;
  const claimed = isClaims ? recordsClaimed(claims ?? []) : [];
  for (const lacks of [...used.needs, ...claimed]) {
    const answer = answerIn(answers, lacks);
    if (answer !== undefined && answer.state !== "unanswered") continue;
    const message = answer
      ? `${lacks} not answered: ${answer.error.message}`
      : `the ${lacks} record was not asked for`;
    return { outcome: "unknown", message, subject: lacks, lacks };
  }
  return undefined;
}

function findingOf(
  used: PolicyRule,
  { dotNumber, place }: Dossier,
  judgment: Judgment,
  observed: Finding["observed"] = {},
): Finding {
  const { level: _, outcome, ...said } = judgment;
  const { name, label, why } = used;
  return {
    dot_number: dotNumber,
    rule: name,
    label,
    outcome,
    ...weigh(judgment, used),
    ...said,
    observed,
    place,
    waived: null,
    ...(why !== undefined && { why }),
  };
}

/** What a judgment does to the carrier, by the level of its rule. */
function weigh(
  { outcome, lacks, level: given }: Judgment,
  used: PolicyRule,
): Pick<Finding, "level" | "effect"> {
  // A rule may leave to a person what its policy refuses.
  const level = used.level === "warning" ? "warning" : (given ?? used.level);
  if (outcome === "pass" || outcome === "skipped")
    return { level, effect: outcome };
  // What lacks a record is for a person whatever the policy says.
  if (lacks)
    return { level: level === "warning" ? "review" : level, effect: "review" };
  const isWarning =
    level === "warning" || (outcome === "unknown" && used.unknown === "warn");
  if (isWarning) return { level, effect: "warning" };
  const isForPerson =
    level === "review" || (outcome === "unknown" && used.unknown === "block");
  return { level, effect: isForPerson ? "review" : "fail" };
}
