/** How a rule reads the fields of records and says what it found. */
import type { Judgment, Reason, RecordName } from "../model.ts";
import { citable, quoted, type Reading, valueAt } from "../values.ts";
import type { AnsweredRecords } from "./rule.ts";

/** A field of a record as a rule reads it. */
export interface Field<T> {
  /** As messages and `observed` name it: the carrier's fields by their own path, those of other records after the record's name. */
  path: string;
  /** What the service sent; undefined if it sent nothing. */
  raw: unknown;
  state: Reading<T>["state"];
  /** Undefined if it is not stated or unreadable. */
  value: T | undefined;
  /** What is wrong with it, to follow its path: "is not stated"; empty if nothing is. */
  problem: string;
}

type Observed = Judgment["observed"];

/** The field at a path of a record. */
export function fieldOf<T>(
  records: AnsweredRecords,
  record: RecordName,
  path: string,
  read: (value: unknown) => Reading<T>,
): Field<T> {
  const isOwn = record === "carrier" || record === "summary";
  return fieldAs(isOwn ? path : `${record}.${path}`, valueAt(records[record], path), read);
}

/** A value that a rule reads, with its path for messages. */
export function fieldAs<T>(path: string, raw: unknown, read: (value: unknown) => Reading<T>): Field<T> {
  const reading = read(raw);
  const { state } = reading;
  if (state === "stated") return { path, raw, state, value: reading.value, problem: "" };
  const problem = state === "not stated" ? "is not stated" : `is ${quoted(raw)}, ${reading.why}`;
  return { path, raw, state, value: undefined, problem };
}

/** The rule is met. The message quotes the value, then the bound. */
export function pass(message: string, observed: Observed = {}): Judgment {
  return { outcome: "pass", message, observed };
}

/** A stated value breaks the rule. */
export function fail(message: string, observed: Observed = {}): Judgment {
  return { outcome: "fail", message, observed };
}

/** Nothing can be concluded: a value is not stated, unreadable or contradicted. */
export function unknown(message: string, observed: Observed = {}, reason?: Reason): Judgment {
  return { outcome: "unknown", message, observed, ...(reason && { reason }) };
}

/** A request failed, so there is neither a pass nor a fail. */
export function notAnswered(message: string, error?: { code: string; message: string }): Judgment {
  const cause = error && { error: { code: error.code, message: error.message } };
  return { ...unknown(message, {}, "not-answered"), ...cause };
}

/** There is nothing to judge. */
export function skipped(message: string, reason?: Reason): Judgment {
  return { outcome: "skipped", message, observed: {}, ...(reason && { reason }) };
}

/** Unknown, because of the first of these fields that is not stated or unreadable. */
export function unknownField(...fields: readonly Field<unknown>[]): Judgment {
  const field = fields.find((field) => field.state !== "stated") ?? fields[0];
  const reason = field?.state === "unreadable" ? "unreadable" : "not-stated";
  return unknown(`${field?.path} ${field?.problem}`, observedOf(...fields), reason);
}

/** The values of the fields by path; fields of one path (a rating of two records) are listed together, equal values once. */
export function observedOf(...fields: readonly Pick<Field<unknown>, "path" | "raw">[]): Observed {
  const observed: Record<string, readonly unknown[]> = {};
  for (const { path, raw } of fields) addObserved(observed, path, [citable(raw)]);
  return observed;
}

function addObserved(observed: Record<string, readonly unknown[]>, path: string, values: readonly unknown[]): void {
  const known = observed[path];
  observed[path] = known === undefined ? values : [...known, ...values.filter((value) => !known.includes(value))];
}

/** The judgment of a rule that judges several things: any fail decides, then any unknown. Only those that decide are shown. */
export function combined(judgments: readonly Judgment[]): Judgment {
  const outcome = heaviest(judgments);
  const deciding = judgments.filter((judgment) => judgment.outcome === outcome);
  const [only] = deciding;
  if (only !== undefined && deciding.length === 1) return only;
  const observed: Record<string, readonly unknown[]> = {};
  for (const judgment of deciding) {
    for (const path in judgment.observed) addObserved(observed, path, judgment.observed[path] ?? []);
  }
  const messages = new Set(deciding.map((judgment) => judgment.message));
  const reason = deciding.every((judgment) => judgment.reason === only?.reason) ? only?.reason : undefined;
  return { outcome, message: [...messages].join("; "), observed, ...(reason && { reason }) };
}

function heaviest(judgments: readonly Judgment[]): Judgment["outcome"] {
  let isUnknown = false;
  for (const { outcome } of judgments) {
    if (outcome === "fail") return outcome;
    isUnknown ||= outcome === "unknown";
  }
  return isUnknown ? "unknown" : "pass";
}
