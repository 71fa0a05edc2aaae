/**
 * The rule catalog, from the schema that policies are checked by: what `usdot
 * vet --rules` prints, and docs/rules.md shows. Loads zod.
 */
import { wrap } from "../../text/width.ts";
import { rules } from "../rules/index.ts";
import type { Rule } from "../rules/rule.ts";
import { commonParameters, jsonSchemaOf, parametersOf } from "./schemas.ts";

/** By name: what a parameter is, and the values that it takes. */
type Described = Readonly<Record<string, string>>;

/** Each rule, with the records that it asks for. */
export const catalogEntries = () =>
  rules.map((rule) => ({
    name: rule.name,
    description: rule.description,
    asks: recordsAsked(rule),
    parameters: described(parametersOf(rule)),
  }));

/** The catalog in lines of at most so many columns. */
export function ruleCatalog(columns = 80): string {
  const indented = (text: string, spaces: number) =>
    wrap(text, { width: Math.min(columns, 100) - spaces, long: "keep" }).map(
      (line) => " ".repeat(spaces) + line,
    );
  const listed = (parameters: Described) =>
    Object.entries(parameters).flatMap(([name, words]) =>
      indented(`${name}: ${words}`, 4),
    );
  const paragraphs = catalogEntries().map((entry) => [
    entry.name,
    ...indented(entry.description, 2),
    ...listed(entry.parameters),
    ...indented(`asks: ${entry.asks}`, 4),
  ]);
  const common = listed(described(commonParameters));
  return [...paragraphs, ["Every rule also takes", ...common]]
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/** As much of a JSON Schema as ours have. */
interface Schema {
  description?: string;
  enum?: readonly string[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

function described(shape: Parameters<typeof jsonSchemaOf>[0]): Described {
  const { properties = {}, required = [] } = jsonSchemaOf(shape) as Schema;
  const words = Object.entries(properties).map(([name, schema]) => {
    const { description, enum: values, items = {} } = schema;
    const parts = [
      description,
      values && `one of ${values.join(", ")}`,
      items.enum && `some of ${items.enum.join(", ")}`,
      items.properties &&
        `each has ${Object.keys(items.properties).join(", ")}`,
      required.includes(name) && "required",
    ];
    return [name, parts.filter(Boolean).join("; ")];
  });
  return Object.fromEntries(words);
}

/** The records that a rule asks for, in words. */
function recordsAsked({ needs }: Rule): string {
  if (typeof needs === "function") return "as its parameters say";
  const names = needs.map((name) =>
    name === "summary" ? "carrier or bulk summary" : name,
  );
  return names.join(", ") || "nothing";
}
