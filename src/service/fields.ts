/** The records of the interface as data: answers are checked by them, and the library's types are made of them. */
import * as z from "zod/mini";
import type { JsonObject } from "../text/json.ts";
import type { RecordName } from "./types.ts";

type Kind = "text" | "integer" | "number";
type Fields = { readonly [name: string]: Field };
type Field = Kind | Fields | readonly [Fields];

const address = {
  street: "text",
  city: "text",
  state: "text",
  zip: "text",
} as const;
const fleet = { power_units: "integer", drivers: "integer" } as const;
const inspectionGroup = {
  total: "integer",
  oos: "integer",
  oos_rate: "number",
  national_avg: "number",
} as const;

const summary = { legal_name: "text", status: "text", fleet, address } as const;

const carrier = {
  legal_name: "text",
  status: "text",
  mc_number: "text",
  authority: { status: "text", common_authority_date: "text" },
  fleet,
  insurance: { bipd_on_file: "integer", cargo_on_file: "integer" },
  safety: {
    rating: "text",
    driver_oos_rate: "number",
    driver_oos_rate_national: "number",
    total_crashes: "integer",
  },
  address,
  contact: { phone: "text", email: "text" },
} as const;

const policy = {
  policy_type: "text",
  insurer_name: "text",
  policy_number: "text",
  coverage_amount: "integer",
  effective_date: "text",
  expiration_date: "text",
  form_code: "text",
} as const;

const insurance = { legal_name: "text", policies: [policy] } as const;

const safety = {
  legal_name: "text",
  rating: "text",
  inspections: {
    driver: inspectionGroup,
    vehicle: inspectionGroup,
    hazmat: inspectionGroup,
  },
  crashes: {
    fatal: "integer",
    injury: "integer",
    towaway: "integer",
    total: "integer",
    rate: "number",
  },
  violations: {
    unsafe_driving: "integer",
    driver_fitness: "integer",
    hos: "integer",
    drug_alcohol: "integer",
    vehicle_maint: "integer",
  },
} as const;

/** The fields of each record, without `dot_number`, which each has. */
export const recordFields = { carrier, insurance, safety, summary };

const subjects = {
  carrier: "status",
  summary: "status",
  insurance: "policies",
  safety: "inspections",
};

/** Paths of the first 20 fields that are not as the interface states: of another type, or, in a record that says nothing, missing. */
export function issuesOf(
  record: JsonObject,
  name: RecordName | "summary",
): readonly string[] {
  const number = typeof record["dot_number"] === "string" ? [] : ["dot_number"];
  const essentials = ["legal_name", subjects[name]];
  const silent = essentials.every((field) => (record[field] ?? null) === null)
    ? essentials
    : [];
  const wrong = (schemas[name]?.safeParse(record).error?.issues ?? []).map(
    ({ path }) => path.join("."),
  );
  return [...number, ...wrong, ...silent].slice(0, 20);
}

function schemaOf(field: Field): z.ZodMiniType {
  if (field === "text") return z.nullish(z.string());
  if (field === "integer") return z.nullish(z.int());
  if (field === "number") return z.nullish(z.number());
  if (Array.isArray(field)) return z.nullish(z.array(schemaOf(field[0])));
  const members = Object.entries(field).map(
    ([name, inner]) => [name, schemaOf(inner)] as const,
  );
  return z.nullish(z.looseObject(Object.fromEntries(members)));
}

const schemas = Object.fromEntries(
  Object.entries(recordFields).map(([name, fields]) => [
    name,
    schemaOf(fields),
  ]),
);

/** Any field may be null or absent. */
export type Maybe<T> = T | null | undefined;

type Value<F> = F extends "text"
  ? string
  : F extends Kind
    ? number
    : F extends readonly [infer Element]
      ? Members<Element>[]
      : Members<F>;

export type Members<F> = {
  -readonly [Name in keyof F]?: Maybe<Value<F[Name]>>;
};

/** A record, by its fields. */
export type RecordOf<N extends keyof typeof recordFields> = {
  dot_number: string;
} & Members<(typeof recordFields)[N]>;
