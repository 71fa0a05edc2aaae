/**
 * What records state: where a value stands, how it is read, and what messages
 * call it. Vetting reads values in no other way.
 */

import {
  type Answer,
  type AnswerName,
  type Answers,
  recordOf,
} from "../../answer.ts";
import { isObject, type JsonObject } from "../../text/json.ts";
import { cutTo, isUnsafe } from "../../text/safe-text.ts";
import type { Finding } from "../model.ts";

export const inspectionGroups = ["driver", "vehicle", "hazmat"] as const;

export interface Reading<T> {
  value?: T;
  why?: string;
}

export type Reader<T> = (value: unknown) => Reading<T>;

/**
 * A field of a record, by its dotted path. `summary` is the carrier record or,
 * where only that was asked for, the bulk summary.
 */
export interface Field<T> {
  record: AnswerName;
  path: string;
  label: string;
  read: Reader<T>;
}

export function field<T>(
  record: AnswerName,
  path: string,
  label: string,
  read: Reader<T>,
): Field<T> {
  return { record, path, label, read };
}

/**
 * Nothing can be concluded: a value is not stated, unreadable or contradicted.
 * Rules throw it.
 */
export class Unknown extends Error {}

export function unknown(message: string): never {
  throw new Unknown(message);
}

/**
 * What the service said about a record. The carrier record says all that a
 * summary says.
 */
export function answerIn(
  answers: Answers,
  name: AnswerName,
): Answer | undefined {
  return name === "summary"
    ? (answers.carrier ?? answers.summary)
    : answers[name];
}

export function recordIn(
  answers: Answers,
  name: AnswerName,
): JsonObject | undefined {
  return recordOf(answerIn(answers, name));
}

/** The values of a carrier's records, and a note of each that was read. */
export class Facts {
  readonly answers: Answers;
  #seen = new Map<string, Set<unknown>>();

  constructor(answers: Answers) {
    this.answers = answers;
  }

  /**
   * The value, or undefined where it is not stated or there is no such record.
   * Throws `Unknown` where it is unreadable.
   */
  maybe<T>(field: Field<T>): T | undefined {
    const { record, path, label } = field;
    const source = recordIn(this.answers, record);
    if (source === undefined) return undefined;
    const { raw, reading } = readField(source, field);
    const isCarrier = record === "carrier" || record === "summary";
    const elements = Array.isArray(raw) ? raw.slice(0, longestList) : [raw];
    for (const element of elements)
      if (!isSection(element))
        this.observe(isCarrier ? path : `${record}.${path}`, element);
    if (reading.why === undefined) return reading.value;
    const words = isSection(raw) ? label : `${label} ${quoted(raw)}`;
    return unknown(`${words}: ${reading.why}`);
  }

  get<T>(field: Field<T>): T {
    const value = this.maybe(field);
    if (value !== undefined) return value;
    const isKnown = recordIn(this.answers, field.record) !== undefined;
    return unknown(
      isKnown ? `${field.label} not stated` : `no ${field.record} record`,
    );
  }

  states(field: Field<unknown>): boolean {
    const record = recordIn(this.answers, field.record) ?? {};
    const { value, why } = readField(record, field).reading;
    return value !== undefined || why !== undefined;
  }

  observe(path: string, value: unknown): void {
    const values = this.#seen.get(path) ?? new Set();
    this.#seen.set(path, values.add(citable(value)));
  }

