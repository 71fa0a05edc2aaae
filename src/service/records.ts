/** Reads records out of the service's responses: whose they are, and which fields are not as the interface states. */
import type { ZodMiniType } from "zod/mini";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { compactJson, isObject, jsonElements, jsonMembers } from "../text/json-text.ts";
import { lazy } from "../text/lazy.ts";
import { isErrorInPlace, shown } from "./error-body.ts";
import { UnusableAnswerError } from "./errors.ts";
import type { HttpResponse } from "./http.ts";
import { none, type ParsedElement, PlainRecord, RecordShapes } from "./record-shapes.ts";
import { redact } from "./redact.ts";
import { type Subject, unusable } from "./request.ts";
import { carrierSummarySchema, maxIssues } from "./schemas.ts";

/** One record as the service sent it. */
export interface RecordAnswer {
  /** The parsed record. Any field may be of another type than the interface states: see `schemaIssues`. */
  readonly record: Readonly<Record<string, unknown>>;
  /** The record's own JSON text. */
  readonly text: string;
  /** Paths of the first 20 fields of another type than the interface states: `["fleet.power_units", ...]`. */
  readonly schemaIssues: readonly string[];
  /** Set for a record that was recognized by its text: its values, without parsing it. */
  readonly plain?: PlainRecord;
}

type Found = RecordAnswer | UnusableAnswerError | undefined;

/** What a bulk answer holds. */
export interface BulkAnswer {
  /** For each number requested, in their order: its record, or why that cannot be used, or undefined where the answer leaves it out. */
  found: readonly Found[];
  /** How many elements are about no number that was asked for. */
  unrequested: number;
  /** Whether a number that it leaves out is unknown to the service: no other is in its place, nor did an earlier answer have it. */
  isExact: boolean;
  /** Whether there is a record in it, whoever that is about. */
  hasRecord: boolean;
}

/**
 * The record that a response holds.
 * @throws {UnusableAnswerError} when it holds none, or one about another carrier
 */
export function readRecord(
  response: HttpResponse,
  requested: DotNumber,
  schema: ZodMiniType,
  subject: Subject,
): RecordAnswer {
  const value = parse(response, subject);
  if (!isObject(value)) throw unusable(subject, `${kindOf(value)} instead of a record`);
  if (isErrorInPlace(value)) throw errorInstead(value, subject, "a record");
  const about = numberOf(value, response.text);
  if (about === undefined) throw unusable(subject, "a record without a USDOT number");
  if (about !== requested) throw unusable(subject, `a record about USDOT ${about}, which was not asked for`);
  return recordAnswer(value, response.text, schema);
}

/** The shapes of summaries, whichever service they come from: a shape says nothing about a carrier. */
const summaryShapes = new RecordShapes(carrierSummarySchema);

/**
 * The records that a bulk response holds. Identical ones about a number count once; two different ones are an error for that number, and
 * so is a record that is itself an error.
 * @param requested each number once
 * @param shapes recognize records without parsing them
 * @throws {UnusableAnswerError} when it is not a list
 */
export function readBulk(
  response: HttpResponse,
  requested: readonly DotNumber[],
  subject: Subject,
  shapes: Pick<RecordShapes, "elementsOf"> = summaryShapes,
): BulkAnswer {
  // Most answers are in the order of the request, and need no index.
  const indexes = lazy(() => new Map(requested.map((dotNumber, index) => [dotNumber, index])));
  let next = 0;
  const indexOf = (dotNumber: DotNumber) => (dotNumber === requested[next] ? next++ : indexes().get(dotNumber));
  const found = new Array<Found>(requested.length).fill(undefined);
  let unrequested = 0;
  let hasRecord = false;
  const put = (dotNumber: DotNumber, next: NonNullable<Found>) => {
    hasRecord ||= !(next instanceof UnusableAnswerError);
    const index = indexOf(dotNumber);
    if (index === undefined) unrequested += 1;
    else if (found[index] === undefined) found[index] = next;
    else if (!areSame(found[index], next)) found[index] = contradiction(dotNumber);
  };
  for (const element of shapes.elementsOf(response.text) ?? parsedElements(response, subject)) {
    if (element instanceof PlainRecord) {
      put(element.dotNumber, element);
      continue;
    }
    const { value, text } = element;
    const object = isObject(value) ? value : {};
    const dotNumber = numberOf(object, text);
    if (dotNumber === undefined) unrequested += 1;
    else if (!isErrorInPlace(object)) put(dotNumber, recordAnswer(object, text, carrierSummarySchema()));
    else put(dotNumber, errorInstead(object, { ...subject, subject: `USDOT ${dotNumber}` }, "a record"));
  }
  return { found, unrequested, isExact: unrequested === 0, hasRecord };
}

