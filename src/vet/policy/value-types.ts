/**
 * The types of values in policies and waivers: zod schemas that say in plain
 * words what is wrong. Loaded only where somebody wrote such a file.
 */
import { z } from "zod";
import { nearest } from "../../text/hint.ts";
import { quoted } from "../../text/json.ts";

/**
 * Messages about a value that is missing or is something else; the words follow
 * its name.
 */
const must = (what: string, hintTo: (input: unknown) => string = () => "") => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined
      ? "is missing"
      : `must be ${what}, not ${quoted(input)}${hintTo(input)}`,
});

function suggestion(given: unknown, names: readonly string[]): string {
  const near = nearest(String(given), names);
  const isMeant = near !== undefined && near !== given;
  return isMeant ? `; did you mean "${near}"?` : "";
}

const alternatives = (names: readonly string[]) =>
  names.join(", ").replace(/, ([^,]*)$/, " or $1");

interface MappingDetails {
  /** What a name in it is called: `unknown rule "stats"`. */
  noun?: string;
  /** The command that lists all names. */
  catalog?: string;
  /** One of these has to be there. */
  needsOneOf?: readonly string[] | undefined;
}

/** A value below a name that is none of these. */
const strayName = (
  names: readonly string[],
  { noun = "parameter", catalog }: MappingDetails,
) =>
  z.never({
    error: ({ path = [] }) => {
      const given = String(path.at(-1));
      const near = suggestion(given, names);
      const words = `unknown ${noun} ${quoted(given)}${near}`;
      if (near && !catalog) return words;
      const all = catalog
        ? `${catalog} lists them`
        : `it may be ${alternatives(names)}`;
      return `${words}${near ? "" : ";"} ${all}`;
    },
  });

export const versionOne = z
  .literal(1, must("1"))
  .describe("the version of the format: 1");

const scalars = [z.string(), z.number(), z.boolean()] as const;

/** What rules, policies and waivers declare their values with. */
export const valueTypes = {
  whole(words: string, min = 1) {
    const mistake = must(`a whole number of at least ${min}`);
    return z.int(mistake).min(min, mistake).describe(words);
  },

  decimal(words: string) {
    const mistake = must("a number of at least 0");
    return z.number(mistake).min(0, mistake).describe(words);
  },

  text(words: string) {
    const mistake = must("text");
    return z.string(mistake).regex(/\S/, mistake).describe(words);
  },

  date: (words: string) =>
    z.iso.date(must("a date, such as 2026-12-31")).describe(words),

  choice: <const T extends string>(
    names: readonly T[],
    words = "",
    what = alternatives(names),
    similar: readonly string[] = names,
  ) =>
    z
      .enum(
        names,
        must(what, (given) => suggestion(given, similar)),
      )
      .describe(words),

  /** A value of a field: what accepts it, and what it has to be. */
  scalar(accepts: (value: unknown) => boolean, what: string) {
    const mistake = must(what);
    return z.union(scalars, mistake).refine(accepts, mistake);
  },

  several<T extends z.ZodType>(item: T, words: string) {
    const what = "a list with something in it";
    return z.array(item, must(what)).min(1, `must be ${what}`).describe(words);
  },

  /**
   * Values that findings observed, and what filings state, by names that nobody
   * can list.
   */
  observed(words: string) {
    const scalar = z.union([...scalars, z.null()]);
    const value = z.union([scalar, z.record(z.string(), scalar)]);
    const what = "must be a value or a list of values";
    const some = z.union([value, z.array(value).min(1, what)], what);
    return z
      .record(z.string(), some, must("a mapping of fields to values"))
      .describe(words);
  },

  /** A mapping of these names and no others. */
  mapping<S extends z.ZodRawShape>(
    shape: S,
    words: string,
    { needsOneOf = [], ...details }: MappingDetails = {},
  ) {
    const names = Object.keys(shape);
    const isNeeded = (value: object) =>
      needsOneOf.length === 0 || needsOneOf.some((name) => name in value);
    const anyOf = needsOneOf.map((name) => ({ required: [name] }));
    return (
      z
        .object(shape, must(`a mapping of ${names.join(", ")}`))
        // Each unknown name is a mistake of its own, with its place.
        .catchall(strayName(names, details).optional())
        .refine(isNeeded, `needs ${alternatives(needsOneOf)}`)
        .meta({
          description: words,
          additionalProperties: false,
          ...(anyOf.length > 0 && { anyOf }),
        }) as unknown as z.ZodObject<S>
    );
  },
};

export type ValueTypes = typeof valueTypes;

type Issue = z.core.$ZodIssue;

/** Whether what is wrong is a name, not the value that it has. */
export const isOfName = (issue: Issue): boolean =>
  issue.code === "invalid_type" && issue.expected === "never";

/**
 * A mistake after the names that lead to it: `status: allow must be ...`,
 * `status: unknown parameter "alow"`.
 */
export function wordsFor(issue: Issue, names: readonly string[]): string {
  const { message } = issue;
  if (isOfName(issue)) return [...names.slice(0, -1), message].join(": ");
  return `${names.join(": ") || "the file"} ${message}`;
}
