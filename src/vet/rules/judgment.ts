/** How a rule reads the fields of records and says what it found. */
import { grouped } from "../../text/digits.ts";
import type { Judgment, Reason, RecordName } from "../model.ts";
import { citable, type Field, quoted, type Reader, readAt, stepsTo } from "../values.ts";
import type { AnsweredRecords } from "./rule.ts";

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
  "address.state": "state or province",
  "address.street": "street address",
};

const inspectionNames: Readonly<Record<string, string>> = {
  total: "inspections",
  oos: "inspections out of service",
  oos_rate: "out-of-service rate",
  national_avg: "national average",
};

const violationNames: Readonly<Record<string, string>> = {
  hos: "hours of service",
  drug_alcohol: "drug and alcohol",
  vehicle_maint: "vehicle maintenance",
};

/** What messages call the field at a path, as `observed` has it. */
export function fieldName(path: string): string {
  const known = fieldNames[path];
  if (known !== undefined) return known;
  const [last = "", group = "", list] = path.split(".").reverse();
  const inspected = list === "inspections" ? inspectionNames[last] : undefined;
  if (inspected !== undefined) return `${group} ${inspected}`;
  const words = last.replaceAll("_", " ");
  if (group === "inspections") return `${last} inspections`;
  if (group === "crashes") return last === "total" ? group : `${last} crashes`;
  return group === "violations" ? `${violationNames[last] ?? words} violations` : words;
}

/**
 * Declares a field of a record; the function reads it. `observed` names the carrier's by their own path, those of other records after the
 * record's name.
 */
export function fieldOf<T>(record: RecordName, path: string, read: Reader<T>): (records: AnsweredRecords) => Field<T> {
  const steps = stepsTo(path, record === "carrier" || record === "summary" ? "" : `${record}.`);
  return (records) => readAt(records[record], steps, read);
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
  const field = fields.find(({ state }) => state !== "stated");
  const name = fieldName(field?.path ?? "");
  const observed = observedOf(...fields);
  if (field?.why === undefined) return unknown(`${name} not stated`, observed, "not-stated");
  const shown = typeof field.raw === "object" ? name : `${name} ${quoted(field.raw)}`;
  return unknown(`${shown}: ${field.why}`, observed, "unreadable");
}

/** A bound of the policy: a number, or so many for each of something: `{ number: 0.15, of: 58, unit: "per unit" }`. */
interface Bound {
  number: number;
  of?: number;
  unit?: string;
}

/** For decimal arithmetic: 1.1 times 6 is not exactly 6.6. */
const margin = 1e-9;

/** `12 days: fewer than 90`, or at least so many. */
export function atLeast(words: string, value: number, { number, of, unit }: Bound, observed: Observed): Judgment {
  const bound = boundWords(number, unit);
  const isEnough = value >= (of === undefined ? number : number * of - margin);
  return isEnough ? pass(`${words}: at least ${bound}`, observed) : fail(`${words}: fewer than ${bound}`, observed);
}

/** `18 crashes, 58 power units: above 0.15 per unit`, or at most so many. */
export function atMost(words: string, value: number, { number, of, unit }: Bound, observed: Observed): Judgment {
  const bound = boundWords(number, unit);
  const isWithin = value <= (of === undefined ? number : number * of + margin);
  return isWithin ? pass(`${words}: at most ${bound}`, observed) : fail(`${words}: above ${bound}`, observed);
}

function boundWords(number: number, unit: string | undefined): string {
  return unit === undefined ? grouped(number) : `${grouped(number)} ${unit}`;
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
export function combined(judgments: readonly Judgment[], maxShown = Number.POSITIVE_INFINITY): Judgment {
  const has = (heavy: Judgment["outcome"]) => judgments.some(({ outcome }) => outcome === heavy);
  const outcome = (["fail", "unknown"] as const).find(has) ?? "pass";
  const deciding = judgments.filter((judgment) => judgment.outcome === outcome).slice(0, maxShown);
  const [first] = deciding;
  if (first !== undefined && deciding.length === 1) return first;
  const observed: Record<string, readonly unknown[]> = {};
  for (const judgment of deciding) {
    for (const path in judgment.observed) addObserved(observed, path, judgment.observed[path] ?? []);
  }
  const reason = deciding.every((judgment) => judgment.reason === first?.reason) ? first?.reason : undefined;
  return {
    outcome,
    message: [...new Set(deciding.map(({ message }) => message))].join("; "),
    observed,
    ...(reason && { reason }),
  };
}
