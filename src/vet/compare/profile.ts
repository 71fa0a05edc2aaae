/**
 * What tells whether a carrier is still the same: about 20 normalized values.
 * More insurance does not count as a change.
 */
import { type AnswerName, type Answers, recordOf } from "../../answer.ts";
import { grouped } from "../../text/digits.ts";
import { type JsonObject, valueAt } from "../../text/json.ts";
import type { Change, ChangeGroup, Profile } from "../model.ts";
import {
  type CoverKind,
  coverOn,
  doubtOf,
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
  readScalar,
  recordIn,
} from "../record/facts.ts";
import {
  addressWords,
  docketsIn,
  emailsIn,
  nameKey,
  normalWords,
  phonesIn,
  zipsIn,
} from "../record/names.ts";
import { isAbove } from "../record/rates.ts";
import { policyKey } from "./certificate.ts";

interface ProfileField {
  /**
   * Where it stands, such as `carrier.mc_number`; `cover` and `rates` are worked
   * out. Of two places that differ, both count.
   */
  places: readonly string[];
  normalize: (text: string) => string | null | undefined;
  /** Whether a value that differs is as good as the one before. */
  isAsGood: (was: string, is: string) => boolean;
  read: Reader<string>;
}

const separator = "; ";

/** Several values as one. */
const joinedValues = (values: readonly string[]): string | null =>
  values.length === 0 ? null : [...new Set(values)].sort().join(separator);

const all = (read: (text: string) => readonly string[]) => (text: string) =>
  joinedValues(read(text));
const docketTexts = (text: string) =>
  docketsIn(text).map(({ kind, digits }) => `${kind || "MC"}-${digits}`);
const addressText = (text: string) => addressWords(text).join(" ");
const amountText = (text: string) => readNumber(text).value?.toString();
const dateText = (text: string) => {
  const { value } = readDay(text);
  return value === undefined ? undefined : dayText(value);
};
/** Values of ours that are neither amounts nor dates. */
const noPolicy = "nothing";
const noEnd = "open";
const notCertain = "not certain";
const above = "above the national average";
const notAbove = `not ${above}`;
const ourWords = [noEnd, notCertain, above, notAbove];

const isAsMuch = (was: string, is: string) => Number(is) >= Number(was);
const holdsAll =
  (keyOf: (value: string) => string) => (was: string, is: string) => {
    const keys = is.split(separator).map(keyOf);
    return was.split(separator).every((value) => keys.includes(keyOf(value)));
  };
/** Where no policy is in force, the amounts say so. */
const orNoPolicy =
  (isAsGood: ProfileField["isAsGood"]) => (was: string, is: string) =>
    was === noPolicy || is === noPolicy || isAsGood(was, is);
const endsNoSooner = (was: string, is: string) =>
  is === noEnd || (was !== noEnd && is >= was);

function profileField(
  places: string,
  normalize: ProfileField["normalize"] = String,
  isAsGood: ProfileField["isAsGood"] = () => false,
  read = readScalar,
): ProfileField {
  return { places: places.split(" "), normalize, isAsGood, read };
}
const groups: Readonly<
  Record<ChangeGroup, Readonly<Record<string, ProfileField>>>
> = {
  identity: {
    name: profileField("summary.legal_name", normalWords, holdsAll(nameKey)),
    mc_number: profileField("carrier.mc_number", all(docketTexts)),
    street: profileField("summary.address.street", addressText),
    city: profileField("summary.address.city", addressText),
    state: profileField("summary.address.state", normalWords),
    zip: profileField("summary.address.zip", all(zipsIn)),
    phone: profileField("carrier.contact.phone", all(phonesIn)),
    email: profileField("carrier.contact.email", all(emailsIn)),
  },
  authority: {
    status: profileField("summary.status", normalText),
    operating_authority: profileField(
      "carrier.authority.status",
      normalText,
      undefined,
      readAuthority,
    ),
    authority_since: profileField(
      "carrier.authority.common_authority_date",
      dateText,
    ),
  },
  insurance: {
    bipd_on_file: profileField(
      "carrier.insurance.bipd_on_file",
      amountText,
      isAsMuch,
    ),
    cargo_on_file: profileField(
      "carrier.insurance.cargo_on_file",
      amountText,
      isAsMuch,
    ),
    bipd_in_force: profileField("cover.bipd", amountText, isAsMuch),
    cargo_in_force: profileField("cover.cargo", amountText, isAsMuch),
    insurers: profileField(
      "cover.insurers",
      normalWords,
      orNoPolicy(holdsAll(nameKey)),
    ),
    policy_numbers: profileField(
      "cover.numbers",
      policyKey,
      orNoPolicy(holdsAll(String)),
    ),
    first_policy_end: profileField(
      "cover.end",
      String,
      orNoPolicy(endsNoSooner),
    ),
  },
  safety: {
    safety_rating: profileField(
      "carrier.safety.rating safety.rating",
      normalText,
      undefined,
      readRating,
    ),
    crashes: profileField(
      "carrier.safety.total_crashes safety.crashes.total",
      amountText,
    ),
    driver_oos_rate: profileField("rates.driver"),
    vehicle_oos_rate: profileField("rates.vehicle"),
    hazmat_oos_rate: profileField("rates.hazmat"),
  },
};

