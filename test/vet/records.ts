/** What one rule finds in the shared records, for the tests of vetting. */

import { VettingFileError } from "../../src/errors.ts";
import { type JudgeContext, judge } from "../../src/library.ts";
import type { Dossier, Finding } from "../../src/vet/model.ts";
import { parsePolicy } from "../../src/vet/policy/files.ts";
import type { Policy } from "../../src/vet/policy/policy.ts";
import { readDay } from "../../src/vet/record/readers.ts";
import {
  dossierOf,
  filing,
  goodWith,
  type Records,
} from "../support/fixtures.ts";

/** The UTC day on which the tests judge. */
export const today = readDay("2026-11-21").value ?? 0;

export interface Filed {
  type?: unknown;
  amount?: unknown;
  from?: unknown;
  to?: unknown;
  status?: unknown;
  canceled?: unknown;
  /** Fields beyond the interface. */
  also?: object;
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
      ...row.also,
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
  "allowed.txt": "2233855\n",
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

/** What differs from the good records: values by their paths, or what is filed. */
export type Change = Readonly<Record<string, unknown>> | readonly Filed[];

export const changed = (change: Change): Records =>
  goodWith(isList(change) ? filed(...change) : change);

const isList = (change: Change): change is readonly Filed[] =>
  Array.isArray(change);

/** What a rule finds, `fail: status is "INACTIVE"`, in each of the changes. */
type Row = readonly [finding: string, ...changes: Change[]];

/** A rule with parameters, and what it finds. */
export type RuleRows = readonly (readonly [
  rule: string,
  parameters: object,
  rows: readonly Row[],
])[];

/** The rows about a value at a path. */
export function at(
  path: string,
  rows: readonly (readonly [finding: string, ...values: unknown[]])[],
): Row[] {
  return rows.map(([finding, ...values]) => [
    finding,
    ...values.map((value) => ({ [path]: value })),
  ]);
}

/** What is said of a file that is refused, line by line. */
export async function mistakesOf(reading: Promise<unknown>): Promise<string[]> {
  const error = await reading.catch((thrown: unknown) => thrown);
  if (error instanceof VettingFileError) return error.message.split("\n");
  throw new Error("no mistake");
}
