/** The records of the interface, declared once: answers are checked by them, columns are made of them. */
import {
  array,
  type core,
  int,
  looseObject,
  nullish,
  number as numeric,
  string,
} from "zod/mini";
import type { AnswerName } from "../answer.ts";
import type { JsonObject } from "../text/json.ts";

// Any field may be null or absent, and any record may have more.
const text = nullish(string());
const integer = nullish(int());
const number = nullish(numeric());
const section = (shape: core.$ZodShape) => nullish(looseObject(shape));
const record = (shape: core.$ZodShape) =>
  looseObject({ dot_number: string(), legal_name: text, ...shape });

const address = section({ street: text, city: text, state: text, zip: text });
const fleet = section({ power_units: integer, drivers: integer });
const inspections = section({
  total: integer,
  oos: integer,
  oos_rate: number,
  national_avg: number,
});
const policy = looseObject({
  policy_type: text,
  insurer_name: text,
  policy_number: text,
  coverage_amount: integer,
  effective_date: text,
  expiration_date: text,
  form_code: text,
});

/** In the order of CSV's columns. */
const records = {
  carrier: record({
    status: text,
    mc_number: text,
    authority: section({ status: text, common_authority_date: text }),
    fleet,
    insurance: section({ bipd_on_file: integer, cargo_on_file: integer }),
    safety: section({
      rating: text,
      driver_oos_rate: number,
      driver_oos_rate_national: number,
      total_crashes: integer,
    }),
    address,
    contact: section({ phone: text, email: text }),
  }),
  summary: record({ status: text, fleet, address }),
  insurance: record({ policies: nullish(array(policy)) }),
  safety: record({
    rating: text,
    inspections: section({
      driver: inspections,
      vehicle: inspections,
      hazmat: inspections,
    }),
    crashes: section({
      fatal: integer,
      injury: integer,
      towaway: integer,
      total: integer,
      rate: number,
    }),
    violations: section({
      unsafe_driving: integer,
      driver_fitness: integer,
      hos: integer,
      drug_alcohol: integer,
      vehicle_maint: integer,
    }),
  }),
};

const subjects = {
  carrier: "status",
  summary: "status",
  insurance: "policies",
  safety: "inspections",
};

/** Paths of the first 20 fields that are not as the interface states: of another type, or, in a record that says nothing, missing. */
export function issuesOf(given: JsonObject, name: AnswerName): string[] {
  const { error } = records[name].safeParse(given);
  const wrong = error?.issues.map(({ path }) => path.join(".")) ?? [];
  const essentials = ["legal_name", subjects[name]];
  const isSilent = essentials.every((field) => (given[field] ?? null) === null);
  return [...wrong, ...(isSilent ? essentials : [])].slice(0, 20);
}

/** The dotted paths of the fields in a record, those of the elements of lists included. */
export function pathsOf(name: AnswerName): string[] {
  return pathsIn(records[name]);
}

function pathsIn(schema: core.$ZodType, start = ""): string[] {
  const { def } = schema as unknown as { def: Partial<Inner> };
  const inner = def.innerType ?? def.element;
  if (inner) return pathsIn(inner, start);
  if (def.shape === undefined) return [start];
  const dot = start && ".";
  return Object.entries(def.shape).flatMap(([member, of]) =>
    pathsIn(of, start + dot + member),
  );
}

interface Inner {
  innerType: core.$ZodType;
  element: core.$ZodType;
  shape: core.$ZodShape;
}
