/** The kinds of values that policies and waivers hold. Each checks a part of a file, and has its JSON Schema for editors. */
import type { Problem } from "../errors.ts";
import { nearest } from "../text/suggestion.ts";
import { quoted } from "./facts.ts";
import type { Part, Place } from "./yaml-file.ts";

export interface Found {
  problems: Problem[];
  cautions: Problem[];
  lists: EntryList[];
}

export interface EntryList {
  path: string;
  entries: Set<string>;
  readEntry: (line: string) => { entry: string } | { invalid: string };
  place: Place;
  label: string;
}

export interface Parameter<T> {
  words: string;
  schema: object;
  isOptional?: boolean;
  /** The value of a part of a file; undefined where it is wrong. `label` is what messages call it: `authority.age: min_days`. */
  read: (part: Part, label: string, found: Found) => T | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the values of different parameters have nothing in common
export type ParameterSet = Readonly<Record<string, Parameter<any>>>;

export type Values<P extends ParameterSet> = {
  [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never;
};

export function optional<T>(parameter: Parameter<T>): Parameter<T | undefined> {
  return { ...(parameter as Parameter<T | undefined>), isOptional: true };
}

function refuse(
  { value, place }: Part,
  label: string,
  must: string,
  { problems }: Found,
): undefined {
  const given = value === undefined ? "" : `, not ${quoted(value)}`;
  problems.push({
    ...place,
    message: `${label || "the file"} must be ${must}${given}`,
  });
}

export function scalarOf<T>(
  words: string,
  schema: object,
  must: string,
  read: (value: unknown) => T | undefined,
): Parameter<T> {
  return {
    words,
    schema,
    read: (part, label, found) =>
      read(part.value) ?? refuse(part, label, must, found),
  };
}

export function wholeNumber(words: string, min = 1): Parameter<number> {
  const schema = { type: "integer", minimum: min };
  return scalarOf(
    words,
    schema,
    `a whole number of at least ${min}`,
    (value) =>
      Number.isSafeInteger(value) && Number(value) >= min
        ? Number(value)
        : undefined,
  );
}

export function decimal(words: string): Parameter<number> {
  return scalarOf(
    words,
    { type: "number", minimum: 0 },
    "a number of at least 0",
    (value) =>
      Number.isFinite(value) && Number(value) >= 0 ? Number(value) : undefined,
  );
}

export function wording(
  words: string,
  pattern = "\\S",
  must = "text",
): Parameter<string> {
  const read = (value: unknown) =>
    typeof value === "string" && RegExp(pattern).test(value)
      ? value
      : undefined;
  return scalarOf(words, { type: "string", pattern }, must, read);
}

const alternatives = (names: readonly unknown[]) =>
  names.join(", ").replace(/, ([^,]*)$/, " or $1");

export function oneOf<const T>(
  names: readonly T[],
  words: string,
  must = alternatives(names),
): Parameter<T> {
  return scalarOf(words, { enum: names }, must, (value) =>
    names.find((name) => name === value),
  );
}

export const versionOne = oneOf([1], "the version of the format: 1");

export function someOf<const T>(
  names: readonly T[],
  words: string,
): Parameter<readonly T[]> {
  return listOf(oneOf(names, ""), words);
}

/** An amount of insurance. Services hold some in thousands, but no filing is this low. */
export function amount(words: string): Parameter<number> {
  const number = wholeNumber(words);
  const read: typeof number.read = (part, label, found) => {
    const value = number.read(part, label, found);
    const message = `${label} ${value} reads like thousands: no policy is for so little`;
    if (value !== undefined && value < 10_000)
      found.cautions.push({ ...part.place, message });
    return value;
  };
  return { ...number, read };
}

export function listOf<T>(
  item: Parameter<T>,
  words: string,
  min = 1,
): Parameter<readonly T[]> {
  return {
    words,
    schema: { type: "array", items: item.schema, minItems: min },
    read: (part, label, found) => {
      if (part.items === undefined || part.items.length < min)
        return refuse(
          part,
          label,
          `a list${min > 0 ? " with something in it" : ""}`,
          found,
        );
      return part.items.map((one) => item.read(one, label, found) as T);
    },
  };
}

/** A mapping of named parameters. `problemOf` says what is wrong with values that each are right: "needs allow or deny". */
export function mapping<P extends ParameterSet>(
  noun: string,
  parameters: P,
  words = "",
  problemOf?: (values: Values<P>) => string | undefined,
): Parameter<Values<P>> {
  const entries = Object.entries(parameters);
  const known = Object.keys(parameters);
  const described = entries.map(([name, one]) => [
    name,
    { description: one.words, ...one.schema },
  ]);
  const properties = Object.fromEntries(described);
  const required = known.filter((name) => !parameters[name]?.isOptional);
  return {
    words,
    schema: {
      type: "object",
      properties,
      required,
      additionalProperties: false,
    },
    read: (part, label, found) => {
      const { members, place } = part;
      if (members === undefined)
        return refuse(part, label, `a mapping of ${known.join(", ")}`, found);
      const before = found.problems.length;
      const report = (message: string, at = place) =>
        void found.problems.push({ ...at, message });
      const above = label === "" || noun === "rule" ? "" : `${label}: `;
      const values = [...members].map(([name, member]) => {
        if (known.includes(name))
          return [name, parameters[name]?.read(member, above + name, found)];
        const near = nearest(name, known);
        const hint = near === undefined ? "" : `; did you mean "${near}"?`;
        return [
          name,
          report(`${above}unknown ${noun} ${quoted(name)}${hint}`, member.key),
        ];
      });
      for (const name of required)
        if (!members.has(name)) report(`${above}${name} is missing`);
      if (found.problems.length > before) return undefined;
      const read = Object.fromEntries(values) as Values<P>;
      const problem = problemOf?.(read);
      return problem === undefined ? read : report(`${label} ${problem}`);
    },
  };
}

export function oneOfBoth(one: string, other: string) {
  return (values: Readonly<Record<string, unknown>>): string | undefined =>
    values[one] === undefined && values[other] === undefined
      ? `needs ${one} or ${other}`
      : undefined;
}

export function entryFile(
  words: string,
  readEntry: EntryList["readEntry"],
): Parameter<EntryList | undefined> {
  const path = wording(words, "\\S", "the path of a file");
  const read: Parameter<EntryList>["read"] = (part, label, found) => {
    const named = path.read(part, label, found);
    if (named === undefined) return undefined;
    const list = {
      path: named,
      entries: new Set<string>(),
      readEntry,
      place: part.place,
      label,
    };
    found.lists.push(list);
    return list;
  };
  return optional({ ...path, read });
}
