/**
 * What the sample service knows: derives an invented carrier's four records
 * from its entry in carriers.yaml, so that they never contradict each other.
 */
import type { AnswerName, RecordName } from "../answer.ts";
import { isObject } from "../text/json.ts";
import { millisecondsPerDay } from "../text/time.ts";
import { data as written } from "./carriers.yaml";

export interface Reply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** Text is a web page, anything else JSON. */
  body: unknown;
}

type SampleRecord = Record<string, unknown>;

/** A day as an offset from today. */
type Day = number;

type FilingName = "bipd" | "excess" | "cargo";

type Counted = readonly [inspections: number, outOfService: number];

/** What an entry leaves out is as usual. */
export interface SampleEntry {
  dot_number: string;
  /** What it is there for. */
  what: string;
  legal_name: string;
  status: string;
  address: readonly (string | null)[];
  fleet: { power_units: number; drivers: number };
  authority: { status: string; since: Day };
  rating: string | null;
  inspections: { driver: Counted; vehicle: Counted; hazmat: Counted };
  crashes: { fatal: number; injury: number; towaway: number };
  violations: Readonly<Record<string, number>>;
  policies: readonly {
    filing: FilingName;
    coverage_amount?: number;
    days: readonly [effective: Day, expiration: Day | null];
  }[];
  /** Fields that differ from the derived records, or are "absent". */
  differences: Partial<Record<RecordName, SampleRecord>>;
  /** How `usdot carrier NUMBER` ends, if it is not answered. */
  end?: "not-found" | "key" | "unreachable" | "unusable";
  /** Sent instead of the record or the whole bulk answer. */
  reply?: Reply;
  /** Whether it is sent for the first request only. */
  isOnce?: true;
  /** The milliseconds after which its records are sent. */
  delay?: number;
}

interface SampleData {
  filings: Record<
    FilingName,
    { series: string; policy_type: string; coverage_amount: number }
  >;
  usual: SampleRecord;
  carriers: readonly SampleRecord[];
  ordinary: SampleRecord;
  reserved: readonly SampleRecord[];
}

const data = written as SampleData;

const numberOf = (entry: SampleRecord) =>
  withDifferences(data.usual, entry) as unknown as SampleEntry;

export const sampleCarriers = data.carriers.map(numberOf);

/** The carriers, then the reserved numbers, each in ascending order. */
export const sampleNumbers: readonly SampleEntry[] = [
  ...sampleCarriers,
  ...data.reserved.map((each) => numberOf({ ...data.ordinary, ...each })),
];

/** The records of a number, with dates counted from the UTC day of `today`. */
export function recordsOf(
  entry: SampleEntry,
  today: Date,
): Record<AnswerName, SampleRecord> {
  const { differences } = entry;
  const policies = policiesOf(entry, today);
  const safety = safetyOf(entry);
  const carrier = withDifferences(
    carrierOf(entry, safety, policies, today),
    differences.carrier,
  );
  const { dot_number, legal_name, status, address, fleet } = carrier;
  const who = { dot_number, legal_name };
  return {
    summary: { ...who, status, address, fleet },
    carrier,
    insurance: withDifferences({ ...who, policies }, differences.insurance),
    safety: withDifferences({ ...who, ...safety }, differences.safety),
  };
}

function carrierOf(
  entry: SampleEntry,
  { rating, inspections, crashes }: ReturnType<typeof safetyOf>,
  policies: ReturnType<typeof policiesOf>,
  today: Date,
): SampleRecord {
  const { dot_number, legal_name, status, fleet, authority } = entry;
  const [street, city, state, zip] = entry.address;
  const ending = dot_number.slice(-2);
  // What the filings in force add up to.
  const onFile = (type: string) =>
    policies
      .filter(
        ({ policy_type, expiration_date: end }) =>
          policy_type.startsWith(type) &&
          (end === null || end > midnight(today, 0)),
      )
      .reduce((sum, { coverage_amount }) => sum + coverage_amount, 0);
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
    fleet,
    authority: {
      status: authority.status,
      common_authority_date: midnight(today, authority.since),
    },
    safety: {
      rating,
      driver_oos_rate: inspections.driver.oos_rate,
      driver_oos_rate_national: inspections.driver.national_avg,
      total_crashes: crashes.total,
    },
    insurance: {
      bipd_on_file: onFile("BIPD"),
      cargo_on_file: onFile("CARGO"),
    },
  };
}

function safetyOf(entry: SampleEntry) {
  const { fleet, rating, violations } = entry;
  const { fatal, injury, towaway } = entry.crashes;
  const total = fatal + injury + towaway;
  const { driver, vehicle, hazmat } = entry.inspections;
  return {
    rating,
    // The national averages are from recent FMCSA snapshots.
    inspections: {
      driver: inspectionsOf(driver, 6.67),
      vehicle: inspectionsOf(vehicle, 22.26),
      hazmat: inspectionsOf(hazmat, 4.44),
    },
    // The interface states no unit for the rate; here it's crashes per 100 power units.
    crashes: {
      fatal,
      injury,
      towaway,
      total,
      rate: percent(total, fleet.power_units),
    },
    violations,
  };
}

/**
 * Without inspections the rate is 0, not null, as real services send it: it
 * looks like a perfect record.
 */
function inspectionsOf([total, oos]: Counted, national_avg: number) {
  return { total, oos, oos_rate: percent(oos, total), national_avg };
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

function policiesOf({ dot_number, policies }: SampleEntry, today: Date) {
  return policies.map(
    ({ filing, days: [effective, expiration], ...amount }) => {
      const { series, ...usual } = data.filings[filing];
      return {
        ...usual,
        ...amount,
        policy_number: series + dot_number.slice(-2),
        effective_date: midnight(today, effective),
        expiration_date:
          expiration === null ? null : midnight(today, expiration),
      };
    },
  );
}

function midnight(today: Date, days: Day): string {
  const moment = new Date(today.getTime() + days * millisecondsPerDay);
  return `${moment.toISOString().slice(0, 10)}T00:00:00Z`;
}

function withDifferences(
  record: SampleRecord,
  differences: SampleRecord = {},
): SampleRecord {
  const result = { ...record };
  for (const [key, value] of Object.entries(differences)) {
    const before = result[key];
    if (value === "absent") delete result[key];
    else
      result[key] =
        isObject(before) && isObject(value)
          ? withDifferences(before, value)
          : value;
  }
  return result;
}
