/**
 * How vetting reads a value of a record, and quotes it: what counts as not stated, when two texts are equal, and what a number, a date
 * or an amount says. The rules, the cover and the comparison with an earlier run all read through here.
 */
import { isObject } from "../text/json-text.ts";
import { lazy } from "../text/lazy.ts";
import { cutTo, unsafeClass } from "../text/safe-text.ts";

/** A record as the service sent it. Nothing about the types of its values is taken for granted. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** What a value says: a stated one, nothing at all, or something that cannot be read as what it should be. */
export type Reading<T> =
  | { state: "stated"; value: T; why?: undefined }
  | { state: "not stated"; value?: undefined; why?: undefined }
  /** `why` follows the quoted value: `"14-DEC-17": not an ISO 8601 date`. */
  | { state: "unreadable"; value?: undefined; why: string };

/** What a value of a record says, as what it should be. */
export type Reader<T> = (value: unknown) => Reading<T>;

/** A field of a record: where it is, what the service sent (undefined if nothing), and what that says. */
export type Field<T> = Reading<T> & { path: string; raw: unknown };

/** An amount of which only bounds are known: `lower` <= amount <= `upper`, which may be Infinity. */
export interface Interval {
  lower: number;
  upper: number;
}

/** A text as the policy compares it. */
export interface ComparableText {
  /** As the service sent it, for messages. */
  raw: string;
  /** Trimmed, spaces collapsed, lower case. */
  normal: string;
  /** What is compared with whole entries: of a name, `normal` without spaces and the kind of company at its end. */
  whole: string;
}

const notStated: Reading<never> = { state: "not stated" };
/** What public services with this interface send for null. */
const emptyTokens = new Set(["", "-", "--", "n/a", "null", "none"]);
const maxTokenLength = 4;
/** Tells a text that needs a closer look. By far the most text is printable ASCII with single spaces between its words. */
const notPlain = /[^ -~]|^ | $| {2}/;
const unsafeCharacter = lazy(() => new RegExp(`[${unsafeClass}]`, "u"));

/** The way to a value through objects: the name of each member, and its dotted path. */
export type Steps = readonly { name: string; path: string }[];

/** `safety.rating` -> `safety`, then `rating`; their paths begin with `start`. */
export function stepsTo(path: string, start = ""): Steps {
  const names = path.split(".");
  return names.map((name, index) => ({ name, path: start + names.slice(0, index + 1).join(".") }));
}

/** The value at a dotted path through objects; undefined where the path leads nowhere. Inherited properties are not fields. */
export function valueAt(record: ServiceRecord | undefined, path: string): unknown {
  const found = readAt(record, stepsTo(path), () => notStated);
  return found.path === path ? found.raw : undefined;
}

/**
 * Reads the value at the end of some steps. A section on the way that is text, a list or anything else than an object takes its place and
 * is unreadable, even where it is empty: `safety: ""` says nothing about the rating.
 */
export function readAt<T>(record: ServiceRecord | undefined, steps: Steps, read: Reader<T>): Field<T> {
  let value: unknown = record;
  let section = "";
  for (const { name, path } of steps) {
    if (value !== undefined && value !== null) {
      if (!isObject(value)) return { path: section, raw: value, state: "unreadable", why: "not an object" };
      value = Object.hasOwn(value, name) ? value[name] : undefined;
    }
    section = path;
  }
  // Not spread: most of the time that rules take is spent here.
  const { state, value: said, why } = read(value);
  return { path: section, raw: value, state, value: said, why } as Field<T>;
}

/** Whether a value says nothing: absent, null, blank, or what services send for null. */
export function isNotStated(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== "string") return false;
  if (!notPlain.test(value)) return value.length <= maxTokenLength && emptyTokens.has(value.toLowerCase());
  // To trim a text takes a byte order mark off, which is as invisible as what makes other texts unreadable.
  return emptyTokens.has(value.trim().toLowerCase()) && !value.includes("\ufeff");
}

