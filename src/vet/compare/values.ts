/**
 * The kinds of values that two sources may state of a carrier: each is read,
 * compared and written in one way, by claims, certificates, changes and rules
 * alike.
 */

import { grouped } from "../../text/digits.ts";
import { quoted } from "../../text/json.ts";
import { untilCanceled } from "../record/filings.ts";
import {
  addressWords,
  docketsIn,
  emailsIn,
  nameKey,
  normalWords,
  phonesIn,
  policyNumberKey,
  zipsIn,
} from "../record/names.ts";
import {
  dayText,
  normalText,
  type Reader,
  readAuthority,
  readNumber,
  readRating,
  readRealDay,
  readScalar,
  readText,
} from "../record/readers.ts";
import {
  type Agreement,
  atLeastAsMuch,
  type Compare,
  compareAll,
  compareDockets,
  compareEmails,
  compareKeys,
  compareNames,
  comparePhones,
  equal,
} from "./agreement.ts";

export interface ValueKind {
  /** Reads what a record states of it. */
  read: Reader<string>;
  /** The parts of a text that count, normalized. */
  valuesIn: (text: string) => readonly string[];
  /** Insurance agrees where the second value is as good as the first. */
  compare: Compare;
  /** A value in a sentence. */
  show: (value: string) => string;
  /** Set where it says how much insurance there is, or for how long. */
  isMeasure?: true;
  /** Values that are codes of ours, in words. */
  words: Readonly<Record<string, string>>;
}

/** Whether all that one text states is in another. */
export const compareTexts = (
  { valuesIn, compare }: ValueKind,
  given: string,
  other: string,
): Agreement => compareAll(valuesIn(given), valuesIn(other), compare);

/** Our codes for values that no record states as such. */
const noEnd = "open";
export const uncertain = "uncertain";
export const above = "above";
export const notAbove = "not-above";

/** The value for the day on which a policy ends. */
export const endValue = (day: number) =>
  day === untilCanceled ? noEnd : dayText(day);

const showText = (text: string) =>
  /^[\d-]+$/.test(text) ? text : quoted(text);
const amountWords = (text: string) =>
  /^\d{1,15}$/.test(text) ? grouped(Number(text)) : showText(text);

function valueKind(
  valueIn: (text: string) => string | readonly string[] | undefined,
  details: Partial<ValueKind> = {},
): ValueKind {
  return {
    valuesIn: (text) => [valueIn(text) ?? ""].flat().filter(Boolean),
    read: readText,
    compare: equal,
    show: showText,
    words: {},
    ...details,
  };
}

const numberKind = (details: Partial<ValueKind> = {}) =>
  valueKind((text) => readNumber(text).value?.toString(), {
    read: readScalar,
    show: amountWords,
    ...details,
  });

export const valueKinds = {
  text: valueKind(normalText),
  authority: valueKind(normalText, { read: readAuthority }),
  rating: valueKind(normalText, { read: readRating }),
  name: valueKind(normalWords, { compare: compareNames }),
  docket: valueKind(docketsIn, { read: readScalar, compare: compareDockets }),
  phone: valueKind(phonesIn, {
    read: readScalar,
    compare: comparePhones,
    show: (text) => text.replace(/^(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3"),
  }),
  email: valueKind(emailsIn, { compare: compareEmails }),
  /** A street or a city that begins the other may be the same. */
  address: valueKind((text) => addressWords(text).join(" "), {
    compare: (given, other) => compareKeys(`${given} `, `${other} `),
  }),
  state: valueKind(
    (text) =>
      /^[a-z]{2}$/.exec(text.toLowerCase().replace(/[^a-z]/g, "")) ?? [],
  ),
  zip: valueKind(zipsIn, { read: readScalar }),
  day: valueKind((text) => {
    const { value } = readRealDay(text);
    return value === undefined ? undefined : dayText(value);
  }),
  number: numberKind(),
  cover: numberKind({
    compare: atLeastAsMuch(Number),
    isMeasure: true,
    words: { [uncertain]: "not certain" },
  }),
  insurer: valueKind(normalWords, {
    read: readScalar,
    compare: (given, other) => compareKeys(nameKey(given), nameKey(other)),
  }),
  policy_number: valueKind(policyNumberKey, {
    read: readScalar,
    compare: compareKeys,
  }),
  end: valueKind(normalText, {
    compare: atLeastAsMuch((text) =>
      text === noEnd ? untilCanceled : Date.parse(text),
    ),
    isMeasure: true,
    words: { [noEnd]: "open" },
  }),
  rate: valueKind(normalText, {
    words: {
      [above]: "above the national average",
      [notAbove]: "not above the national average",
    },
  }),
};
