/** One carrier, judged by a policy: the findings of its rules, and the verdict. */
import type { DotNumber } from "../dot-number.ts";
import { answerIn, factsOf } from "./facts.ts";
import type { Dossier, Effect, Finding } from "./model.ts";
import {
  needsOfRule,
  type Policy,
  type PolicyRule,
  rulesFor,
} from "./policy.ts";
import {
  type Judgment,
  type Rule,
  type Subject,
  settle,
  skip,
} from "./rule.ts";
import { dotNumberRule, existsRule, markedRule } from "./rules/standing.ts";
import type { OpenWaivers } from "./waivers.ts";

export interface JudgeContext
  extends Pick<Subject, "today" | "profile" | "compared"> {
  waivers?: OpenWaivers | undefined;
}

/** What a rule says, what it read, and whether it lacks a record: what is unknown for that needs review, whatever the policy says. */
type Judged = Judgment & {
  observed?: Finding["observed"];
  lacksRecord?: boolean;
};

/** Judges a carrier: whether it exists, then each rule in the order of the policy. Never throws, whatever a record holds. */
export function judge(policy: Policy, dossier: Dossier, context: JudgeContext) {
  const isRefused = refusesUnasked(policy, dossier.dotNumber);
  const existence = isRefused
    ? skip("not asked: your vetting rules refuse this number")
    : judgeRule(fixed(existsRule), dossier, context);
  const { outcome, message } = existence;
  const instead = skip(isRefused ? message : `not judged: ${message}`);
  const findings = [findingOf(dossier, fixed(existsRule), existence, context)];
  const marks = dossier.isMarkedOutOfService ? [fixed(markedRule)] : [];
  for (const used of [...marks, ...rulesFor(policy, dossier.claims !== null)]) {
    const decides =
      used.rule === markedRule || (isRefused && used.rule === dotNumberRule);
    const judged =
      outcome === "pass" || decides
        ? judgeRule(used, dossier, context)
        : instead;
    findings.push(findingOf(dossier, used, judged, context));
  }
  const heaviest = (["fail", "review"] as const).find((one) =>
    findings.some(({ effect }) => effect === one),
  );
  return { verdict: heaviest ?? ("pass" as const), findings };
}

/** Whether the policy refuses a number outright, so that nothing is asked about it. Not at level warning, which never decides. */
export function refusesUnasked(policy: Policy, dotNumber: DotNumber): boolean {
  const used = policy.rules.find(
    ({ rule, level }) => rule === dotNumberRule && level === "error",
  );
  const dossier: Dossier = {
    dotNumber,
    place: null,
    claims: null,
    answers: {},
  };
  return (
    used !== undefined &&
    judgeRule(used, dossier, { today: 0 }).outcome === "fail"
  );
}

function judgeRule(
  used: PolicyRule,
  dossier: Dossier,
  context: JudgeContext,
): Judged {
  const facts = factsOf(dossier.answers);
  const judgment = settle(() =>
    used.rule.judge({ ...dossier, ...facts, ...context }, used.parameters),
  );
  const missing = missingRecord(used, dossier.answers);
  const isDecided =
    missing === undefined ||
    judgment.outcome === "fail" ||
    judgment.outcome === "skipped";
  const known: Judgment = isDecided
    ? judgment
    : { outcome: "unknown", message: missing };
  return {
    ...known,
    observed: facts.observed(),
    lacksRecord: missing !== undefined,
  };
}

/** Why a record has no answer that a rule needs, or may read and that was asked for; undefined if all do. */
function missingRecord(
  used: PolicyRule,
  answers: Dossier["answers"],
): string | undefined {
  const needs = needsOfRule(used);
  for (const name of [...needs, ...(used.rule.reads ?? [])]) {
    const answer = answerIn(answers, name);
    if (answer === undefined && needs.includes(name))
      return `the ${name} record was not asked for`;
    if (answer?.state === "unanswered")
      return `${name} not answered: ${answer.message}`;
  }
  return undefined;
}

const fixed = (rule: Rule): PolicyRule => ({
  rule,
  parameters: {},
  level: "error",
  unknown: "block",
  why: undefined,
});

function findingOf(
  dossier: Dossier,
  used: PolicyRule,
  judged: Judged,
  { waivers }: JudgeContext,
): Finding {
  const { outcome, message, observed = {}, lacksRecord = false } = judged;
  const { level, unknown } =
    lacksRecord && outcome === "unknown" ? fixed(used.rule) : used;
  const finding: Finding = {
    dot_number: dossier.dotNumber,
    rule: used.rule.name,
    outcome,
    level,
    effect: effectOf(outcome, level, unknown),
    message,
    observed,
    place: dossier.place,
    waived: null,
    ...(used.why !== undefined && { why: used.why }),
  };
  const waived = waivers?.waive(finding, lacksRecord) ?? null;
  return waived === null ? finding : { ...finding, effect: "waived", waived };
}

function effectOf(
  outcome: Finding["outcome"],
  level: Finding["level"],
  unknown: PolicyRule["unknown"],
): Effect {
  if (outcome === "pass" || outcome === "skipped") return outcome;
  if (level === "warning") return "warning";
  if (outcome === "fail" || unknown === "fail") return "fail";
  return unknown === "warn" ? "warning" : "review";
}