/** Of several errors, the first one says enough. */
function areSame(one: NonNullable<Found>, other: typeof one): boolean {
  if ("message" in one || "message" in other) return "message" in one && "message" in other;
  return one.text === other.text || compactJson(one.text) === compactJson(other.text);
}

function contradiction(dotNumber: DotNumber): UnusableAnswerError {
  const details = { reason: "contradictory-answer", subject: `USDOT ${dotNumber}` } as const;
  return new UnusableAnswerError("the answer holds two different records about it", details);
}

/** The second answer to a request, with the records that only the first one has: it leaves those out, so that it proves nothing missing. */
export function joinedAnswers(first: BulkAnswer, second: BulkAnswer): BulkAnswer {
  const found = second.found.map((each, index) => each ?? first.found[index]);
  return { ...second, found, isExact: second.isExact && found.every((each, index) => each === second.found[index]) };
}

/** @throws {UnusableAnswerError} when the response is not a list */
function parsedElements(response: HttpResponse, subject: Subject): ParsedElement[] {
  const values = parse(response, subject);
  if (isObject(values) && isErrorInPlace(values)) throw errorInstead(values, subject, "a list");
  const texts = jsonElements(response.text);
  if (!Array.isArray(values) || texts === undefined) throw unusable(subject, `${kindOf(values)} instead of a list`);
  return values.map((value, index) => ({ value, text: texts[index] as string }));
}

function recordAnswer(record: Record<string, unknown>, text: string, schema: ZodMiniType): RecordAnswer {
  return { record, text, schemaIssues: schemaIssuesOf(record, schema) };
}

/** The error that an object in place of `what` is. */
function errorInstead(object: object, subject: Subject, what: string): UnusableAnswerError {
  const body = shown(object, (part) => redact(part, subject.apiKey));
  const words = [body.code, body.message].filter((part) => part !== undefined).join(": ");
  return unusable(subject, `an error instead of ${what}${words && ` (${words})`}`, { code: body.code });
}

/** Why a bulk answer is worth a retry, if it is: it has an error in place of a record, or leaves numbers out and has others instead. */
export function doubtAbout({ found, isExact }: BulkAnswer, subject: Subject): UnusableAnswerError | undefined {
  for (const each of found)
    if (each instanceof UnusableAnswerError && each.reason !== "contradictory-answer") return each;
  return isExact || !found.includes(undefined) ? undefined : unusable(subject, "other records than those asked for");
}

function parse({ text, headers }: HttpResponse, subject: Subject): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (text.trim() === "") throw unusable(subject, "nothing", { cause });
    const html = /^\s*</.test(text) || headers["content-type"]?.includes("html");
    throw unusable(subject, html ? "a web page instead of JSON" : "broken JSON", { cause });
  }
}

/**
 * Services send the number as text, as the interface says, or as a number; either identifies the carrier. `JSON.parse` rounds
 * numbers, so one is read as it was written: 123.00000000000000001 is not 123.
 */
function numberOf(record: Record<string, unknown>, text: string): DotNumber | undefined {
  const value = record["dot_number"];
  const written = typeof value === "number" ? jsonMembers(text)?.get("dot_number") : value;
  if (typeof written !== "string" || (typeof value === "number" && !/^\d+$/.test(written))) return undefined;
  const parsed = parseDotNumber(written);
  return "dotNumber" in parsed ? parsed.dotNumber : undefined;
}

function schemaIssuesOf(value: unknown, schema: ZodMiniType): readonly string[] {
  let result: ReturnType<ZodMiniType["safeParse"]>;
  try {
    result = schema.safeParse(value);
  } catch {
    // zod passes the issues of a list's elements to one call, which overflows the stack for a hundred thousand: policies are the only list.
    return ["policies"];
  }
  return result.success ? none : result.error.issues.slice(0, maxIssues).map((issue) => issue.path.join("."));
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
