/** Reads what an agent sends, by the schema that it was told. Agents send null for what they leave out. */
import { UsageError } from "../../errors.ts";
import { isObject } from "../../text/json.ts";

/** The part of JSON Schema that is used here: plain types, since some clients refuse unions such as `["string", "null"]`. */
export interface Schema {
  type: "string" | "array" | "object";
  description?: string;
  enum?: readonly string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: false;
}

/** @throws {UsageError} that names what is missing, wrong, or not an argument: it would seem to have an effect */
export function readArgument(
  schema: Schema,
  given: unknown,
  place: string,
): unknown {
  if (schema.type === "object") return readObject(schema, given, place);
  if (schema.type === "array")
    return readList(schema, [listIn(given)].flat(), place);
  const text = typeof given === "number" ? String(given) : given;
  if (typeof text !== "string") throw new UsageError(`${place} is not text`);
  if (schema.enum === undefined || schema.enum.includes(text)) return text;
  throw new UsageError(
    `${place} ${JSON.stringify(text)} is not one of ${schema.enum.join(", ")}`,
  );
}

function listIn(given: unknown): unknown {
  if (typeof given !== "string" || !given.trim().startsWith("[")) return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

function readList(
  { items, minItems = 0, maxItems = Infinity }: Schema,
  given: unknown[],
  place: string,
): unknown[] {
  const stated = given.filter((each) => each !== null);
  if (stated.length < minItems || stated.length > maxItems)
    throw new UsageError(
      `${place} takes ${minItems} to ${maxItems}, not ${stated.length}`,
    );
  return stated.map((each) =>
    readArgument(items as Schema, each, `an element of ${place}`),
  );
}

function readObject(
  { properties = {}, required = [] }: Schema,
  given: unknown,
  place: string,
): object {
  if (!isObject(given)) throw new UsageError(`${place} is not an object`);
  const stated = Object.entries(given).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const read = stated.map(([name, value]) => {
    const schema = properties[name];
    if (schema === undefined)
      throw new UsageError(`${place} does not take ${JSON.stringify(name)}`);
    return [name, readArgument(schema, value, name)];
  });
  const missing = required.find(
    (name) => !stated.some(([each]) => each === name),
  );
  if (missing !== undefined) throw new UsageError(`${place} needs ${missing}`);
  return Object.fromEntries(read);
}
