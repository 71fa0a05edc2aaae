/** One carrier, judged by a policy: the findings of its rules, and the verdict. */
import type { DotNumber } from "../dot-number.ts";
import { lazy } from "../text/lazy.ts";
import { answer } from "./changes.ts";
import { filingsOf } from "./cover.ts";
import { verdictOf } from "./finding.ts";
import type { CarrierRecords, Finding, Judgment, ListPlace, RecordName, Verdict } from "./model.ts";
import type { Policy, PolicyRule } from "./policy.ts";
import { policiesField } from "./rules/insurance.ts";
import { notAnswered, skipped, unknown, unknownField } from "./rules/judgment.ts";
import type { AnsweredRecords, RuleContext } from "./rules/rule.ts";
import { dotNumber as dotNumberRule, exists, judgeExistence } from "./rules/standing.ts";
import type { WaiverLedger } from "./waivers.ts";

/** What a carrier is judged with, in addition to its records. */
interface EvaluationContext extends Pick<RuleContext, "today" | "before"> {
  /** Where the carrier's number is in a list. */
  place?: ListPlace | null;
  waivers?: WaiverLedger | undefined;
}

/**
 * Judges a carrier: first whether it exists, then every rule in the order of the policy. Pure, except for the waivers' ledger, which
 * notes what was used. Never throws, whatever a record holds.
 */
export function evaluate(
  policy: Policy,
  { dotNumber, records }: CarrierRecords,
  { today, place = null, before, waivers }: EvaluationContext,
): { verdict: Verdict; findings: readonly Finding[] } {
  const filings = lazy(() => filingsOf(answer(records, "insurance"), today) ?? []);
  const judged = judgeAll(policy, records, { dotNumber, today, before, filings }).map(([used, judgment]) =>
    findingOf(dotNumber, used, judgment, place),
  );
  const findings = waivers === undefined ? judged : waivers.apply(judged);
  return { verdict: verdictOf(findings), findings };
}

/** Whether the policy refuses a number outright, so that nothing is asked about it. Not at level warning, which never decides. */
export function isRefusedUnasked(policy: Policy, dotNumber: DotNumber): boolean {
  const used = policy.rules.find(({ rule, level }) => rule === dotNumberRule && level === "error");
  // It reads nothing but the number; no record and no day matter.
  return used?.rule.check({}, used.parameters, { dotNumber, today: 0, filings: () => [] }).outcome === "fail";
}

type Records = CarrierRecords["records"];

type UsedRule = Omit<PolicyRule, "rule" | "needs" | "parameters"> & { rule: { name: string } };

const existsRule: UsedRule = { rule: exists, level: "error", unknown: "block", why: undefined };

function judgeAll(policy: Policy, records: Records, context: RuleContext): [UsedRule, Judgment][] {
  const isRefused = isRefusedUnasked(policy, context.dotNumber);
  const existence = isRefused ? skipped("not asked: dot_number refuses this number") : judgeExistence(records);
  /** What is said of the rules that are not judged. */
  let instead: Judgment | undefined;
  if (isRefused) instead = existence;
  else if (existence.outcome !== "pass") instead = skipped(`not judged: ${existence.message}`, "not-judged");
  const answered = {
    carrier: answer(records, "carrier"),
    summary: answer(records, nameOfSummary(records)),
    insurance: answer(records, "insurance"),
    safety: answer(records, "safety"),
  };
  const judge = (used: PolicyRule) => {
    const refuses = isRefused && used.rule === dotNumberRule;
    return (
      (refuses ? undefined : (instead ?? judgeMissing(used, records, answered))) ??
      used.rule.check(answered, used.parameters, context)
    );
  };
  return [[existsRule, existence], ...policy.rules.map((used): [UsedRule, Judgment] => [used, judge(used)])];
}

/** The judgment of a rule that lacks a record; undefined if it has all it needs. */
function judgeMissing({ rule, needs }: PolicyRule, records: Records, answered: AnsweredRecords): Judgment | undefined {
  let none: RecordName | undefined;
  for (const name of needs) {
    const record = records[name === "summary" ? nameOfSummary(records) : name];
    if (record === undefined) return notAnswered(`the ${name} record was not asked for`);
    if (record.state === "unanswered") return notAnswered(`${name} not answered: ${record.message}`, record);
    if (record.state === "none") none ??= name;
  }
  if (rule.judgesWithoutRecord) return undefined;
  if (none !== undefined) return unknown(`no ${none} record`, {}, "no-record");
  if (!needs.includes("insurance")) return undefined;
  // An insurance record is nothing but its list of policies.
  const policies = policiesField(answered);
  return policies.value === undefined ? unknownField(policies) : undefined;
}

/** The carrier record says all that a summary says. */
function nameOfSummary(records: Records): RecordName {
  return records.carrier === undefined ? "summary" : "carrier";
}

/** A failed request needs review whatever the rule says: without an answer there is neither a pass nor a fail. */
function findingOf(dot_number: DotNumber, used: UsedRule, judgment: Judgment, place: ListPlace | null): Finding {
  const isAnswered = judgment.reason !== "not-answered";
  const [level, unknown] = isAnswered ? [used.level, used.unknown] : (["error", "block"] as const);
  const { outcome, message, observed, reason, error } = judgment;
  // Not spread: every rule of every carrier comes through here.
  const finding: Finding = {
    dot_number,
    rule: used.rule.name,
    outcome,
    level,
    message,
    observed,
    place,
    waived: null,
    unknown,
  };
  if (reason !== undefined) finding.reason = reason;
  if (error !== undefined) finding.error = error;
  if (used.why !== undefined) finding.why = used.why;
  return finding;
}