/** Reads a text. Anything but a JSON string is unreadable, and so is a text with invisible characters: it equals nothing. */
export function readText(value: unknown): Reading<ComparableText> {
  if (isNotStated(value)) return notStated;
  if (typeof value !== "string") return { state: "unreadable", why: "not text" };
  const normal = normalText(value);
  if (normal === null) return { state: "unreadable", why: "it has control or invisible characters" };
  return stated({ raw: value, normal, whole: normal });
}

/** Reads `authority.status`, where NONE is a statement (no authority) and not the absence of one. */
export function readAuthorityStatus(value: unknown): Reading<ComparableText> {
  const isNone = typeof value === "string" && normalText(value) === "none";
  return isNone ? stated({ raw: value, normal: "none", whole: "none" }) : readText(value);
}

/** Reads a value that should be a list or an object. Unlike a text, it says something even where it is blank. */
export function readShape<T>(value: unknown, isRight: (value: unknown) => value is T, why: string): Reading<T> {
  if (value === undefined || value === null) return notStated;
  return isRight(value) ? stated(value) : { state: "unreadable", why };
}

/** Reads a number of at least 0: JSON, or digits in text (`"32"`, `"1,000"`, `"5.51"`). A negative number is unreadable. */
export function readNumber(value: unknown): Reading<number> {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? stated(value) : notANumber;
  if (isNotStated(value)) return notStated;
  if (typeof value !== "string" || !numberText.test(value)) return notANumber;
  const number = Number(value.replaceAll(",", ""));
  return Number.isFinite(number) ? stated(number) : notANumber;
}

const numberText = /^ *(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)? *$/;
const notANumber: Reading<never> = { state: "unreadable", why: "not a number of at least 0" };

/** The groups of inspections of the interface, in the order in which tables have them. */
export const inspectionGroups = ["driver", "vehicle", "hazmat"] as const;

/** Whether a national average is in percent. A lower one is a fraction beside rates in percent, or empty. */
export function isNationalPercentage(average: number): boolean {
  return average >= 0.5 && average <= 100;
}

/**
 * Reads an ISO 8601 date or timestamp as a UTC day: the number of days since 1970-01-01. Without an offset it is UTC, as
 * the interface says. Other forms are unreadable and never guessed: 12/11/2017 is two days, depending on who reads it.
 */
export function readDay(value: unknown): Reading<number> {
  if (isNotStated(value)) return notStated;
  const day = typeof value === "string" ? isoDay(value) : undefined;
  return day === undefined ? { state: "unreadable", why: "not an ISO 8601 date" } : stated(day);
}

/** The Motor Carrier Act: nobody has had an authority for longer. */
const firstDay = -12_784;
/** The beginning of Unix time, and the day before it, which is the same moment in American time zones. */
const epochDays = [0, -1];

/** Reads a date of an authority or a filing. One that programs write for an empty value (0001-01-01, 1970-01-01) is unreadable. */
export function readRealDay(value: unknown): Reading<number> {
  const day = readDay(value);
  if (day.state !== "stated" || (day.value >= firstDay && !epochDays.includes(day.value))) return day;
  return { state: "unreadable", why: "an empty value of a program" };
}

const isoDate =
  /^ *(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|([+-])([01]\d|2[0-3]):?([0-5]\d))?)? *$/;
const millisecondsPerDay = 86_400_000;
/** The calendar repeats every 400 years. */
const cycle = { years: 400, days: 146_097 };

function isoDay(text: string): number | undefined {
  const match = isoDate.exec(text);
  if (match === null) return undefined;
  const [, year, month, date, hour = 0, minute = 0, sign, hours = 0, minutes = 0] = match;
  // A cycle later, because Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const later = Number(year) + cycle.years;
  if (Number(date) > 28 && new Date(Date.UTC(later, Number(month), 0)).getUTCDate() < Number(date)) return undefined;
  const ahead = sign === "-" ? -1 : 1;
  const [utcHour, utcMinute] = [Number(hour) - ahead * Number(hours), Number(minute) - ahead * Number(minutes)];
  return dayOfTime(Date.UTC(later, Number(month) - 1, Number(date), utcHour, utcMinute)) - cycle.days;
}

