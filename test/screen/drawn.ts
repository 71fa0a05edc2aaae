/** Carriers on screens: those of the sample, judged by the built-in policy, and rows as lookups show them. */
import { recordOf } from "../../src/answer.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import { ListError } from "../../src/errors.ts";
import { csv, type Format } from "../../src/output/format.ts";
import { listTable, rowSheet, singleScreen } from "../../src/output/rows.ts";
import { carriers } from "../../src/sample/carriers.ts";
import { recordsOf, type SampleRecords } from "../../src/sample/records.ts";
import type { Recorded, Row, View } from "../../src/screen/columns.ts";
import type { Look } from "../../src/screen/look.ts";
import { snapshotOf } from "../../src/screen/snapshot-view.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { defaultPolicy } from "../../src/vet/default-policy.ts";
import { dayOfTime } from "../../src/vet/facts.ts";
import { judge } from "../../src/vet/judge.ts";
import type { Run, Vetted } from "../../src/vet/model.ts";
import { type Policy, parsePolicy } from "../../src/vet/policy.ts";
import { dossierOf, type Records } from "../support/fixtures.ts";

export const now = Date.parse("2026-11-22T08:49:00Z");

export const pipe: Look = {
  width: undefined,
  height: undefined,
  color: false,
  now,
  today: dayOfTime(now),
  zone: "utc",
  sample: false,
};

/** A row of no snapshot. */
export const unjudged = {
  today: dayOfTime(now),
  answers: {},
  findings: [],
  notes: [],
  isBuiltIn: false,
};

const samples = new Map(
  carriers.map((declared) => [
    declared.dot_number,
    recordsOf(declared, new Date(now)),
  ]),
);

export const sampleNumbers = [...samples.keys()];

/** The records of a carrier of the sample. */
export const sampleOf = (number: string) =>
  samples.get(number) as SampleRecords;

/** A carrier of the sample, with other answers in place of some, as it is judged by a policy: the built-in one, or YAML. */
export async function judged(
  number: string,
  answers: Records = {},
  policy?: string,
) {
  const dossier = dossierOf(
    { ...sampleOf(number), ...answers },
    { dotNumber: number as DotNumber },
  );
  return { dossier, ...judge(await policyOf(policy), dossier, today) };
}

const today = { today: dayOfTime(now) };

function policyOf(text: string | undefined): Promise<Policy> {
  return text === undefined
    ? defaultPolicy()
    : parsePolicy(text, { path: "p", readList: (path) => path });
}

/** A carrier as the snapshot's list, screen and JSON have it. */
export function snapshot({ dossier, findings, notes }: Judged): Recorded {
  const { dotNumber, answers } = dossier;
  return snapshotOf(dotNumber, { answers, findings, notes, isBuiltIn: true });
}

export type Judged = Awaited<ReturnType<typeof judged>>;

export const row = (
  record: JsonObject,
  number = String(record["dot_number"]),
): Row => ({ dotNumber: number as DotNumber, record });

export const missing = (number: string): Row => ({
  dotNumber: number as DotNumber,
  error: new ListError("the service knows no such carrier", "not-found"),
});

export const unreachable = (number: string): Row => ({
  dotNumber: number as DotNumber,
  error: new ListError("nothing answers", "unreachable"),
});

interface Shown extends Partial<Look> {
  fields?: readonly string[];
}

/** What a lookup prints of some rows: a card of one, a line of each, or CSV. */
export async function printed(
  kind: "card" | "list" | "csv",
  view: View,
  rows: readonly Row[],
  { fields, ...look }: Shown = {},
): Promise<string> {
  const shown = { view, fields, look: { ...pipe, ...look } };
  const open = {
    card: singleScreen,
    list: listTable,
    csv: (given: typeof shown) => csv(rowSheet(given)),
  };
  const format: Format<Row> = await open[kind](shown);
  const text = format.begin + rows.map((each) => format.item(each)).join("");
  return text + (await format.end(undefined));
}

/** A carrier as `usdot vet` has judged it. */
export function vetted({ dossier, ...rest }: Judged): Vetted {
  const { carrier } = dossier.answers;
  const name = recordOf(carrier)?.["legal_name"];
  return {
    dossier,
    legalName: typeof name === "string" ? name : null,
    ...rest,
    profile: {},
    baseline: {},
    before: { kind: "unknown" },
    changes: null,
  };
}

/** A run of one carrier. */
export const run: Pick<Run, "header" | "footer"> = {
  header: {
    tool: { name: "usdot", version: "0.3.0" },
    as_of: new Date(now).toISOString(),
    policy: { name: "general freight 2026", sha256: "9f2c".repeat(16) },
    service: "https://carriers.example/api",
    reference: "LOAD-4782",
    by: "J. Doe",
  },
  footer: {
    counts: { carriers: 1, pass: 0, review: 0, fail: 0 },
    notes: [],
    invalid: [],
    new: [],
    gone: [],
    isCompared: false,
    isCutOff: false,
    answersFrom: null,
    evidence_sha256: null,
  },
};

export const carrier = {
  dot_number: "9000010",
  mc_number: "9100010",
  legal_name: "THUNDER GOOSE EXPRESS LLC",
  dba_name: "GOOSE FREIGHT",
  status: "ACTIVE",
  address: {
    street: "606 HONK HOLLOW RD",
    city: "MACON",
    state: "GA",
    zip: "31201",
  },
  contact: { phone: "+1 608 555 0110", email: "dispatch10@example.com" },
  fleet: { power_units: 1240, drivers: 71 },
  authority: {
    status: "ACTIVE",
    common_authority_date: "2022-06-14T00:00:00Z",
  },
  safety: {
    rating: "Conditional",
    driver_oos_rate: 12.9,
    driver_oos_rate_national: 6.67,
    total_crashes: 18,
  },
  insurance: { bipd_on_file: 750000, cargo_on_file: 0 },
};

const bipd = {
  policy_type: "BIPD/Primary",
  insurer_name: "EXAMPLE MUTUAL INSURANCE CO",
  policy_number: "EX-100010",
  coverage_amount: 750000,
  effective_date: "2026-08-26T00:00:00Z",
  expiration_date: "2027-08-26T00:00:00Z",
  form_code: "91X",
};

export const policies = {
  bipd,
  cargo: {
    ...bipd,
    policy_type: "CARGO",
    policy_number: "SA-2",
    coverage_amount: 100000,
    form_code: "34",
  },
  former: {
    ...bipd,
    effective_date: "2025-08-26",
    expiration_date: "2026-08-26",
  },
};

export const insurance = (...rows: unknown[]) => ({
  dot_number: "9000010",
  legal_name: "THUNDER GOOSE",
  policies: rows,
});

export const safety = {
  dot_number: "9000010",
  legal_name: "THUNDER GOOSE EXPRESS LLC",
  rating: "Conditional",
  inspections: {
    driver: { total: 147, oos: 19, oos_rate: 12.9, national_avg: 6.67 },
    vehicle: { total: 103, oos: 36, oos_rate: 35, national_avg: 22.26 },
    hazmat: { total: 0, oos: 0, oos_rate: 0, national_avg: 4.44 },
  },
  crashes: { fatal: 1, injury: 5, towaway: 12, total: 18, rate: 63.6 },
  violations: {
    unsafe_driving: 63,
    driver_fitness: 12,
    hos: 58,
    drug_alcohol: 1,
    vehicle_maint: 141,
  },
};
