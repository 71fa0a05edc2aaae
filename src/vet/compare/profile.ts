/**
 * What tells whether a carrier is still the same: about 20 normalized values.
 * More insurance does not count as a change.
 */
import type { AnswerName, Answers } from "../../answer.ts";
import { grouped } from "../../text/digits.ts";
import { type JsonObject, valueAt } from "../../text/json.ts";
import type { Change, ChangeGroup, Profile } from "../model.ts";
import {
  type CoverKind,
  coverOn,
  doubtOf,
  endText,
  filingsStated,
  inForceOn,
} from "../record/cover.ts";
import {
  citable,
  dayText,
  inspectionGroups,
  isNotStated,
  normalText,
  quoted,
  type Reader,
  readAuthority,
  readDay,
  readField,
  readNumber,
  readRating,
  readScalar,
  recordIn,
} from "../record/facts.ts";
import {
  addressWords,
  docketsIn,
  emailsIn,
  nameKey,
  phonesIn,
  plainWords,
  zipsIn,
} from "../record/names.ts";
import { isAbove } from "../record/rates.ts";
import { policyKey } from "./certificate.ts";

interface ProfileField {
  group: ChangeGroup;
  /** By record; `cover` and `rates` are worked out. Of two that differ, both. */
  from: readonly string[];
  normalize: (text: string) => string | undefined;
  /** Whether a value is as good as the one before although it differs. */
  isKept: (was: string, is: string) => boolean;
}

const none = "nothing";
const separator = "; ";

const joined = (texts: readonly string[]) =>
  texts.length === 0 ? undefined : [...new Set(texts)].sort().join(separator);
const allOf = (read: (text: string) => readonly string[]) => (text: string) =>
  joined(read(text));
/** `RD` is `ROAD`. */
const place = (text: string) => addressWords(text).join(" ");
const amount = (text: string) => readNumber(text).value?.toString();
const dockets = allOf((text) =>
  docketsIn(text).map(({ kind, digits }) => `${kind || "MC"}-${digits}`),
);
const date = (text: string) => {
  const { value } = readDay(text);
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

const isAsMuch = (was: string, is: string) => Number(is) >= Number(was);
const holdsAll =
  (keyOf: (value: string) => string) => (was: string, is: string) => {
    const keys = is.split(separator).map(keyOf);
    const before = was === none ? [] : was.split(separator);
    return before.every((value) => keys.includes(keyOf(value)));
  };
/**
 * Where no cover is left, that is the change. As text, "until canceled" comes
 * behind every date.
 */
const endsNoSooner = (was: string, is: string) =>
  was === none || is === none || is >= was;

const inGroup =
  (group: ChangeGroup) =>
  (
    path: string,
    normalize: ProfileField["normalize"] = String,
    isKept: ProfileField["isKept"] = () => false,
  ): ProfileField => ({ group, from: path.split(" "), normalize, isKept });
const identity = inGroup("identity");
const authority = inGroup("authority");
const insurance = inGroup("insurance");
const safety = inGroup("safety");

const fields: Readonly<Record<string, ProfileField>> = {
  name: identity("summary.legal_name", plainWords, holdsAll(nameKey)),
  mc_number: identity("carrier.mc_number", dockets),
  street: identity("summary.address.street", place),
  city: identity("summary.address.city", place),
  state: identity("summary.address.state", plainWords),
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
  insurers: insurance("cover.insurers", plainWords, holdsAll(nameKey)),
  policy_numbers: insurance("cover.numbers", policyKey, holdsAll(String)),
  first_policy_end: insurance("cover.end", String, endsNoSooner),
  safety_rating: safety("carrier.safety.rating safety.rating", rating),
  crashes: safety("carrier.safety.total_crashes safety.crashes.total", amount),
  driver_oos_rate: safety("rates.driver"),
  vehicle_oos_rate: safety("rates.vehicle"),
  hazmat_oos_rate: safety("rates.hazmat"),
};

/** Which texts state something, where these are not those of any field. */
const readers: Readonly<Record<string, Reader<string>>> = {
  operating_authority: readAuthority,
  safety_rating: readRating,
};

/** The names of the values of each group, as changes and policies name them. */
export function profileFields(group: ChangeGroup): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.group === group);
}

