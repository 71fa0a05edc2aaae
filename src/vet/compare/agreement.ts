/**
 * Whether two values agree: names, docket and phone numbers, email addresses,
 * and amounts, each compared in one way.
 */
import { distance } from "fastest-levenshtein";
import { domainOf, isPhone, nameKey, nameWords } from "../record/names.ts";

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

export const equal: Compare = (given, other) =>
  given === other ? "agrees" : "contradicts";

/**
 * Two keys are one value; nobody can tell where one is the beginning of the
 * other.
 */
export const compareKeys: Compare = (given, other) => {
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
  const [words, others] = [first, second].map((name) =>
    nameWords(name)
      .split(" ")
      .filter((word) => word !== "and"),
  ) as [string[], string[]];
  return (
    words.join("") === others.join("") ||
    words.sort().join(" ") === others.sort().join(" ")
  );
}

/**
 * Whether two texts are the same but for one letter: another, a missing or an
 * additional one.
 */
export const areOneLetterApart = (first: string, second: string): boolean =>
  distance(first, second) <= 1;

/** A docket without a prefix may be an MC number, hardly an MX or FF one. */
export const compareDockets: Compare = (given, other) => {
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

/**
 * Domains where anybody can get an address; elsewhere, another mailbox of the
 * domain may be a colleague's.
 */
const freeMail =
  "gmail.com googlemail.com yahoo.com ymail.com outlook.com hotmail.com live.com msn.com aol.com icloud.com me.com proton.me protonmail.com mail.com gmx.com zoho.com yandex.com comcast.net att.net verizon.net sbcglobal.net bellsouth.net".split(
    " ",
  );

/** `@acmefreight.example` is the domain. */
export const compareEmails: Compare = (given, other) => {
  const [domain, otherDomain] = [domainOf(given), domainOf(other)];
  const isFree = freeMail.includes(domain) || freeMail.includes(otherDomain);
  const isDomain = given === `@${domain}`;
  if (isDomain && freeMail.includes(domain)) return "unclear";
  if (given === other || (isDomain && domain === otherDomain)) return "agrees";
  const isRelated =
    `.${domain}`.endsWith(`.${otherDomain}`) ||
    `.${otherDomain}`.endsWith(`.${domain}`);
  return isRelated && !isFree ? "unclear" : "contradicts";
};

/** Agrees where the second value is at least the first, by their numbers. */
export const atLeastAsMuch =
  (numberIn: (text: string) => number): Compare =>
  (was, is) =>
    numberIn(is) >= numberIn(was) ? "agrees" : "contradicts";
