/** The kinds of parameters that rules take. The messages of the schemas follow a parameter's name. */
import * as z from "zod/mini";
import type { Judgment } from "../model.ts";
import { type ComparableText, isNotStated, isRecord, normalText, quoted } from "../values.ts";
import { type Field, fail, observedOf, pass, unknown } from "./judgment.ts";
import type { CrossCheck, ListParameter, Parameter } from "./rule.ts";

/** A parameter that the policy may leave out. */
export function optional<S extends z.ZodMiniType>({ schema, words }: Parameter<S>): Parameter<z.ZodMiniOptional<S>> {
  return { schema: z.optional(schema), words };
}

/** A whole number of at least `min`. */
export function wholeNumber(words: string, min = 1): Parameter<z.ZodMiniType<number>> {
  return { schema: z.int("must be a whole number").check(z.minimum(min, `must be at least ${min}`)), words };
}

/** A number above 0. */
export function positiveNumber(words: string): Parameter<z.ZodMiniType<number>> {
  return { schema: z.number("must be a number").check(z.positive("must be above 0")), words };
}

/** One of a few words. */
export function oneOf<const T extends readonly [string, ...string[]]>(
  names: T,
  words: string,
): Parameter<z.ZodMiniType<T[number]>> {
  return { schema: z.enum(names, `must be ${listed(names)}`), words };
}

/** Some of a few words, each once. */
export function someOf<const T extends readonly [string, ...string[]]>(
  names: T,
  words: string,
): Parameter<z.ZodMiniType<T[number][]>> {
  const schema = z
    .array(z.enum(names, `must be ${listed(names)}`), `must be a list of ${listed(names)}`)
    .check(z.minLength(1, "must not be empty"))
    .check(z.refine((chosen) => new Set(chosen).size === chosen.length, "names something twice"));
  return { schema, words };
}

/** A mapping that names something. Looks at what was given: a mapping of unknown keys only is no empty one. */
export function notEmpty<S extends z.ZodMiniType>(schema: S, message: string): z.ZodMiniType<z.output<S>> {
  const given = z.any().check(z.refine((value) => !isRecord(value) || Object.keys(value).length > 0, message));
  return z.pipe(given, schema);
}

/** `a, b or c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** An entry of an allow or deny list, ready to be compared. */
export interface TextPattern {
  /** As the policy has it. */
  text: string;
  normal: string;
  /** It ended in `*`: `normal` is the beginning of what it matches. */
  isPrefix: boolean;
}

/** An entry of a list; undefined where it can match nothing: invisible characters, or a `*` that is not at its end. */
export function textPattern(text: string): TextPattern | undefined {
  const isPrefix = text.endsWith("*");
  const written = isPrefix ? text.slice(0, -1) : text;
  const normal = normalText(written);
  if (normal === null || normal.includes("*")) return undefined;
  // The space in `NOT *` counts: it is not to match NOTHING.
  const endsWithSpace = isPrefix && normal !== "" && written.endsWith(" ");
  return { text, normal: endsWithSpace ? `${normal} ` : normal, isPrefix };
}

/** Whether an entry of the list matches: whole, or its beginning where the entry ends in `*`. Never a part: INACTIVE contains ACTIVE. */
export function matchesAny(text: ComparableText, patterns: readonly TextPattern[]): boolean {
  const { normal } = text;
  if (normal === null) return false;
  return patterns.some((pattern) => (pattern.isPrefix ? normal.startsWith(pattern.normal) : normal === pattern.normal));
}

type TextList = Parameter<z.ZodMiniType<TextPattern[]>>;

/**
 * A list of texts to compare with: whole, ignoring case, spaces collapsed, a trailing `*` matching a beginning.
 * An entry that no value can equal is an error, because a list that silently matches nothing is worse than none.
 *
 * `states` are texts that count as not stated elsewhere but are statements in this field; `groups` are names that stand for several
 * entries.
 */
