/** The policy that carriers are vetted by: YAML, checked against the rules, and the lists that it names. */

import type { AnswerName } from "../answer.ts";
import { quoteInput } from "../dot-number.ts";
import { type Problem, UsdotError } from "../errors.ts";
import { sha256 } from "../files/sha256.ts";
import { isObject, type JsonObject } from "../text/json.ts";
import type { Kinds } from "./kinds.ts";
import type { Level, SourceText } from "./model.ts";
import type { Case, Entries, Judgment, ReadEntry, Rule } from "./rule.ts";
import { claimsRule } from "./rules/identity.ts";
import { rules } from "./rules/index.ts";

type Unknowns = "block" | "warn" | "fail";

/** A rule with its parameters: what it asks for, how it judges, and what comes of that. */
export interface PolicyRule {
  rule: Pick<Rule, "name" | "label">;
  level: Level;
  unknown: Unknowns;
  why: string | undefined;
  parameters: Readonly<Record<string, unknown>>;
  needs: readonly AnswerName[];
  judge(about: Case): Judgment;
}

export interface Policy extends SourceText {
  name: string;
  rules: readonly PolicyRule[];
  lists: readonly SourceText[];
  cautions: readonly string[];
  /** The fields beyond the interface that it judges, but for those of the built-in one, which many services do not send. */
  ownFields: readonly string[];
}

export const commonParameters = ({ choice, text }: Kinds) => ({
  level: choice(
    ["error", "review", "warning"],
    "what failing does: error fails the carrier, review has a person look, warning is shown and never decides (default error)",
  ).optional(),
  unknown: choice(
    ["block", "warn", "fail"],
    "what an unknown does: block is for review (default block)",
  ).optional(),
  why: text("the reason for the rule, shown with the finding").optional(),
});

export function policySchema(kind: Kinds) {
  const { mapping, text, z } = kind;
  const shape = rules.map(({ name, parameters, summary, problemOf }) => {
    const all = mapping(
      { ...parameters(kind), ...commonParameters(kind) },
      summary,
    );
    const checked = all.check(({ value, issues }) => {
      const message = problemOf?.(value);
      if (message) issues.push({ code: "custom", message, input: value });
    });
    return [name, checked.optional()] as const;
  });
  return mapping(
    {
      version: z.literal(1),
      name: text("what reports call the policy"),
      rules: mapping(
        Object.fromEntries(shape),
        "the rules, each with its parameters",
      ).refine(
        (used) => Object.keys(used).length > 0,
        "name at least one rule",
      ),
    },
    "",
  );
}

/** Makes a rule of the policy from its values, which have been checked. */
export function usedRule(
  { judge, needs, ...rule }: Rule,
  values: Readonly<Record<string, unknown>> = {},
  entries: Entries = {},
): PolicyRule {
  const { level = "error", unknown = "block", why, ...parameters } = values;
  return {
    rule,
    level: level as Level,
    unknown: unknown as Unknowns,
    why: why as string | undefined,
    parameters,
    needs: typeof needs === "function" ? needs(parameters as never) : needs,
    judge: judge(parameters as never, entries),
  };
}

/** What the built-in policy reads beyond the interface: many services do not send it. */
const usualFields = [
  "allowed_to_operate",
  "allowedToOperate",
  "out_of_service",
  "out_of_service_date",
  "oos_date",
];

type ReadList = (path: string) => Promise<string> | string;

