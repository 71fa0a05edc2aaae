/** What the tests share: one good carrier to spoil, its answers, and real records. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { Answer, AnswerName, Answers } from "../../src/answer.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import { type ErrorKind, OtherError } from "../../src/errors.ts";
import type { JsonObject } from "../../src/text/json.ts";
import type { Dossier } from "../../src/vet/model.ts";
import { jsonLines } from "./run.ts";

/** A BIPD filing of 1,000,000 that is in force today, with what differs. */
export function filing(differences: Record<string, unknown> = {}): JsonObject {
  return {
    policy_type: "BIPD/Primary",
    insurer_name: "EXAMPLE MUTUAL",
    policy_number: "EX-1",
    coverage_amount: 1_000_000,
    effective_date: "2026-01-01T00:00:00Z",
    expiration_date: null,
    ...differences,
  };
}

/** The records of a carrier that passes the built-in policy. */
export const good = {
  carrier: {
    dot_number: "9000001",
    mc_number: "9100001",
    legal_name: "PRAIRIE LANTERN FREIGHT INC",
    status: "ACTIVE",
    address: {
      street: "1200 LAMPLIGHT RD",
      city: "LINCOLN",
      state: "NE",
      zip: "68501",
    },
    contact: { phone: "(555) 555-0101", email: "dispatch@example.com" },
    fleet: { power_units: 184, drivers: 201 },
    authority: {
      status: "ACTIVE",
      common_authority_date: "2014-10-25T00:00:00Z",
    },
    safety: { rating: "Satisfactory", total_crashes: 9 },
    insurance: { bipd_on_file: 1_000_000, cargo_on_file: 100_000 },
  },
  insurance: {
    dot_number: "9000001",
    legal_name: "Prairie Lantern Freight",
    policies: [
      filing(),
      filing({ policy_type: "CARGO", coverage_amount: 100_000 }),
    ],
  },
  safety: {
    dot_number: "9000001",
    legal_name: "PRAIRIE LANTERN FREIGHT, INC.",
    rating: "Satisfactory",
    inspections: {
      driver: { total: 412, oos: 9, oos_rate: 2.2, national_avg: 6.67 },
      vehicle: { total: 268, oos: 37, oos_rate: 13.8, national_avg: 22.26 },
      hazmat: { total: 31, oos: 1, oos_rate: 3.2, national_avg: 4.44 },
    },
    crashes: { fatal: 0, injury: 3, towaway: 6, total: 9, rate: 4.9 },
    violations: {
      unsafe_driving: 14,
      driver_fitness: 3,
      hos: 11,
      drug_alcohol: 0,
      vehicle_maint: 52,
    },
  },
};

const exchange = {
  url: "https://carriers.example/v1/carriers/9000001",
  askedAt: "2026-11-22T08:49:01.000Z",
  status: 200,
};

export const answered = (record: JsonObject): Answer => ({
  state: "answered",
  record,
  issues: [],
  exchange,
});

/** The service knows of no such record. */
export const none: Answer = {
  state: "none",
  error: new OtherError("no such carrier", "not-found"),
  exchange: { ...exchange, status: 404 },
};

export const unanswered = (
  message = "the service answered 503",
  kind: ErrorKind = "unreachable",
): Answer => ({
  state: "unanswered",
  error: new OtherError(message, kind),
  exchange: { ...exchange, status: 503 },
});

/** Stands for a record that the service did not answer with. */
export const failed = unanswered();
/** Stands for a record that the service was not asked for. */
export const unasked = Symbol("unasked");

/** By record: an answer, or what the record holds. */
export type Records = Partial<Record<AnswerName, unknown>>;

const isAnswer = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && "state" in value;

/** The answers with these records. */
export function answersOf(records: Records): Answers {
  const entries = Object.entries(records)
    .filter(([, value]) => value !== unasked && value !== undefined)
    .map(([name, value]) => [
      name,
      isAnswer(value) ? value : answered(value as JsonObject),
    ]);
  return Object.fromEntries(entries);
}

/** A dossier of these records. */
export function dossierOf(
  records: Records,
  rest: Partial<Dossier> = {},
): Dossier {
  return {
    dotNumber: "9000001" as DotNumber,
    place: { source: "carriers.txt", line: 17 },
    answers: answersOf(records),
    ...rest,
  };
}

/**
 * The good records with other values, by record and path: `{"carrier.status":
 * "INACTIVE", "safety": none}`.
 */
export const goodWith = (values: Readonly<Record<string, unknown>>): Records =>
  withValues(good, values);

/** A copy with other values, by their dotted paths. */
export const withValues = <Whole>(
  whole: Whole,
  values: Readonly<Record<string, unknown>>,
): Whole =>
  Object.entries(values).reduce<unknown>(
    (changed, [path, value]) => withValue(changed, path.split("."), value),
    whole,
  ) as Whole;

/** A copy with another value at a path; undefined takes the key away. */
export function withValue(
  whole: unknown,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): unknown {
  const copy = (
    Array.isArray(whole) ? [...whole] : { ...(whole as object) }
  ) as Record<string, unknown>;
  copy[name] = rest.length > 0 ? withValue(copy[name], rest, value) : value;
  if (copy[name] === undefined) delete copy[name];
  return copy;
}

/** What a service may send in a field to hurt, or by mistake. */
export const nasty = fc.constantFrom<unknown>(
  // Formulas.
  "=cmd|' /C calc'!A0",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "＝1",
  "\t=1",
  "\u200b=1",
  " =1",
  "'=1",
  // What controls a terminal.
  "\u001b[31mred",
  "\u009b2J",
  "\u001b]0;title\u0007",
  "SAFE\rEVIL",
  "a\nb",
  "\u2028",
  "\ud83d",
  "\u0000",
  // What hides or turns text.
  "a\u202eb",
  "\u2066x",
  "A\u200bB",
  "\u{e0041}",
  `e${"\u0301".repeat(9)}`,
  "\ufeff",
  "\u2800",
  "\uE000x",
  null,
  true,
  -5,
  1e21,
  0,
  "",
  [],
  {},
  [[]],
  ["=1"],
  { x: "\u001b" },
  "--",
  "N/A",
  "NONE",
  "1,000",
  undefined,
  [null],
  "2026-11-30",
  "1970-01-01",
  "運".repeat(90),
  "x".repeat(500),
);

/** The lines of one of the files of real records. */
export function realRecords(
  name: "carriers" | "insurance" | "safety" | "oddities",
): JsonObject[] {
  const path = new URL(`../fixtures/real-${name}.ndjson`, import.meta.url);
  const lines = jsonLines(readFileSync(path, "utf8"));
  return lines.map((one) => (name === "oddities" ? one.record : one));
}
