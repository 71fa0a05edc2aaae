/** Lists of texts that a policy allows or denies, and how a value is matched with them. */
import {
  type Field,
  normalText,
  quoted,
  type Reader,
  unknown,
} from "./facts.ts";
import type { Kinds } from "./kinds.ts";
import { nameKey, wordsOf } from "./names.ts";
import {
  fail,
  type Judgment,
  oneOfBoth,
  pass,
  type Rule,
  rule,
} from "./rule.ts";

type Matches = (value: string) => boolean;

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
    return several(
      scalar().refine(canMatch, "no value can match it"),
      words,
    ).optional();
  };
  return {
    allow: texts(false, 'the values to accept; "words*" matches a beginning'),
    deny: texts(
      true,
      'the values to refuse; "*words*" finds whole words anywhere',
    ),
  };
}

/** Undefined for an entry that no value can match. In deny lists, punctuation, widths and accents of letters do not count. */
function matcherOf(
  entry: unknown,
  { read, areNames = false, us }: Comparison,
  denies: boolean,
): Matches | undefined {
  if (entry === "*") return () => true;
  if (entry === "@us" && us)
    return (value) => us.includes(value.trim().toUpperCase());
  const text = typeof entry === "string" ? entry : (read(entry).value ?? "");
  const form =
    areNames || denies ? wordsOf : (value: string) => normalText(value) ?? "";
  if (!text.includes("*"))
    return read(text).value === undefined
      ? undefined
      : whole(text, areNames ? nameKey : form);
  if (denies && /^\*[^*]+\*$/.test(text)) return wordsAnywhere(text);
  return /^[^*]+\*$/.test(text)
    ? beginning(text.slice(0, -1), form, denies)
    : undefined;
}

function whole(
  text: string,
  form: (text: string) => string,
): Matches | undefined {
  const key = form(text);
  return key === "" ? undefined : (value) => form(value) === key;
}

function wordsAnywhere(text: string): Matches | undefined {
  const words = wordsOf(text);
  return words === ""
    ? undefined
    : (value) => ` ${wordsOf(value)} `.includes(` ${words} `);
}

/** A letter in place of the asterisk shows whether a space ends the text: `NOT *` does not match NOTHING. */
function beginning(
  text: string,
  form: (text: string) => string,
  denies: boolean,
): Matches | undefined {
  const start = form(`${text}x`).slice(0, -1);
  const end = denies ? " " : "";
  return start === ""
    ? undefined
    : (value) => (form(value) + end).startsWith(start);
}

/** What judges a value by lists; deny comes first. With only a deny list, what it does not name is allowed; with both, it is unknown. */
export function judgeBy({ allow, deny }: Lists, comparison: Comparison) {
  const allowed = allow?.map((entry) => matcherOf(entry, comparison, false));
  const denied = deny?.map((entry) => matcherOf(entry, comparison, true));
  return (words: string, value: string): Judgment => {
    if (denied?.some((matches) => matches?.(value)))
      return fail(`${words}: your vetting rules deny it`);
    if (!allowed || allowed.some((matches) => matches?.(value)))
      return pass(words);
    if (denied)
      return unknown(`${words}: your vetting rules neither allow nor deny it`);
    return fail(`${words}: your vetting rules don't allow it`);
  };
}

/** A rule that judges a text by lists. */
export function listed(
  label: string,
  one: Field<string>,
  summary: string,
  us?: readonly string[],
): Rule {
  const comparison = { read: one.read, us };
  return rule(one.path, label, [one.record], {
    summary,
    parameters: (kind) => allowAndDeny(kind, comparison),
    problemOf: oneOfBoth("allow", "deny"),
    judge(lists) {
      const judge = judgeBy(lists, comparison);
      return ({ facts }) => {
        const value = facts.get(one);
        return judge(`${one.label} is ${quoted(value)}`, value);
      };
    },
  });
}
