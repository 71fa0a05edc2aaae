/** One carrier, judged by a policy: the findings of its rules, and the verdict. */
import type { DotNumber } from "../dot-number.ts";
import { lazy } from "../text/lazy.ts";
import { type Filing, readFilings } from "./cover.ts";
import { verdictOf } from "./finding.ts";
import type { CarrierRecords, Finding, Judgment, ListPlace, RecordName, RecordState, Verdict } from "./model.ts";
import type { Policy, PolicyRule } from "./policy.ts";
import { notAnswered, skipped, unknown } from "./rules/judgment.ts";
import type { AnsweredRecords, RuleContext } from "./rules/rule.ts";
import { dotNumber as dotNumberRule, exists, judgeExistence } from "./rules/standing.ts";
import type { WaiverLedger } from "./waivers.ts";

/** What a carrier is judged with, in addition to its records. */
export interface EvaluationContext {
  /** The UTC day on which the run started. */
  today: number;
  /** Where the carrier's number is in a list. */
  place?: ListPlace | null;
  /** The carrier in the earlier run; absent without one, and for a carrier that is not in it. */
  before?: RuleContext["before"];
  waivers?: WaiverLedger | undefined;
}

/**
 * Judges a carrier: first whether it exists, then every rule in the order of the policy. Pure, except for the waivers' ledger, which
 * notes what was used. Never throws, whatever a record holds.
 */
export function evaluate(
  policy: Policy,
  carrier: CarrierRecords,
  { today, place = null, before, waivers }: EvaluationContext,
): { verdict: Verdict; findings: readonly Finding[] } {
  const context: RuleContext = {
    dotNumber: carrier.dotNumber,
    today,
    before,
    filings: lazy(() => filingsIn(carrier, today)),
  };
  const judged = judgeAll(policy, carrier, context).map(([used, judgment]) =>
    findingOf(carrier, used, judgment, place),
  );
  const findings = waivers === undefined ? judged : waivers.apply(judged);
  return { verdict: verdictOf(findings), findings };
}

/**
 * Whether the policy refuses a number outright, so that nothing is asked about it. Not at level warning, which never decides.
 */
export function isRefusedUnasked(policy: Policy, dotNumber: DotNumber): boolean {
  const used = policy.rules.find(({ rule, level }) => rule === dotNumberRule && level === "error");
  // It reads nothing but the number; no record and no day matter.
  return used?.rule.check({}, used.parameters, { dotNumber, today: 0, filings: () => [] }).outcome === "fail";
}

/** Whether a carrier needs review because a request failed: asking again may settle it, and the exit status is 8. */
export function isAskingFailed(findings: readonly Finding[]): boolean {
  return findings.some(({ reason }) => reason === "not-answered");
}

type UsedRule = Omit<PolicyRule, "rule" | "needs" | "parameters"> & { rule: { name: string } };

const existsRule: UsedRule = { rule: exists, level: "error", unknown: "block", why: undefined };

function judgeAll(policy: Policy, carrier: CarrierRecords, context: RuleContext): [UsedRule, Judgment][] {
  if (isRefusedUnasked(policy, carrier.dotNumber)) {
    const others = skipped("not asked: dot_number refuses this number");
    return [
      [existsRule, others],
      ...policy.rules.map((used): [UsedRule, Judgment] => [
        used,
        used.rule === dotNumberRule ? used.rule.check({}, used.parameters, context) : others,
      ]),
    ];
  }
  const existence = judgeExistence(carrier.records);
  const missing = existence.outcome === "pass" ? undefined : skipped(`not judged: ${existence.message}`, "not-judged");
  const records = answeredRecords(carrier.records);
  return [
    [existsRule, existence],
    ...policy.rules.map((used): [UsedRule, Judgment] => [used, missing ?? judge(used, carrier, records, context)]),
  ];
}

function judge(used: PolicyRule, carrier: CarrierRecords, records: AnsweredRecords, context: RuleContext): Judgment {
  const lacking = judgeMissing(used, carrier.records);
  return lacking ?? used.rule.check(records, used.parameters, context);
}

function filingsIn({ records: { insurance } }: CarrierRecords, today: number): readonly Filing[] {
  const rows = insurance?.state === "answered" ? insurance.value["policies"] : undefined;
  return Array.isArray(rows) ? readFilings(rows, today) : [];
}

/** The judgment of a rule that lacks a record; undefined if it has all it needs. */
function judgeMissing({ rule, needs }: PolicyRule, records: CarrierRecords["records"]): Judgment | undefined {
  let none: RecordName | undefined;
  for (const name of needs) {
    const record = recordFor(name, records);
    if (record === undefined) return notAnswered(`the ${name} record was not asked for`);
    if (record.state === "unanswered") return notAnswered(`${name} not answered: ${record.message}`, record);
    if (record.state === "none") none ??= name;
  }
  return none === undefined || rule.judgesWithoutRecord ? undefined : unknown(`no ${none} record`, {}, "no-record");
}

/** The carrier record says all that a summary says. */
function recordFor(name: RecordName, records: CarrierRecords["records"]): RecordState | undefined {
  return name === "summary" ? (records.carrier ?? records.summary) : records[name];
}

function answeredRecords(records: CarrierRecords["records"]): AnsweredRecords {
  const answered = (name: RecordName) => {
    const record = recordFor(name, records);
    return record?.state === "answered" ? record.value : undefined;
  };
  return {
    carrier: answered("carrier"),
    summary: answered("summary"),
    insurance: answered("insurance"),
    safety: answered("safety"),
  };
}

/** A failed request needs review whatever the rule says: without an answer there is neither a pass nor a fail. */
function findingOf(carrier: CarrierRecords, used: UsedRule, judgment: Judgment, place: ListPlace | null): Finding {
  const isAnswered = judgment.reason !== "not-answered";
  const finding: Finding = {
    dot_number: carrier.dotNumber,
    rule: used.rule.name,
    ...judgment,
    level: isAnswered ? used.level : "error",
    place,
    waived: null,
    unknown: isAnswered ? used.unknown : "block",
  };
  if (used.why !== undefined) finding.why = used.why;
  return finding;
}
