/**
 * Lists of texts that a policy allows or denies, and how a value is matched
 * with them.
 */

import type { Kinds } from "../policy/kinds.ts";
import { type Field, quoted } from "../record/facts.ts";
import { nameKey, normalWords } from "../record/names.ts";
import { normalText, type Reader } from "../record/readers.ts";
import type { Judgment } from "./judgment.ts";
import {
  fail,
  type ParametersOf,
  pass,
  type Rule,
  rule,
  unknown,
} from "./rule.ts";

/** A text in the forms in which values and entries are compared. */
const formsOf = (text: string) => ({
  plain: normalText(text) ?? "",
  words: normalWords(text),
  name: nameKey(text),
});

type Forms = ReturnType<typeof formsOf>;

/** Whether an entry of a list matches a value. */
type Match = (value: Forms) => boolean;

/** How texts are read and compared; `us` is what `@us` stands for. */
export interface Comparison {
  read: Reader<string>;
  areNames?: boolean;
  us?: readonly string[] | undefined;
}

type ListName = "allow" | "deny";

export function allowAndDeny(
  { several, scalar }: Kinds,
  comparison: Comparison,
) {
  const list = (name: ListName, words: string) => {
    const canMatch = (entry: unknown) =>
      matchOf(entry, name, comparison) !== undefined;
    const around = name === "deny" ? ", or around words" : "";
    const what = `text that a value can match, with * for what follows a beginning${around}`;
    const written = entrySchema(name, comparison);
    return several(scalar(canMatch, what).meta(written), words).optional();
  };
  return {
    allow: list("allow", 'the values to accept; "words*" matches a beginning'),
    deny: list(
      "deny",
      'the values to refuse; "*words*" finds whole words anywhere',
    ),
  };
}

/** The same for editors, as far as a schema can say it. */
function entrySchema(list: ListName, { read, us }: Comparison) {
  const solid = "[^*]*[^*\\s][^*]*";
  const exact = us ? "\\s*[A-Za-z]{2}\\s*|@us" : solid;
  const within = list === "deny" ? `|\\*${solid}\\*` : "";
  const isText = read(true).value === undefined;
  return {
    // Instead of what the schema would list.
    anyOf: undefined,
    type: isText ? "string" : ["string", "number", "boolean"],
    pattern: `^(?:\\*|${exact}|${solid}\\*${within})$`,
  };
}

/** How an entry of a list matches; undefined where it can match no value. */
function matchOf(
  entry: unknown,
  list: ListName,
  comparison: Comparison,
): Match | undefined {
  const { read, us } = comparison;
  const text = typeof entry === "string" ? entry : (read(entry).value ?? "");
  if (text === "*") return () => true;
  if (text === "@us" && us)
    return ({ plain }) => us.includes(plain.toUpperCase());
  return matchOfText(text, list, comparison);
}

function matchOfText(
  text: string,
  list: ListName,
  { read, areNames }: Comparison,
): Match | undefined {
  // In deny lists, punctuation, widths and accents of letters do not count.
  const form = areNames || list === "deny" ? "words" : "plain";
  const [, before, bare = "", behind] = /^(\*?)([^*]+)(\*?)$/.exec(text) ?? [];
  const { name, [form]: key } = formsOf(bare);
  if (key === "") return undefined;
  if (before)
    return behind && list === "deny"
      ? ({ words }) => ` ${words} `.includes(` ${key} `)
      : undefined;
  if (behind) return beginsWith(bare, form, list);
  if (read(bare).value === undefined) return undefined;
  return (value) => (areNames ? value.name === name : value[form] === key);
}

function beginsWith(text: string, form: keyof Forms, list: ListName): Match {
  // A letter in place of the asterisk shows whether a space ends the text:
  // `NOT *` does not match NOTHING.
  const start = formsOf(`${text}x`)[form].slice(0, -1);
  const end = list === "deny" ? " " : "";
  return (value) => `${value[form]}${end}`.startsWith(start);
}

type Lists = ParametersOf<ReturnType<typeof allowAndDeny>>;

/**
 * What judges a value by lists; deny comes first. With both lists, what is in
 * neither is unknown.
 */
export function judgeBy({ allow, deny }: Lists, comparison: Comparison) {
  const matchesOf = (list: ListName, entries: readonly unknown[]) =>
    entries.flatMap((entry) => matchOf(entry, list, comparison) ?? []);
  const allowed = allow && matchesOf("allow", allow);
  const denied = deny && matchesOf("deny", deny);
  return (
    text: string,
    policyName: string,
    words: string,
    value?: string,
  ): Judgment => {
    const forms = formsOf(text);
    const isMatched = (match: Match) => match(forms);
    if (denied?.some(isMatched)) return fail(words, "", value);
    if (!allowed || allowed.some(isMatched)) return pass(words, "", value);
    return denied
      ? unknown(words, neither(policyName), value)
      : fail(words, "", value);
  };
}

/** That a policy leaves a value to a person. */
export const neither = (policyName: string) =>
  `, which ${policyName} neither allows nor denies`;

/** A rule that judges a text by lists. */
export function listed(
  label: string,
  field: Field<string>,
  description: string,
  us?: readonly string[],
): Rule {
  const comparison = { read: field.read, us };
  return rule(field.path, label, [field.record], {
    description,
    parameters: (kinds) => allowAndDeny(kinds, comparison),
    needsOneOf: ["allow", "deny"],
    judge(lists) {
      const judge = judgeBy(lists, comparison);
      return ({ facts, policyName }) => {
        const value = facts.get(field);
        const shown = quoted(value);
        return judge(value, policyName, `${field.label} is ${shown}`, shown);
      };
    },
  });
}
