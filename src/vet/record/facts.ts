/**
 * What records state: where a value stands, how it is read, and what messages
 * call it. A `Facts` notes what a rule reads; others read by `readIn`.
 */

import {
  type Answer,
  type AnswerName,
  type Answers,
  recordOf,
} from "../../answer.ts";
import { isObject, type JsonObject, quoted } from "../../text/json.ts";
import { cutTo } from "../../text/safe-text.ts";
import type { Finding } from "../model.ts";
import {
  longestList,
  type Reader,
  type Reading,
  unreadable,
} from "./readers.ts";

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

/** Where a value stands, in which record: `carrier.contact.phone`. */
export type RecordPath = `${AnswerName}.${string}`;

export function splitPath(from: RecordPath) {
  const [record, ...names] = from.split(".");
  return { record: record as AnswerName, path: names.join(".") };
}

export const field = <T>(
  from: RecordPath,
  label: string,
  read: Reader<T>,
): Field<T> => ({ ...splitPath(from), label, read });

/**
 * Nothing can be concluded: a value is not stated, unreadable or contradicted.
 * Reading a field throws it.
 */
export class CannotTell extends Error {
  /** What is not known: a record, a value of it, or what another rule says. */
  readonly subject: string | undefined;

  constructor(message: string, subject?: string) {
    super(message);
    this.subject = subject;
  }
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

/** A definite 404 for insurance says that there are no policies. */
export function recordIn(
  answers: Answers,
  name: AnswerName,
): JsonObject | undefined {
  const answer = answerIn(answers, name);
  return name === "insurance" && answer?.state === "none"
    ? { policies: [] }
    : recordOf(answer);
}

/** The values of a carrier's records, and a note of each that was read. */
export class Facts {
  readonly answers: Answers;
  /** The values by path, each once: by their JSON. */
  #cited = new Map<string, Map<string, unknown>>();

  constructor(answers: Answers) {
    this.answers = answers;
  }

  /**
   * The value, or undefined where it is not stated or there is no such record.
   * Throws `CannotTell` where it is unreadable.
   */
  maybe<T>(field: Field<T>): T | undefined {
    const { record, path, label } = field;
    const sent = recordIn(this.answers, record);
    if (sent === undefined) return undefined;
    const { raw, ...reading } = readField(sent, field);
    // What the carrier record states is cited without its name.
    const isCarrier = record === "carrier" || record === "summary";
    for (const element of [raw].flat().slice(0, longestList))
      if (!isSection(element))
        this.cite(isCarrier ? path : `${record}.${path}`, element);
    if (reading.why === undefined) return reading.value;
    const words = isSection(raw) ? label : `${label} ${quoted(raw)}`;
    throw new CannotTell(`${words}: ${reading.why}`, `${record}.${path}`);
  }

  get<T>(field: Field<T>): T {
    const value = this.maybe(field);
    if (value !== undefined) return value;
    const { record, path, label } = field;
    if (recordIn(this.answers, record) !== undefined)
      throw new CannotTell(`${label} not stated`, `${record}.${path}`);
    const { state } = answerIn(this.answers, record) ?? {};
    throw state === "unanswered"
      ? new CannotTell(`${record} not answered`, record)
      : new CannotTell(`no ${record} record`, record);
  }

  /** Whether a record states it, readable or not. */
  states(field: Field<unknown>): boolean {
    const { value, why } = readIn(this.answers, field);
    return value !== undefined || why !== undefined;
  }

  cite(path: string, ...values: readonly unknown[]): void {
    for (const value of values) this.citeWhole(path, citable(value));
  }

  /** Cites what can be cited as it is, such as what a filing states. */
  citeWhole(path: string, value: unknown): void {
    const values = this.#cited.get(path) ?? new Map();
    this.#cited.set(path, values.set(JSON.stringify(value), value));
  }

  observed(): Finding["observed"] {
    return Object.fromEntries(
      [...this.#cited].map(([path, values]) => [path, [...values.values()]]),
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
): Reading<T> & { raw: unknown } {
  const names = path.split(".");
  let raw: unknown = record;
  for (const [at, name] of names.entries()) {
    if (raw === undefined || raw === null) break;
    if (!isObject(raw)) {
      const section = names.slice(0, at).join(".");
      return { raw, ...unreadable(`"${section}" is not an object`) };
    }
    raw = Object.hasOwn(raw, name) ? raw[name] : undefined;
  }
  return { raw, ...read(raw) };
}

/** Reads a field of some answers. Where there is no such record, it states nothing. */
export const readIn = <T>(answers: Answers, field: Field<T>) =>
  readField(recordIn(answers, field.record) ?? {}, field);

/** A value as findings, evidence and waivers keep it. */
export function citable(value: unknown): unknown {
  if (typeof value === "string") return cutTo(value, 200);
  return isSection(value) ? quoted(value) : (value ?? null);
}
