/**
 * Lists of texts that a policy allows or denies, and how a value is matched
 * with them.
 */
import {
  type Field,
  normalText,
  quoted,
  type Reader,
} from "../record/facts.ts";
import type { Kinds } from "../record/kinds.ts";
import { nameKey, plainWords } from "../record/names.ts";
import { fail, type Judgment, pass, type Rule, rule } from "./rule.ts";

/** The forms in which a value and an entry are compared. */
const forms = {
  plain: (value: string) => normalText(value) ?? "",
  words: plainWords,
  name: nameKey,
};
type Form = keyof typeof forms;

type Matches = (valueIn: (form: Form) => string) => boolean;

/** How texts are read and compared; `us` is what `@us` stands for. */
export interface Comparison {
  read: Reader<string>;
  areNames?: boolean;
  us?: readonly string[] | undefined;
}

type Texts = readonly (string | number | boolean)[];
export interface Lists {
  allow?: Texts | undefined;
  deny?: Texts | undefined;
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

/** Undefined for an entry that no value can match. */
function matcherOf(
  entry: unknown,
  { read, areNames = false, us }: Comparison,
  denies: boolean,
): Matches | undefined {
  const text = typeof entry === "string" ? entry : (read(entry).value ?? "");
  if (text === "@us" && us)
    return (valueIn) => us.includes(valueIn("plain").toUpperCase());
  if (text === "*") return () => true;
  if (denies && /^\*[^*]+\*$/.test(text))
    return matching("words", plainWords(text), (value, words) =>
      ` ${value} `.includes(` ${words} `),
    );
  // In deny lists, punctuation, widths and accents of letters do not count.
  const form = areNames || denies ? "words" : "plain";
  if (/^[^*]+\*$/.test(text)) {
    // A letter in place of the asterisk shows whether a space ends the text:
    // `NOT *` does not match NOTHING.
    const start = forms[form](text.replace("*", "x")).slice(0, -1);
    const end = denies ? " " : "";
    return matching(form, start, (value) => (value + end).startsWith(start));
  }
  if (text.includes("*") || read(text).value === undefined) return undefined;
  const key = areNames ? "name" : form;
  return matching(key, forms[key](text), (value, whole) => value === whole);
}

/** Compares a value with what an entry comes to, if it comes to anything. */
function matching(
  form: Form,
  key: string,
  compare: (value: string, key: string) => boolean,
): Matches | undefined {
  return key === "" ? undefined : (valueIn) => compare(valueIn(form), key);
}

/**
 * What judges a value by lists; deny comes first. With both lists, what is in
 * neither is unknown.
 */
export function judgeBy({ allow, deny }: Lists, comparison: Comparison) {
  const allowed = allow?.map((entry) => matcherOf(entry, comparison, false));
  const denied = deny?.map((entry) => matcherOf(entry, comparison, true));
  return (words: string, value: string, policyName: string): Judgment => {
    const valueIn = formsOf(value);
    if (denied?.some((matches) => matches?.(valueIn))) return fail(words);
    if (!allowed || allowed.some((matches) => matches?.(valueIn)))
      return pass(words);
    return denied ? undecided(words, policyName) : fail(words);
  };
}

/** A value in each form that is asked for, worked out once. */
function formsOf(value: string): (form: Form) => string {
  const texts: Partial<Record<Form, string>> = {};
  return (form) => {
    texts[form] ??= forms[form](value);
    return texts[form];
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
