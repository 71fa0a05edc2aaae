/**
 * The records of the interface, declared once: answers are checked by them,
 * columns are made of them.
 */
import {
  array,
  type core,
  int,
  looseObject,
  nullish,
  number,
  safeParse,
  string,
} from "zod/mini";
import type { AnswerName } from "../answer.ts";
import type { JsonObject } from "../text/json.ts";

/**
 * A type, the fields of a section, or those of each element of a list. Any
 * field may be null or absent, and any section may have more.
 */
type Field = "text" | "integer" | "number" | Section | readonly [Section];

interface Section {
  readonly [name: string]: Field;
}

const identity: Section = { dot_number: "text", legal_name: "text" };

const address: Section = {
  street: "text",
  city: "text",
  state: "text",
  zip: "text",
};
const fleet: Section = { power_units: "integer", drivers: "integer" };
const inspections: Section = {
  total: "integer",
  oos: "integer",
  oos_rate: "number",
  national_avg: "number",
};

/** In the order of CSV's columns. */
const records: Readonly<Record<AnswerName, Section>> = {
  carrier: {
    ...identity,
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
  },
  summary: { ...identity, status: "text", fleet, address },
  insurance: {
    ...identity,
    policies: [
      {
        policy_type: "text",
        insurer_name: "text",
        policy_number: "text",
        coverage_amount: "integer",
        effective_date: "text",
        expiration_date: "text",
        form_code: "text",
      },
    ],
  },
  safety: {
    ...identity,
    rating: "text",
    inspections: {
      driver: inspections,
      vehicle: inspections,
      hazmat: inspections,
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
  },
};

const subjects = {
  carrier: "status",
  summary: "status",
  insurance: "policies",
  safety: "inspections",
};

/**
 * Paths of the first 20 fields that are not as the interface states: of another
 * type, or, in a record that says nothing, missing.
 */
export function issuesOf(given: JsonObject, name: AnswerName): string[] {
  schemas[name] ??= recordSchema(records[name]);
  const { error } = safeParse(schemas[name], given);
  const wrong = error?.issues.map(({ path }) => path.join(".")) ?? [];
  const essentials = ["legal_name", subjects[name]];
  const isSilent = essentials.every((field) => (given[field] ?? null) === null);
  return [...wrong, ...(isSilent ? essentials : [])].slice(0, 20);
}

/** Each made when the first such record arrives: a lookup sees few of them. */
const schemas: Partial<Record<AnswerName, core.$ZodType>> = {};

const recordSchema = (fields: Section) =>
  looseObject({ ...shapeOf(fields), dot_number: string() });

function shapeOf(fields: Section): core.$ZodShape {
  const shape = Object.entries(fields).map(([name, field]) => [
    name,
    typeof field === "string" ? types[field] : nullish(schemaOf(field)),
  ]);
  return Object.fromEntries(shape);
}

const types = {
  text: nullish(string()),
  integer: nullish(int()),
  number: nullish(number()),
};

function schemaOf(field: Section | readonly [Section]): core.$ZodType {
  const section = looseObject(shapeOf(fieldsIn(field)));
  return Array.isArray(field) ? array(section) : section;
}

/** The fields of a section, or of each element of a list. */
function fieldsIn(field: Section | readonly [Section]): Section {
  return [field].flat()[0] as Section;
}

/**
 * The dotted paths of the fields in a record, those of the elements of lists
 * included.
 */
export function pathsOf(name: AnswerName): string[] {
  return pathsIn(records[name]);
}

function pathsIn(fields: Section, start = ""): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    typeof field === "string"
      ? start + name
      : pathsIn(fieldsIn(field), `${start}${name}.`),
  );
}
