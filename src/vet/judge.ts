/** One carrier, judged by a policy: the findings of its rules, and the verdict. */

import { type AnswerName, type Answers, recordOf } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { claimFields, isCertificateField } from "../list/input.ts";
import { dotNumberOf } from "../service/records.ts";
import { recordsForClaims } from "./compare/certificate.ts";
import {
  type Decision,
  type Dossier,
  type Finding,
  type Verdict,
  verdicts,
} from "./model.ts";
import { type Policy, ruleOf, rulesFor } from "./policy/policy.ts";
import { applyWaivers, isChecked, type Waiver } from "./policy/waivers.ts";
import { coverNotes } from "./record/absent-cover.ts";
import { answerIn, Facts, recordIn } from "./record/facts.ts";
import { type CoverKind, coverKinds } from "./record/filings.ts";
import { claimsRule } from "./rules/identity.ts";
import {
  type CarrierToJudge,
  type Judgment,
  type PolicyRule,
  skip,
  unknown,
  unknownIfThrown,
} from "./rules/judgment.ts";
import { policyRule } from "./rules/rule.ts";
import {
  cutOffRule,
  dotNumberRule,
  existsRule,
  markedRule,
} from "./rules/standing.ts";

/** What a judgment depends on beside the policy and the dossier. */
export interface JudgeContext
  extends Pick<CarrierToJudge, "today" | "profile" | "before"> {
  /** Those of `parseWaivers`. */
  waivers?: readonly Waiver[] | undefined;
  /** Evidence was cut off: nobody knows what was lost, so nothing passes. */
  isCutOff?: boolean | undefined;
}

const exists = policyRule(existsRule);
const marked = policyRule(markedRule);
const cutOff = policyRule(cutOffRule, { level: "review" });

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
  refuseWrongInput(dossier, context);
  const { dotNumber, answers } = dossier;
  const { waivers = [], today, isCutOff } = context;
  const policyName = policy.isBuiltIn ? "the built-in policy" : "your policy";
  const carrier = { ...dossier, ...context, policyName };
  const beforeWaivers = findingsOf(policy, carrier);
  if (isCutOff) beforeWaivers.push(judgeRule(cutOff, carrier));
  const ofCarrier = waivers.filter(({ carrier }) => carrier === dotNumber);
  const { findings, unused } = applyWaivers(ofCarrier, beforeWaivers, today);
  return {
    verdict: verdictOf(findings),
    findings,
    unusedWaivers: unused,
    notes: recordIn(answers, "summary")
      ? coverNotes(answers, today, kindsToNote(policy))
      : [],
  };
}

/** A larger number is a timestamp, not a day: this one is in 2243. */
const lastDay = 100_000;

/**
 * Callers of the library without TypeScript get an error, not a wrong verdict.
 * @throws {TypeError} for what cannot be judged
 */
function refuseWrongInput(
  { dotNumber, answers, claims }: Dossier,
  { today, waivers = [] }: JudgeContext,
): void {
  for (const [name, answer] of Object.entries(answers)) {
    const other = dotNumberOf(recordOf(answer) ?? {}) ?? dotNumber;
    if (other !== dotNumber)
      throw new TypeError(
        `the ${name} record is of USDOT ${other}, not of USDOT ${dotNumber}`,
      );
  }
  if (!waivers.every(isChecked))
    throw new TypeError("a waiver was not checked: take those of parseWaivers");
  if (!Number.isInteger(today) || today < 0 || today > lastDay)
    throw new TypeError(
      "today is not a day, as localDay(Date.now()) gives it: days since 1970-01-01",
    );
  const claimNames: readonly string[] = ["place", ...claimFields];
  const strayField = (claims ?? [])
    .flatMap((row) => Object.keys(row))
    .find((name) => !claimNames.includes(name));
  if (strayField !== undefined)
    throw new TypeError(
      `unknown claim field ${strayField}; the fields are ${claimFields.join(", ")}`,
    );
}

/**
 * BIPD is noted where no rule judges it; cargo always, as what a rule says of
 * it is not enough: most carriers need not file it.
 */
const kindsToNote = (policy: Policy): CoverKind[] =>
  ruleOf(policy, "policies.bipd") ? ["cargo"] : coverKinds;

/** A carrier as all rules are given it. */
type UnreadCarrier = Omit<CarrierToJudge, "facts">;

