/**
 * Whether two sources say the same of a carrier: each kind of value is compared
 * in one way, by claims, certificates, changes and rules alike.
 */

import {
  addressWords,
  type Docket,
  docketsIn,
  domainOf,
  emailsIn,
  isPhone,
  nameKey,
  nameWords,
  normalWords,
  phonesIn,
  zipsIn,
} from "../record/names.ts";
import { normalText, readRealDay } from "../record/readers.ts";

/** `unclear`: nobody can tell. */
export type Agreement = "agrees" | "unclear" | "contradicts";

export type Compare<T = string> = (given: T, other: T) => Agreement;

/** The first of these that a comparison came to. */
const firstIn =
  (...order: readonly Agreement[]) =>
  (agreements: readonly Agreement[]): Agreement =>
    order.find((each) => agreements.includes(each)) ?? "unclear";

export const lightest = firstIn("agrees", "unclear", "contradicts");
export const heaviest = firstIn("contradicts", "unclear", "agrees");

/** Whether each of the given values is one of the others. */
export function compareAll<T>(
  given: readonly T[],
  others: readonly T[],
  compare: Compare<T>,
): Agreement {
  return heaviest(
    given.map((value) =>
      lightest(others.map((other) => compare(value, other))),
    ),
  );
}

/** A text may hold several values: each that is given must be in the other text. */
const comparingEach =
  <T>(
    valuesIn: (text: string) => readonly T[],
    compare: Compare<T> = equal,
  ): Compare =>
  (given, other) =>
    compareAll(valuesIn(given), valuesIn(other), compare);

const equal = <T>(given: T, other: T): Agreement =>
  given === other ? "agrees" : "contradicts";

/** Texts that are the same but for case and spaces. */
export const compareTexts: Compare = comparingEach((text) => {
  const normal = normalText(text);
  return normal === undefined ? [] : [normal];
});

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

function haveSameWords(first: string, second: string): boolean {
  const sorted = (name: string) => nameWords(name).split(" ").sort().join(" ");
  return sorted(first) === sorted(second);
}

/**
 * Whether two texts are the same but for one letter: another, a missing or an
 * additional one.
 */
function areOneLetterApart(first: string, second: string): boolean {
  const shorter = Math.min(first.length, second.length);
  let start = 0;
  while (start < shorter && first[start] === second[start]) start += 1;
  let end = 0;
  while (end < shorter - start && first.at(-1 - end) === second.at(-1 - end))
    end += 1;
  return Math.max(first.length, second.length) - start - end <= 1;
}

export const compareInsurers: Compare = (given, other) =>
  compareKeys(nameKey(given), nameKey(other));

/** A policy's number as it is compared: letters and digits, without zeros in front. */
export const policyNumberKey = (number: string): string =>
  normalWords(number).replace(/^[0 ]+| /g, "");

export const comparePolicyNumbers: Compare = (given, other) =>
  compareKeys(policyNumberKey(given), policyNumberKey(other));

/** A docket without its letters may be any, but is hardly an MX or FF number. */
export const compareDockets = comparingEach(
  docketsIn,
  (given: Docket, other: Docket) => {
    const agreement = equal(given.digits, other.digits);
    if (given.prefix === other.prefix) return agreement;
    const prefix = given.prefix ?? other.prefix;
    if (given.prefix && other.prefix) return "contradicts";
    return agreement === "agrees" && prefix !== "MC" ? "unclear" : agreement;
  },
);

/** Unclear where one phone number has a country code that the other lacks. */
export const comparePhones = comparingEach(phonesIn, (given, other) => {
  if (!isPhone(given) || !isPhone(other)) return "unclear";
  if (given === other) return "agrees";
  const isPart = given.endsWith(other) || other.endsWith(given);
  return isPart ? "unclear" : "contradicts";
});

/**
 * Where anybody can have an address; elsewhere, another mailbox of the domain
 * may be a colleague's.
 */
const freeMail =
  "gmail.com googlemail.com yahoo.com ymail.com outlook.com hotmail.com live.com msn.com aol.com icloud.com me.com proton.me protonmail.com mail.com gmx.com zoho.com yandex.com comcast.net att.net verizon.net sbcglobal.net bellsouth.net".split(
    " ",
  );

/** `@acmefreight.example` is the domain. */
export const compareEmails = comparingEach(emailsIn, (given, other) => {
  const [domain, otherDomain] = [domainOf(given), domainOf(other)];
  const isFree = freeMail.includes(domain) || freeMail.includes(otherDomain);
  const isDomain = given === `@${domain}`;
  if (isDomain && freeMail.includes(domain)) return "unclear";
  if (given === other || (isDomain && domain === otherDomain)) return "agrees";
  const isRelated =
    `.${domain}`.endsWith(`.${otherDomain}`) ||
    `.${otherDomain}`.endsWith(`.${domain}`);
  return isRelated && !isFree ? "unclear" : "contradicts";
});

/** Streets and cities, word by word: one that begins the other may be it. */
export const compareAddressParts: Compare = (given, other) => {
  const [words, others] = [addressWords(given), addressWords(other)];
  if (words.length === 0 || others.length === 0) return "unclear";
  return compareKeys(`${words.join(" ")} `, `${others.join(" ")} `);
};

export const compareStates = comparingEach(
  (text) => /^[A-Z]{2}$/.exec(text.toUpperCase().replace(/[^A-Z]/g, "")) ?? [],
);

export const compareZips = comparingEach(zipsIn);

export const compareDates: Compare = comparingEach((text) => {
  const { value } = readRealDay(text);
  return value === undefined ? [] : [value];
});
