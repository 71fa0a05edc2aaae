/** Records for the tests of vetting: a good carrier to spoil, and the real ones. */
import { readFileSync } from "node:fs";
import type { DotNumber } from "../../src/dot-number.ts";
import type { CarrierRecords, RecordName } from "../../src/vet/model.ts";
import { readDay, type ServiceRecord } from "../../src/vet/values.ts";

/** The UTC day of an ISO date. */
export function day(date: string): number {
  const reading = readDay(date);
  if (reading.state !== "stated") throw new Error(`${date} is no date`);
  return reading.value;
}

export const today = day("2026-11-21");

/** A BIPD filing of 1,000,000 that is in force on `today`, with what differs. */
export function filing(differences: Record<string, unknown> = {}): ServiceRecord {
  return {
    policy_type: "BIPD/Primary",
    insurer_name: "EXAMPLE MUTUAL",
    policy_number: "EX-1",
    coverage_amount: 1_000_000,
    effective_date: "2026-01-01T00:00:00Z",
    expiration_date: null,
    form_code: "91X",
    ...differences,
  };
}

/** A carrier that passes the built-in policy, as the service has it. */
export const goodCarrier = {
  dot_number: "9000001",
  mc_number: "9100001",
  legal_name: "PRAIRIE LANTERN FREIGHT INC",
  status: "ACTIVE",
  address: { street: "1200 LAMPLIGHT RD", city: "LINCOLN", state: "NE", zip: "68501" },
  contact: { phone: "(555) 555-0101", email: "dispatch@example.com" },
  fleet: { power_units: 184, drivers: 201 },
  authority: { status: "ACTIVE", common_authority_date: "2014-10-25T00:00:00Z" },
  safety: { rating: "Satisfactory", driver_oos_rate: 2.2, driver_oos_rate_national: 6.67, total_crashes: 9 },
  insurance: { bipd_on_file: 1_000_000, cargo_on_file: 100_000 },
};

export const goodInsurance = {
  dot_number: "9000001",
  legal_name: "PRAIRIE LANTERN FREIGHT INC",
  policies: [
    filing(),
    filing({ policy_type: "CARGO", policy_number: "SA-1", coverage_amount: 100_000, form_code: "34" }),
  ],
};

export const goodSafety = {
  dot_number: "9000001",
  legal_name: "PRAIRIE LANTERN FREIGHT INC",
  rating: "Satisfactory",
  inspections: {
    driver: { total: 412, oos: 9, oos_rate: 2.2, national_avg: 6.67 },
    vehicle: { total: 268, oos: 37, oos_rate: 13.8, national_avg: 22.26 },
    hazmat: { total: 31, oos: 1, oos_rate: 3.2, national_avg: 4.44 },
  },
  crashes: { fatal: 0, injury: 3, towaway: 6, total: 9, rate: 4.9 },
  violations: { unsafe_driving: 14, driver_fitness: 3, hos: 11, drug_alcohol: 0, vehicle_maint: 52 },
};

/** The records of a carrier, each answered. */
export function answered(records: Partial<Record<RecordName, unknown>>): CarrierRecords {
  const entries = Object.entries(records).map(([name, value]) => [name, { state: "answered", value }]);
  return { dotNumber: "9000001" as DotNumber, records: Object.fromEntries(entries) as CarrierRecords["records"] };
}

export const goodRecords = answered({ carrier: goodCarrier, insurance: goodInsurance, safety: goodSafety });

/** A copy with another value at a dotted path; `undefined` takes the key away. */
export function withValue<T>(record: T, path: string, value: unknown): T {
  const copy = structuredClone(record);
  const names = path.split(".");
  const last = names.pop() as string;
  let at = copy as Record<string, unknown>;
  for (const name of names) at = at[name] as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

/** The records of one of the files of real ones. */
export function realRecords(name: "carriers" | "insurance" | "safety"): ServiceRecord[] {
  return fixtureLines(name) as ServiceRecord[];
}

export interface Oddity {
  oddity: string;
  why: string;
  record: ServiceRecord;
}

export function realOddities(): Oddity[] {
  return fixtureLines("oddities") as Oddity[];
}

function fixtureLines(name: string): unknown[] {
  const text = readFileSync(new URL(`../fixtures/real-${name}.ndjson`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** The real record of a carrier. */
export function realRecord(name: "carriers" | "insurance" | "safety", dotNumber: string): ServiceRecord {
  const found = realRecords(name).find((record) => record["dot_number"] === dotNumber);
  if (found === undefined) throw new Error(`no ${name} record of ${dotNumber}`);
  return found;
}
