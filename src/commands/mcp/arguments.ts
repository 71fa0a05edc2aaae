/**
 * What agents send to each tool. They send null or a blank for what they leave
 * out, a number for a text, one thing or JSON in a text for a list.
 */
import { z } from "zod";
import { recordNames } from "../../answer.ts";
import { refuse } from "../../errors.ts";
import {
  type ClaimField,
  type Claims,
  claimFields,
  claimNamed,
  type Input,
  numbersIn,
} from "../../list/input.ts";
import { inputOf } from "../../list/pasted.ts";
import { isObject, parsedJson } from "../../text/json.ts";
import { excerpt } from "../../text/safe-text.ts";
import type { Policy } from "../../vet/policy/policy.ts";
import { valueTypes, wordsFor } from "../../vet/policy/value-types.ts";
import { refuseUselessClaims } from "../../vet/refuse-claims.ts";

const isGiven = (value: unknown) =>
  (value ?? "") !== "" && !(Array.isArray(value) && value.length === 0);

const numberAsText = (given: unknown) =>
  typeof given === "number" ? String(given) : given;

function listIn(given: unknown): unknown {
  if (!isGiven(given)) return undefined;
  const isJson = typeof given === "string" && /^\s*[[{]/.test(given);
  return [isJson ? (parsedJson(given) ?? given) : given].flat();
}

function mappingIn(given: unknown, nameOf: (name: string) => string): unknown {
  if (!isObject(given)) return given;
  const named = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    if (!isGiven(value)) continue;
    const usualName = nameOf(name);
    if (named.has(usualName)) refuse(`${usualName} is given twice`);
    named.set(usualName, value);
  }
  return Object.fromEntries(named);
}

const textArgument = (words = "") =>
  z.preprocess(numberAsText, valueTypes.text(words));

const listArgument = <T extends z.ZodType>(
  item: T,
  words: string,
  most: number,
) =>
  z.preprocess(
    listIn,
    valueTypes
      .several(item, words)
      .max(most, `must be a list of at most ${most}`),
  );

/** Arguments by name; `nameOf` understands other names for the same. */
const argumentsOf = <S extends z.ZodRawShape>(
  shape: S,
  nameOf = (name: string) => name,
) =>
  z.preprocess(
    (given) => mappingIn(given, nameOf),
    valueTypes.mapping(shape, "", { noun: "argument" }),
  );

export const carrierInput = argumentsOf({
  dot_number: textArgument("USDOT number"),
  records: listArgument(
    valueTypes.choice(recordNames),
    "default: all",
    3,
  ).optional(),
});

export const bulkInput = argumentsOf({
  dot_numbers: listArgument(textArgument(), "USDOT numbers", 50),
});

/** What the names of claims do not say. */
const claimWords: Partial<Record<ClaimField, string>> = {
  name: "of the company, not of a person",
  state: "two letters",
  insurer: "of a certificate of insurance",
  cargo_insurer:
    "if cargo has a line of its own; insurer, policy_number and expires are then BIPD's",
};

const claim = argumentsOf(
  {
    dot_number: textArgument("USDOT number"),
    ...Object.fromEntries(
      claimFields.map((name) => [
        name,
        textArgument(claimWords[name]).optional(),
      ]),
    ),
  },
  (name) => claimNamed(name) ?? name,
);

export const vetInput = argumentsOf({
  dot_numbers: listArgument(textArgument(), "USDOT numbers", 25),
  claims: listArgument(
    claim,
    "what is said about the carriers: amounts in digits, dates best as YYYY-MM-DD",
    100,
  ).optional(),
  findings: valueTypes
    .choice(["problems", "all"], "which findings to list (default problems)")
    .optional(),
  reference: textArgument("the load that this is for").optional(),
  by: textArgument("who asks").optional(),
});

/**
 * The inputs that are asked about, and those that claim something about them.
 * @throws {UsageError} where nothing would be compared: for claims about a
 * carrier that is not asked for, or that say nothing
 */
export function addClaims(
  inputs: readonly Input[],
  claims: readonly Record<string, string | undefined>[],
  policy: Policy,
): Input[] {
  const numbers = numbersIn(inputs);
  // Each is an input of its own about the number, so that all of them are compared.
  const claiming = claims.map(({ dot_number = "", ...said }): Input => {
    const input = inputOf(dot_number);
    if (!("dotNumber" in input) || !numbers.includes(input.dotNumber))
      refuse(
        `claims are about ${excerpt(dot_number)}, which ${"invalid" in input ? input.invalid : "is not among dot_numbers"}`,
      );
    refuseUselessClaims(
      said as Claims,
      policy,
      `a claim about ${dot_number}: `,
    );
    if (Object.keys(said).length === 0)
      refuse(
        `claims about ${dot_number} say nothing`,
        `give one of ${claimFields.join(", ")}, or leave them out`,
      );
    return { ...input, claims: { ...input.claims, ...said } };
  });
  return [...inputs, ...claiming];
}

/** A schema in the form that the protocol's package takes. Nothing is checked by it. */
export function advertised(type: z.ZodType) {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io: "output",
    override: ({ jsonSchema }) => keepPlain(jsonSchema),
  });
  const json = () => schema;
  return {
    "~standard": {
      version: 1,
      vendor: "usdot",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  } as const;
}

/** Clients refuse what they do not know, and models read every word. */
function keepPlain(schema: { description?: string; pattern?: string }): void {
  delete schema.pattern;
  if (schema.description === "") delete schema.description;
}

/** The arguments of a call. @throws {UsageError} that names every mistake in them */
export function checkArguments<T extends z.ZodType>(
  tool: string,
  type: T,
  given: unknown,
): z.output<T> {
  const { data, error } = type.safeParse(given ?? {});
  if (error === undefined) return data as z.output<T>;
  const mistakes = error.issues.map((issue) => {
    const names = issue.path.filter((name) => typeof name === "string");
    return wordsFor(issue, [tool, ...names]);
  });
  refuse(mistakes.join("; "));
}
