/**
 * Derives an invented carrier's four records from one declaration, so that they
 * never contradict each other.
 */
import { isObject } from "../text/json.ts";

export type SampleRecord = Record<string, unknown>;

export type Endpoint = "carrier" | "insurance" | "safety";

export type SampleRecords = Record<Endpoint | "summary", SampleRecord>;

/**
 * A day as an offset from today, so that the sample never goes stale: -30 is
 * thirty days ago.
 */
type Day = number;

export interface DeclaredFiling {
  series: string;
  policy_type: string;
  insurer_name: string;
  form_code: string;
  coverage_amount: number;
  /** A null expiration means "in force until canceled". */
  days: readonly [effective: Day, expiration: Day | null];
}

/**
 * Fields that differ from the derived records: null empties a field, undefined
 * removes it, anything else replaces or adds it.
 */
export type Differences = Partial<Record<Endpoint, SampleRecord>>;

/**
 * Everything there is to say about an invented carrier; whatever is left out
 * has an ordinary value.
 */
export interface Declaration {
  dot_number: string;
  legal_name: string;
  status?: string;
  address: Record<"street" | "city" | "state" | "zip", string | null>;
  fleet: { power_units: number; drivers: number };
  authority: { status?: string; since: Day };
  rating?: string;
  inspections?: Partial<
    Record<keyof typeof nationalRates, readonly [total: number, oos: number]>
  >;
  crashes?: Partial<typeof noCrashes>;
  violations?: Partial<typeof noViolations>;
  policies?: readonly DeclaredFiling[];
  differences?: Differences;
}

/** From recent FMCSA snapshots. */
const nationalRates = { driver: 6.67, vehicle: 22.26, hazmat: 4.44 };
const noCrashes = { fatal: 0, injury: 0, towaway: 0 };
const noViolations = {
  unsafe_driving: 0,
  driver_fitness: 0,
  hos: 0,
  drug_alcohol: 0,
  vehicle_maint: 0,
};

/** The records of a declared carrier, with dates counted from the UTC day of `today`. */
export function declaredRecords(
  declared: Declaration,
  today: Date,
): SampleRecords {
  const { differences = {}, policies = [] } = declared;
  const safety = safetyOf(declared);
  const carrier = differing(
    carrierOf(declared, safety, today),
    differences.carrier,
  );
  const { dot_number, legal_name, status, address, fleet } = carrier;
  const insurance = {
    dot_number,
    legal_name,
    policies: policies.map((filing) => filingRecord(declared, filing, today)),
  };
  return {
    summary: { dot_number, legal_name, status, address, fleet },
    carrier,
    insurance: differing(insurance, differences.insurance),
    safety: differing(
      { dot_number, legal_name, ...safety },
      differences.safety,
    ),
  };
}

function carrierOf(
  declared: Declaration,
  safety: ReturnType<typeof safetyOf>,
  today: Date,
): SampleRecord {
  const { dot_number, legal_name, status = "ACTIVE" } = declared;
  const { address, fleet, authority } = declared;
  const ending = dot_number.slice(-2);
  return {
    dot_number,
    // Bare digits, as services send dockets. None from 9100001 up was ever issued.
    mc_number: `91${dot_number.slice(2)}`,
    legal_name,
    status,
    address,
    // 555-0100 to 555-0199 and example.com are reserved for fiction.
    contact: {
      phone: `(555) 555-01${ending}`,
      email: `dispatch${ending}@example.com`,
    },
    fleet,
    authority: {
      status: authority.status ?? "ACTIVE",
      common_authority_date: midnight(today, authority.since),
    },
    safety: {
      rating: safety.rating,
      driver_oos_rate: safety.inspections.driver.oos_rate,
      driver_oos_rate_national: safety.inspections.driver.national_avg,
      total_crashes: safety.crashes.total,
    },
    insurance: {
      bipd_on_file: declaredAmount(declared, "BIPD"),
      cargo_on_file: declaredAmount(declared, "CARGO"),
    },
  };
}

function safetyOf({ fleet, inspections = {}, ...declared }: Declaration) {
  const group = (kind: keyof typeof nationalRates) => {
    const [total, oos] = inspections[kind] ?? [0, 0];
    // Without inspections the rate is 0, not null, as real services send it: it
    // looks like a perfect record.
    const oos_rate = percent(oos, total);
    return { total, oos, oos_rate, national_avg: nationalRates[kind] };
  };
  const crashes = { ...noCrashes, ...declared.crashes };
  const total = crashes.fatal + crashes.injury + crashes.towaway;
  return {
    rating: declared.rating ?? null,
    inspections: {
      driver: group("driver"),
      vehicle: group("vehicle"),
      hazmat: group("hazmat"),
    },
    // The interface states no unit for the rate; here it's crashes per 100 power units.
    crashes: { ...crashes, total, rate: percent(total, fleet.power_units) },
    violations: { ...noViolations, ...declared.violations },
  };
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

function filingRecord(
  { dot_number }: Declaration,
  { series, days: [effective, expiration], ...filing }: DeclaredFiling,
  today: Date,
): SampleRecord {
  return {
    ...filing,
    policy_number: series + dot_number.slice(-2),
    effective_date: midnight(today, effective),
    expiration_date: expiration === null ? null : midnight(today, expiration),
  };
}

function declaredAmount(
  { policies = [] }: Declaration,
  kind: "BIPD" | "CARGO",
): number {
  return policies
    .filter(
      ({ policy_type, days: [, end] }) =>
        policy_type.startsWith(kind) && (end === null || end > 0),
    )
    .reduce((sum, { coverage_amount }) => sum + coverage_amount, 0);
}

function midnight(today: Date, days: Day): string {
  const moment = new Date(today.getTime() + days * 86_400_000);
  return `${moment.toISOString().slice(0, 10)}T00:00:00Z`;
}

function differing(
  record: SampleRecord,
  differences: SampleRecord = {},
): SampleRecord {
  const result = { ...record };
  for (const [key, value] of Object.entries(differences)) {
    const before = result[key];
    if (value === undefined) delete result[key];
    else
      result[key] =
        isObject(before) && isObject(value) ? differing(before, value) : value;
  }
  return result;
}
