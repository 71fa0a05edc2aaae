/**
 * Derives an invented carrier's four records from one declaration, so that they never contradict each other: the full record says
 * what the policies and inspections say.
 */
import { isObject } from "../text/json-text.ts";

/** A record as the service sends it: the interface's fields, and whatever else a service may add. */
export type SampleRecord = Record<string, unknown>;

/** What can be asked for about one carrier. */
export type Endpoint = "carrier" | "insurance" | "safety";

/** An invented carrier: a few words about it, and its record at each endpoint. */
export interface SampleCarrier {
  /** What the carrier demonstrates, for `usdot sample --list`. */
  what: string;
  /** An element of the bulk answer. */
  summary: SampleRecord;
  /** GET /v1/carriers/{dot_number} */
  carrier: SampleRecord;
  /** GET /v1/carriers/{dot_number}/insurance */
  insurance: SampleRecord;
  /** GET /v1/carriers/{dot_number}/safety */
  safety: SampleRecord;
}

/** A day as an offset from today, so that the sample never goes stale: -30 is thirty days ago. */
type DaysFromToday = number;

/** The number of inspections, and how many of them ended out of service. */
type Inspected = readonly [total: number, oos: number];

export interface Policy {
  /** What its number begins with; the end is the carrier's. */
  series: string;
  policy_type: string;
  insurer_name: string;
  /** Whole dollars; 0 on a cargo filing means "limit not stated". */
  coverage_amount: number;
  form_code: string;
  /** A null expiration means "in force until canceled". */
  days: readonly [effective: DaysFromToday, expiration: DaysFromToday | null];
}

/** Fields that differ from the derived records: null empties a field, undefined removes it, anything else replaces or adds it. */
export type Differences = Partial<Record<Endpoint, SampleRecord>>;

/** Everything there is to say about an invented carrier; whatever is left out has an ordinary value. */
export interface Declaration {
  dot_number: string;
  what: string;
  legal_name: string;
  status?: string;
  address: { street: string | null; city: string; state: string; zip: string | null };
  email?: string;
  fleet: { power_units: number; drivers: number };
  authority: { status: string; since: DaysFromToday };
  /** By default unrated, as most carriers are. */
  rating?: string;
  inspections?: Record<keyof typeof nationalAverages, Inspected>;
  national_avg?: typeof nationalAverages;
  crashes?: typeof noCrashes;
  violations?: typeof noViolations;
  policies?: readonly Policy[];
  differences?: Differences;
  /** Not in the interface, but real services send them. */
  dba_name?: string;
  mcs150?: { filed: DaysFromToday; mileage: number };
}

const noInspections = { driver: [0, 0], vehicle: [0, 0], hazmat: [0, 0] } as const;
const noCrashes = { fatal: 0, injury: 0, towaway: 0 };
const noViolations = { unsafe_driving: 0, driver_fitness: 0, hos: 0, drug_alcohol: 0, vehicle_maint: 0 };
/** National out-of-service rates in percent, from recent FMCSA snapshots. */
const nationalAverages = { driver: 6.67, vehicle: 22.26, hazmat: 4.44 };

/** The records of a declared carrier, with dates counted from the UTC day of `today`. */
export function recordsOf(declared: Declaration, today: Date): SampleCarrier {
  const safety = safetyOf(declared);
  const carrier = differing(carrierOf(declared, safety, today), declared.differences?.carrier);
  const identity = pick(carrier, "dot_number", "legal_name");
  const policies = (declared.policies ?? []).map((policy) => policyRecord(declared, policy, today));
  return {
    what: declared.what,
    summary: pick(carrier, "dot_number", "legal_name", "status", "address", "fleet"),
    carrier,
    insurance: differing({ ...identity, policies }, declared.differences?.insurance),
    safety: differing({ ...identity, ...safety }, declared.differences?.safety),
  };
}

