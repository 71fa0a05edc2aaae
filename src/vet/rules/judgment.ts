/** How a rule reads the fields of records and says what it found. */
import type { Judgment, Reason, RecordName } from "../model.ts";
import { citable, quoted, type Reading, readAt } from "../values.ts";
import type { AnsweredRecords } from "./rule.ts";

/** A field of a record as a rule reads it. */
export interface Field<T> {
  /** As `observed` names it: the carrier's fields by their own path, those of other records after the record's name. */
  path: string;
  /** What the service sent; undefined if it sent nothing. */
  raw: unknown;
  state: Reading<T>["state"];
  /** Undefined if it is not stated or unreadable. */
  value: T | undefined;
  /** Why it is unreadable. */
  why?: string;
}

type Observed = Judgment["observed"];

/** The fields that messages don't call by the last part of their path. */
const fieldNames: Readonly<Record<string, string>> = {
  legal_name: "name",
  "insurance.legal_name": "name in insurance",
  "safety.legal_name": "name in safety",
  mc_number: "MC number",
  authority: "operating authority",
  "authority.status": "operating authority",
  "authority.common_authority_date": "authority date",
  "insurance.bipd_on_file": "BIPD on file",
  "insurance.cargo_on_file": "cargo on file",
  "insurance.policies": "insurance policies",
  "insurance.policies.insurer_name": "insurer",
  "cover.bipd": "BIPD in force",
  "cover.cargo": "cargo in force",
  safety: "safety data",
  "safety.total_crashes": "crashes",
  "safety.crashes.total": "crashes",
  "safety.crashes.fatal": "fatal crashes",
  "safety.violations.unsafe_driving": "unsafe driving violations",
  "safety.violations.driver_fitness": "driver fitness violations",
  "safety.violations.hos": "hours of service violations",
  "safety.violations.drug_alcohol": "drug and alcohol violations",
  "safety.violations.vehicle_maint": "vehicle maintenance violations",
  "address.state": "state or province",
  "address.street": "street address",
};

const inspectionNames: Readonly<Record<string, string>> = {
  total: "inspections",
  oos: "inspections out of service",
  oos_rate: "out-of-service rate",
  national_avg: "national average",
};

/** What messages call the field at a path, as `observed` has it. */
export function nameOf(path: string): string {
  const known = fieldNames[path];
  if (known !== undefined) return known;
  const [last = "", group = "", list] = path.split(".").reverse();
  const inspected = list === "inspections" ? inspectionNames[last] : undefined;
  return inspected === undefined ? last.replaceAll("_", " ") : `${group} ${inspected}`;
}

/** The field at a path of a record. */
export function fieldOf<T>(
  records: AnsweredRecords,
  record: RecordName,
  path: string,
  read: (value: unknown) => Reading<T>,
): Field<T> {
  const found = readAt(records[record], path, read);
  const isOwn = record === "carrier" || record === "summary";
  return fieldAs(isOwn ? found.path : `${record}.${found.path}`, found.raw, found.reading);
}

/** A value that a rule read, with its path. */
export function fieldAs<T>(path: string, raw: unknown, reading: Reading<T>): Field<T> {
  const { state } = reading;
  if (state === "stated") return { path, raw, state, value: reading.value };
  return { path, raw, state, value: undefined, ...(state === "unreadable" && { why: reading.why }) };
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
  const { path, raw, why } = fields.find(({ state }) => state !== "stated") ?? { path: "", raw: undefined };
  const name = nameOf(path);
  const observed = observedOf(...fields);
  if (why === undefined) return unknown(`${name} not stated`, observed, "not-stated");
  const shown = typeof raw === "object" ? name : `${name} ${quoted(raw)}`;
  return unknown(`${shown}: ${why}`, observed, "unreadable");
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
