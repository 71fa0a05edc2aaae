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

interface DeclaredFiling {
  series: string;
  policy_type: string;
  insurer_name: string;
  form_code: string;
  coverage_amount: number;
  /** A null expiration means "in force until canceled". */
  days: readonly [effective: Day, expiration: Day | null];
}

type Counted = readonly [inspections: number, outOfService: number];

/**
 * Fields that differ from the derived records: null empties a field, undefined
 * removes it, anything else replaces or adds it.
 */
export type Differences = Partial<Record<Endpoint, SampleRecord>>;

/**
 * Everything there is to say about an invented carrier; whatever is left out is
 * nothing, or as usual.
 */
export interface Declaration {
  dot_number: string;
  /** What it is there for. */
  what: string;
  legal_name: string;
  status?: string;
  address: readonly (string | null)[];
  fleet: { power_units: number; drivers: number };
  authority: { status?: string; since: Day };
  rating?: string;
  inspections?: { driver?: Counted; vehicle?: Counted; hazmat?: Counted };
  crashes?: { fatal?: number; injury?: number; towaway?: number };
  violations?: Readonly<Record<string, number>>;
  policies?: readonly DeclaredFiling[];
  differences?: Differences;
}

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
    policies: policies.map((filing) => filingOf(declared, filing, today)),
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
  { rating, inspections, crashes }: ReturnType<typeof safetyOf>,
  today: Date,
): SampleRecord {
  const { dot_number, legal_name, status = "ACTIVE" } = declared;
  const [street, city, state, zip] = declared.address;
  const ending = dot_number.slice(-2);
  return {
    dot_number,
    // Bare digits, as services send dockets. None from 9100001 up was ever issued.
    mc_number: `91${dot_number.slice(2)}`,
    legal_name,
    status,
    address: { street, city, state, zip },
    // 555-0100 to 555-0199 and example.com are reserved for fiction.
    contact: {
      phone: `(555) 555-01${ending}`,
      email: `dispatch${ending}@example.com`,
    },
    fleet: declared.fleet,
    authority: {
      status: declared.authority.status ?? "ACTIVE",
      common_authority_date: midnight(today, declared.authority.since),
    },
    safety: {
      rating,
      driver_oos_rate: inspections.driver.oos_rate,
      driver_oos_rate_national: inspections.driver.national_avg,
      total_crashes: crashes.total,
    },
    insurance: {
      bipd_on_file: coverOnFile(declared, "BIPD"),
      cargo_on_file: coverOnFile(declared, "CARGO"),
    },
  };
}

function safetyOf(declared: Declaration) {
  const { fleet, rating = null, inspections = {} } = declared;
  const { fatal = 0, injury = 0, towaway = 0 } = declared.crashes ?? {};
  const total = fatal + injury + towaway;
  return {
    rating,
    // The national averages are from recent FMCSA snapshots.
    inspections: {
      driver: inspectionsOf(inspections.driver, 6.67),
      vehicle: inspectionsOf(inspections.vehicle, 22.26),
      hazmat: inspectionsOf(inspections.hazmat, 4.44),
    },
    // The interface states no unit for the rate; here it's crashes per 100 power units.
    crashes: {
      fatal,
      injury,
      towaway,
      total,
      rate: percent(total, fleet.power_units),
    },
    violations: { ...noViolations, ...declared.violations },
  };
}

/**
 * Without inspections the rate is 0, not null, as real services send it: it
 * looks like a perfect record.
 */
function inspectionsOf([total, oos]: Counted = [0, 0], national_avg: number) {
  return { total, oos, oos_rate: percent(oos, total), national_avg };
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

function filingOf(
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

/** What the filings of a kind that are in force add up to. */
function coverOnFile(
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
