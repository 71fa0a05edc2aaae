/**
 * Lists of texts that a policy allows or denies, and how a value is matched
 * with them.
 */

import { quoted } from "../../text/json.ts";
import type { ValueTypes } from "../policy/value-types.ts";
import type { Field } from "../record/facts.ts";
import {
  containsWords,
  coreWords,
  nameKey,
  normalWords,
} from "../record/names.ts";
import { normalText, type Reader } from "../record/readers.ts";
import {
  type CarrierToJudge,
  fail,
  type Judgment,
  pass,
  unknown,
} from "./judgment.ts";
import { type ParametersOf, type Rule, rule } from "./rule.ts";

/** How texts are read and compared; `us` is what `@us` stands for. */
interface Comparison {
  read: Reader<string>;
  areNames?: boolean;
  us?: readonly string[] | undefined;
}

interface ListComparison extends Comparison {
  denies: boolean;
}

export function allowAndDeny(
  { several, scalar }: ValueTypes,
  comparison: Comparison,
) {
  const texts = (denies: boolean, words: string) => {
    const list = { ...comparison, denies };
    const canMatch = (entry: unknown) => entryMatch(entry, list) !== undefined;
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

/** What entries may be, for editors, as far as a schema can say it. */
function entrySchema({ read, us, denies }: ListComparison) {
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

/**
 * The one form in which a list compares: among names and in deny lists,
 * punctuation, widths and accents of letters do not count.
 */
const formOf = ({ areNames, denies }: ListComparison) =>
  areNames || denies ? normalWords : normalText;

/** Whether an entry matches a value, which is in the form of its list. */
type Match = (value: string) => boolean;

/** How an entry matches; undefined where it can match no value. */
function entryMatch(entry: unknown, list: ListComparison): Match | undefined {
  const { read, us, denies } = list;
  const text = typeof entry === "string" ? entry : (read(entry).value ?? "");
  if (text === "*") return () => true;
  if (text === "@us" && us) return (value) => us.includes(value.toUpperCase());
  const [, start, bare = "", end] = /^(\*?)([^*]+)(\*?)$/.exec(text) ?? [];
  const words = formOf(list)(bare);
  if (words === "") return undefined;
  switch (`${start}words${end}`) {
    case "*words*":
      return denies ? (value) => containsWords(value, words) : undefined;
    case "words*":
      return beginningMatch(bare, list);
    case "words":
      return wholeMatch(bare, words, list);
    default:
      // *words
      return undefined;
  }
}

function wholeMatch(
  bare: string,
  words: string,
  { read, areNames }: ListComparison,
): Match | undefined {
  // What no record can state, such as N/A, matches nothing.
  if (read(bare).value === undefined) return undefined;
  return areNames
    ? (value) => nameKey(value) === nameKey(bare)
    : (value) => value === words;
}

function beginningMatch(bare: string, list: ListComparison): Match {
  // The space at its end counts: `NOT *` does not match NOTHING.
  const start = formOf(list)(`${bare}x`).slice(0, -1);
  // Denied, it also matches NOT alone; among names, CO.* also matches CO.
  const end = list.denies || bare.endsWith(".") ? " " : "";
  return (value) => (value + end).startsWith(start);
}

/** Whether some entry of a list matches a text. */
function listMatch(entries: readonly unknown[], list: ListComparison): Match {
  const matches = entries.flatMap((entry) => entryMatch(entry, list) ?? []);
  const form = formOf(list);
  return (text) => {
    const value = form(text);
    return matches.some((match) => match(value));
  };
}

/**
 * Whether a name may be one that a policy denies. One that contains a denied
 * name is in doubt even if it is allowed (deny "Great West", name GREAT WEST
 * CASUALTY CO). One that is a part of a denied name is in doubt only if it is not
 * allowed.
 */
function mayBeOneOf(deny: readonly unknown[]) {
  const denied = deny
    .map(String)
    .filter((entry) => !entry.includes("*"))
    .map(coreWords);
  return (text: string, isAllowed: boolean): boolean => {
    const core = coreWords(text);
    return denied.some(
      (name) =>
        containsWords(core, name) || (!isAllowed && containsWords(name, core)),
    );
  };
}

type Lists = ParametersOf<ReturnType<typeof allowAndDeny>>;

/**
 * Makes a judge of values by lists; deny comes first. With both lists, what is
 * in neither is unknown. A value is `shown` where the rule's label says what it
 * is.
 */
export function judgeByLists({ allow, deny }: Lists, comparison: Comparison) {
  const isAllowed = allow && listMatch(allow, { ...comparison, denies: false });
  const isDenied = deny && listMatch(deny, { ...comparison, denies: true });
  const mayBeDenied =
    deny && comparison.areNames ? mayBeOneOf(deny) : () => false;
  return (
    { policyName }: CarrierToJudge,
    text: string,
    words: string,
    shown?: string,
  ): Judgment => {
    if (isDenied?.(text)) return fail(words, "", shown);
    const isAccepted = isAllowed?.(text) ?? false;
    if (mayBeDenied(text, isAccepted))
      return unknown(words, `, perhaps one that ${policyName} denies`);
    if (!isAllowed || isAccepted) return pass(words, "", shown);
    return isDenied
      ? unknown(words, neither(policyName), shown)
      : fail(words, "", shown);
  };
}

/** That a policy leaves a value to a person. */
export const neither = (policyName: string) =>
  `, which ${policyName} neither allows nor denies`;

/**
 * A rule that judges a text by lists. `needsAllow`: whether a list of what is
 * denied alone is likely to miss a value that must not pass.
 */
export function allowDenyRule(
  name: string,
  label: string,
  field: Field<string>,
  description: string,
  { us, needsAllow }: { us?: readonly string[]; needsAllow?: true } = {},
): Rule {
  const comparison = { read: field.read, us };
  return rule(name, label, [field.record], {
    description,
    parameters: (types) => allowAndDeny(types, comparison),
    needsOneOf: ["allow", "deny"],
    cautionOf: ({ allow }) =>
      needsAllow && !allow
        ? "without allow, what deny does not name passes, even if it says REVOKED"
        : undefined,
    judgeWith(lists) {
      const judge = judgeByLists(lists, comparison);
      return (carrier) => {
        const text = carrier.facts.get(field);
        const shown = quoted(text);
        return judge(carrier, text, `${field.label} is ${shown}`, shown);
      };
    },
  });
}
