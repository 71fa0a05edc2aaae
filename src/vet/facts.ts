/** What records state: where a value stands, how it is read, and what messages call it. Vetting reads values in no other way. */
import {
  isObject,
  type JsonObject,
  numberIn,
  plainText,
} from "../text/json.ts";
import { cutTo, unsafeClass } from "../text/safe-text.ts";
import type { Answer, Dossier, Finding, VetRecord } from "./model.ts";

export const inspectionGroups = ["driver", "vehicle", "hazmat"] as const;

/** The BASICs in words, each with the group of inspections that finds its violations. */
export const basics = {
  unsafe_driving: ["unsafe driving", "driver"],
  driver_fitness: ["driver fitness", "driver"],
  hos: ["hours of service", "driver"],
  drug_alcohol: ["drugs and alcohol", "driver"],
  vehicle_maint: ["vehicle maintenance", "vehicle"],
} as const;

export interface Reading<T> {
  value?: T;
  why?: string;
}

export type Reader<T> = (value: unknown) => Reading<T>;

/** A field of a record, by its dotted path. `summary` is the carrier record or, where only that was asked for, the bulk summary. */
export function field<T>(
  record: VetRecord,
  path: string,
  label: string,
  read: Reader<T>,
) {
  return { record, path, label, read };
}
export type Field<T> = ReturnType<typeof field<T>>;

/** Nothing can be concluded: a value is not stated, unreadable or contradicted. Rules throw it. */
export class Unknown extends Error {}

export function unknown(message: string): never {
  throw new Unknown(message);
}

export type Facts = ReturnType<typeof factsOf>;

export function factsOf(answers: Dossier["answers"]) {
  const seen = new Map<string, Set<unknown>>();
  const observe = (path: string, value: unknown) => {
    seen.set(path, (seen.get(path) ?? new Set()).add(citable(value)));
  };
  const readingOf = <T>(one: Field<T>) =>
    readField(recordIn(answers, one.record) ?? {}, one);
  /** The value, or undefined where it is not stated or there is no such record. Throws `Unknown` where it is unreadable. */
  const maybe = <T>(one: Field<T>): T | undefined => {
    const { raw, reading } = readingOf(one);
    const isSection = typeof raw === "object" && raw !== null;
    if (!isSection && recordIn(answers, one.record) !== undefined)
      observe(observedPath(one), raw);
    if (reading.why === undefined) return reading.value;
    return unknown(
      `${one.label}${isSection ? "" : ` ${quoted(raw)}`}: ${reading.why}`,
    );
  };
  const get = <T>(one: Field<T>): T => {
    const isKnown = recordIn(answers, one.record) !== undefined;
    return (
      maybe(one) ??
      unknown(isKnown ? `${one.label} not stated` : `no ${one.record} record`)
    );
  };
  const states = (one: Field<unknown>) => {
    const { value, why } = readingOf(one).reading;
    return value !== undefined || why !== undefined;
  };
  const observed = (): Finding["observed"] =>
    Object.fromEntries([...seen].map(([path, values]) => [path, [...values]]));
  return { get, maybe, states, observe, observed };
}

/** What the service said about a record. The carrier record says all that a summary says. */
export function answerIn(
  answers: Dossier["answers"],
  name: VetRecord,
): Answer | undefined {
  return name === "summary"
    ? (answers.carrier ?? answers.summary)
    : answers[name];
}

export function recordIn(
  answers: Dossier["answers"],
  name: VetRecord,
): JsonObject | undefined {
  const answer = answerIn(answers, name);
  return answer?.state === "answered" ? answer.value : undefined;
}

function observedPath({ record, path }: Field<unknown>): string {
  return record === "carrier" || record === "summary"
    ? path
    : `${record}.${path}`;
}

/** Reads a field of a record: what the service sent, and what that says. Something else in place of a section is unreadable. */
export function readField<T>(
  record: JsonObject,
  { path, read }: Pick<Field<T>, "path" | "read">,
) {
  let raw: unknown = record;
  const sections: string[] = [];
  for (const name of path.split(".")) {
    if (raw === undefined || raw === null) break;
    if (!isObject(raw))
      return {
        raw,
        reading: {
          why: `"${sections.join(".")}" is not an object`,
        } as Reading<T>,
      };
    raw = Object.hasOwn(raw, name) ? raw[name] : undefined;
    sections.push(name);
  }
  return { raw, reading: read(raw) };
}