/** The findings before waivers. A refused or marked number needs no answer. */
function findingsOf(policy: Policy, carrier: UnreadCarrier): Finding[] {
  const { dotNumber, answers, claims, mark, policyName } = carrier;
  const isRefused = refusesUnasked(policy, dotNumber);
  const isUnasked = isRefused && Object.keys(answers).length === 0;
  const notAsked = skip(`not asked: ${policyName} refuses this number`);
  const existence = isUnasked
    ? findingOf(exists, carrier, notAsked)
    : judgeRule(exists, carrier);
  const { outcome, message } = existence;
  const why = outcome === "skipped" ? message : `not judged: ${message}`;
  const rules = rulesFor(policy, claims !== undefined, answers);
  const findings = rules.map((rule) =>
    outcome === "pass" || (isRefused && rule.name === dotNumberRule.name)
      ? judgeRule(rule, carrier)
      : findingOf(rule, carrier, skip(why)),
  );
  const ofMark = mark === undefined ? [] : [judgeRule(marked, carrier)];
  return [existence, ...ofMark, ...findings];
}

function verdictOf(findings: readonly Finding[]): Verdict {
  const effects: readonly string[] = findings.map(({ effect }) => effect);
  return verdicts.find((verdict) => effects.includes(verdict)) ?? "pass";
}

/**
 * Whether the policy refuses a number outright by a list, so that nothing is
 * asked about it: at level error only.
 */
export function refusesUnasked(policy: Policy, dotNumber: DotNumber): boolean {
  const rule = ruleOf(policy, dotNumberRule.name);
  if (rule?.level !== "error") return false;
  const unasked = { dotNumber, answers: {}, today: 0, policyName: "" };
  return judgeRule(rule, unasked).outcome === "fail";
}

/**
 * Whether a claim about who calls is in doubt: a certificate that could not be
 * compared must not hide that.
 */
const isAboutCaller = (
  { name }: PolicyRule,
  { outcome, parts = [] }: Judgment,
): boolean =>
  name === claimsRule.name &&
  outcome === "unknown" &&
  parts.some(
    (part) => part.outcome !== "pass" && !isCertificateField(part.about),
  );

function judgeRule(rule: PolicyRule, carrier: UnreadCarrier): Finding {
  const { answers } = carrier;
  const facts = new Facts(answers);
  const judgment = unknownIfThrown(() => rule.judge({ ...carrier, facts }));
  const { outcome } = judgment;
  const lacks = outcome === "skipped" ? undefined : lackedRecord(rule, carrier);
  if (!lacks) return findingOf(rule, carrier, judgment, facts.observed());
  // Values that are known and fail decide, whatever else has no answer.
  const isDecided = outcome === "fail" && rule.level !== "warning";
  const said =
    isDecided || isAboutCaller(rule, judgment)
      ? judgment
      : lacking(lacks, answers);
  return findingOf(rule, carrier, { ...said, lacks }, facts.observed());
}

/** The first record that a rule needs and that has no answer. */
function lackedRecord(
  rule: PolicyRule,
  { answers, claims }: Dossier,
): AnswerName | undefined {
  const compared = rule.name === claimsRule.name ? (claims ?? []) : [];
  return [...rule.needs, ...recordsForClaims(compared)].find(
    (name) => (answerIn(answers, name)?.state ?? "unanswered") === "unanswered",
  );
}

function lacking(record: AnswerName, answers: Answers): Judgment {
  const answer = answerIn(answers, record);
  const message =
    answer?.state === "unanswered"
      ? `${record} not answered: ${answer.error.message}`
      : `the ${record} record was not asked for`;
  return { ...unknown(message), subject: record };
}

function findingOf(
  rule: PolicyRule,
  { dotNumber, place }: Dossier,
  judgment: Judgment,
  observed: Finding["observed"] = {},
): Finding {
  const { level: _, outcome, ...said } = judgment;
  const { name, label, why } = rule;
  return {
    dot_number: dotNumber,
    rule: name,
    label,
    outcome,
    ...weigh(judgment, rule),
    ...said,
    observed,
    place,
    why,
  };
}

/** What a judgment does to the carrier, by the level of its rule. */
function weigh(
  { outcome, lacks, level: given }: Judgment,
  rule: PolicyRule,
): Pick<Finding, "level" | "effect"> {
  // A judgment may lower `error` to `review`; it never raises a warning.
  const level = rule.level === "warning" ? "warning" : (given ?? rule.level);
  if (outcome === "pass" || outcome === "skipped")
    return { level, effect: outcome };
  // Where a record is lacking, a person decides, whatever the policy says.
  if (outcome === "unknown" && lacks)
    return { level: level === "warning" ? "review" : level, effect: "review" };
  if (outcome === "fail" || level === "warning" || rule.unknown === "fail")
    return { level, effect: level === "error" ? "fail" : level };
  return { level, effect: rule.unknown === "warn" ? "warning" : "review" };
}
