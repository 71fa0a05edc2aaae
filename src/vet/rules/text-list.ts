/**
 * Lists of texts that a policy allows or denies, and how a value is matched
 * with them.
 */

import type { ValueTypes } from "../policy/value-types.ts";
import { type Field, quoted } from "../record/facts.ts";
import { coreWords, nameKey, normalWords } from "../record/names.ts";
import { normalText, type Reader } from "../record/readers.ts";
import type { CarrierToJudge, Judgment } from "./judgment.ts";
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

interface DeclaredList extends Comparison {
  denies: boolean;
}

export function allowAndDeny(
  { several, scalar }: ValueTypes,
  comparison: Comparison,
) {
  const texts = (denies: boolean, words: string) => {
    const list = { ...comparison, denies };
    const canMatch = (entry: unknown) => matchOf(entry, list) !== undefined;
    const what = `text that a value can match, with * for what follows a beginning${denies ? ", or around words" : ""}`;
    const entry = scalar(canMatch, what).meta(entrySchema(list));
    return several(entry, words).optional();
  };
  return {
    allow: texts(false, 'the values to accept; "words*" matches a beginning'),
    deny: texts(
      true,
      'the values to refuse; "*words*" finds whole words anywhere',
    ),
  };
}

/** The same for editors, as far as a schema can say it. */
function entrySchema({ read, us, denies }: DeclaredList) {
  const solid = "[^*]*[^*\\s][^*]*";
  const exact = us ? "\\s*[A-Za-z]{2}\\s*|@us" : solid;
  const within = denies ? `|\\*${solid}\\*` : "";
  const isText = read(true).value === undefined;
  return {
    // Instead of what the schema would list.
    anyOf: undefined,
    type: isText ? "string" : ["string", "number", "boolean"],
    pattern: `^(?:\\*|${exact}|${solid}\\*${within})$`,
  };
}

/** How an entry of a list matches; undefined where it can match no value. */
function matchOf(entry: unknown, list: DeclaredList): Match | undefined {
  const { read, us } = list;
  const text = typeof entry === "string" ? entry : (read(entry).value ?? "");
  if (text === "*") return () => true;
  if (text === "@us" && us)
    return ({ plain }) => us.includes(plain.toUpperCase());
  return matchOfText(text, list);
}

/** `words`, `words*` or, in a deny list, `*words*`. */
function matchOfText(
  text: string,
  { read, areNames, denies }: DeclaredList,
): Match | undefined {
  // In deny lists, punctuation, widths and accents of letters do not count.
  const form = areNames || denies ? "words" : "plain";
  const [, before, bare = "", behind] = /^(\*?)([^*]+)(\*?)$/.exec(text) ?? [];
  const { name, [form]: key } = formsOf(bare);
  if (key === "" || (before && !(behind && denies))) return undefined;
  if (before) return ({ words }) => isWithin(key, words);
  if (behind) {
    // A letter in place of the asterisk shows whether a space ends the text:
    // `NOT *` does not match NOTHING.
    const start = formsOf(`${bare}x`)[form].slice(0, -1);
    const end = denies ? " " : "";
    return (value) => (value[form] + end).startsWith(start);
  }
  if (read(bare).value === undefined) return undefined;
  return (value) => (areNames ? value.name === name : value[form] === key);
}

const isWithin = (words: string, others: string) =>
  ` ${others} `.includes(` ${words} `);

type Lists = ParametersOf<ReturnType<typeof allowAndDeny>>;

/** A value to judge; `shown` where the rule's label says what it is. */
interface Text {
  text: string;
  words: string;
  shown?: string;
}

/**
 * What judges a value by lists; deny comes first. With both lists, what is in
 * neither is unknown.
 */
export function judgeBy({ allow, deny }: Lists, comparison: Comparison) {
  const matchesOf = (entries: readonly unknown[], denies: boolean) =>
    entries.flatMap((entry) => matchOf(entry, { ...comparison, denies }) ?? []);
  const allowed = allow && matchesOf(allow, false);
  const denied = deny && matchesOf(deny, true);
  const deniedNames = deny
    ?.map(String)
    .filter((name) => comparison.areNames && !name.includes("*"))
    .map(coreWords);
  return (
    { policyName }: CarrierToJudge,
    { text, words, shown }: Text,
  ): Judgment => {
    const forms = formsOf(text);
    const isMatched = (match: Match) => match(forms);
    const isAllowed = allowed?.some(isMatched);
    // "Great West" may mean GREAT WEST CASUALTY CO, and the other way around.
    const core = coreWords(text);
    const isNearly = (name: string) =>
      isWithin(name, core) || (isWithin(core, name) && !isAllowed);
    if (denied?.some(isMatched)) return fail(words, "", shown);
    if (deniedNames?.some(isNearly))
      return unknown(words, `, perhaps one that ${policyName} denies`, shown);
    if (!allowed || isAllowed) return pass(words, "", shown);
    return denied
      ? unknown(words, neither(policyName), shown)
      : fail(words, "", shown);
  };
}

/** That a policy leaves a value to a person. */
export const neither = (policyName: string) =>
  `, which ${policyName} neither allows nor denies`;

/**
 * A rule that judges a text by lists. `needsAllow`: whether a list of what is
 * denied alone is likely to forget some value that must not pass.
 */
export function listed(
  label: string,
  field: Field<string>,
  description: string,
  { us, needsAllow }: { us?: readonly string[]; needsAllow?: true } = {},
): Rule {
  const comparison = { read: field.read, us };
  return rule(field.path, label, [field.record], {
    description,
    parameters: (types) => allowAndDeny(types, comparison),
    needsOneOf: ["allow", "deny"],
    cautionOf: ({ allow }) =>
      needsAllow && !allow
        ? "without allow, what deny does not name passes, even if it says REVOKED"
        : undefined,
    judge(lists) {
      const judge = judgeBy(lists, comparison);
      return (carrier) => {
        const text = carrier.facts.get(field);
        const shown = quoted(text);
        const words = `${field.label} is ${shown}`;
        return judge(carrier, { text, words, shown });
      };
    },
  });
}
