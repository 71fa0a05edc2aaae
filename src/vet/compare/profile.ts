/**
 * What tells whether a carrier is still the same: about 20 normalized values.
 * More insurance does not count as a change.
 */
import { isDeepStrictEqual } from "node:util";
import { type AnswerName, type Answers, recordOf } from "../../answer.ts";
import { grouped } from "../../text/digits.ts";
import { valueAt } from "../../text/json.ts";
import type { Change, ChangeGroup, Profile, ProfileValue } from "../model.ts";
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
  nameKey,
  normalWords,
  phonesIn,
  zipsIn,
} from "../record/names.ts";
import { isAbove } from "../record/rates.ts";
import { policyKey } from "./certificate.ts";

/** Normalized values, each once and in order. */
type Values = readonly string[];

interface ProfileField {
  /**
   * Where records state it; none where it is worked out. Of two that differ,
   * both count.
   */
  places: readonly (readonly [AnswerName, path: string])[];
  read: Reader<string>;
  /** What counts of a text; where that is nothing, the text itself counts. */
  valuesOf: (text: string) => Values;
  /** Whether values that differ are as good as those before. */
  isAsGood: (was: Values, is: Values) => boolean;
  /** A value in a sentence. */
  show: (value: string) => string;
  /** Values that are codes of ours, in words. */
  words: Readonly<Record<string, string>>;
  isPlural?: boolean;
}

const showText = (text: string) =>
  /^[\d-]+$/.test(text) ? text : quoted(text);

function profileField(
  places: ProfileField["places"],
  details: Partial<ProfileField> = {},
): ProfileField {
  return {
    places,
    read: readText,
    valuesOf: (text) => [text],
    isAsGood: () => false,
    show: showText,
    words: {},
    ...details,
  };
}

const noEnd = "open";
const uncertain = "uncertain";
const aboveAverage = "above";
const notAboveAverage = "not-above";

const carrierAt = (path: string) => [["carrier", path]] as const;
const summaryAt = (path: string) => [["summary", path]] as const;

const normalTextOf = (text: string) => [normalText(text) ?? ""];
const normalWordsOf = (text: string) => [normalWords(text)];
const addressOf = (text: string) => [addressWords(text).join(" ")];
const policyKeyOf = (text: string) => [policyKey(text)];
const docketsOf = (text: string) =>
  docketsIn(text).map(({ kind = "MC", digits }) => `${kind}-${digits}`);
const amountOf = (text: string) => [readNumber(text).value?.toString() ?? ""];
const dateOf = (text: string) => {
  const { value } = readRealDay(text);
  return value === undefined ? [] : [dayText(value)];
};

const isAsMuch = (was: Values, is: Values) =>
  Number(is.join()) >= Number(was.join());
const holdsAll = (keyOf: (value: string) => string) => {
  return (was: Values, is: Values) => {
    const keys = is.map(keyOf);
    return was.every((value) => keys.includes(keyOf(value)));
  };
};
const endsNoSooner = ([was = ""]: Values, [is = ""]: Values) =>
  is === noEnd || (was !== noEnd && is >= was);
/** Where no policy is in force, the amounts say so. */
const orNoPolicy =
  (isAsGood: ProfileField["isAsGood"]) => (was: Values, is: Values) =>
    was.length === 0 || is.length === 0 || isAsGood(was, is);

const groupedAmount = (text: string) =>
  /^\d{1,15}$/.test(text) ? grouped(Number(text)) : showText(text);
