/**
 * What tells whether a carrier is still the same: about 20 values, normalized to
 * text. Values are compared as claims are, and more insurance is no change.
 */
import { isDeepStrictEqual } from "node:util";
import { type AnswerName, type Answers, recordOf } from "../../answer.ts";
import { grouped } from "../../text/digits.ts";
import type { Change, ChangeGroup, Profile, ProfileValue } from "../model.ts";
import {
  type CoverKind,
  coverOn,
  doubtOf,
  type Filing,
  filingsStated,
  inForceOn,
} from "../record/cover.ts";
import {
  citable,
  dayText,
  inspectionGroups,
  normalText,
  quoted,
  type Reader,
  readAuthority,
  readDay,
  readField,
  readNumber,
  readRating,
  readRealDay,
  readScalar,
  readText,
  recordIn,
} from "../record/facts.ts";
import {
  addressWords,
  docketsIn,
  emailsIn,
  normalWords,
  phonesIn,
  zipsIn,
} from "../record/names.ts";
import { isAboveAverage } from "../record/rates.ts";
import {
  type Agreement,
  type Compare,
  compareAddressParts,
  compareAll,
  compareDates,
  compareDockets,
  compareEmails,
  compareInsurers,
  compareNames,
  comparePhones,
  comparePolicyNumbers,
  compareStates,
  compareTexts,
  compareZips,
  heaviest,
  policyKey,
} from "./values.ts";

type Places = readonly (readonly [AnswerName, path: string])[];

interface ProfileField {
  /**
   * Where records state it; none where it is worked out. Of two that differ,
   * both count.
   */
  places: Places;
  read: Reader<string>;
  /** What counts of a text; where that is nothing, the text itself counts. */
  valuesOf: (text: string) => readonly string[];
  /** Of insurance, whether the second is as good as the first. */
  compare: Compare;
  /** A value in a sentence. */
  show: (value: string) => string;
  /** Values that are codes of ours, in words. */
  words: Readonly<Record<string, string>>;
  isPlural: boolean;
}

const showText = (text: string) =>
  /^[\d-]+$/.test(text) ? text : quoted(text);
const groupedAmount = (text: string) =>
  /^\d{1,15}$/.test(text) ? grouped(Number(text)) : showText(text);