function carrierOf(declared: Declaration, safety: ReturnType<typeof safetyOf>, today: Date): SampleRecord {
  const { dot_number, legal_name, address, fleet, authority, dba_name, mcs150 } = declared;
  return {
    dot_number,
    // Bare digits, as services send dockets. None from 9100001 up was ever issued.
    mc_number: `91${dot_number.slice(2)}`,
    legal_name,
    ...(dba_name && { dba_name }),
    status: declared.status ?? "ACTIVE",
    address,
    // 555-0100 to 555-0199 and example.com are reserved for fiction.
    contact: {
      phone: `(555) 555-01${dot_number.slice(-2)}`,
      email: declared.email ?? `dispatch${dot_number.slice(-2)}@example.com`,
    },
    fleet,
    authority: { status: authority.status, common_authority_date: midnight(today, authority.since) },
    safety: {
      rating: safety.rating,
      driver_oos_rate: safety.inspections.driver.oos_rate,
      driver_oos_rate_national: safety.inspections.driver.national_avg,
      total_crashes: safety.crashes.total,
    },
    insurance: { bipd_on_file: onFile(declared, "BIPD"), cargo_on_file: onFile(declared, "CARGO") },
    ...(mcs150 && { mcs150: { date: midnight(today, mcs150.filed), mileage: mcs150.mileage } }),
  };
}

function safetyOf({ rating, fleet, ...declared }: Declaration) {
  const inspections = declared.inspections ?? noInspections;
  const average = declared.national_avg ?? nationalAverages;
  const crashes = declared.crashes ?? noCrashes;
  const total = crashes.fatal + crashes.injury + crashes.towaway;
  return {
    rating: rating ?? null,
    inspections: {
      driver: inspectionGroup(inspections.driver, average.driver),
      vehicle: inspectionGroup(inspections.vehicle, average.vehicle),
      hazmat: inspectionGroup(inspections.hazmat, average.hazmat),
    },
    // The interface states no unit for the rate; here it's crashes per 100 power units.
    crashes: { ...crashes, total, rate: percent(total, fleet.power_units) },
    violations: declared.violations ?? noViolations,
  };
}

/** Without inspections the rate is 0, not null, as real services send it: it looks like a perfect record. */
function inspectionGroup([total, oos]: Inspected, national_avg: number) {
  return { total, oos, oos_rate: percent(oos, total), national_avg };
}

/** Percent with one decimal, as services send rates: 3 of 42 is 7.1. 0 of 0 is 0. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

function policyRecord({ dot_number }: Declaration, policy: Policy, today: Date): SampleRecord {
  const { policy_type, insurer_name, coverage_amount, form_code } = policy;
  const [effective, expiration] = policy.days;
  return {
    policy_type,
    insurer_name,
    policy_number: policy.series + dot_number.slice(-2),
    coverage_amount,
    effective_date: midnight(today, effective),
    expiration_date: expiration === null ? null : midnight(today, expiration),
    form_code,
  };
}

/** The total amount, in whole dollars, of the policies of a kind that are in force: primary and excess add up. */
function onFile({ policies = [] }: Declaration, kind: "BIPD" | "CARGO"): number {
  return policies
    .filter(({ policy_type }) => policy_type.startsWith(kind))
    .filter(({ days: [effective, expiration] }) => effective <= 0 && (expiration === null || expiration > 0))
    .reduce((sum, { coverage_amount }) => sum + coverage_amount, 0);
}

/** Midnight UTC, `days` after today's UTC day, as an ISO 8601 timestamp without milliseconds. */
function midnight(today: Date, days: DaysFromToday): string {
  const day = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days));
  return day.toISOString().replace(".000Z", "Z");
}

function pick(record: SampleRecord, ...keys: string[]): SampleRecord {
  return Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)));
}

/** `record` with the fields of `differences`, merged recursively; undefined removes a field. */
function differing(record: SampleRecord, differences: SampleRecord = {}): SampleRecord {
  const result = { ...record };
  for (const [key, value] of Object.entries(differences)) {
    const before = result[key];
    if (value === undefined) delete result[key];
    else result[key] = isObject(before) && isObject(value) ? differing(before, value) : value;
  }
  return result;
}
