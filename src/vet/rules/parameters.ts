/** The kinds of parameters that rules take. The messages of the schemas follow a parameter's name. */
import * as z from "zod/mini";
import { lazy } from "../../text/lazy.ts";
import type { Judgment } from "../model.ts";
import { type ComparableText, companyName, type Field, isNotStated, normalText, quoted, wordsOf } from "../values.ts";
import { fail, fieldName, observedOf, pass, unknownField } from "./judgment.ts";
import type { CrossCheck, ListParameter, Parameter } from "./rule.ts";

/** A parameter that the policy may leave out. */
export function optional<S extends z.ZodMiniType>({ schema, words }: Parameter<S>): Parameter<z.ZodMiniOptional<S>> {
  return { schema: z.optional(schema), words };
}

/** A whole number of at least `min`. */
export function wholeNumber(words: string, min = 1): Parameter<z.ZodMiniType<number>> {
  return { schema: z.int("must be a whole number").check(z.minimum(min, `must be at least ${min}`)), words };
}

/** An amount of insurance. Services hold some in thousands, but a filing is never this low. */
export function filedAmount(words: string): Parameter<z.ZodMiniType<number>> {
  const cautionOf = (amount: unknown) =>
    Number(amount) < 10_000 ? "reads like thousands: no policy is for so little" : undefined;
  return { ...wholeNumber(words), cautionOf };
}

/** A number above 0. */
export function positiveNumber(words: string): Parameter<z.ZodMiniType<number>> {
  return { schema: z.number("must be a number").check(z.positive("must be above 0")), words };
}

type Names = readonly [string, ...string[]];

/** One of a few words. */
export function oneOf<const T extends Names>(names: T, words: string): Parameter<z.ZodMiniType<T[number]>> {
  return { schema: z.enum(names, `must be ${listed(names)}`), words };
}

/** Some of a few words, each once. */
export function someOf<const T extends Names>(names: T, words: string): Parameter<z.ZodMiniType<T[number][]>> {
  const schema = z
    .array(z.enum(names, `must be ${listed(names)}`), `must be a list of ${listed(names)}`)
    .check(z.minLength(1, "must not be empty"))
    .check(z.refine((chosen) => new Set(chosen).size === chosen.length, "names something twice"))
    .register(z.globalRegistry, { uniqueItems: true });
  return { schema, words };
}

/** A mapping that names something. One of unknown keys only is not empty, but wrong. */
export function notEmpty<T extends object>(schema: z.ZodMiniType<T>, message: string): z.ZodMiniType<T> {
  const problemOf = (mapping: T) => (Object.keys(mapping).length === 0 ? message : undefined);
  const check = wrong(problemOf, { when: ({ issues }) => issues.length === 0 });
  return schema.check(check).register(z.globalRegistry, { minProperties: 1 });
}

/** A text that says something. */
export function nonBlank() {
  return z.string("must be text").check(z.regex(/[^\s\p{C}\u115f\u1160\u2800\u3164\uffa0]/u, "must not be empty"));
}

/** A check that says what is wrong with a value, if anything is; `when` it is made at all. */
export function wrong<T>(problemOf: (value: T) => string | undefined, params?: Pick<z.core.$ZodCheckDef, "when">) {
  return z.check<T>((payload) => {
    const message = problemOf(payload.value);
    if (message) payload.issues.push({ code: "custom", input: payload.value, message });
  }, params);
}

/** `a, b or c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** An entry of an allow or deny list, ready to be compared. */
export interface TextPattern {
  /** As the policy has it: of what a group stands for, the group. */
  text: string;
  /** What the whole text is, or how it begins (`AUTHORIZED FOR*`), or the words that it has somewhere (`*revocation*`, in deny only). */
  kind: "whole" | "beginning" | "words";
  normal: string;
  /** To deny, in words, if it has any: `INACTIVE` is `ＩＮＡＣＴＩＶＥ.`, too. */
  words?: string;
}

/** How the texts of a list are compared. */
export interface TextListOptions {
  /** Words in asterisks are found anywhere: in deny lists. */
  anywhere?: boolean;
  /** Texts that count as not stated elsewhere but are statements in this field. */
  states?: readonly string[];
  /** Names that stand for several entries: `@us`. */
  groups?: Readonly<Record<string, readonly string[]>>;
  /** Compares as names of companies. */
  names?: boolean;
  /** What an entry, and the beginning of one, must look like, because the field has no other values, and how that is said. */
  form?: readonly [whole: RegExp, beginning: RegExp, words: string];
}

/** An entry of a list, or one `of` those that a group stands for; undefined where it can match nothing. */
export function textPattern(text: string, options: TextListOptions = {}, of = text): TextPattern | undefined {
  const { anywhere, names } = options;
  const kind = kindOf(of, anywhere);
  const written = kind === "whole" ? of : of.slice(kind === "words" ? 1 : 0, -1);
  const words = readEntry(written, kind, wordsOf);
  const normal = kind === "words" || names ? words : readEntry(written, kind, normalText);
  if (normal === undefined || written.includes("*")) return undefined;
  // A lone * matches everything; any other entry says something.
  if (normal.trim() === "") return kind === "beginning" ? { text, kind, normal: "" } : undefined;
  if (kind === "whole" && names) return { text, kind, normal: companyName(normal) };
  return { text, kind, normal, ...(anywhere && words && { words }) };
}