/** Parses and checks a policy, and reads the lists that it names. Throws `VettingFileError` with every mistake in them. */
export async function parsePolicy(
  text: string,
  { path, readList }: { path: string; readList: ReadList },
): Promise<Policy> {
  const [{ YamlFile }, kinds] = await Promise.all([
    import("./yaml-file.ts"),
    import("./kinds.ts"),
  ]);
  const file = new YamlFile(text, path);
  const given = givenRules(file.content);
  const words = rules.flatMap((rule) => [
    rule.name,
    ...Object.keys(rule.parameters(kinds)),
  ]);
  const content = file.check(policySchema(kinds), [
    ...words,
    "level",
    "unknown",
    "version",
    "name",
    "rules",
  ]);
  const lists = new Map<string, SourceText>();
  const used: PolicyRule[] = [];
  const cautions: string[] = [];
  for (const [name, values] of Object.entries(given)) {
    const rule = rules.find((one) => one.name === name);
    if (rule === undefined || !isObject(values)) continue;
    const entries: Record<string, ReadonlySet<string>> = {};
    for (const [parameter, readEntry] of Object.entries(rule.files ?? {})) {
      const list = values[parameter];
      if (typeof list !== "string") continue;
      try {
        const text = await readList(list);
        lists.set(list, { path: list, sha256: sha256(text), text });
        entries[parameter] = readEntries(list, text, readEntry, file.problems);
      } catch (error) {
        if (!(error instanceof UsdotError)) throw error;
        file.report(
          ["rules", name, parameter],
          `${name}: ${parameter}: ${error.message}`,
        );
      }
    }
    if (content === undefined) continue;
    used.push(usedRule(rule, values, entries));
    cautions.push(...[rule.cautionOf?.(values as never) ?? []].flat());
  }
  file.throwIfWrong();
  const { of = [] } = (isObject(given["fields"]) ? given["fields"] : {}) as {
    of?: { path: string }[];
  };
  const ownFields = of
    .map((one) => one.path)
    .filter((one) => !usualFields.includes(one));
  return {
    path,
    sha256: sha256(text),
    text,
    name: content?.name ?? "",
    rules: used,
    lists: [...lists.values()],
    cautions,
    ownFields,
  };
}

/** The rules as they are written. `mc_number:` with nothing behind it means no parameters. */
function givenRules(content: unknown): Record<string, unknown> {
  const rules =
    isObject(content) && isObject(content["rules"])
      ? (content["rules"] as Record<string, unknown>)
      : {};
  for (const name of Object.keys(rules)) rules[name] ??= {};
  return rules;
}

/** `#2233855` is a number. A line that cannot be read is a problem, because what it was meant to block would get through. */
function readEntries(
  path: string,
  text: string,
  readEntry: ReadEntry,
  problems: Problem[],
): ReadonlySet<string> {
  const entries = new Set<string>();
  const before = problems.length;
  const report = (line: number, message: string, column = 1) =>
    problems.push({ path, line, column, message });
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  for (const [index, line] of lines.entries()) {
    const written = line.replace(/(^|\s)#(?!\d).*$/, "").trim();
    if (written === "") continue;
    const read = readEntry(written);
    if ("entry" in read) entries.add(read.entry);
    else
      report(
        index + 1,
        `"${quoteInput(written)}" ${read.invalid}`,
        line.indexOf(written) + 1,
      );
  }
  if (entries.size === 0 && problems.length === before)
    report(1, "the list is empty");
  return entries;
}

export function ruleOf(policy: Policy, name: string): PolicyRule | undefined {
  return policy.rules.find(({ rule }) => rule.name === name);
}

export const hasRule = (policy: Policy, name: string): boolean =>
  ruleOf(policy, name) !== undefined;

const anyClaims = usedRule(claimsRule);

/** The rules that a carrier is judged by: what is claimed about it is compared even where the policy lacks the rule for that. */
export function rulesFor(
  policy: Policy,
  hasClaims: boolean,
): readonly PolicyRule[] {
  const isComplete = !hasClaims || hasRule(policy, claimsRule.name);
  return isComplete ? policy.rules : [...policy.rules, anyClaims];
}

/** The records that rules need, in the order in which they are asked for. */
export function needsOf(rules: readonly PolicyRule[]): readonly AnswerName[] {
  const needed = new Set(rules.flatMap(({ needs }) => needs));
  const others = (["insurance", "safety"] as const).filter((name) =>
    needed.has(name),
  );
  return needed.has("carrier") || others.length > 0
    ? ["carrier", ...others]
    : ["summary"];
}
