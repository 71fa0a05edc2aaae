/**
 * Lists of texts that a policy allows or denies, and how a value is matched
 * with them.
 */

import type { Kinds } from "../policy/kinds.ts";
import {
  type Field,
  normalText,
  quoted,
  type Reader,
} from "../record/facts.ts";
import { nameKey, normalWords } from "../record/names.ts";
import type { Judgment } from "./judgment.ts";
import { fail, type ParametersOf, pass, type Rule, rule } from "./rule.ts";

/** A text in the forms in which values and entries are compared. */
const formsOf = (text: string) => ({
  plain: normalText(text) ?? "",
  words: normalWords(text),
  name: nameKey(text),
});

type Matcher = (value: ReturnType<typeof formsOf>) => boolean;

/** How texts are read and compared; `us` is what `@us` stands for. */
export interface Comparison {
  read: Reader<string>;
  areNames?: boolean;
  us?: readonly string[] | undefined;
}

export function allowAndDeny(
  { several, scalar }: Kinds,
  comparison: Comparison,
) {
  const texts = (denies: boolean, words: string) => {
    const canMatch = (entry: unknown) =>
      matcherOf(entry, comparison, denies) !== undefined;
    const what = `text that a value can match, with * for what follows a beginning${denies ? ", or around words" : ""}`;
    return several(scalar(canMatch, what), words).optional();
  };
  return {
    allow: texts(false, 'the values to accept; "words*" matches a beginning'),
    deny: texts(
      true,
      'the values to refuse; "*words*" finds whole words anywhere',
    ),
  };
}

type Lists = ParametersOf<ReturnType<typeof allowAndDeny>>;

/** Undefined for an entry that no value can match. */
function matcherOf(
  entry: unknown,
  { read, areNames = false, us }: Comparison,
  denies: boolean,
): Matcher | undefined {
  const text = typeof entry === "string" ? entry : (read(entry).value ?? "");
  if (text === "@us" && us)
    return ({ plain }) => us.includes(plain.toUpperCase());
  if (text === "*") return () => true;
  // In deny lists, punctuation, widths and accents of letters do not count.
  const form = areNames || denies ? "words" : "plain";
  const bare = text.replaceAll("*", "");
  const { name, [form]: key } = formsOf(bare);
  if (key === "") return undefined;
  switch (text) {
    case bare:
      if (read(text).value === undefined) return undefined;
      return (value) => (areNames ? value.name === name : value[form] === key);
    case `${bare}*`: {
      // A letter in place of the asterisk shows whether a space ends the text:
      // `NOT *` does not match NOTHING.
      const start = formsOf(`${bare}x`)[form].slice(0, -1);
      const end = denies ? " " : "";
      return (value) => (value[form] + end).startsWith(start);
    }
    case `*${bare}*`:
      return denies
        ? ({ words }) => ` ${words} `.includes(` ${key} `)
        : undefined;
    default:
      return undefined;
  }
}

/**
 * What judges a value by lists; deny comes first. With both lists, what is in
 * neither is unknown.
 */
export function judgeBy({ allow, deny }: Lists, comparison: Comparison) {
  const matchers = (texts: readonly unknown[], denies: boolean) =>
    texts.flatMap((entry) => matcherOf(entry, comparison, denies) ?? []);
  const allowed = allow && matchers(allow, false);
  const denied = deny && matchers(deny, true);
  return (words: string, value: string, policyName: string): Judgment => {
    const forms = formsOf(value);
    if (denied?.some((matches) => matches(forms))) return fail(words);
    if (!allowed || allowed.some((matches) => matches(forms)))
      return pass(words);
    return denied ? undecided(words, policyName) : fail(words);
  };
}

/** That a policy leaves a value to a person. */
export function undecided(words: string, policyName: string): Judgment {
  const message = `${words}, which ${policyName} neither allows nor denies`;
  return { outcome: "unknown", message };
}

/** A rule that judges a text by lists. */
export function listed(
  label: string,
  field: Field<string>,
  summary: string,
  us?: readonly string[],
): Rule {
  const comparison = { read: field.read, us };
  return rule(field.path, label, [field.record], {
    summary,
    parameters: (kind) => allowAndDeny(kind, comparison),
    needsOneOf: ["allow", "deny"],
    judge(lists) {
      const judge = judgeBy(lists, comparison);
      return ({ facts, policyName }) => {
        const value = facts.get(field);
        return judge(`${field.label} is ${quoted(value)}`, value, policyName);
      };
    },
  });
}
