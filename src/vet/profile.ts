/** What tells whether a carrier is still the same: about 20 normalized values. More insurance does not count as a change. */

import type { AnswerName } from "../answer.ts";
import { type JsonObject, plainText } from "../text/json.ts";
import {
  type CoverKind,
  coverOn,
  doubtOf,
  filingsOf,
  inForceOn,
  policies,
} from "./cover.ts";
import {
  amount as amountIn,
  day,
  dayText,
  inspectionGroups,
  isNotStated,
  normalText,
  number,
  readField,
  recordIn,
} from "./facts.ts";
import type { Change, ChangeGroup, Profile, Records } from "./model.ts";
import {
  addressWords,
  docketsIn,
  emailsIn,
  nameKey,
  phonesIn,
  wordsOf,
  zipsIn,
} from "./names.ts";

interface ProfileField {
  group: ChangeGroup;
  /** By record; `cover` and `rates` are worked out. Of two that differ, both. */
  from: readonly string[];
  normalize?: ((text: string) => string | undefined) | undefined;
  /** Whether a value is as good as the one before although it differs. */
  isKept?: ((was: string, is: string) => boolean) | undefined;
}

const none = "none";
const separator = "; ";

const joined = (texts: readonly string[]) =>
  texts.length === 0 ? undefined : [...new Set(texts)].sort().join(separator);
const allOf = (read: (text: string) => readonly string[]) => (text: string) =>
  joined(read(text));
/** `RD` is `ROAD`. */
const place = (text: string) => addressWords(text).join(" ");
const amount = (text: string) => amountIn(text).value?.toString();
const dockets = allOf((text) =>
  docketsIn(text).map(({ kind, digits }) => `${kind || "MC"}-${digits}`),
);
const policyNumber = (text: string) => wordsOf(text).replace(/^0+| /g, "");
const date = (text: string) => {
  const { value } = day(text);
  return value === undefined ? undefined : dayText(value);
};
/** FMCSA's files abbreviate the ratings. */
const ratings: Readonly<Record<string, string>> = {
  s: "satisfactory",
  c: "conditional",
  u: "unsatisfactory",
};
const rating = (text: string) =>
  ratings[normalText(text) ?? ""] ?? normalText(text);

const isOneName = (was: string, is: string) => nameKey(was) === nameKey(is);
const isAsMuch = (was: string, is: string) => Number(is) >= Number(was);
const holdsAll = (was: string, is: string) =>
  was === none ||
  was.split(separator).every((value) => is.split(separator).includes(value));
/** Where no cover is left, that is the change. As text, "until canceled" comes behind every date. */
const endsNoSooner = (was: string, is: string) =>
  was === none || is === none || is >= was;

const inGroup =
  (group: ChangeGroup) =>
  (
    path: string,
    normalize?: ProfileField["normalize"],
    isKept?: ProfileField["isKept"],
  ): ProfileField => ({
    group,
    from: path.split(" "),
    normalize,
    isKept,
  });
const identity = inGroup("identity");
const authority = inGroup("authority");
const insurance = inGroup("insurance");
const safety = inGroup("safety");

const fields: Readonly<Record<string, ProfileField>> = {
  name: identity("summary.legal_name", wordsOf, isOneName),
  mc_number: identity("carrier.mc_number", dockets),
  street: identity("summary.address.street", place),
  city: identity("summary.address.city", place),
  state: identity("summary.address.state", wordsOf),
  zip: identity("summary.address.zip", allOf(zipsIn)),
  phone: identity("carrier.contact.phone", allOf(phonesIn)),
  email: identity("carrier.contact.email", allOf(emailsIn)),
  status: authority("summary.status", normalText),
  operating_authority: authority("carrier.authority.status", normalText),
  authority_since: authority("carrier.authority.common_authority_date", date),
  bipd_on_file: insurance("carrier.insurance.bipd_on_file", amount, isAsMuch),
  cargo_on_file: insurance("carrier.insurance.cargo_on_file", amount, isAsMuch),
  bipd_in_force: insurance("cover.bipd", amount, isAsMuch),
  cargo_in_force: insurance("cover.cargo", amount, isAsMuch),
  insurers: insurance("cover.insurers", wordsOf, holdsAll),
  policy_numbers: insurance("cover.numbers", policyNumber, holdsAll),
  first_policy_end: insurance("cover.end", undefined, endsNoSooner),
  safety_rating: safety("carrier.safety.rating safety.rating", rating),
  crashes: safety("carrier.safety.total_crashes safety.crashes.total", amount),
  driver_oos_rate: safety("rates.driver"),
  vehicle_oos_rate: safety("rates.vehicle"),
  hazmat_oos_rate: safety("rates.hazmat"),
};

