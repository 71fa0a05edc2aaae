/** Runs one rule, as a policy would have it, on the records of a carrier. */
import { expect } from "vitest";
import { evaluate } from "../../../src/vet/evaluate.ts";
import type { CarrierRecords, Finding } from "../../../src/vet/model.ts";
import { parsePolicy } from "../../../src/vet/policy-parser.ts";
import type { RuleContext } from "../../../src/vet/rules/rule.ts";
import { answered, goodCarrier, goodInsurance, goodSafety, today, withValue } from "../records.ts";

/** A policy of one rule; the parameters are JSON, which is YAML as well. */
export function policyOf(rule: string, parameters: unknown, readList = (path: string): string => path) {
  const text = `version: 1\nname: test\nrules:\n  ${rule}: ${JSON.stringify(parameters)}\n`;
  return parsePolicy(text, { path: "policy.yaml", readList });
}

interface Given {
  records?: CarrierRecords;
  today?: number;
  before?: RuleContext["before"];
}

/** Policies that were parsed, which takes longer than to judge by them. */
const parsed = new Map<string, ReturnType<typeof policyOf>>();

/** The finding of a rule. */
export function judged(rule: string, parameters: unknown, given: Given = {}): Finding {
  const records = given.records ?? goodWith({});
  const key = `${rule} ${JSON.stringify(parameters)}`;
  const policy = parsed.get(key) ?? policyOf(rule, parameters);
  parsed.set(key, policy);
  const { findings } = evaluate(policy, records, { today: given.today ?? today, before: given.before });
  const finding = findings.find((one) => one.rule === rule);
  if (finding === undefined) throw new Error(`no finding of ${rule}`);
  return finding;
}

/** The good carrier with other values: `{"carrier.status": "INACTIVE", "safety.rating": undefined}` by record and path. */
export function goodWith(values: Readonly<Record<string, unknown>>): CarrierRecords {
  const records: Record<string, unknown> = { carrier: goodCarrier, insurance: goodInsurance, safety: goodSafety };
  for (const [place, value] of Object.entries(values)) {
    const [record = "", ...path] = place.split(".");
    records[record] = withValue(records[record], path.join("."), value);
  }
  return answered(records);
}

/** Asserts outcome and message of a rule on the good carrier with one other value. */
export function expectJudged(
  rule: string,
  parameters: unknown,
  values: Readonly<Record<string, unknown>>,
  outcome: Finding["outcome"],
  message: string | RegExp,
): void {
  const finding = judged(rule, parameters, { records: goodWith(values) });
  expect({ outcome: finding.outcome, message: finding.message }).toEqual({
    outcome,
    message: typeof message === "string" ? message : expect.stringMatching(message),
  });
}