const showPhone = (text: string) =>
  text.replace(/^(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");

function profileField(
  places: Places,
  details: Partial<ProfileField> = {},
): ProfileField {
  return {
    places,
    read: readText,
    valuesOf: (text) => [normalText(text) ?? ""],
    compare: compareTexts,
    show: showText,
    words: {},
    isPlural: false,
    ...details,
  };
}

const fromCarrier = (path: string, details?: Partial<ProfileField>) =>
  profileField([["carrier", path]], details);
const fromSummary = (path: string, details?: Partial<ProfileField>) =>
  profileField([["summary", path]], details);
const workedOut = (details: Partial<ProfileField>) => profileField([], details);

/** That a value is as much as another. What is no number is not certain. */
const comparing =
  (numberIn: (text: string) => number | undefined): Compare =>
  (was, is) => {
    const [before, now] = [numberIn(was), numberIn(is)];
    if (before === undefined || now === undefined) return "unclear";
    return now >= before ? "agrees" : "contradicts";
  };

const noEnd = "open";
const uncertain = "uncertain";
const above = "above";
const notAbove = "not-above";

const amount = {
  read: readScalar,
  valuesOf: (text: string) => [readNumber(text).value?.toString() ?? ""],
  show: groupedAmount,
};
const cover = {
  ...amount,
  compare: comparing((text) => readNumber(text).value),
  words: { [uncertain]: "not certain" },
};
const rate = workedOut({
  words: {
    [above]: "above the national average",
    [notAbove]: "not above the national average",
  },
});
const addressPart = {
  valuesOf: (text: string) => [addressWords(text).join(" ")],
  compare: compareAddressParts,
};
const wordsOf = (text: string) => [normalWords(text)];

const groups: Readonly<
  Record<ChangeGroup, Readonly<Record<string, ProfileField>>>
> = {
  identity: {
    name: fromSummary("legal_name", {
      valuesOf: wordsOf,
      compare: compareNames,
    }),
    mc_number: fromCarrier("mc_number", {
      read: readScalar,
      valuesOf: (text) =>
        docketsIn(text).map(({ kind = "MC", digits }) => `${kind}-${digits}`),
      compare: compareDockets,
    }),
    street: fromSummary("address.street", addressPart),
    city: fromSummary("address.city", addressPart),
    state: fromSummary("address.state", {
      valuesOf: wordsOf,
      compare: compareStates,
    }),
    zip: fromSummary("address.zip", {
      read: readScalar,
      valuesOf: zipsIn,
      compare: compareZips,
    }),
    phone: fromCarrier("contact.phone", {
      read: readScalar,
      valuesOf: phonesIn,
      compare: comparePhones,
      show: showPhone,
    }),
    email: fromCarrier("contact.email", {
      valuesOf: emailsIn,
      compare: compareEmails,
    }),
  },
  authority: {
    status: fromSummary("status"),
    operating_authority: fromCarrier("authority.status", {
      read: readAuthority,
    }),
    authority_since: fromCarrier("authority.common_authority_date", {
      valuesOf: (text) => dayTexts(readRealDay(text).value),
      compare: compareDates,
    }),
  },
  insurance: {
    bipd_on_file: fromCarrier("insurance.bipd_on_file", cover),
    cargo_on_file: fromCarrier("insurance.cargo_on_file", cover),
    bipd_in_force: workedOut(cover),
    cargo_in_force: workedOut(cover),
    insurers: workedOut({ compare: compareInsurers, isPlural: true }),
    policy_numbers: workedOut({
      compare: comparePolicyNumbers,
      isPlural: true,
    }),
    first_policy_end: workedOut({
      compare: comparing((text) =>
        text === noEnd ? Number.POSITIVE_INFINITY : readDay(text).value,
      ),
      words: { [noEnd]: "open" },
    }),
  },
  safety: {
    safety_rating: profileField(
      [
        ["carrier", "safety.rating"],
        ["safety", "rating"],
      ],
      { read: readRating },
    ),
    crashes: profileField(
      [
        ["carrier", "safety.total_crashes"],
        ["safety", "crashes.total"],
      ],
      { ...amount, isPlural: true },
    ),
    driver_oos_rate: rate,
    vehicle_oos_rate: rate,
    hazmat_oos_rate: rate,
  },
};

const allFields = new Map(
  Object.values(groups).flatMap((fields) => Object.entries(fields)),
);

/** The names of the values of a group, as changes and policies name them. */
export const profileFields = (group: ChangeGroup): string[] =>
  Object.keys(groups[group]);

/**
 * The profile of a carrier: null for what is not stated, absent for what has no
 * answer: the value before stays.
 */
export function profileOf(answers: Answers, today: number): Profile {
  const values: Profile = { ...coverIn(answers, today), ...ratesIn(answers) };
  const profile: Record<string, ProfileValue> = {};
  for (const [name, field] of allFields) {
    const value =
      field.places.length > 0 ? statedIn(answers, field) : values[name];
    if (value !== undefined) profile[name] = value;
  }
  return profile;
}

/** What the records state; undefined where one has no answer, or none was asked for. */
function statedIn(
  answers: Answers,
  { places, read, valuesOf }: ProfileField,
): ProfileValue | undefined {
  const values: string[] = [];
  let isKnown = false;
  for (const [name, path] of places) {
    if (answers[name]?.state === "unanswered") return undefined;
    const record = recordIn(answers, name);
    if (record === undefined) continue;
    isKnown = true;
    const { raw } = readField(record, { path, read });
    for (const value of [raw].flat())
      values.push(...normalized(value, valuesOf, read));
  }
  return isKnown ? profileValue(values) : undefined;
}

/** Keeps unreadable text as it was sent. A value that is not text states nothing. */
function normalized(
  raw: unknown,
  valuesOf: ProfileField["valuesOf"],
  read = readScalar,
): readonly string[] {
  const { value, why } = read(raw);
  if (value === undefined)
    return why === undefined || typeof raw !== "string"
      ? []
      : [String(citable(raw))];
  const values = valuesOf(value).filter((each) => each !== "");
  return values.length > 0 ? values : [value];
}

/** Each value once, and in order. */
const profileValue = (values: readonly string[]): ProfileValue =>
  values.length === 0 ? null : [...new Set(values)].sort();

const dayTexts = (day: number | undefined) =>
  day === undefined ? [] : [dayText(day)];

/**
 * What the filings that may be in force come to: nothing, where no policy is. A
 * definite 404 for insurance means no cover.
 */
function coverIn(answers: Answers, today: number): Profile {
  const { insurance } = answers;
  if (insurance === undefined || insurance.state === "unanswered") return {};
  const filings = filingsStated(answers);
  const current = filings && inForceOn(today, filings);
  const stated = (valuesOf: (filing: Filing) => readonly string[]) => {
    if (current === undefined) return null;
    return current.length === 0 ? [] : profileValue(current.flatMap(valuesOf));
  };
  const amountOf = (kind: CoverKind) => {
    if (filings === undefined) return null;
    const cover = coverOn(today, filings, kind);
    const isInDoubt = cover.sure === 0 && doubtOf(cover) !== undefined;
    return [isInDoubt ? uncertain : String(cover.sure)];
  };
  const firstEnd = Math.min(...(current ?? []).map(({ ends }) => ends));
  return {
    bipd_in_force: amountOf("bipd"),
    cargo_in_force: amountOf("cargo"),
    insurers: stated(({ insurer }) => normalized(insurer, wordsOf)),
    policy_numbers: stated(({ policy_number }) =>
      normalized(policy_number, (text) => [policyKey(text)]),
    ),
    first_policy_end: stated(() =>
      firstEnd === Number.POSITIVE_INFINITY ? [noEnd] : [dayText(firstEnd)],
    ),
  };
}

/**
 * For each group, whether its out-of-service rate is above the national average
 * of the same answer.
 */
function ratesIn({ safety }: Answers): Profile {
  if (safety === undefined || safety.state === "unanswered") return {};
  const record = recordOf(safety) ?? {};
  const rates = inspectionGroups.map((group): [string, ProfileValue] => {
    const isAbove = isAboveAverage(record, group);
    const value = isAbove ? above : notAbove;
    return [`${group}_oos_rate`, isAbove === undefined ? null : [value]];
  });
  return Object.fromEntries(rates);
}

/** What differs between two profiles, of the values that both have. */
export function changesBetween(before: Profile, now: Profile): Change[] {
  const changes: Change[] = [];
  for (const [group, fields] of Object.entries(groups))
    for (const field of Object.keys(fields)) {
      const [was, is] = [before[field], now[field]];
      if (was === undefined || is === undefined) continue;
      const change = { group: group as ChangeGroup, field, was, is };
      if (agreementIn(change) !== "agrees") changes.push(change);
    }
  return changes;
}

/** Whether the value before and the one now are the same. */
function agreementIn({ group, field, was, is }: Change): Agreement {
  if (isDeepStrictEqual(was, is)) return "agrees";
  if (was === null || is === null) return "unclear";
  const { valuesOf, compare } = allFields.get(field) ?? profileField([]);
  // What was unreadable is kept as it is written, and so reads otherwise.
  const isRead = (text: string) => isDeepStrictEqual(valuesOf(text), [text]);
  const compareRead: Compare = (text, other) => {
    if (text === other) return "agrees";
    return isRead(text) && isRead(other) ? compare(text, other) : "unclear";
  };
  const kept = compareAll(was, is, compareRead);
  if (group !== "insurance")
    return heaviest([kept, compareAll(is, was, compareRead)]);
  // Where no policy is in force, the amounts say so.
  return was.length === 0 || is.length === 0 ? "agrees" : kept;
}

/** Whether a carrier is certainly not what it was: both values are stated and read. */
export const isCertain = (change: Change): boolean =>
  agreementIn(change) === "contradicts";

/** A field of the profile as a person writes it: `MC number`. */
export function fieldText(field: string): string {
  return field
    .replaceAll("_", " ")
    .replace(/\b(?:bipd|oos|mc)\b/, (word) => word.toUpperCase());
}

/**
 * `phone was (555) 555-0101, is (555) 555-0199`. It may hold text of the
 * service, and is not yet safe to print.
 */
export function changeText({ field, was, is }: Change): string {
  const { isPlural, show, words } = allFields.get(field) ?? profileField([]);
  const text = (value: ProfileValue) => {
    if (value === null) return "not stated";
    const texts = value.map((each) => words[each] ?? show(each));
    return texts.length === 0 ? "none" : texts.join(" and ");
  };
  const [then, now] = isPlural ? ["were", "are"] : ["was", "is"];
  return `${fieldText(field)} ${then} ${text(was)}, ${now} ${text(is)}`;
}

/** A change as reports of data have it: with each side as one text. */
export function changeJson({ group, field, was, is }: Change) {
  const words = allFields.get(field)?.words ?? {};
  const text = (value: ProfileValue) => {
    if (value === null) return null;
    const texts = value.map((each) => words[each] ?? each);
    return texts.length === 0 ? "nothing" : texts.join("; ");
  };
  return { group, field, was: text(was), is: text(is) };
}