  observed(): Finding["observed"] {
    return Object.fromEntries(
      [...this.#seen].map(([path, values]) => [path, [...values]]),
    );
  }
}

function isSection(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/**
 * Reads a field of a record: what the service sent, and what that says.
 * Something else in place of a section is unreadable.
 */
export function readField<T>(
  record: JsonObject,
  { path, read }: Pick<Field<T>, "path" | "read">,
): { raw: unknown; reading: Reading<T> } {
  const names = path.split(".");
  let raw: unknown = record;
  for (const [at, name] of names.entries()) {
    if (raw === undefined || raw === null) break;
    if (!isObject(raw)) {
      const section = names.slice(0, at).join(".");
      return { raw, reading: { why: `"${section}" is not an object` } };
    }
    raw = Object.hasOwn(raw, name) ? raw[name] : undefined;
  }
  return { raw, reading: read(raw) };
}

/**
 * A value in quotes for a message, at most 60 characters of it. It is not yet
 * safe to print.
 */
export function quoted(value: unknown): string {
  if (typeof value === "string") return `"${cutTo(value, 60)}"`;
  if (isSection(value)) return Array.isArray(value) ? "a list" : "an object";
  return String(value);
}

/** A value as findings, evidence and waivers keep it. */
export function citable(value: unknown): unknown {
  if (typeof value === "string") return cutTo(value, 200);
  return isSection(value) ? quoted(value) : (value ?? null);
}

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
 * A text as it is compared: trimmed, its spaces collapsed, in lower case.
 * Undefined where it has control or invisible characters.
 */
export function normalText(text: string): string | undefined {
  return isUnsafe(text)
    ? undefined
    : text.trim().replace(/\s+/g, " ").toLowerCase();
}

/**
 * What is longer was not written by a person: vetting and screens take it for
 * unreadable.
 */
export const longestText = 2_000;
export const longestList = 500;

/** Makes a reader of stated values. */
function stated<T>(read: Reader<T>): Reader<T> {
  return (value) => {
    if (isNotStated(value)) return {};
    const isLong = typeof value === "string" && value.length > longestText;
    return isLong ? { why: "too long" } : read(value);
  };
}

/** Reads a text. One with invisible characters equals nothing. */
export const readText: Reader<string> = stated((value) => {
  if (typeof value !== "string") return { why: "not text" };
  return normalText(value) === undefined
    ? { why: "it has control or invisible characters" }
    : { value };
});

/** Reads `authority.status`, where NONE is a statement. */
export function readAuthority(value: unknown): Reading<string> {
  const isNone = typeof value === "string" && /^\s*none\s*$/i.test(value);
  return isNone ? { value } : readText(value);
}

const unrated = new Set(["not rated", "unrated", "nr"]);

/** Reads a safety rating. Services also write out that there is none. */
export function readRating(value: unknown): Reading<string> {
  const reading = readText(value);
  return unrated.has(normalText(reading.value ?? "") ?? "") ? {} : reading;
}

export function readScalar(value: unknown): Reading<string> {
  return typeof value === "boolean" || typeof value === "number"
    ? { value: String(value) }
    : readText(value);
}

const numberText = /^ *(?:\$ *)?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)? *$/;

/**
 * Reads a number of at least 0: JSON, or digits in text (`"32"`, `"1,000"`,
 * `"$1,000,000"`).
 */
export const readNumber: Reader<number> = stated((value) => {
  const isWritten = typeof value === "string" && numberText.test(value);
  const read = isWritten ? Number(value.replace(/[$, ]/g, "")) : value;
  const isNumber =
    typeof read === "number" && Number.isFinite(read) && read >= 0;
  return isNumber ? { value: read } : { why: "not a number of at least 0" };
});

/** Reads a list. Unlike a text, it says something even where it is blank. */
export function readRows(value: unknown): Reading<readonly unknown[]> {
  if (Array.isArray(value))
    return value.length > longestList ? { why: "too long" } : { value };
  return value === undefined || value === null ? {} : { why: "not a list" };
}

const isoDate =
  /^ *(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ]([01]\d|2[0-3]):?([0-5]\d)(?::?[0-5]\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)? *$/i;
const millisecondsPerDay = 86_400_000;

/**
 * Reads a date in either form of ISO 8601, with or without a time, as a UTC day
 * counted from 1970. Other forms are never guessed: 12/11/2017 is two days,
 * depending on who reads it.
 */
export const readDay: Reader<number> = stated((value) => {
  const parts = typeof value === "string" ? isoDate.exec(value) : null;
  const [, year, , month, date, hour = "00", minute = "00", zone = "Z"] =
    parts ?? [];
  const day = `${year}-${month}-${date}`;
  const offset = zone.replace(/(\d\d)(\d\d)$/, "$1:$2");
  const moment = Date.parse(`${day}T${hour}:${minute}${offset}`);
  // JavaScript takes February 30 for March 2.
  const isReal =
    !Number.isNaN(moment) && dayText(dayOf(Date.parse(day))) === day;
  return isReal ? { value: dayOf(moment) } : { why: "not certain which day" };
});

/** The Motor Carrier Act, 1935: nobody has had an authority for longer. */
const firstDay = -12_784;

/**
 * Reads a date of an authority or a filing. What programs write for an empty
 * value (0001-01-01, 1970-01-01) is unreadable.
 */
export function readRealDay(value: unknown): Reading<number> {
  const reading = readDay(value);
  const read = reading.value ?? Number.POSITIVE_INFINITY;
  // The beginning of Unix time is the day before in American time zones.
  const isPlaceholder = read < firstDay || read === 0 || read === -1;
  return isPlaceholder ? { why: "a placeholder, not a date" } : reading;
}

/** The UTC day of a moment. */
const dayOf = (milliseconds: number): number =>
  Math.floor(milliseconds / millisecondsPerDay);

/** A day as `2026-11-09`. */
export const dayText = (day: number): string =>
  new Date(day * millisecondsPerDay).toISOString().slice(0, 10);

/** The BASICs in words. */
export const basics = {
  unsafe_driving: "unsafe driving",
  driver_fitness: "driver fitness",
  hos: "hours of service",
  drug_alcohol: "drugs and alcohol",
  vehicle_maint: "vehicle maintenance",
};
