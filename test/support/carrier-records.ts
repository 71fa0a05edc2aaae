/** Valid answers for any DOT number: what the fault service says when it works. */

export type Kind = "carrier" | "insurance" | "safety" | "bulk";
export type Json = Record<string, unknown>;

export const legalName = "PLAUSIBLE FREIGHT LLC";

const address = { street: "1 Main St", city: "Omaha", state: "NE", zip: "68102" };
const fleet = { power_units: 15, drivers: 18 };

const inspections = {
  driver: { total: 42, oos: 3, oos_rate: 7.1, national_avg: 6.67 },
  vehicle: { total: 30, oos: 6, oos_rate: 20, national_avg: 22.26 },
  hazmat: { total: 0, oos: 0, oos_rate: 0, national_avg: 4.44 },
};

const policy = {
  policy_type: "BIPD",
  insurer_name: "Great Plains Mutual",
  policy_number: "GP-1002",
  coverage_amount: 1_000_000,
  effective_date: "2025-01-01T00:00:00Z",
  expiration_date: "2099-01-01T00:00:00Z",
  form_code: "91X",
};

/** A valid record of one kind; for bulk, one element of the array. */
export function goodRecord(kind: Kind, dotNumber: string): Json {
  const name = { dot_number: dotNumber, legal_name: legalName };
  if (kind === "insurance") return { ...name, policies: [policy] };
  if (kind === "safety") {
    return {
      ...name,
      rating: "Satisfactory",
      inspections,
      crashes: { fatal: 0, injury: 1, towaway: 2, total: 3, rate: 0.2 },
      violations: { unsafe_driving: 1, driver_fitness: 0, hos: 2, drug_alcohol: 0, vehicle_maint: 4 },
    };
  }
  if (kind === "bulk") return { ...name, status: "ACTIVE", address, fleet };
  return {
    ...name,
    mc_number: "115495",
    status: "ACTIVE",
    address,
    contact: { phone: "402-555-0100", email: "ops@plausible.example" },
    fleet,
    authority: { status: "ACTIVE", common_authority_date: "2012-06-15T00:00:00Z" },
    safety: { rating: "Satisfactory", driver_oos_rate: 7.1, driver_oos_rate_national: 6.67, total_crashes: 3 },
    insurance: { bipd_on_file: 1_000_000, cargo_on_file: 100_000 },
  };
}

/** A complete valid answer: the record, or for bulk an array of records. */
export function goodAnswer(kind: Kind, asked: string[]): unknown {
  const records = asked.map((dotNumber) => goodRecord(kind, dotNumber));
  return kind === "bulk" ? records : records[0];
}
