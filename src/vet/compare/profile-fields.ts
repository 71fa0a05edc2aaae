/**
 * The about 20 values that tell whether a carrier is still the same: where each
 * is stated, how it is normalized to text, compared and shown.
 */
import type { AnswerName } from "../../answer.ts";
import { grouped } from "../../text/digits.ts";
import type { ChangeGroup } from "../model.ts";
import { quoted } from "../record/facts.ts";
import {
  addressWords,
  docketsIn,
  emailsIn,
  normalWords,
  phonesIn,
  zipsIn,
} from "../record/names.ts";
import {
  dayText,
  normalText,
  type Reader,
  readAuthority,
  readDay,
  readNumber,
  readRating,
  readRealDay,
  readScalar,
  readText,
} from "../record/readers.ts";
import {
  type Compare,
  compareAddressParts,
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
} from "./values.ts";

type Places = readonly (readonly [AnswerName, path: string])[];

export interface ProfileField {
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

/** That a value is as much as another. Without numbers, nobody can tell. */
const asMuchBy =
  (numberIn: (text: string) => number | undefined): Compare =>
  (was, is) => {
    const [before, now] = [numberIn(was), numberIn(is)];
    if (before === undefined || now === undefined) return "unclear";
    return now >= before ? "agrees" : "contradicts";
  };

/** What stands for values that no record states as such. */
export const noEnd = "open";
export const uncertain = "uncertain";
export const above = "above";
export const notAbove = "not-above";

const amount = {
  read: readScalar,
  valuesOf: (text: string) => [readNumber(text).value?.toString() ?? ""],
  show: groupedAmount,
};
const coverAmount = {
  ...amount,
  compare: asMuchBy((text) => readNumber(text).value),
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
const dayTexts = (day: number | undefined) =>
  day === undefined ? [] : [dayText(day)];
export const wordsOf = (text: string) => [normalWords(text)];

/** All values, by the groups in which changes are reported. */
export const groups: Readonly<
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
        docketsIn(text).map(({ prefix, digits }) =>
          prefix === undefined ? digits : `${prefix}-${digits}`,
        ),
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
    bipd_on_file: fromCarrier("insurance.bipd_on_file", coverAmount),
    cargo_on_file: fromCarrier("insurance.cargo_on_file", coverAmount),
    bipd_in_force: workedOut(coverAmount),
    cargo_in_force: workedOut(coverAmount),
    insurers: workedOut({ compare: compareInsurers, isPlural: true }),
    policy_numbers: workedOut({
      compare: comparePolicyNumbers,
      isPlural: true,
    }),
    first_policy_end: workedOut({
      compare: asMuchBy((text) =>
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

export const allFields: ReadonlyMap<string, ProfileField> = new Map(
  Object.values(groups).flatMap((fields) => Object.entries(fields)),
);

/** What is in no profile, such as `carrier_record`, is in words. */
export const fieldNamed = (name: string): ProfileField =>
  allFields.get(name) ?? workedOut({ show: (text) => text });

/** The names of the values of a group, as changes and policies name them. */
export const profileFields = (group: ChangeGroup): string[] =>
  Object.keys(groups[group]);
