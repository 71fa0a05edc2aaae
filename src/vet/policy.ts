/** The policy that carriers are vetted by: YAML, checked against the rules, and the lists that it names. */
import { quoteInput } from "../dot-number.ts";
import { type Problem, UsdotError, VettingFileError } from "../errors.ts";
import { sha256 } from "../files/sha256.ts";
import type { Level, SourceText, VetRecord } from "./model.ts";
import {
  type EntryList,
  type Found,
  mapping,
  oneOf,
  optional,
  versionOne,
  wording,
} from "./parameters.ts";
import type { Rule } from "./rule.ts";
import { claimsRule } from "./rules/identity.ts";
import { rules } from "./rules/index.ts";

export interface PolicyRule {
  rule: Rule;
  parameters: Readonly<Record<string, unknown>>;
  level: Level;
  unknown: "block" | "warn" | "fail";
  why: string | undefined;
}

export interface Policy extends SourceText {
  name: string;
  rules: readonly PolicyRule[];
  lists: readonly SourceText[];
  cautions: readonly Problem[];
}

export const commonParameters = {
  level: optional(
    oneOf(
      ["error", "warning"],
      "error, or warning: it is shown and never decides (default error)",
    ),
  ),
  unknown: optional(
    oneOf(
      ["block", "warn", "fail"],
      "what an unknown does: block is for review (default block)",
    ),
  ),
  why: optional(wording("the reason for the rule, shown with the finding")),
};

const ruleParameters = rules.map(({ name, parameters, summary, problemOf }) => {
  return [
    name,
    optional(
      mapping(
        "parameter",
        { ...parameters, ...commonParameters },
        summary,
        problemOf,
      ),
    ),
  ] as const;
});

export const policyFile = mapping("key", {
  version: versionOne,
  name: wording("what reports call the policy"),
  rules: mapping(
    "rule",
    Object.fromEntries(ruleParameters),
    "the rules, each with its parameters",
    (used) =>
      Object.keys(used).length === 0
        ? "must name at least one rule"
        : undefined,
  ),
});

type ReadList = (path: string) => Promise<string> | string;

/** Parses and checks a policy, and reads the lists that it names. Throws `VettingFileError` with every mistake in them. */
export async function parsePolicy(
  text: string,
  { path, readList }: { path: string; readList: ReadList },
): Promise<Policy> {
  const { readYaml } = await import("./yaml-file.ts");
  const { root, problems } = readYaml(text, path);
  const found: Found = { problems, cautions: [], lists: [] };
  const content = root && policyFile.read(root, "", found);
  const lists = await readLists(found, readList);
  if (content === undefined || problems.length > 0)
    throw new VettingFileError(problems);
  const used = Object.entries(content.rules).map(([name, values]) =>
    usedRule(name, values ?? {}),
  );
  const { cautions } = found;
  return {
    path,
    sha256: sha256(text),
    text,
    name: content.name,
    rules: used,
    lists,
    cautions,
  };
}

function usedRule(
  name: string,
  {
    level = "error",
    unknown = "block",
    why,
    ...parameters
  }: PolicyRule["parameters"],
) {
  return {
    rule: rules.find((rule) => rule.name === name),
    parameters,
    level,
    unknown,
    why,
  } as PolicyRule;
}

async function readLists(
  { lists, problems }: Found,
  readList: ReadList,
): Promise<SourceText[]> {
  const sources = new Map<string, SourceText>();
  for (const list of lists) {
    const { path, place, label } = list;
    try {
      const text = sources.get(path)?.text ?? (await readList(path));
      sources.set(path, { path, sha256: sha256(text), text });
      problems.push(...readEntries(text, list));
    } catch (error) {
      if (!(error instanceof UsdotError)) throw error;
      problems.push({ ...place, message: `${label}: ${error.message}` });
    }
  }
  return [...sources.values()];
}

/** `#2233855` is a number. A line that cannot be read is a problem, because what it was meant to block would get through. */
function readEntries(
  text: string,
  { path, entries, readEntry }: EntryList,
): Problem[] {
  const problems: Problem[] = [];
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
  if (entries.size === 0 && problems.length === 0)
    report(1, "the list is empty");
  return problems;
}

export function ruleOf(policy: Policy, name: string): PolicyRule | undefined {
  return policy.rules.find(({ rule }) => rule.name === name);
}

export const hasRule = (policy: Policy, name: string): boolean =>
  ruleOf(policy, name) !== undefined;

/** The rules that a carrier is judged by: what is claimed about it is compared even where the policy lacks the rule for that. */
export function rulesFor(
  policy: Policy,
  hasClaims: boolean,
): readonly PolicyRule[] {
  const isComplete = !hasClaims || hasRule(policy, claimsRule.name);
  return isComplete
    ? policy.rules
    : [...policy.rules, usedRule(claimsRule.name, {})];
}

export function needsOfRule({
  rule,
  parameters,
}: PolicyRule): readonly VetRecord[] {
  return typeof rule.needs === "function" ? rule.needs(parameters) : rule.needs;
}

/** The records that rules need, in the order in which they are asked for. */
export function needsOf(rules: readonly PolicyRule[]): readonly VetRecord[] {
  const needed = new Set(rules.flatMap(needsOfRule));
  const others = (["insurance", "safety"] as const).filter((name) =>
    needed.has(name),
  );
  return needed.has("carrier") || others.length > 0
    ? ["carrier", ...others]
    : ["summary"];
}
