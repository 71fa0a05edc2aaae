/** One carrier, judged by a policy: the findings of its rules, and the verdict. */

import type { DotNumber } from "../dot-number.ts";
import { recordsClaimed } from "./compare/certificate.ts";
import type { Dossier, Effect, Finding, Level, Verdict } from "./model.ts";
import { type Policy, ruleOf, rulesFor } from "./policy/policy.ts";
import { applyWaivers, type Waiver } from "./policy/waivers.ts";
import { cargoNotes } from "./record/cover.ts";
import { answerIn, Facts } from "./record/facts.ts";
import { claimsRule } from "./rules/identity.ts";
import {
  type Case,
  type Judgment,
  type PolicyRule,
  policyRule,
  settle,
  skip,
} from "./rules/rule.ts";
import { dotNumberRule, existsRule, markedRule } from "./rules/standing.ts";

export interface JudgeContext
  extends Pick<Case, "today" | "profile" | "before"> {
  waivers?: readonly Waiver[] | undefined;
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

/** What messages call a policy. */
const nameOf = ({ isBuiltIn }: Policy) =>
  isBuiltIn ? "the built-in policy" : "your policy";

/**
 * Judges a carrier: whether it exists, then each rule in the order of the
 * policy. Never throws, whatever a record holds.
 */
export function judge(
  policy: Policy,
  dossier: Dossier,
  context: JudgeContext,
): Decision {
  const { answers, dotNumber, claims } = dossier;
  const { waivers = [], today } = context;
  const policyName = nameOf(policy);
  const find = (used: PolicyRule) =>
    findingOf(used, dossier, { ...context, policyName });
  const skipAll = (message: string) => (used: PolicyRule) =>
    madeOf(used, dossier, skip(message), {});
  const isRefused = refusesUnasked(policy, dotNumber);
  const refuse = skipAll(`not asked: ${policyName} refuses this number`);
  const existence = isRefused ? refuse(exists) : find(exists);
  const isKnown = existence.outcome === "pass";
  const others = [
    ...(dossier.isMarkedOutOfService ? [marked] : []),
    ...rulesFor(policy, claims !== null),
  ];
  const findings = others.map((used) => {
    const isOfNumber = used.name === dotNumberRule.name;
    if (isKnown || used === marked || (isRefused && isOfNumber))
      return find(used);
    return isRefused
      ? refuse(used)
      : skipAll(`not judged: ${existence.message}`)(used);
  });
  const waived = applyWaivers(
    waivers.filter(({ carrier }) => carrier === dotNumber),
    [existence, ...findings],
    today,
  );
  return {
    verdict: verdictOf(waived.findings),
    findings: waived.findings,
    unusedWaivers: waived.unused,
    notes: isKnown ? cargoNotes(answers, today) : [],
  };
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
  const unasked = {
    dotNumber,
    place: null,
    claims: null,
    answers: {},
    facts: new Facts({}),
    today: 0,
    policyName: nameOf(policy),
  };
  return used.judge(unasked).outcome === "fail";
}

function findingOf(
  used: PolicyRule,
  dossier: Dossier,
  context: JudgeContext & Pick<Case, "policyName">,
): Finding {
  const facts = new Facts(dossier.answers);
  const judged = settle(() => used.judge({ ...dossier, ...context, facts }));
  const isSkipped = judged.outcome === "skipped";
  const missing = isSkipped ? undefined : missingIn(used, dossier);
  const isFail = judged.outcome === "fail";
  const decisive = isFail ? judged : (missing ?? judged);
  const finding = madeOf(used, dossier, decisive, facts.observed());
  return missing?.lacks ? { ...finding, lacks: missing.lacks } : finding;
}

function madeOf(
  used: PolicyRule,
  { dotNumber, place }: Dossier,
  judgment: Judgment,
  observed: Finding["observed"],
): Finding {
  const { outcome, message, parts, after_label, lacks } = judgment;
  const { name, level, why } = used;
  return {
    dot_number: dotNumber,
    rule: name,
    outcome,
    level: levelOf(level, judgment),
    effect: effectOf(judgment, used),
    message,
    ...(parts && { parts }),
    ...(outcome !== "pass" && after_label && { after_label }),
    ...(lacks && { lacks }),
    observed,
    place,
    waived: null,
    ...(why !== undefined && { why }),
  };
}

/** That a record which a rule needs has no answer; undefined if all have. */
function missingIn(
  used: PolicyRule,
  { answers, claims }: Dossier,
): Judgment | undefined {
  const isClaims = used.name === claimsRule.name;
  const needs = [
    ...used.needs,
    ...(isClaims ? recordsClaimed(claims ?? []) : []),
  ];
  for (const lacks of needs) {
    const answer = answerIn(answers, lacks);
    if (answer !== undefined && answer.state !== "unanswered") continue;
    const message = answer
      ? `${lacks} not answered: ${answer.error.message}`
      : `the ${lacks} record was not asked for`;
    return { outcome: "unknown", message, lacks };
  }
  return undefined;
}

/**
 * A rule may leave to a person what its policy refuses; what lacks a record is
 * for a person whatever the policy says.
 */
function levelOf(level: Level, judgment: Judgment): Level {
  if (level === "warning") return judgment.lacks ? "review" : level;
  return judgment.level ?? level;
}

function effectOf(judgment: Judgment, used: PolicyRule): Effect {
  const { outcome, lacks } = judgment;
  if (outcome === "pass" || outcome === "skipped") return outcome;
  if (lacks) return "review";
  const level = levelOf(used.level, judgment);
  const isUnknown = outcome === "unknown";
  if (level === "warning" || (isUnknown && used.unknown === "warn"))
    return "warning";
  const isReview =
    level === "review" || (isUnknown && used.unknown === "block");
  return isReview ? "review" : "fail";
}
