/** What one rule finds in the shared records, for the tests of vetting. */

import { type JudgeContext, judge } from "../../src/vet/judge.ts";
import type { Dossier, Finding } from "../../src/vet/model.ts";
import { parsePolicy } from "../../src/vet/policy/files.ts";
import type { Policy } from "../../src/vet/policy/policy.ts";
import { readDay } from "../../src/vet/record/readers.ts";
import { dossierOf, filing, type Records } from "../support/fixtures.ts";

/** The UTC day on which the tests judge. */
export const today = readDay("2026-11-21").value ?? 0;

export interface Filed {
  type?: unknown;
  amount?: unknown;
  from?: unknown;
  to?: unknown;
  status?: unknown;
  canceled?: unknown;
  insurer?: unknown;
}

/** A change of the insurance record: filings in short. */
export function filed(
  ...rows: readonly Filed[]
): Readonly<Record<string, unknown>> {
  const filings = rows.map((row) => {
    const written = {
      policy_type: row.type,
      coverage_amount: row.amount,
      effective_date: row.from,
      expiration_date: row.to,
      status: row.status,
      cancellation_date: row.canceled,
      insurer_name: row.insurer,
    };
    return filing(
      Object.fromEntries(
        Object.entries(written).filter(([, value]) => value !== undefined),
      ),
    );
  });
  return { "insurance.policies": filings };
}

const parsed = new Map<string, Promise<Policy>>();

/**
 * A policy of these rules; JSON is YAML as well. `blocked.txt` and `fraud.txt`
 * are lists.
 */
export function policyOf(
  rules: Readonly<Record<string, unknown>>,
): Promise<Policy> {
  const text = `version: 1\nname: test\nrules: ${JSON.stringify(rules)}\n`;
  const policy =
    parsed.get(text) ??
    parsePolicy(text, {
      path: "policy.yaml",
      readList: (path) => lists[path] ?? "",
    });
  parsed.set(text, policy);
  return policy;
}

const lists: Readonly<Record<string, string>> = {
  "blocked.txt": "# ours\n9000001\nUSDOT 76830 # a broker's warning\n",
  "allowed.txt": "#2233855\n",
  "fraud.txt": "555-555-0199\n@Fraud.example # a domain\nThief@Mail.Example\n",
};

/** What one rule finds. */
export async function judged(
  rule: string,
  parameters: unknown,
  records: Records,
  {
    rest = {},
    context = {},
  }: { rest?: Partial<Dossier>; context?: Partial<JudgeContext> } = {},
): Promise<Finding> {
  const { findings } = judge(
    await policyOf({ [rule]: parameters }),
    dossierOf(records, rest),
    { today, ...context },
  );
  const finding = findings.find((each) => each.rule === rule);
  if (finding === undefined) throw new Error(`no finding of ${rule}`);
  return finding;
}

/**
 * What a rule finds in the good records with a change: `fail: status is
 * "INACTIVE"`.
 */
type Row = readonly [
  change: Readonly<Record<string, unknown>>,
  finding: string,
];

/** A rule with parameters, and what it finds. */
export type RuleRows = readonly (readonly [
  rule: string,
  parameters: object,
  rows: readonly Row[],
])[];

/** The rows about a value, by the change that puts it into the good records. */
export function each<T>(
  change: (value: T) => Row[0],
  rows: readonly (readonly [value: T, finding: string])[],
): Row[] {
  return rows.map(([value, finding]) => [change(value), finding]);
}

/** Puts a value at a path of the good records. */
export const at =
  (path: string) =>
  (value: unknown): Row[0] => ({ [path]: value });
