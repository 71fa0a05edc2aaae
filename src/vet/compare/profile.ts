/**
 * The profile of a carrier: the twenty or so values that tell whether it is
 * still the same, as the records of today state them.
 */
import type { Answers } from "../../answer.ts";
import type { ChangeGroup, Profile, ProfileValue } from "../model.ts";
import {
  citable,
  type RecordPath,
  readField,
  readIn,
  recordIn,
  splitPath,
} from "../record/facts.ts";
import type { CoverKind } from "../record/filings.ts";
import { type Insurance, insuranceIn } from "../record/insurance.ts";
import {
  inspectionField,
  inspectionGroups,
  isAbove,
} from "../record/safety.ts";
import {
  above,
  endValue,
  notAbove,
  uncertain,
  type ValueKind,
  valueKinds,
} from "./values.ts";

interface ProfileField extends ValueKind {
  /**
   * Where records state it; none where it is worked out. Of two that differ,
   * both count.
   */
  paths: readonly ReturnType<typeof splitPath>[];
}

const profileField = (
  kind: keyof typeof valueKinds,
  ...paths: readonly RecordPath[]
): ProfileField => ({ ...valueKinds[kind], paths: paths.map(splitPath) });

/** All values, by the groups in which changes are reported. */
export const groups: Readonly<
  Record<ChangeGroup, Readonly<Record<string, ProfileField>>>
> = {
  identity: {
    name: profileField("name", "summary.legal_name"),
    dba_name: profileField("name", "summary.dba_name"),
    mc_number: profileField("docket", "carrier.mc_number"),
    street: profileField("address", "summary.address.street"),
    city: profileField("address", "summary.address.city"),
    state: profileField("state", "summary.address.state"),
    zip: profileField("zip", "summary.address.zip"),
    phone: profileField("phone", "carrier.contact.phone"),
    email: profileField("email", "carrier.contact.email"),
  },
  authority: {
    status: profileField("text", "summary.status"),
    operating_authority: profileField("authority", "carrier.authority.status"),
    authority_since: profileField(
      "day",
      "carrier.authority.common_authority_date",
    ),
  },
  insurance: {
    bipd_on_file: profileField("cover", "carrier.insurance.bipd_on_file"),
    cargo_on_file: profileField("cover", "carrier.insurance.cargo_on_file"),
    bipd_in_force: profileField("cover"),
    cargo_in_force: profileField("cover"),
    bipd_insurers: profileField("insurer"),
    cargo_insurers: profileField("insurer"),
    bipd_policy_numbers: profileField("policy_number"),
    cargo_policy_numbers: profileField("policy_number"),
    first_policy_end: profileField("end"),
  },
  safety: {
    safety_rating: profileField(
      "rating",
      "carrier.safety.rating",
      "safety.rating",
    ),
    crashes: profileField(
      "number",
      "carrier.safety.total_crashes",
      "safety.crashes.total",
    ),
    driver_oos_rate: profileField("rate"),
    vehicle_oos_rate: profileField("rate"),
    hazmat_oos_rate: profileField("rate"),
  },
};

const allFields: ReadonlyMap<string, ProfileField> = new Map(
  Object.values(groups).flatMap((fields) => Object.entries(fields)),
);

export const fieldNamed = (name: string): ProfileField =>
  allFields.get(name) ?? profileField("text");

/**
 * The profile of a carrier. What has no answer is absent: the value before
 * stays.
 */
export function profileOf(answers: Answers, today: number): Profile {
  const profile: Record<string, ProfileValue> = {};
  for (const [name, field] of allFields) {
    const value = statedIn(answers, field);
    if (value !== undefined) profile[name] = value;
  }
  return { ...profile, ...coverIn(answers, today), ...ratesIn(answers) };
}

/**
 * What the records state; undefined where one has no answer, or none was asked
 * for, and where it is worked out.
 */
function statedIn(
  answers: Answers,
  field: ProfileField,
): ProfileValue | undefined {
  const values: string[] = [];
  let isKnown = false;
  for (const { record: name, path } of field.paths) {
    if (answers[name]?.state === "unanswered") return undefined;
    const record = recordIn(answers, name);
    if (record === undefined) continue;
    isKnown = true;
    const { raw } = readField(record, { path, read: field.read });
    // A list states each of its elements.
    for (const value of [raw].flat()) values.push(...normalized(value, field));
  }
  return isKnown ? profileValue(values) : undefined;
}

/** Keeps unreadable text as it was sent. A value that is not text states nothing. */
function normalized(
  raw: unknown,
  { read, valuesIn }: ValueKind,
): readonly string[] {
  const { value, why } = read(raw);
  if (value !== undefined) {
    const values = valuesIn(value);
    return values.length > 0 ? values : [value];
  }
  return why && typeof raw === "string" ? [String(citable(raw))] : [];
}

/** Each value once, and in order. */
const profileValue = (values: readonly string[]): ProfileValue =>
  values.length === 0 ? null : [...new Set(values)].sort();

/** What the filings that may be in force come to: nothing, where no policy is. */
function coverIn(answers: Answers, today: number): Profile {
  if (recordIn(answers, "insurance") === undefined) return {};
  const insurance = insuranceIn(answers, today);
  if (insurance === undefined) {
    const workedOut = Object.entries(groups.insurance).filter(
      ([, { paths }]) => paths.length === 0,
    );
    return Object.fromEntries(workedOut.map(([name]) => [name, null]));
  }
  const ends = insurance.maybeInForce().map((filing) => filing.ends);
  return {
    ...coverOf("bipd", insurance),
    ...coverOf("cargo", insurance),
    first_policy_end: ends.length === 0 ? [] : [endValue(Math.min(...ends))],
  };
}

function coverOf(kind: CoverKind, insurance: Insurance): Profile {
  const { maybeInForce, certainAmount, highestAmount } = insurance.cover(kind);
  const stated = (name: "insurer" | "policy_number") =>
    maybeInForce.length === 0
      ? []
      : profileValue(
          maybeInForce.flatMap((each) =>
            normalized(each[name], valueKinds[name]),
          ),
        );
  const isUncertain = certainAmount === 0 && highestAmount > 0;
  return {
    [`${kind}_in_force`]: [isUncertain ? uncertain : String(certainAmount)],
    [`${kind}_insurers`]: stated("insurer"),
    [`${kind}_policy_numbers`]: stated("policy_number"),
  };
}

/**
 * For each group, whether its out-of-service rate is above the national average
 * of the same answer.
 */
function ratesIn(answers: Answers): Profile {
  if ((answers.safety?.state ?? "unanswered") === "unanswered") return {};
  const rates = inspectionGroups.map((group): [string, ProfileValue] => {
    const [total, rate, national] = (
      ["total", "oos_rate", "national_avg"] as const
    ).map((name) => readIn(answers, inspectionField(group, name)).value);
    return [`${group}_oos_rate`, rateValue(total, rate, national)];
  });
  return Object.fromEntries(rates);
}

function rateValue(total = 0, rate?: number, national = 0): ProfileValue {
  if (total === 0 || rate === undefined || national === 0) return null;
  return [isAbove(rate, national) ? above : notAbove];
}
