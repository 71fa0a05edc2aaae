/** Reads records out of the service's answers: whose they are, and which fields are not as the interface states. */
import type { ZodMiniType } from "zod/mini";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { jsonElements } from "../text/json-text.ts";
import { readErrorBody } from "./error-body.ts";
import { UnusableAnswerError } from "./errors.ts";
import type { HttpAnswer } from "./http.ts";
import { redact, type Subject } from "./question.ts";
import { type CarrierSummary, carrierSummarySchema, type Unvalidated } from "./schemas.ts";

/** One record as the service sent it. */
export interface RecordAnswer<R = object> {
  /** The parsed record. Any field may be of another type than the interface states: see `schemaIssues`. */
  record: Unvalidated<R>;
  /** The record's own JSON text. */
  text: string;
  /** Paths of the fields of another type than the interface states: `["fleet.power_units", ...]`. */
  schemaIssues: readonly string[];
}

/** What a bulk answer holds. */
export interface BulkAnswer {
  /** Records, each with the number that it is about, which need not be one that was asked for. */
  records: { dotNumber: DotNumber; answer: RecordAnswer<CarrierSummary> }[];
  /** Elements that are about no USDOT number that can be read. */
  unreadable: number;
}

/**
 * The record that an answer holds.
 *
 * @throws {UnusableAnswerError} when it holds none, or one about another carrier
 */
export function readRecord<R>(
  answer: HttpAnswer,
  asked: DotNumber,
  schema: ZodMiniType<R>,
  subject: Subject,
): RecordAnswer<R> {
  const value = parse(answer, subject);
  if (!isObject(value)) throw unusable(subject, `${kindOf(value)} instead of a record`);
  const about = numberOf(value);
  if (about === undefined) {
    const said = readErrorBody(answer.text, (text) => redact(text, subject.apiKey))?.message;
    throw unusable(subject, `a record without a USDOT number${said ? ` (it says: ${said})` : ""}`);
  }
  if (about !== asked) throw unusable(subject, `a record about USDOT ${about}, which was not asked for`);
  return { record: value as Unvalidated<R>, text: answer.text, schemaIssues: schemaIssuesOf(value, schema) };
}

/**
 * The records that a bulk answer holds.
 *
 * @throws {UnusableAnswerError} when it is not a list
 */
export function readBulk(answer: HttpAnswer, subject: Subject): BulkAnswer {
  const values = parse(answer, subject);
  const texts = jsonElements(answer.text);
  if (!Array.isArray(values) || texts === undefined) throw unusable(subject, `${kindOf(values)} instead of a list`);
  const records: BulkAnswer["records"] = [];
  for (const [index, value] of values.entries()) {
    const dotNumber = isObject(value) ? numberOf(value) : undefined;
    if (dotNumber === undefined) continue;
    const schemaIssues = schemaIssuesOf(value, carrierSummarySchema());
    records.push({ dotNumber, answer: { record: value, text: texts[index] as string, schemaIssues } });
  }
  return { records, unreadable: values.length - records.length };
}

/** Whether a bulk answer leaves out numbers that were asked for and holds others in their place. */
export function isDoubtful({ records, unreadable }: BulkAnswer, asked: readonly DotNumber[]): boolean {
  const unrequested = new Set(records.map(({ dotNumber }) => dotNumber));
  const missing = asked.filter((dotNumber) => !unrequested.delete(dotNumber)).length;
  return missing > 0 && unreadable + unrequested.size > 0;
}

/** An answer that says nothing usable; `what` completes "the service answered with ...". */
export function unusable({ subject, origin, apiKey }: Subject, what: string, cause?: unknown): UnusableAnswerError {
  const details = { reason: "unusable-answer", subject, origin, withKey: apiKey !== undefined, cause } as const;
  return new UnusableAnswerError(`${origin} answered with ${what}`, details);
}

function parse({ text, headers }: HttpAnswer, subject: Subject): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (text.trim() === "") throw unusable(subject, "nothing", cause);
    const html = /^\s*</.test(text) || headers["content-type"]?.includes("html");
    throw unusable(subject, html ? "a web page instead of JSON" : "broken JSON", cause);
  }
}

/** Services send the number as text, as the interface says, or as a number; either identifies the carrier. */
function numberOf(record: Record<string, unknown>): DotNumber | undefined {
  const value = record["dot_number"];
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const parsed = parseDotNumber(String(value));
  return "dotNumber" in parsed ? parsed.dotNumber : undefined;
}

const none: readonly string[] = [];

function schemaIssuesOf(value: unknown, schema: ZodMiniType): readonly string[] {
  const result = schema.safeParse(value);
  return result.success ? none : result.error.issues.map((issue) => issue.path.join("."));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
