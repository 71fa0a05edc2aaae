/**
 * The records of the interface, declared once: answers are checked by them,
 * columns are made of them.
 */
import {
  array,
  type core,
  int,
  nullish,
  number,
  object,
  safeParse,
  string,
} from "zod/mini";
import type { AnswerName } from "../answer.ts";
import { type JsonObject, mapMembers } from "../text/json.ts";

/**
 * A type, the fields of a section, or those of each element of a list. Any
 * field may be null or absent, and any section may have more.
 */
type FieldType = "text" | "integer" | "number" | FieldTypes | [FieldTypes];

interface FieldTypes {
  readonly [name: string]: FieldType;
}

const identityFields: FieldTypes = { dot_number: "text", legal_name: "text" };

const addressFields: FieldTypes = {
  street: "text",
  city: "text",
  state: "text",
  zip: "text",
};
const fleetFields: FieldTypes = { power_units: "integer", drivers: "integer" };
const inspectionFields: FieldTypes = {
  total: "integer",
  oos: "integer",
  oos_rate: "number",
  national_avg: "number",
};

/** In the order of CSV's columns. */
const records: Readonly<Record<AnswerName, FieldTypes>> = {
  carrier: {
    ...identityFields,
    status: "text",
    mc_number: "text",
    authority: { status: "text", common_authority_date: "text" },
    fleet: fleetFields,
    insurance: { bipd_on_file: "integer", cargo_on_file: "integer" },
    safety: {
      rating: "text",
      driver_oos_rate: "number",
      driver_oos_rate_national: "number",
      total_crashes: "integer",
    },
    address: addressFields,
    contact: { phone: "text", email: "text" },
  },
  summary: {
    ...identityFields,
    status: "text",
    fleet: fleetFields,
    address: addressFields,
  },
  insurance: {
    ...identityFields,
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
    ...identityFields,
    rating: "text",
    inspections: {
      driver: inspectionFields,
      vehicle: inspectionFields,
      hazmat: inspectionFields,
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

const essentialField = {
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
  schemas[name] ??= schemaOf(records[name]);
  const { error } = safeParse(schemas[name], given);
  const wrong = error?.issues.map(({ path }) => path.join(".")) ?? [];
  const essential = essentialField[name];
  const says = given["legal_name"] ?? given[essential] ?? null;
  if (says === null) wrong.push("legal_name", essential);
  return wrong.slice(0, 20);
}

/** Each made when the first such record arrives: a lookup sees few of them. */
const schemas: Partial<Record<AnswerName, core.$ZodType>> = {};

const types = { text: string(), integer: int(), number: number() };

function schemaOf(field: FieldType): core.$ZodType {
  if (typeof field === "string") return types[field];
  if (Array.isArray(field)) return array(schemaOf(field[0]));
  return object(mapMembers(field, (type) => nullish(schemaOf(type))));
}

/**
 * The dotted paths of the fields in a record, those of the elements of lists
 * included.
 */
export function pathsOf(name: AnswerName): string[] {
  return pathsWithin(records[name], "");
}

function pathsWithin(field: FieldType, path: string): string[] {
  if (typeof field === "string") return [path];
  if (Array.isArray(field)) return pathsWithin(field[0], path);
  return Object.entries(field).flatMap(([name, type]) =>
    pathsWithin(type, path === "" ? name : `${path}.${name}`),
  );
}
