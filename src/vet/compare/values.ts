/**
 * The kinds of values that two sources may state of a carrier: each is read,
 * compared and written in one way, by claims, certificates, changes and rules
 * alike.
 */
import { distance } from "fastest-levenshtein";
import { grouped } from "../../text/digits.ts";
import { quoted } from "../../text/json.ts";
import { untilCanceled } from "../record/filings.ts";
import {
  addressWords,
  docketsIn,
  domainOf,
  emailsIn,
  isFreeMail,
  isPhone,
  nameKey,
  nameWords,
  normalWords,
  phonesIn,
  policyNumberKey,
  sharedDomain,
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

/** `unclear`: nobody can tell. */
export type Agreement = "agrees" | "unclear" | "contradicts";

export type Compare = (given: string, other: string) => Agreement;

/** The first of these among agreements; unclear where nothing was compared. */
const firstIn =
  (...order: readonly Agreement[]) =>
  (agreements: readonly Agreement[]): Agreement =>
    order.find((each) => agreements.includes(each)) ?? "unclear";

export const lightest = firstIn("agrees", "unclear", "contradicts");
export const heaviest = firstIn("contradicts", "unclear", "agrees");

/** Whether each of the given values is one of the others. */
export const compareAll = (
  given: readonly string[],
  others: readonly string[],
  compare: Compare,
): Agreement =>
  heaviest(
    given.map((value) =>
      lightest(others.map((other) => compare(value, other))),
    ),
  );

/**
 * Two keys are one value; nobody can tell where one is the beginning of the
 * other.
 */
const compareKeys: Compare = (given, other) => {
  if (given === other && given !== "") return "agrees";
  const isPart = given.startsWith(other) || other.startsWith(given);
  return isPart ? "unclear" : "contradicts";
};

/**
 * Names of carriers: unclear where one begins the other, a letter differs, or
 * the words are in another order.
 */
export const compareNames: Compare = (given, other) => {
  const [key, otherKey] = [nameKey(given), nameKey(other)];
  const agreement = compareKeys(key, otherKey);
  const isAlike =
    areOneLetterApart(key, otherKey) || haveSameWords(given, other);
  return agreement === "contradicts" && isAlike ? "unclear" : agreement;
};

/**
 * In any order, or joined, and without AND: A R TRUCKING and AR TRUCKING may be
 * A & R TRUCKING.
 */
function haveSameWords(first: string, second: string): boolean {
  const wordsIn = (name: string) =>
    nameWords(name)
      .split(" ")
      .filter((word) => word !== "and");
  const [words, others] = [wordsIn(first), wordsIn(second)];
  return (
    words.join("") === others.join("") ||
    words.sort().join(" ") === others.sort().join(" ")
  );
}

/** One letter may be another, be missing, or be too many. */
export const areOneLetterApart = (first: string, second: string): boolean =>
  distance(first, second) <= 1;

/** A docket without a prefix may be an MC number, hardly an MX or FF one. */
const compareDockets: Compare = (given, other) => {
  if (given === other) return "agrees";
  const isPart = given.endsWith(`-${other}`) || other.endsWith(`-${given}`);
  if (!isPart) return "contradicts";
  const isMc = given.startsWith("MC") || other.startsWith("MC");
  return isMc ? "agrees" : "unclear";
};

/** Unclear where one phone number has a country code that the other lacks. */
export const comparePhones: Compare = (given, other) => {
  if (!isPhone(given) || !isPhone(other)) return "unclear";
  if (given === other) return "agrees";
  const isPart = given.endsWith(other) || other.endsWith(given);
  return isPart ? "unclear" : "contradicts";
};

/** `@acmefreight.example` is the domain. */
const compareEmails: Compare = (given, other) => {
  const [domain, otherDomain] = [domainOf(given), domainOf(other)];
  const isDomain = given === `@${domain}`;
  if (isDomain && isFreeMail(domain)) return "unclear";
  if (given === other || (isDomain && domain === otherDomain)) return "agrees";
  if (isFreeMail(domain) || isFreeMail(otherDomain)) return "contradicts";
  return sharedDomain(given, other) ? "unclear" : "contradicts";
};

/** Agrees where the second value is at least the first, by their numbers. */
const atLeastAsMuch =
  (numberIn: (text: string) => number): Compare =>
  (was, is) =>
    numberIn(is) >= numberIn(was) ? "agrees" : "contradicts";

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
    compare: (given, other) => (given === other ? "agrees" : "contradicts"),
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