/** A value in quotes for a message, at most 60 characters of it. It is not yet safe to print. */
export function quoted(value: unknown): string {
  if (typeof value === "string") return `"${cutTo(plainText(value), 60)}"`;
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? "a list" : "an object";
  return String(value);
}

function citable(value: unknown): unknown {
  if (typeof value === "string") return cutTo(plainText(value), 200);
  return typeof value === "object" && value !== null
    ? quoted(value)
    : (value ?? null);
}

const emptyTokens = new Set(["", "-", "--", "n/a", "null", "none"]);
const unsafeCharacter = new RegExp(`[${unsafeClass}]`, "u");

/** Whether a value says nothing: absent, null, blank, or what services send for null. */
export function isNotStated(value: unknown): boolean {
  return typeof value === "string"
    ? emptyTokens.has(value.trim().toLowerCase())
    : (value ?? null) === null;
}

/** A text as it is compared: trimmed, its spaces collapsed, in lower case. Undefined where it has control or invisible characters. */
export function normalText(text: string): string | undefined {
  return unsafeCharacter.test(text)
    ? undefined
    : text.trim().replace(/\s+/g, " ").toLowerCase();
}

/** Reads a text. One with invisible characters equals nothing. */
export function text(value: unknown): Reading<string> {
  if (isNotStated(value)) return {};
  if (typeof value !== "string") return { why: "not text" };
  return normalText(value) === undefined
    ? { why: "it has control or invisible characters" }
    : { value };
}

/** Reads `authority.status`, where NONE is a statement. */
export function authorityText(value: unknown): Reading<string> {
  return typeof value === "string" && normalText(value) === "none"
    ? { value }
    : text(value);
}

export function scalar(value: unknown): Reading<string> {
  return typeof value === "boolean" || typeof value === "number"
    ? { value: String(value) }
    : text(value);
}

const numberText = /^ *(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)? *$/;

/** Reads a number of at least 0: JSON, or digits in text (`"32"`, `"1,000"`). */
export function number(value: unknown): Reading<number> {
  if (isNotStated(value)) return {};
  const isWritten = typeof value === "string" && numberText.test(value);
  const read =
    numberIn(value) ??
    (isWritten ? Number(value.replaceAll(",", "")) : Number.NaN);
  return Number.isFinite(read) && read >= 0
    ? { value: read }
    : { why: "not a number of at least 0" };
}

/** Reads a list. Unlike a text, it says something even where it is blank. */
export function list(value: unknown): Reading<readonly unknown[]> {
  if (Array.isArray(value))
    return value.length > 5_000 ? { why: "too long" } : { value };
  return value === undefined || value === null ? {} : { why: "not a list" };
}

const isoDate =
  /^ *(\d{4}-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)? *$/;
const millisecondsPerDay = 86_400_000;

/** Reads an ISO 8601 date or time as a UTC day. Other forms are never guessed: 12/11/2017 is two days, depending on who reads it. */
export function day(value: unknown): Reading<number> {
  if (isNotStated(value)) return {};
  const [moment = "", date = "", offset] =
    (typeof value === "string" && isoDate.exec(value)) || [];
  const midnight = Date.parse(date);
  const isReal =
    !Number.isNaN(midnight) &&
    new Date(midnight).toISOString().startsWith(date);
  const time = offset === undefined ? midnight : Date.parse(moment);
  return isReal ? { value: dayOfTime(time) } : { why: "not an ISO 8601 date" };
}

/** The Motor Carrier Act, 1935: nobody has had an authority for longer. */
const firstDay = -12_784;

/** Reads a date of an authority or a filing. What programs write for an empty value (0001-01-01, 1970-01-01) is unreadable. */
export function realDay(value: unknown): Reading<number> {
  const reading = day(value);
  const read = reading.value ?? Number.POSITIVE_INFINITY;
  // The beginning of Unix time is the day before in American time zones.
  if (read < firstDay || read === 0 || read === -1)
    return { why: "an empty value of a program" };
  return reading;
}

/** The UTC day of a moment (milliseconds since 1970). */
export const dayOfTime = (milliseconds: number): number =>
  Math.floor(milliseconds / millisecondsPerDay);

/** A UTC day as `2026-11-09`. */
export const dayText = (day: number): string =>
  new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
