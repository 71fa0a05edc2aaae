/** One carrier, judged by a policy: the findings of its rules, and the verdict. */
import type { DotNumber } from "../dot-number.ts";
import { cargoAbsence } from "./cover.ts";
import { answerIn, Facts } from "./facts.ts";
import type { Effect, Finding, Records, Subject, Verdict } from "./model.ts";
import {
  type Policy,
  type PolicyRule,
  ruleOf,
  rulesFor,
  usedRule,
} from "./policy.ts";
import { type Case, type Judgment, settle, skip } from "./rule.ts";
import { dotNumberRule, existsRule, markedRule } from "./rules/standing.ts";
import type { OpenWaivers } from "./waivers.ts";

export interface JudgeContext
  extends Pick<Case, "today" | "profile" | "before"> {
  waivers?: OpenWaivers | undefined;
}

export interface Judged {
  verdict: Verdict;
  findings: readonly Finding[];
  /** What a person must not overlook although no rule asks for it. */
  notes: readonly string[];
}

const exists = usedRule(existsRule);
const marked = usedRule(markedRule);

/** Judges a carrier: whether it exists, then each rule in the order of the policy. Never throws, whatever a record holds. */
export function judge(
  policy: Policy,
  subject: Subject,
  context: JudgeContext,
): Judged {
  const isRefused = refusesUnasked(policy, subject.dotNumber);
  const existence = isRefused
    ? skipped(
        exists,
        "not asked: your vetting rules refuse this number",
        subject,
      )
    : findingOf(exists, subject, context);
  const others = [
    ...(subject.isMarkedOutOfService ? [marked] : []),
    ...rulesFor(policy, subject.claims !== null),
  ];
  const findings = others.map((used) => {
    const decides =
      used === marked || (isRefused && used.rule.name === dotNumberRule.name);
    if (existence.outcome === "pass" || decides)
      return findingOf(used, subject, context);
    return skipped(
      used,
      isRefused ? existence.message : `not judged: ${existence.message}`,
      subject,
    );
  });
  const all = [existence, ...findings];
  const heaviest = (["fail", "review"] as const).find((one) =>
    all.some(({ effect }) => effect === one),
  );
  const absence =
    existence.outcome === "pass"
      ? cargoAbsence(subject.answers, context.today)
      : "";
  return {
    verdict: heaviest ?? "pass",
    findings: all,
    notes: absence === "" ? [] : [absence],
  };
}

/** Whether the policy refuses a number outright, so that nothing is asked about it: at level error only. */
export function refusesUnasked(policy: Policy, dotNumber: DotNumber): boolean {
  const used = ruleOf(policy, dotNumberRule.name);
  if (used?.level !== "error") return false;
  const nobody = { dotNumber, place: null, claims: null, answers: {} };
  return (
    used.judge({ ...nobody, facts: new Facts({}), today: 0 }).outcome === "fail"
  );
}

function skipped(used: PolicyRule, message: string, subject: Subject): Finding {
  return madeOf(used, subject, skip(message), {}, "skipped");
}

function findingOf(
  used: PolicyRule,
  subject: Subject,
  { waivers, ...context }: JudgeContext,
): Finding {
  const facts = new Facts(subject.answers);
  const judgment = settle(() => used.judge({ ...subject, ...context, facts }));
  // What is unknown for lack of a record needs review, whatever the policy says.
  const missing =
    judgment.outcome === "fail" || judgment.outcome === "skipped"
      ? undefined
      : missingIn(used, subject.answers);
  const known: Judgment =
    missing === undefined ? judgment : { outcome: "unknown", message: missing };
  const effect = missing === undefined ? effectOf(judgment, used) : "review";
  const finding = madeOf(used, subject, known, facts.observed(), effect);
  const waived = waivers?.waive(finding, missing !== undefined) ?? null;
  return waived === null ? finding : { ...finding, effect: "waived", waived };
}

function madeOf(
  { rule, level, why }: PolicyRule,
  { dotNumber, place }: Subject,
  { outcome, message, parts }: Judgment,
  observed: Finding["observed"],
  effect: Effect,
): Finding {
  return {
    dot_number: dotNumber,
    rule: rule.name,
    outcome,
    level,
    effect,
    message,
    ...(parts && { parts }),
    observed,
    place,
    waived: null,
    ...(why !== undefined && { why }),
  };
}

/** Why a record that a rule needs has no answer; undefined if all do. */
function missingIn(
  { needs }: PolicyRule,
  answers: Records,
): string | undefined {
  for (const name of needs) {
    const answer = answerIn(answers, name);
    if (answer === undefined) return `the ${name} record was not asked for`;
    if (answer.state === "unanswered")
      return `${name} not answered: ${answer.error.message}`;
  }
  return undefined;
}

function effectOf(
  { outcome }: Judgment,
  { level, unknown }: PolicyRule,
): Effect {
  if (outcome === "pass" || outcome === "skipped") return outcome;
  if (level === "warning" || (outcome === "unknown" && unknown === "warn"))
    return "warning";
  const isReview =
    level === "review" || (outcome === "unknown" && unknown === "block");
  return isReview ? "review" : "fail";
}
