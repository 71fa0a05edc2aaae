/**
 * What agents send: null or a blank for what they leave out, a number for a
 * text, one thing or JSON in a text for a list.
 */
import { z } from "zod";
import { UsageError } from "../../errors.ts";
import { isObject } from "../../text/json.ts";
import { kinds, wordsFor } from "../../vet/record/kinds.ts";

const isStated = (value: unknown) =>
  value !== null && value !== undefined && value !== "";

const asText = (given: unknown) =>
  typeof given === "number" ? String(given) : given;

function asList(given: unknown): unknown {
  if (!isStated(given)) return undefined;
  const isJson = typeof given === "string" && /^\s*\[.*\]\s*$/s.test(given);
  return [isJson ? listIn(given) : given].flat().filter(isStated);
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function asMapping(given: unknown, nameOf: (name: string) => string): unknown {
  if (!isObject(given)) return given;
  const stated = Object.entries(given).filter(([, value]) => isStated(value));
  return Object.fromEntries(
    stated.map(([name, value]) => [nameOf(name), value]),
  );
}

export const text = (words = "") => z.preprocess(asText, kinds.text(words));

export const list = <T extends z.ZodType>(item: T, words: string, most = 25) =>
  z.preprocess(
    asList,
    kinds.several(item, words).max(most, `must be a list of at most ${most}`),
  );

/** Arguments by name; `nameOf` understands other names for the same. */
export const mapping = <S extends z.ZodRawShape>(
  shape: S,
  nameOf = (name: string) => name,
) =>
  z.preprocess(
    (given) => asMapping(given, nameOf),
    kinds.mapping(shape, "", { noun: "argument" }),
  );

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
export function readArguments<T extends z.ZodType>(
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
  throw new UsageError(mistakes.join("; "));
}
