/** Records for the tests of vetting: a good carrier to spoil, and the real ones. */
import { readFileSync } from "node:fs";
import type { DotNumber } from "../../src/dot-number.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { day } from "../../src/vet/facts.ts";
import { type JudgeContext, judge } from "../../src/vet/judge.ts";
import type {
  Dossier,
  Finding,
  Outcome,
  VetRecord,
} from "../../src/vet/model.ts";
import { type Policy, parsePolicy } from "../../src/vet/policy.ts";

/** The UTC day on which the tests judge. */
export const today = day("2026-11-21").value ?? 0;

/** A BIPD filing of 1,000,000 that is in force today, with what differs. */
export function filing(differences: Record<string, unknown> = {}): JsonObject {
  return {
    policy_type: "BIPD/Primary",
    insurer_name: "EXAMPLE MUTUAL",
    policy_number: "EX-1",
    coverage_amount: 1_000_000,
    effective_date: "2026-01-01T00:00:00Z",
    expiration_date: null,
    ...differences,
  };
}

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

/** The records of a carrier that passes the built-in policy. */
export const good = {
  carrier: {
    dot_number: "9000001",
    mc_number: "9100001",
    legal_name: "PRAIRIE LANTERN FREIGHT INC",
    status: "ACTIVE",
    address: {
      street: "1200 LAMPLIGHT RD",
      city: "LINCOLN",
      state: "NE",
      zip: "68501",
    },
    contact: { phone: "(555) 555-0101", email: "dispatch@example.com" },
    fleet: { power_units: 184, drivers: 201 },
    authority: {
      status: "ACTIVE",
      common_authority_date: "2014-10-25T00:00:00Z",
    },
    safety: { rating: "Satisfactory", total_crashes: 9 },
    insurance: { bipd_on_file: 1_000_000, cargo_on_file: 100_000 },
  },
  insurance: {
    dot_number: "9000001",
    legal_name: "Prairie Lantern Freight",
    policies: [
      filing(),
      filing({ policy_type: "CARGO", coverage_amount: 100_000 }),
    ],
  },
  safety: {
    dot_number: "9000001",
    legal_name: "PRAIRIE LANTERN FREIGHT, INC.",
    rating: "Satisfactory",
    inspections: {
      driver: { total: 412, oos: 9, oos_rate: 2.2, national_avg: 6.67 },
      vehicle: { total: 268, oos: 37, oos_rate: 13.8, national_avg: 22.26 },
      hazmat: { total: 31, oos: 1, oos_rate: 3.2, national_avg: 4.44 },
    },
    crashes: { fatal: 0, injury: 3, towaway: 6, total: 9, rate: 4.9 },
    violations: {
      unsafe_driving: 14,
      driver_fitness: 3,
      hos: 11,
      drug_alcohol: 0,
      vehicle_maint: 52,
    },
  },
};

/** Stands for a record that the service does not have, did not answer with, or was not asked for. */
export const [none, failed, unasked] = ["none", "failed", "unasked"].map(
  (name) => Symbol(name),
);

type Records = Partial<Record<VetRecord, unknown>>;

/** A dossier of these records. */
export function dossierOf(
  records: Records,
  rest: Partial<Dossier> = {},
): Dossier {
  const answers = Object.entries(records)
    .filter(([, value]) => value !== unasked)
    .map(([name, value]) => [name, answerOf(value)]);
  return {
    dotNumber: "9000001" as DotNumber,
    place: { source: "carriers.txt", line: 17 },
    claims: null,
    answers: Object.fromEntries(answers) as Dossier["answers"],
    ...rest,
  };
}

function answerOf(value: unknown) {
  if (value === none) return { state: "none" };
  return value === failed
    ? {
        state: "unanswered",
        code: "unreachable",
        message: "the service answered 503",
      }
    : { state: "answered", value };
}

/** The good records with other values, by record and path: `{"carrier.status": "INACTIVE", "safety": none}`. */
export function goodWith(values: Readonly<Record<string, unknown>>): Records {
  let records: unknown = good;
  for (const [path, value] of Object.entries(values))
    records = withValue(records, path.split("."), value);
  return records as Records;
}

/** A copy with another value at a path; undefined takes the key away. */
export function withValue(
  whole: unknown,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): unknown {
  const copy = (
    Array.isArray(whole) ? [...whole] : { ...(whole as object) }
  ) as Record<string, unknown>;
  copy[name] = rest.length > 0 ? withValue(copy[name], rest, value) : value;
  if (copy[name] === undefined) delete copy[name];
  return copy;
}

const parsed = new Map<string, Promise<Policy>>();

/** A policy of these rules; JSON is YAML as well. `blocked.txt` and `fraud.txt` are lists. */
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
  const finding = findings.find((one) => one.rule === rule);
  if (finding === undefined) throw new Error(`no finding of ${rule}`);
  return finding;
}

/** The lines of one of the files of real records. */
export function realRecords(
  name: "carriers" | "insurance" | "safety" | "oddities",
): JsonObject[] {
  const lines = readFileSync(
    new URL(`../fixtures/real-${name}.ndjson`, import.meta.url),
    "utf8",
  )
    .trim()
    .split("\n");
  return lines
    .map((line) => JSON.parse(line))
    .map((one) => (name === "oddities" ? one.record : one));
}

/** A rule with parameters, and what it finds in the good records with a change: outcome and message. */
export type RuleRows = readonly (readonly [
  rule: string,
  parameters: object,
  rows: readonly (readonly [
    change: Readonly<Record<string, unknown>>,
    outcome: Outcome,
    message: string,
  ])[],
])[];
