/** Lists of texts that a policy allows or denies, and how a value is matched with them. */
import {
  type Field,
  normalText,
  quoted,
  type Reader,
  unknown,
} from "./facts.ts";
import { nameKey, wordsOf } from "./names.ts";
import { listOf, oneOfBoth, optional, scalarOf } from "./parameters.ts";
import { fail, type Judgment, pass, type Rule, rule } from "./rule.ts";

type Entry = (value: string) => boolean;

export interface TextLists {
  allow?: readonly Entry[] | undefined;
  deny?: readonly Entry[] | undefined;
}

interface Comparison {
  read: Reader<string>;
  names?: boolean;
  us?: readonly string[] | undefined;
}

export function allowAndDeny(comparison: Comparison) {
  const schema = { type: ["string", "boolean", "number"] };
  const must =
    "text that a value can match, with * for what follows a beginning";
  const allowed = scalarOf("", schema, must, (item) =>
    entryOf(item, comparison, false),
  );
  const denied = scalarOf("", schema, `${must}, or around words`, (item) =>
    entryOf(item, comparison, true),
  );
  return {
    allow: optional(
      listOf(allowed, 'the values to accept; "words*" matches a beginning'),
    ),
    deny: optional(
      listOf(
        denied,
        'the values to refuse; "*words*" finds whole words anywhere',
      ),
    ),
  };
}

/** Undefined for an entry that no value can match. In deny lists, punctuation, widths and accents of letters do not count. */
function entryOf(
  item: unknown,
  { read, names, us }: Comparison,
  denies: boolean,
): Entry | undefined {
  if (item === "@us" && us)
    return (value) => us.includes(value.trim().toUpperCase());
  if (item === "*") return () => true;
  const text = typeof item === "string" ? item : (read(item).value ?? "");
  const form =
    names || denies ? wordsOf : (value: string) => normalText(value) ?? "";
  if (!text.includes("*")) {
    const whole = names ? nameKey : form;
    const key = read(text).value && whole(text);
    return unlessEmpty(key, (value) => whole(value) === key);
  }
  if (denies && /^\*[^*]+\*$/.test(text)) {
    const words = wordsOf(text);
    return unlessEmpty(words, (value) =>
      ` ${wordsOf(value)} `.includes(` ${words} `),
    );
  }
  // What follows shows whether a space ends it: `NOT *` does not match NOTHING.
  const start = /^[^*]*\*$/.test(text)
    ? form(text.replace("*", "x")).slice(0, -1)
    : "";
  const end = denies ? " " : "";
  return unlessEmpty(start, (value) => (form(value) + end).startsWith(start));
}

function unlessEmpty(key: string | undefined, entry: Entry): Entry | undefined {
  return key ? entry : undefined;
}

/** Judges a value by lists; deny comes first. With only a deny list, what it does not name is allowed. */
export function judgeListed(
  words: string,
  value: string,
  lists: TextLists,
  isOpen = false,
): Judgment {
  const { allow, deny } = lists;
  if (deny?.some((matches) => matches(value)))
    return fail(isOpen ? `${words}: your vetting rules deny it` : words);
  if (allow === undefined || allow.some((matches) => matches(value)))
    return pass(words);
  return isOpen
    ? unknown(`${words}: your vetting rules don't decide it`)
    : fail(words);
}

/** A rule that judges a text by lists. `us` is what `@us` stands for. */
export function listed(
  label: string,
  one: Field<string>,
  summary: string,
  us?: readonly string[],
): Rule {
  return rule(one.path, label, [one.record], {
    summary,
    parameters: allowAndDeny({ read: one.read, us }),
    problemOf: oneOfBoth("allow", "deny"),
    judge({ get }, lists) {
      const value = get(one);
      return judgeListed(`${one.label} is ${quoted(value)}`, value, lists);
    },
  });
}
