/**
 * The fields of a carrier that are compared with an earlier run one by one, and how each is read: as the policy compares it, so that
 * another spelling of the same text is not a change.
 */
import type { Change } from "./model.ts";
import {
  type Field,
  normalText,
  type Reader,
  type Reading,
  readAt,
  readAuthorityStatus,
  readDay,
  readText,
  type ServiceRecord,
  stepsTo,
} from "./values.ts";

/** A field of the carrier record: every change of it is reported. */
export interface ComparedField {
  kind: Change["kind"];
  path: string;
  /** What a policy calls it, if not by its path. */
  name?: string;
  /** What it says: equal values say the same. */
  read: Reader<string | number>;
  /** It is in the bulk summary as well. */
  inSummary: boolean;
}

const readAuthority: Reader<string> = (value) => mapped(readAuthorityStatus(value), ({ normal }) => normal);

/** The fields that are compared one by one. A change of identity is a sign that someone else uses the carrier's number. */
export const comparedFields: readonly ComparedField[] = [
  { kind: "identity", path: "legal_name", read: readWords, inSummary: true },
  { kind: "identity", path: "mc_number", read: readDockets, inSummary: false },
  { kind: "identity", path: "address.street", name: "address", read: readWords, inSummary: true },
  { kind: "identity", path: "address.city", name: "address", read: readWords, inSummary: true },
  { kind: "identity", path: "address.state", name: "address", read: readWords, inSummary: true },
  { kind: "identity", path: "address.zip", name: "address", read: readWords, inSummary: true },
  { kind: "identity", path: "contact.phone", name: "phone", read: readPhone, inSummary: false },
  { kind: "identity", path: "contact.email", name: "email", read: readWords, inSummary: false },
  { kind: "authority", path: "status", read: readWords, inSummary: true },
  { kind: "authority", path: "authority.status", read: readAuthority, inSummary: false },
  { kind: "authority", path: "authority.common_authority_date", read: readDay, inSummary: false },
  { kind: "safety", path: "safety.rating", read: readRating, inSummary: false },
];

/**
 * The value at a path as it is compared, and as a replay knows it: a list or an object as JSON text. A section that is no object takes
 * the place of its fields.
 */
export function comparedAt(record: ServiceRecord | undefined, path: string, read = anything): Field<unknown> {
  const field = readAt(record, stepsTo(path), (value) => {
    const given = scalar(value);
    return given === unwritable ? { state: "unreadable", why: "it cannot be compared" } : read(given);
  });
  field.raw = scalar(field.raw);
  return field;
}

const anything: Reader<unknown> = (value) => ({ state: "stated", value });

/** Stands for every value that is not writable, so it equals nothing, not even itself. A text, since a replay reads it from JSON. */
const unwritable = "(a number too large, or nested too deep)";

/** A value as JSON holds it; a list or an object as its text. */
export function scalar(value: unknown): unknown {
  if (typeof value === "string" || value === undefined || value === null) return value;
  if (!isWritable(value)) return unwritable;
  return typeof value === "object" ? JSON.stringify(value) : value;
}

/** Whether it is held as it came: a number may be too large for all its digits, and a list may take more stack to write than there is. */
export function isWritable(value: unknown): boolean {
  let inner = [value];
  for (let depth = 0; inner.length > 0 && depth < 100; depth++) {
    if (inner.some((each) => typeof each === "number" && Math.abs(each) > Number.MAX_SAFE_INTEGER)) return false;
    inner = inner.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return inner.length === 0;
}

/** Whether two values say the same. One that is unreadable equals no other, but it has not changed where it is the same to the last character. */
export function isSame(read: Reader<string | number>, before: unknown, now: unknown): boolean {
  if (before === unwritable || now === unwritable) return false;
  const [one, other] = [read(before), read(now)];
  return before === now || (one.state === other.state && one.state !== "unreadable" && one.value === other.value);
}

/** What a reading says, in another form. */
function mapped<T, U>(reading: Reading<T>, map: (value: T) => U): Reading<U> {
  return reading.state === "stated" ? { state: "stated", value: map(reading.value) } : reading;
}

/** A text as the policy compares it. Programs write one of digits as a number. */
function readWords(value: unknown): Reading<string> {
  return mapped(readText(typeof value === "number" ? String(value) : value), ({ normal }) => normal);
}

/** A carrier may have several dockets, in one text: `MC-115495, MC-116200`. Bare digits are an MC number. */
function readDockets(value: unknown): Reading<string> {
  return mapped(readWords(value), (text) => [...docketsOf(value)].sort().join() || text);
}

const docket = /(\D*)0*(\d+)(\D*$)?/g;
/** What people write around a docket: `DOCKET NO. MC-1 and MC-2`. */
const aroundDocket = /\b(?:and|dockets?|nos?|num|numbers?)(?![a-z])|[\s#.,:;/&+()|-]+/g;

/** Empty for a text that cannot be read as nothing but dockets. MX and FF are other dockets than MC. */
function docketsOf(value: unknown): Set<string> {
  const text = typeof value === "number" && value >= 0 ? String(value) : value;
  const normal = typeof text === "string" && text.length <= 1_000 ? normalText(text) : null;
  const kindOf = (words = "") => words.replace(aroundDocket, "").replace(/^mc$/, "");
  const found = Array.from((normal ?? "").matchAll(docket), ([, before, digits = "", after]) => {
    const own = [kindOf(before), kindOf(after)];
    return own.every((kind) => /^(?:mx|ff)?$/.test(kind)) ? own.join(digits) : "";
  });
  return new Set(found.includes("") ? [] : found);
}

/** `(555) 555-0101` and `555.555.0101` are one number; so are those with the country code 1. */
function readPhone(value: unknown): Reading<string> {
  const digitsOf = (text: string) => text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return mapped(readWords(value), (text) => (/[a-z]/.test(text) ? text : digitsOf(text) || text));
}

const ratingCodes: Readonly<Record<string, string>> = { s: "satisfactory", c: "conditional", u: "unsatisfactory" };

/** FMCSA's files abbreviate the ratings to S, C and U. */
export function readRating(value: unknown): Reading<string> {
  return mapped(readWords(value), (text) => (Object.hasOwn(ratingCodes, text) ? ratingCodes[text] : text) as string);
}