/**
 * The profile of a carrier: null for what is not stated, absent for what has no
 * answer: the value before stays.
 */
export function profileOf(answers: Answers, today: number): Profile {
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
    const values = field.from
      .flatMap((path) => readField(records, { path, read: () => ({}) }).raw)
      .flatMap((value) => normalized(value, name, field));
    profile[name] = joined(values) ?? null;
  }
  return profile;
}

/**
 * A value in its normal form, what is unreadable as it is; nothing where
 * nothing is stated.
 */
function normalized(
  raw: unknown,
  name: string,
  { normalize }: ProfileField,
): string[] {
  const { value, why } = (readers[name] ?? readScalar)(raw);
  if (value !== undefined) return [normalize(value) || value];
  return why === undefined ? [] : [String(citable(raw))];
}

/** What differs between two profiles, of the values that both have. */
export function changesBetween(before: Profile, now: Profile): Change[] {
  return Object.entries(fields).flatMap(([field, { group, isKept }]) => {
    const [was, is] = [before[field], now[field]];
    if (was === undefined || is === undefined || was === is) return [];
    if (was !== null && is !== null && isKept(was, is)) return [];
    return [{ group, field, was, is }];
  });
}

/** Whether both sides of a change state something: what is not stated fails nothing. */
export function statesBoth({ was, is }: Change): boolean {
  return was !== null && is !== null;
}

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
  const shown = (text: string | null) => {
    if (text === null) return "not stated";
    if (field === "phone")
      return text.replace(/\b(\d{3})(\d{3})(\d{4})\b/g, "($1) $2-$3");
    // A zip or a policy's number is digits, too.
    if (/^\d{1,15}$/.test(text) && /^(?:bipd|cargo|crashes)/.test(field))
      return grouped(Number(text));
    return /^[\d-]+$/.test(text) ? text : quoted(text);
  };
  return `${fieldText(field)} was ${shown(was)}, is ${shown(is)}`;
}

/**
 * What the filings that may be in force come to. A definite 404 for insurance
 * means no cover.
 */
function coverIn(answers: Answers, today: number): JsonObject | undefined {
  const { insurance } = answers;
  if (insurance === undefined || insurance.state === "unanswered")
    return undefined;
  const filings = filingsStated(answers);
  if (filings === undefined) return {};
  const current = inForceOn(today, filings);
  const sum = (kind: CoverKind) => {
    const cover = coverOn(today, filings, kind);
    const isInDoubt = cover.sure === 0 && doubtOf(cover) !== undefined;
    return isInDoubt ? "not certain" : cover.sure;
  };
  const statedIn = (name: "insurer" | "policy_number") => {
    const values = current.map((filing) => filing[name]);
    const stated = values.filter((value) => !isNotStated(value));
    return stated.length === 0 ? none : stated;
  };
  const end = Math.min(...current.map(({ ends }) => ends));
  return {
    bipd: sum("bipd"),
    cargo: sum("cargo"),
    insurers: statedIn("insurer"),
    numbers: statedIn("policy_number"),
    end: current.length === 0 ? none : endText(end),
  };
}

/**
 * For each group, whether its out-of-service rate is above the national average
 * of the same answer.
 */
function ratesIn({ safety }: Answers): JsonObject | undefined {
  if (safety === undefined || safety.state === "unanswered") return undefined;
  const record = safety.state === "answered" ? safety.record : {};
  const rates = inspectionGroups.map((group) => {
    const at = (name: string) =>
      readNumber(valueAt(record, `inspections.${group}.${name}`)).value;
    const [rate, national] = [at("oos_rate"), at("national_avg")];
    if (!at("total") || rate === undefined || !national) return [group, null];
    const word = isAbove(rate, national) ? "above" : "not above";
    return [group, `${word} the national average`];
  });
  return Object.fromEntries(rates);
}