/** NONE is a statement about authority and about cover, and nowhere else. */
const statesNone = /^(?:cover\.|carrier\.authority\.status$)/;

/** The names of the values of each group, as changes and policies name them. */
export function profileFields(group: ChangeGroup): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.group === group);
}

/** The profile of a carrier: null for what is not stated, absent for what has no answer: the value before stays. */
export function profileOf(answers: Records, today: number): Profile {
  const records: Record<string, JsonObject | undefined> = {
    summary: recordIn(answers, "summary"),
    carrier: recordIn(answers, "carrier"),
    safety: recordIn(answers, "safety"),
    cover: coverIn(answers, today),
    rates: ratesIn(answers),
  };
  const isUnanswered = (name: string) =>
    answers[name as AnswerName]?.state === "unanswered";
  const profile: Record<string, string | null> = {};
  for (const [name, field] of Object.entries(fields)) {
    const sources = field.from.map((path) => path.slice(0, path.indexOf(".")));
    if (
      sources.every((source) => records[source] === undefined) ||
      sources.some(isUnanswered)
    )
      continue;
    const stated = field.from
      .flatMap((path) => valueAt(records, path))
      .filter((value) => isStated(value, field));
    profile[name] =
      joined(stated.map((value) => normalized(value, field))) ?? null;
  }
  return profile;
}

/** What differs between two profiles, of the values that both have. */
export function changesBetween(before: Profile, now: Profile): Change[] {
  return Object.entries(fields).flatMap(([field, { group, isKept }]) => {
    const [was, is] = [before[field], now[field]];
    if (was === undefined || is === undefined || was === is) return [];
    if (was !== null && is !== null && isKept?.(was, is)) return [];
    return [{ group, field, was, is }];
  });
}

function valueAt(record: JsonObject, path: string): unknown {
  return readField(record, { path, read: () => ({}) }).raw;
}

function isStated(value: unknown, { from }: ProfileField): boolean {
  const isNone = normalText(plainText(value ?? "")) === none;
  return (
    !isNotStated(value) ||
    (isNone && from.some((path) => statesNone.test(path)))
  );
}

function normalized(value: unknown, { normalize }: ProfileField): string {
  const text = plainText(value);
  return (typeof value === "object" ? undefined : normalize?.(text)) || text;
}

/** What the filings that may be in force come to. A definite 404 for insurance means no cover. */
function coverIn(
  { insurance }: Records,
  today: number,
): JsonObject | undefined {
  if (insurance === undefined || insurance.state === "unanswered")
    return undefined;
  const rows =
    insurance.state === "none"
      ? []
      : readField(insurance.record, policies).reading.value;
  if (rows === undefined) return {};
  const filings = filingsOf(rows);
  const current = inForceOn(today, filings);
  const sum = (kind: CoverKind) => {
    const cover = coverOn(today, filings, kind);
    return cover.sure === 0 && doubtOf(cover) !== undefined
      ? "not certain"
      : cover.sure;
  };
  const statedIn = (values: readonly unknown[]) => {
    const stated = values.filter((value) => !isNotStated(value));
    return stated.length === 0 ? none : stated;
  };
  const end = Math.min(...current.map(({ ends }) => ends));
  return {
    bipd: sum("bipd"),
    cargo: sum("cargo"),
    insurers: statedIn(current.map(({ insurer }) => insurer)),
    numbers: statedIn(current.map(({ number }) => number)),
    end:
      current.length === 0
        ? none
        : end === Number.POSITIVE_INFINITY
          ? "until canceled"
          : dayText(end),
  };
}

/** For each group, whether its out-of-service rate is above the national average of the same answer. */
function ratesIn({ safety }: Records): JsonObject | undefined {
  if (safety === undefined || safety.state === "unanswered") return undefined;
  const record = safety.state === "answered" ? safety.record : {};
  const rates = inspectionGroups.map((group) => {
    const of = (part: string) =>
      number(valueAt(record, `inspections.${group}.${part}`)).value;
    const [total, rate, national] = [
      of("total"),
      of("oos_rate"),
      of("national_avg"),
    ];
    if (!total || rate === undefined || !national) return [group, null];
    return [
      group,
      rate > national
        ? "above the national average"
        : "not above the national average",
    ];
  });
  return Object.fromEntries(rates);
}