export function textList(words: string, { states = [] as readonly string[], groups = noGroups } = {}): TextList {
  const entry = z.string("must be text: put it in quotes").check((payload) => {
    const message = problemOfEntry(payload.value, states, groups);
    if (message) payload.issues.push({ code: "custom", input: payload.value, message });
  });
  const schema = z.pipe(
    z.array(entry, "must be a list, such as [ACTIVE]").check(z.minLength(1, "must not be empty")),
    z.transform((entries: string[]) =>
      entries
        .flatMap((text) => groups[text] ?? [text])
        .map((text) => textPattern(text))
        .filter((pattern) => pattern !== undefined),
    ),
  );
  return { schema, words };
}

/** Names that stand for several entries: `@us`. */
export type Groups = Readonly<Record<string, readonly string[]>>;
const noGroups: Groups = {};

function problemOfEntry(text: string, states: readonly string[], groups: Groups): string | undefined {
  if (Object.hasOwn(groups, text)) return undefined;
  if (text.startsWith("@")) {
    const known = Object.keys(groups);
    return known.length > 0 ? `is no group: only ${listed(known)} is known` : "is no group: this rule has none";
  }
  if (isNotStated(text) && !states.includes(text.trim().toUpperCase())) {
    return "can match nothing: such a value counts as not stated";
  }
  if (textPattern(text) !== undefined) return undefined;
  return text.includes("*")
    ? "can match nothing: only a trailing * stands for other characters"
    : "can match nothing: it has control or invisible characters";
}

/** A parameter that may name a file of USDOT numbers. */
export function numberListFile(words: string): ListParameter {
  const noPath = "must be the path of a file";
  return { schema: z.optional(z.string(noPath).check(z.minLength(1, noPath))), words, namesList: true };
}

interface AllowAndDeny {
  allow?: readonly TextPattern[] | undefined;
  deny?: readonly TextPattern[] | undefined;
}

/** An allow list, a deny list or both, which must not contradict each other. */
export const allowAndDeny: CrossCheck<AllowAndDeny> = {
  names: ["allow", "deny"],
  problemOf({ allow, deny }) {
    if (allow === undefined && deny === undefined) return "needs allow or deny";
    const denied = new Set(deny?.map(keyOf));
    const both = allow?.find((pattern) => denied.has(keyOf(pattern)));
    return both && `allows and denies ${quoted(both.text)}`;
  },
};

/** Two parameters of which a rule needs at least one. */
export function atLeastOne<N extends string>(one: N, other: N): CrossCheck<{ [Name in N]?: unknown }> {
  return {
    names: [one, other],
    problemOf: (given) =>
      given[one] === undefined && given[other] === undefined ? `needs ${one} or ${other}` : undefined,
  };
}

function keyOf({ normal, isPrefix }: TextPattern): string {
  return isPrefix ? `${normal}*` : normal;
}

/** How a text stands to an allow and a deny list; deny comes first. */
export function matchLists(text: ComparableText, { allow, deny }: AllowAndDeny): "allowed" | "denied" | "neither" {
  if (deny && matchesAny(text, deny)) return "denied";
  if (allow) return matchesAny(text, allow) ? "allowed" : "neither";
  // With only a deny list, what it does not name is allowed. A text with invisible characters equals nothing, so it would slip by.
  return text.normal === null ? "neither" : "allowed";
}

/** Judges a stated text by lists where a value that is not allowed fails. */
export function judgeByLists(field: Field<ComparableText>, text: ComparableText, lists: AllowAndDeny): Judgment {
  const message = `${field.path} is ${quoted(text.raw)}`;
  const observed = observedOf(field);
  const said = matchLists(text, lists);
  if (said === "allowed") return pass(message, observed);
  if (said === "neither" && lists.allow === undefined) {
    return unknown(`${message}, which has control or invisible characters`, observed);
  }
  return fail(message, observed);
}
