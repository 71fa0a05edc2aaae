/** The profile of a carrier: its values, as the records of today state them. */
import { type Answers, recordOf } from "../../answer.ts";
import type { Profile, ProfileValue } from "../model.ts";
import { citable, readField, recordIn } from "../record/facts.ts";
import type { CoverKind, Filing } from "../record/filings.ts";
import {
  type Cover,
  type Insurance,
  insuranceIn,
} from "../record/insurance.ts";
import {
  inspectionField,
  inspectionGroups,
  isAbove,
} from "../record/safety.ts";
import { groups, type ProfileField } from "./profile-fields.ts";
import {
  above,
  endValue,
  notAbove,
  uncertain,
  type ValueKind,
  valueKinds,
} from "./values.ts";

/**
 * The profile of a carrier. What has no answer is absent: the value before
 * stays.
 */
export function profileOf(answers: Answers, today: number): Profile {
  const profile: Record<string, ProfileValue> = {};
  for (const [name, field] of Object.values(groups).flatMap(Object.entries)) {
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
    for (const value of [raw].flat()) values.push(...normalized(value, field));
  }
  return isKnown ? profileValue(values) : undefined;
}

/** Keeps unreadable text as it was sent. A value that is not text states nothing. */
function normalized(
  raw: unknown,
  { read, valuesIn }: ValueKind,
): readonly string[] {
  const { state, value } = read(raw);
  if (state === "stated") {
    const values = valuesIn(value);
    return values.length > 0 ? values : [value];
  }
  return state === "unreadable" && typeof raw === "string"
    ? [String(citable(raw))]
    : [];
}

/** Each value once, and in order. */
const profileValue = (values: readonly string[]): ProfileValue =>
  values.length === 0 ? "not-stated" : [...new Set(values)].sort();

/** What the filings that may be in force come to: nothing, where no policy is. */
function coverIn(answers: Answers, today: number): Profile {
  if (recordIn(answers, "insurance") === undefined) return {};
  const insurance = insuranceIn(answers, today);
  return {
    ...coverOf("bipd", insurance),
    ...coverOf("cargo", insurance),
    first_policy_end: whereInForce(insurance?.inForce(), (filings) => [
      endValue(Math.min(...filings.map(({ ends }) => ends))),
    ]),
  };
}

function coverOf(kind: CoverKind, insurance: Insurance | undefined): Profile {
  const stated = (name: "insurer" | "policy_number") =>
    whereInForce(insurance?.inForce(kind), (filings) =>
      profileValue(
        filings.flatMap((each) => normalized(each[name], valueKinds[name])),
      ),
    );
  return {
    [`${kind}_in_force`]: amountOf(insurance?.cover(kind)),
    [`${kind}_insurers`]: stated("insurer"),
    [`${kind}_policy_numbers`]: stated("policy_number"),
  };
}

function amountOf(cover: Cover | undefined): ProfileValue {
  if (cover === undefined) return "not-stated";
  const { sure, possible } = cover;
  return [sure === 0 && possible > 0 ? uncertain : String(sure)];
}

function whereInForce(
  filings: readonly Filing[] | undefined,
  valueIn: (filings: readonly Filing[]) => ProfileValue,
): ProfileValue {
  if (filings === undefined) return "not-stated";
  return filings.length === 0 ? [] : valueIn(filings);
}

/**
 * For each group, whether its out-of-service rate is above the national average
 * of the same answer.
 */
function ratesIn({ safety }: Answers): Profile {
  if (safety === undefined || safety.state === "unanswered") return {};
  const record = recordOf(safety) ?? {};
  const rates = inspectionGroups.map((group): [string, ProfileValue] => {
    const [total, rate, national] = (
      ["total", "oos_rate", "national_avg"] as const
    ).map((name) => readField(record, inspectionField(group, name)).value);
    const isStated = total && rate !== undefined && national;
    const value = isStated && [isAbove(rate, national) ? above : notAbove];
    return [`${group}_oos_rate`, value || "not-stated"];
  });
  return Object.fromEntries(rates);
}