/** The UTC day that a moment (milliseconds since 1970) falls on. */
export function dayOfTime(milliseconds: number): number {
  return Math.floor(milliseconds / millisecondsPerDay);
}

/** A UTC day as `2026-11-09`. */
export function dayText(day: number): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
}

/** Which amounts may be meant in thousands: FMCSA's files hold them so (`750` for 750,000). */
export const thousandsBelow = { bipd: 10_000, cargo: 1_000 } as const;
export type CoverKind = keyof typeof thousandsBelow;

/**
 * Reads an amount of insurance as bounds: BIPD 1 to 9,999 and cargo 1 to 999 may be thousands, so that the upper bound is a
 * thousand times the lower one. No real filing is that low, and the interface states no unit. 0 is [0, 0]: what it means depends
 * on the field.
 */
export function readAmount(value: unknown, kind: CoverKind): Reading<Interval> {
  const reading = readNumber(value);
  if (reading.state !== "stated") return reading;
  const lower = reading.value;
  return stated({ lower, upper: lower < thousandsBelow[kind] ? lower * 1_000 : lower });
}

/** A text trimmed, with its spaces collapsed, in lower case; null where it has control or invisible characters. */
export function normalText(text: string): string | null {
  if (!notPlain.test(text)) return text.toLowerCase();
  return unsafeCharacter().test(text) ? null : text.trim().replace(/\s+/g, " ").toLowerCase();
}

/** Kinds of companies, which one file has and another drops. */
const companySuffix =
  /(?: (?:inc|incorporated|llc|l l c|co|company|corp|corporation|ltd|limited|lp|llp|lllp|pllc|pc|plc|sa de cv|s a de c v|sapi de cv))+$/;
/** The search for the kind of company at the end takes quadratic time. */
const maxNameLength = 500;

/** By far the most names need no closer look. */
const plainWords = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/**
 * The words of a name or an address, as files differ in them: letters and digits only, without accents and full-width forms (FMCSA's files have none), `&`
 * as AND, `L.L.C.` as LLC. Null for a text with invisible characters.
 */
export function wordsOf(text: string): string | null {
  const normal = normalText(text);
  if (normal === null || plainWords.test(normal)) return normal;
  return folded(normal.replace(/[™℠]/g, " "))
    .replace(/['’]|(?<=(?:^|[^\p{L}\p{N}])[\p{L}\p{N}])\./gu, "")
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** A text in lower case, without accents and full-width forms. Those of some letters are capitals: a bold `𝐀`. */
export function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** A company's name without spaces and the kind of company at its end; one that is called "Company" keeps its name. */
export function companyName(words: string): string {
  return (words.replace(companySuffix, "") || words).replaceAll(" ", "");
}

/** Reads the name of a company: `ACME INSURANCE, CO.` is `Acme Insurance Co`. */
export function readName(value: unknown): Reading<ComparableText> {
  const text = readText(value);
  if (text.state !== "stated") return text;
  const words = text.value.raw.length > maxNameLength ? "" : (wordsOf(text.value.raw) ?? "");
  if (words === "") return { state: "unreadable", why: "not a name" };
  return stated({ raw: text.value.raw, normal: words, whole: companyName(words) });
}

function stated<T>(value: T): Reading<T> {
  return { state: "stated", value };
}

const maxQuoted = 60;

/** A value of the service in quotes, at most 60 characters of it. It is not yet safe to print. */
export function quoted(value: unknown): string {
  if (typeof value === "string") return `"${cutTo(value, maxQuoted)}"`;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return cutTo(String(value), maxQuoted);
}

const maxCited = 200;

/**
 * A value as findings and changes cite it: one that survives being written as JSON and read again, of bounded length, so that
 * a hostile record does not fill every report. Absent is null, as in every format.
 */
export function citable(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return cutTo(value, maxCited);
  if (typeof value === "boolean") return value;
  // JSON text can hold -0 and numbers that are infinite here; neither can be written back. Adding 0 makes -0 a 0.
  return typeof value === "number" && Number.isFinite(value) ? value + 0 : quoted(value);
}
