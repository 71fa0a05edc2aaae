/**
 * How values of records are read: texts, numbers, lists and dates, each in one
 * way.
 */
import { isUnsafe } from "../../text/safe-text.ts";
import { millisecondsPerDay } from "../../text/time.ts";

/**
 * What a record states, or why that is unreadable; neither where it states
 * nothing.
 */
export interface Reading<T> {
  value?: T;
  why?: string;
}

export type Reader<T> = (value: unknown) => Reading<T>;

export const notStated: Reading<never> = {};
export const unreadable = (why: string): Reading<never> => ({ why });

const emptyTokens = new Set(["", "-", "--", "n/a", "null", "none"]);

/**
 * Whether a value says nothing: absent, null, blank, or what services send for
 * null.
 */
export function isNotStated(value: unknown): boolean {
  return typeof value === "string"
    ? emptyTokens.has(value.trim().toLowerCase())
    : (value ?? null) === null;
}

/**
 * A text as it is compared: trimmed, its spaces collapsed, in lower case. Empty
 * where it has control or invisible characters.
 */
export function normalText(text: string): string {
  return isUnsafe(text) ? "" : text.trim().replace(/\s+/g, " ").toLowerCase();
}

/** Whether the text of a field is a no. */
export const saysNo = (text: string) => /^(?:no?|false|0)$/i.test(text);

/** Finds any of some words that is not within another. */
export const wholeWord = (words: string): RegExp =>
  new RegExp(`(?<![a-z])(?:${words})(?![a-z])`);

/** The name of a field as words: `outOfService` is out_of_service. */
export const snakeCase = (name: string): string =>
  name.replace(/([a-z])(?=[A-Z])/g, "$1_").toLowerCase();

/**
 * Longer values were not written by a person: vetting and screens take them for
 * unreadable.
 */
export const longestText = 2_000;
export const longestList = 500;

/** Makes a reader of one for values that say something. */
function whereStated<T>(read: Reader<T>): Reader<T> {
  return (value) => {
    if (isNotStated(value)) return notStated;
    const isLong = typeof value === "string" && value.length > longestText;
    return isLong ? unreadable("too long") : read(value);
  };
}

/** Reads a text. One with invisible characters equals nothing. */
export const readText: Reader<string> = whereStated((value) => {
  if (typeof value !== "string") return unreadable("not text");
  return isUnsafe(value)
    ? unreadable("it has control or invisible characters")
    : { value };
});

/** Reads `authority.status`, where NONE is a statement. */
export function readAuthority(value: unknown): Reading<string> {
  const isNone = typeof value === "string" && /^\s*none\s*$/i.test(value);
  return isNone ? { value } : readText(value);
}

/** Makes a reader that reads `otherwise` unless something holds. */
export const readIf =
  <T>(
    read: Reader<T>,
    holds: (value: T) => boolean,
    otherwise: Reading<never>,
  ): Reader<T> =>
  (value) => {
    const reading = read(value);
    return reading.value === undefined || holds(reading.value)
      ? reading
      : otherwise;
  };

/** Reads a safety rating. Services also write out that there is none. */
export const readRating = readIf(
  readText,
  (rating) => !["not rated", "unrated", "nr"].includes(normalText(rating)),
  notStated,
);

export function readScalar(value: unknown): Reading<string> {
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return unreadable("a number of so many digits is not exact");
  return typeof value === "boolean" || typeof value === "number"
    ? { value: String(value) }
    : readText(value);
}

const numberText = /^ *(?:\$ *)?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)? *$/;

/**
 * Reads a number of at least 0: JSON, or digits in text (`"32"`, `"1,000"`,
 * `"$1,000,000"`).
 */
export const readNumber: Reader<number> = whereStated((value) => {
  const isWritten = typeof value === "string" && numberText.test(value);
  const read = isWritten ? Number(value.replace(/[$, ]/g, "")) : value;
  const isNumber =
    typeof read === "number" && Number.isFinite(read) && read >= 0;
  return isNumber ? { value: read } : unreadable("not a number of at least 0");
});

const isoDate = String.raw`(\d{4})(-?)(\d\d)\2(\d\d)`;
const isoTime = String.raw`([01]\d|2[0-3]):?([0-5]\d)(?::?[0-5]\d(?:\.\d+)?)?`;
const isoZone = String.raw`(Z|[+-]\d\d:?\d\d)`;
const isoMoment = new RegExp(
  `^ *${isoDate}(?:[T ]${isoTime}${isoZone}?)? *$`,
  "i",
);

/**
 * Reads a date in either form of ISO 8601, with or without a time, as a UTC day
 * counted from 1970. Other forms are never guessed: 12/11/2017 is two days,
 * depending on who reads it.
 */
export const readDay: Reader<number> = whereStated((value) => {
  const parts = typeof value === "string" ? isoMoment.exec(value) : null;
  const [, year, , month, date, hour = "00", minute = "00", zone = "Z"] =
    parts ?? [];
  const day = `${year}-${month}-${date}`;
  const offset = zone.replace(/(\d\d)(\d\d)$/, "$1:$2");
  const moment = Date.parse(`${day}T${hour}:${minute}${offset}`);
  // JavaScript takes February 30 for March 2.
  const isReal =
    !Number.isNaN(moment) && dayText(dayOf(Date.parse(day))) === day;
  return isReal
    ? { value: dayOf(moment) }
    : unreadable("not certain which day");
});

/** The Motor Carrier Act, 1935: nobody has had an authority for longer. */
const firstDay = -12_784;

/**
 * Reads a date of an authority or a filing. What programs write for an empty
 * value (0001-01-01, 1970-01-01) is unreadable.
 */
export const readRealDay = readIf(
  readDay,
  // The beginning of Unix time is the day before in American time zones.
  (day) => day >= firstDay && day !== 0 && day !== -1,
  unreadable("a placeholder, not a date"),
);

/** The UTC day of a moment. */
const dayOf = (milliseconds: number): number =>
  Math.floor(milliseconds / millisecondsPerDay);

/** A day as `2026-11-09`. */
export const dayText = (day: number): string =>
  new Date(day * millisecondsPerDay).toISOString().slice(0, 10);

/** What programs write for an empty date. Any other is a statement. */
const emptyDays = ["0001-01-01", "1970-01-01"].map(
  (text) => readDay(text).value,
);

/** Whether a value that may be a date says something. */
export const saysSomething = (value: unknown) =>
  !isNotStated(value) &&
  !/^0000-00-00/.test(String(value)) &&
  !emptyDays.includes(readDay(value).value);
