/**
 * The schemas of the files that people write for vetting. Import it on demand:
 * it loads zod.
 */
import { z } from "zod";
import { parseDotNumber } from "../../dot-number.ts";
import { isObject } from "../../text/json.ts";
import { rules } from "../rules/index.ts";
import type { Rule } from "../rules/rule.ts";
import { valueTypes, versionOne } from "./value-types.ts";
import { rulesWithSaw, waivableRules } from "./waivers.ts";

const { choice, mapping, text } = valueTypes;

export const commonParameters = z.object({
  level: choice(
    ["error", "review", "warning"],
    "what failing does: it fails the carrier, has a person decide, or is shown and never decides (default error)",
  ).optional(),
  unknown: choice(
    ["block", "warn", "fail"],
    "what an unknown does: block has a person decide (default block)",
  ).optional(),
  why: text("the reason for the rule, shown with the finding").optional(),
});

export const parametersOf = ({ parameters }: Rule) =>
  z.object(parameters?.(valueTypes) ?? {});

/** What a policy may say about a rule. */
function ruleSchema(rule: Rule) {
  const { description, needsOneOf, problemOf } = rule;
  const shape = { ...parametersOf(rule).shape, ...commonParameters.shape };
  const written = mapping(shape, description, { needsOneOf }).refine(
    (given) => problemOf?.(given) === undefined,
    { error: ({ input }) => problemOf?.(input as never) },
  );
  const needsNothing = written.safeParse({}).success;
  return (needsNothing ? orNull(written) : written).optional();
}

/** With nothing to say, `records.name:` is enough. */
const orNull = <T extends z.ZodType>(schema: T) =>
  z
    .preprocess((given) => (given === null ? {} : given), schema)
    .meta({ type: ["object", "null"] });

const ruleSchemas = rules.map((rule) => [rule.name, ruleSchema(rule)] as const);

export const policySchema = mapping(
  {
    version: versionOne,
    name: text("what reports call the policy"),
    rules: mapping(
      Object.fromEntries(ruleSchemas),
      "the rules, each with its parameters",
      { noun: "rule", catalog: "usdot vet --rules" },
    )
      .refine(
        (used) => Object.keys(used).length > 0,
        "must name at least one rule",
      )
      .meta({ minProperties: 1 }),
  },
  "A policy of usdot vet",
  { noun: "key" },
);

const readsAsNumber = (given: unknown) =>
  "dotNumber" in parseDotNumber(String(given));

const waiverSchema = mapping(
  {
    carrier: valueTypes.scalar(readsAsNumber, "a USDOT number").meta({
      description: "the USDOT number",
      type: ["string", "integer"],
    }),
    rule: choice(
      waivableRules,
      "the rule whose finding is accepted",
      "the name of a rule that can be waived",
      rules.map(({ name }) => name),
    ),
    reason: text("why it is accepted"),
    by: text("who accepted it"),
    until: valueTypes.date("the last day it holds: 2026-12-31"),
    saw: valueTypes
      .observed(
        "what the finding observed: the waiver holds only while that is the same",
      )
      .optional(),
  },
  "a waiver",
  { noun: "key" },
)
  .refine(
    ({ rule, saw }) => saw !== undefined || !rulesWithSaw.includes(rule),
    {
      path: ["saw"],
      message:
        "is missing: what the finding showed, as usdot vet -v and json print it",
      // Zod would skip this check where another value is wrong.
      when: ({ value }) => isObject(value),
    },
  )
  .meta({
    if: { properties: { rule: { not: { enum: rulesWithSaw } } } },
    else: { required: ["saw"] },
  });

export const waiversSchema = mapping(
  {
    version: versionOne,
    waivers: z
      .array(waiverSchema, "must be a list of waivers")
      .describe("the waivers"),
  },
  "A waiver file of usdot vet",
  { noun: "key" },
);

/** A schema as JSON Schema: for docs/schemas, and for the catalog. */
export function jsonSchemaOf(schema: z.ZodObject) {
  return z.toJSONSchema(schema, { target: "draft-7", io: "input" });
}