const showPhone = (text: string) =>
  text.replace(/^(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");

const amountOnFile = {
  read: readScalar,
  valuesOf: amountOf,
  isAsGood: isAsMuch,
  show: groupedAmount,
};
const amountInForce = profileField([], {
  isAsGood: isAsMuch,
  show: groupedAmount,
  words: { [uncertain]: "not certain" },
});
const rate = profileField([], {
  words: {
    [aboveAverage]: "above the national average",
    [notAboveAverage]: "not above the national average",
  },
});

const groups: Readonly<
  Record<ChangeGroup, Readonly<Record<string, ProfileField>>>
> = {
  identity: {
    name: profileField(summaryAt("legal_name"), {
      valuesOf: normalWordsOf,
      isAsGood: holdsAll(nameKey),
    }),
    mc_number: profileField(carrierAt("mc_number"), {
      read: readScalar,
      valuesOf: docketsOf,
    }),
    street: profileField(summaryAt("address.street"), { valuesOf: addressOf }),
    city: profileField(summaryAt("address.city"), { valuesOf: addressOf }),
    state: profileField(summaryAt("address.state"), {
      valuesOf: normalWordsOf,
    }),
    zip: profileField(summaryAt("address.zip"), {
      read: readScalar,
      valuesOf: zipsIn,
    }),
    phone: profileField(carrierAt("contact.phone"), {
      read: readScalar,
      valuesOf: phonesIn,
      show: showPhone,
    }),
    email: profileField(carrierAt("contact.email"), { valuesOf: emailsIn }),
  },
  authority: {
    status: profileField(summaryAt("status"), { valuesOf: normalTextOf }),
    operating_authority: profileField(carrierAt("authority.status"), {
      read: readAuthority,
      valuesOf: normalTextOf,
    }),
    authority_since: profileField(
      carrierAt("authority.common_authority_date"),
      { valuesOf: dateOf },
    ),
  },
  insurance: {
    bipd_on_file: profileField(
      carrierAt("insurance.bipd_on_file"),
      amountOnFile,
    ),
    cargo_on_file: profileField(
      carrierAt("insurance.cargo_on_file"),
      amountOnFile,
    ),
    bipd_in_force: amountInForce,
    cargo_in_force: amountInForce,
    insurers: profileField([], {
      isAsGood: orNoPolicy(holdsAll(nameKey)),
      isPlural: true,
    }),
    policy_numbers: profileField([], {
      isAsGood: orNoPolicy(holdsAll(String)),
      isPlural: true,
    }),
    first_policy_end: profileField([], {
      isAsGood: orNoPolicy(endsNoSooner),
      words: { [noEnd]: "open" },
    }),
  },
  safety: {
    safety_rating: profileField(
      [
        ["carrier", "safety.rating"],
        ["safety", "rating"],
      ],
      { read: readRating, valuesOf: normalTextOf },
    ),
    crashes: profileField(
      [
        ["carrier", "safety.total_crashes"],
        ["safety", "crashes.total"],
      ],
      {
        read: readScalar,
        valuesOf: amountOf,
        show: groupedAmount,
        isPlural: true,
      },
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
  const workedOut: Profile = {
    ...coverIn(answers, today),
    ...ratesIn(answers),
  };
  const profile: Record<string, ProfileValue> = {};
  for (const [name, field] of allFields) {
    const value =
      field.places.length > 0 ? statedIn(answers, field) : workedOut[name];
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
): Values {
  const { value, why } = read(raw);
  if (value === undefined)
    return why === undefined || typeof raw !== "string"
      ? []
      : [String(citable(raw))];
  const values = valuesOf(value).filter((each) => each !== "");
  return values.length > 0 ? values : [value];
}

const profileValue = (values: Values): ProfileValue =>
  values.length === 0 ? null : [...new Set(values)].sort();

/**
 * What the filings that may be in force come to. A definite 404 for insurance
 * means no cover.
 */
function coverIn(answers: Answers, today: number): Profile {
  const { insurance } = answers;
  if (insurance === undefined || insurance.state === "unanswered") return {};
  const filings = filingsStated(answers);
  if (filings === undefined)
    return {
      bipd_in_force: null,
      cargo_in_force: null,
      insurers: null,
      policy_numbers: null,
      first_policy_end: null,
    };
  const sum = (kind: CoverKind): Values => {
    const cover = coverOn(today, filings, kind);
    const isInDoubt = cover.sure === 0 && doubtOf(cover) !== undefined;
    return [isInDoubt ? uncertain : String(cover.sure)];
  };
  const amounts = { bipd_in_force: sum("bipd"), cargo_in_force: sum("cargo") };
  const current = inForceOn(today, filings);
  if (current.length === 0)
    return {
      ...amounts,
      insurers: [],
      policy_numbers: [],
      first_policy_end: [],
    };
  const end = Math.min(...current.map(({ ends }) => ends));
  const insurers = current.flatMap(({ insurer }) =>
    normalized(insurer, normalWordsOf),
  );
  const numbers = current.flatMap(({ policy_number }) =>
    normalized(policy_number, policyKeyOf),
  );
  return {
    ...amounts,
    insurers: profileValue(insurers),
    policy_numbers: profileValue(numbers),
    first_policy_end: [end === Number.POSITIVE_INFINITY ? noEnd : dayText(end)],
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
    const at = (name: string) =>
      readNumber(valueAt(record, `inspections.${group}.${name}`)).value;
    const [rate, national] = [at("oos_rate"), at("national_avg")];
    const name = `${group}_oos_rate`;
    if (!at("total") || rate === undefined || !national) return [name, null];
    return [name, [isAbove(rate, national) ? aboveAverage : notAboveAverage]];
  });
  return Object.fromEntries(rates);
}

/** What differs between two profiles, of the values that both have. */
export function changesBetween(before: Profile, now: Profile): Change[] {
  const changes: Change[] = [];
  for (const [group, fields] of Object.entries(groups))
    for (const [field, { isAsGood }] of Object.entries(fields)) {
      const [was, is] = [before[field], now[field]];
      if (was === undefined || is === undefined || isDeepStrictEqual(was, is))
        continue;
      if (was !== null && is !== null && isAsGood(was, is)) continue;
      changes.push({ group: group as ChangeGroup, field, was, is });
    }
  return changes;
}

/**
 * Whether both values of a change are certain: stated, and as they are read.
 * What was unreadable is kept as it is written.
 */
export function isCertain({ field, was, is }: Change): boolean {
  const { valuesOf } = allFields.get(field) ?? profileField([]);
  const isRead = (value: string) =>
    value !== uncertain && isDeepStrictEqual(valuesOf(value), [value]);
  return [was, is].every((values) => values?.every(isRead));
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
  const { isPlural, show = quoted, words = {} } = allFields.get(field) ?? {};
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