/** What follows a beginning shows whether a space or a mark ends it: `NOT *` is not to match NOTHING. */
function readEntry(written: string, kind: TextPattern["kind"], read: typeof wordsOf): string | undefined {
  return kind === "beginning" ? read(`${written}x`)?.slice(0, -1) : (read(written) ?? undefined);
}

function kindOf(text: string, anywhere = false): TextPattern["kind"] {
  if (!text.endsWith("*")) return "whole";
  return anywhere && text.startsWith("*") && text.length > 1 ? "words" : "beginning";
}

/** Whether an entry of the list matches. Never a part of a word: INACTIVE contains ACTIVE. */
export function matchesAny({ raw, normal, whole }: ComparableText, patterns: readonly TextPattern[]): boolean {
  const text = lazy(() => ` ${wordsOf(raw)} `);
  return patterns.some(({ kind, normal: entry, words = "" }) => {
    if (words === "") return kind === "whole" ? whole === entry : normal.startsWith(entry);
    if (kind === "beginning") return text().startsWith(` ${words}`);
    return kind === "whole" ? text() === ` ${words} ` : text().includes(` ${words} `);
  });
}

/**
 * A list of texts to compare with: whole, ignoring case, spaces collapsed, a trailing `*` matching a beginning.
 * An entry that no value can equal is an error, because a list that silently matches nothing is worse than none.
 */
export function textList(words: string, options: TextListOptions = {}): Parameter<z.ZodMiniType<TextPattern[]>> {
  const { groups = {} } = options;
  const entry = z.string("must be text: put it in quotes").check(wrong((text) => problemOfEntry(text, options)));
  const schema = z.pipe(
    z.array(entry, "must be a list, such as [ACTIVE]").check(z.minLength(1, "must not be empty")),
    z.transform((entries: string[]) =>
      entries.flatMap((text) => (groups[text] ?? [text]).flatMap((one) => textPattern(text, options, one) ?? [])),
    ),
  );
  return { schema, words };
}

/** The parameters of a rule that allows and denies texts. */
export function allowAndDenyLists(allow: string, deny: string, options: TextListOptions = {}) {
  return {
    allow: optional(textList(`${allow}; "words*" matches a beginning, in deny as well`, options)),
    deny: optional(textList(`${deny}; "*words*" finds whole words anywhere`, { ...options, anywhere: true })),
  };
}

function problemOfEntry(text: string, options: TextListOptions): string | undefined {
  const { states = [], groups = {}, form = [/^/, /^/, ""], anywhere } = options;
  if (Object.hasOwn(groups, text)) return undefined;
  if (text.startsWith("@")) {
    const known = Object.keys(groups);
    return known.length > 0 ? `is no group: only ${listed(known)} is known` : "is no group: this rule has none";
  }
  if (isNotStated(text) && !states.includes(text.trim().toUpperCase())) {
    return "can match nothing: such a value counts as not stated";
  }
  const pattern = textPattern(text, options);
  if (pattern === undefined) {
    if (normalText(text) === null) return "can match nothing: it has control or invisible characters";
    if (!text.includes("*")) return "can match nothing: it has no letters or digits";
    if (anywhere) return "can match nothing: a * may end it, or stand on both sides of whole words";
    return "can match nothing: only a trailing * stands for other characters";
  }
  const [whole, beginning, words] = form;
  const isPossible = (pattern.kind === "beginning" ? beginning : whole).test(pattern.normal);
  return isPossible ? undefined : `can match nothing: ${words}`;
}

/** A parameter that may name a file with an entry per line. */
export function listFile(words: string, readEntry: ListParameter["readEntry"]): ListParameter {
  const noPath = "must be the path of a file";
  return { schema: z.optional(z.string(noPath).check(z.minLength(1, noPath))), words, readEntry };
}

export interface AllowAndDeny {
  allow?: readonly TextPattern[] | undefined;
  deny?: readonly TextPattern[] | undefined;
}

/** An allow list, a deny list or both, which must not contradict each other. */
export const allowAndDeny: CrossCheck<AllowAndDeny> = {
  names: ["allow", "deny"],
  problemOf({ allow, deny }) {
    if (allow === undefined && deny === undefined) return "needs allow or deny";
    const denied = new Set(deny?.flatMap((pattern) => [keyOf(pattern), pattern.text]));
    // A group may be allowed but for some that it stands for.
    const both = allow?.find((pattern) => denied.has(pattern.text.startsWith("@") ? pattern.text : keyOf(pattern)));
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

function keyOf({ normal, kind }: TextPattern): string {
  return `${kind} ${normal}`;
}

/** How a text stands to an allow and a deny list; deny comes first. With only a deny list, what it does not name is allowed. */
export function matchLists(text: ComparableText, { allow, deny }: AllowAndDeny): "allowed" | "denied" | "neither" {
  if (deny && matchesAny(text, deny)) return "denied";
  return allow === undefined || matchesAny(text, allow) ? "allowed" : "neither";
}

/** Judges a text by lists where a value that is not allowed fails. */
export function judgeByLists(field: Field<ComparableText>, lists: AllowAndDeny): Judgment {
  if (field.value === undefined) return unknownField(field);
  const message = `${fieldName(field.path)} is ${quoted(field.value.raw)}`;
  const isAllowed = matchLists(field.value, lists) === "allowed";
  return isAllowed ? pass(message, observedOf(field)) : fail(message, observedOf(field));
}
