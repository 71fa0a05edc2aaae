/** The rule catalog, from the schema that policies are checked by: what `usdot vet --rules` prints, and docs/rules.md shows. Loads zod. */

import type { AnswerName } from "../answer.ts";
import { wrap } from "../text/width.ts";
import type { Rule } from "./rule.ts";
import { rules } from "./rules/index.ts";
import { commonParameters, jsonSchemaOf, parametersOf } from "./schemas.ts";

export interface CatalogEntry {
  name: string;
  summary: string;
  /** The records that it asks for. */
  asks: string;
  /** What each parameter is, and the values that it takes. */
  parameters: Readonly<Record<string, string>>;
}

export const catalogEntries = (): CatalogEntry[] =>
  rules.map((rule) => ({
    name: rule.name,
    summary: rule.summary,
    asks: recordsAsked(rule),
    parameters: describe(parametersOf(rule)),
  }));

/** The catalog in lines of at most so many columns. */
export function ruleCatalog(columns = 80): string {
  const indented = (text: string, spaces: number) =>
    wrap(text, Math.min(columns, 100) - spaces, 0, false).map(
      (line) => " ".repeat(spaces) + line,
    );
  const listed = (parameters: CatalogEntry["parameters"]) =>
    Object.entries(parameters).flatMap(([name, words]) =>
      indented(`${name}: ${words}`, 4),
    );
  const paragraphs = catalogEntries().map((entry) => [
    entry.name,
    ...indented(entry.summary, 2),
    ...listed(entry.parameters),
    ...indented(`asks: ${entry.asks}`, 4),
  ]);
  const common = [
    "Every rule also takes",
    ...listed(describe(commonParameters)),
  ];
  return [...paragraphs, common]
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/** As much of a JSON Schema as ours have. */
interface Described {
  description?: string;
  enum?: readonly string[];
  items?: Described;
  properties?: Readonly<Record<string, Described>>;
  required?: readonly string[];
}

function describe(
  shape: Parameters<typeof jsonSchemaOf>[0],
): CatalogEntry["parameters"] {
  const { properties = {}, required = [] } = jsonSchemaOf(shape) as Described;
  const words = Object.entries(properties).map(([name, schema]) => {
    const { description = "", items } = schema;
    const names = items?.properties && Object.keys(items.properties);
    const text = [
      description,
      schema.enum && `one of ${schema.enum.join(", ")}`,
      items?.enum && `some of ${items.enum.join(", ")}`,
      names && `each has ${names.join(", ")}`,
      required.includes(name) && "required",
    ];
    return [name, text.filter(Boolean).join("; ")];
  });
  return Object.fromEntries(words);
}

/** The records that a rule asks for, in words. */
function recordsAsked({ needs }: Rule): string {
  if (typeof needs === "function") return "as its parameters say";
  const inWords = (name: AnswerName) =>
    name === "summary" ? "carrier or bulk summary" : name;
  return needs.map(inWords).join(", ") || "nothing";
}