const allFields = Object.values(groups).flatMap((fields) =>
  Object.entries(fields),
);

/** The names of the values of a group, as changes and policies name them. */
export const profileFields = (group: ChangeGroup): string[] =>
  Object.keys(groups[group]);

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
  const isUnanswered = (record: string) =>
    answers[record as AnswerName]?.state === "unanswered";
  const profile: Record<string, string | null> = {};
  for (const [name, { places, read, normalize }] of allFields) {
    const sources = places.map((place) => place.replace(/\..*/, ""));
    const isKnown = sources.some((source) => records[source] !== undefined);
    if (!isKnown || sources.some(isUnanswered)) continue;
    const texts = places
      .flatMap((path) => readField(records, { path, read }).raw)
      .flatMap((raw) => {
        const { value, why } = read(raw);
        if (value !== undefined) return normalize(value) || value;
        // What is unreadable counts as it is.
        return why === undefined ? [] : String(citable(raw));
      });
    profile[name] = joinedValues(texts);
  }
  return profile;
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
  const sum = (kind: CoverKind) => {
    const cover = coverOn(today, filings, kind);
    const isInDoubt = cover.sure === 0 && doubtOf(cover) !== undefined;
    return isInDoubt ? notCertain : cover.sure;
  };
  const amounts = { bipd: sum("bipd"), cargo: sum("cargo") };
  const current = inForceOn(today, filings);
  if (current.length === 0)
    return { ...amounts, insurers: noPolicy, numbers: noPolicy, end: noPolicy };
  const end = Math.min(...current.map(({ ends }) => ends));
  return {
    ...amounts,
    insurers: current.map(({ insurer }) => insurer),
    numbers: current.map(({ policy_number }) => policy_number),
    end: end === Number.POSITIVE_INFINITY ? noEnd : dayText(end),
  };
}

/**
 * For each group, whether its out-of-service rate is above the national average
 * of the same answer.
 */
function ratesIn({ safety }: Answers): JsonObject | undefined {
  if (safety === undefined || safety.state === "unanswered") return undefined;
  const record = recordOf(safety) ?? {};
  const rates = inspectionGroups.map((group) => {
    const at = (name: string) =>
      readNumber(valueAt(record, `inspections.${group}.${name}`)).value;
    const [rate, national] = [at("oos_rate"), at("national_avg")];
    if (!at("total") || rate === undefined || !national) return [group, null];
    return [group, isAbove(rate, national) ? above : notAbove];
  });
  return Object.fromEntries(rates);
}

/** What differs between two profiles, of the values that both have. */
export function changesBetween(before: Profile, now: Profile): Change[] {
  const changes: Change[] = [];
  for (const [group, fields] of Object.entries(groups))
    for (const [field, { isAsGood }] of Object.entries(fields)) {
      const [was, is] = [before[field], now[field]];
      if (was === undefined || is === undefined || was === is) continue;
      if (was !== null && is !== null && isAsGood(was, is)) continue;
      changes.push({ group: group as ChangeGroup, field, was, is });
    }
  return changes;
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
  const isPlural = ["insurers", "policy_numbers", "crashes"].includes(field);
  const [then, now] = isPlural ? ["were", "are"] : ["was", "is"];
  return `${fieldText(field)} ${then} ${changedText(field, was)}, ${now} ${changedText(field, is)}`;
}

function changedText(field: string, value: string | null): string {
  if (value === null) return "not stated";
  const texts = value.split(separator).map((text) => {
    if (field === "phone")
      return text.replace(/^(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");
    // A zip or a policy's number is digits, too.
    const isAmount = /^(?:bipd|cargo|crashes)/.test(field);
    if (isAmount && /^\d{1,15}$/.test(text)) return grouped(Number(text));
    const isPlain = ourWords.includes(text) || /^[\d-]+$/.test(text);
    return isPlain ? text : quoted(text);
  });
  return texts.join(" and ");
}
