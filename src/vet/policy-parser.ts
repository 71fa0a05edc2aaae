/** Parses the policy that carriers are vetted by: YAML, checked against the rules' declarations, and its lists read. */
import { dirname, isAbsolute, join } from "node:path";
import * as z from "zod/mini";
import { quoteInput } from "../dot-number.ts";
import { type Problem, UsdotError, VettingFileError } from "../errors.ts";
import { lazy } from "../text/lazy.ts";
import { sha256 } from "./evidence/format.ts";
import { commonParameters, type Policy, type PolicyRule, policyRule, ruleSchema } from "./policy.ts";
import { ruleNamed, rules } from "./rules/index.ts";
import { nonBlank, notEmpty } from "./rules/parameters.ts";
import type { ListParameter } from "./rules/rule.ts";
import { type Wording, YamlFile } from "./yaml-file.ts";

export interface PolicySource {
  /** For messages; relative paths of lists are relative to it. */
  path: string;
  /** Reads a list by its path as the policy has it (`listPath` resolves it). That it can't be read is a mistake in the policy. */
  readList: (path: string) => string;
}

/** The path of a list that a policy names: relative paths start at the policy's directory. */
export function listPath(policyPath: string, named: string): string {
  return isAbsolute(named) ? named : join(dirname(policyPath), named);
}

/**
 * Parses and checks a policy.
 * @throws {VettingFileError} with every mistake in the policy and in the lists that it names
 */
export function parsePolicy(text: string, { path, readList }: PolicySource): Policy {
  const file = new YamlFile(text, path);
  const checked = file.check(policySchema(), wording);
  const lists = readLists(file, readList);
  if (checked === undefined || file.problems.length > 0) throw new VettingFileError(file.problems);
  // In the order of the file: the schema's output has the order of the schema.
  const names = Object.keys(file.valueAt(["rules"]) ?? {});
  const rulesUsed = names.map((name) => {
    const rule = ruleNamed(name);
    const own = lists.filter((list) => list.rule === rule).map(({ parameter, list }) => [parameter, list]);
    return policyRule(rule, { ...checked.rules[name], ...Object.fromEntries(own) });
  });
  const sources = new Map(lists.map(({ source }) => [source.path, source]));
  return {
    path,
    text,
    sha256: sha256(text),
    name: checked.name,
    rules: rulesUsed,
    lists: [...sources.values()],
    cautions: cautionsOf(file, rulesUsed),
  };
}

/** What a policy is, but for the content of the files that it names. */
export const policySchema = lazy(() => {
  const shape = Object.fromEntries(rules.map((rule) => [rule.name, z.optional(ruleSchema(rule))]));
  return z.strictObject(
    {
      version: z.literal(1, "must be 1"),
      name: nonBlank(),
      rules: notEmpty(
        z.strictObject(shape, "must be a mapping of rules to their parameters"),
        "must name at least one rule",
      ),
    },
    "must be a mapping of version, name and rules",
  );
});

const wording: Wording = {
  label([first = "the policy", rule, parameter, ...inner]) {
    if (rule === undefined) return String(first);
    if (parameter === undefined) return String(rule);
    const names = inner.map((name) => (typeof name === "number" ? "" : `.${String(name)}`)).join("");
    return `${String(rule)}: ${String(parameter)}${names}`;
  },
  keysAt([first, rule, parameter]) {
    if (first === undefined) return { noun: "key", known: ["version", "name", "rules"] };
    if (rule === undefined) return { noun: "rule", known: rules.map(({ name }) => name) };
    if (parameter !== undefined) return { noun: "key", known: [] };
    const own = Object.keys(ruleNamed(String(rule)).parameters());
    return { noun: "parameter", known: [...own, ...Object.keys(commonParameters)] };
  },
};

/** The lists that a policy names, whatever is wrong with it. */
function namedLists(file: YamlFile) {
  return rules.flatMap((rule) =>
    Object.entries(rule.parameters()).flatMap(([parameter, { readEntry }]) => {
      const path = file.valueAt(["rules", rule.name, parameter]);
      return readEntry && typeof path === "string" && path !== "" ? [{ rule, parameter, path, readEntry }] : [];
    }),
  );
}

/** The paths of the lists that a policy names, whatever is wrong with it. */
export function listsNamedIn(text: string): string[] {
  return namedLists(new YamlFile(text, "")).map(({ path }) => path);
}

/** Reads the lists that a policy names, and reports their problems. */
function readLists(file: YamlFile, readList: PolicySource["readList"]) {
  return namedLists(file).flatMap(({ rule, parameter, path, readEntry }) => {
    try {
      const text = readList(path);
      const { entries, problems } = parseList(text, path, readEntry);
      file.problems.push(...problems);
      return [{ rule, parameter, list: { path, entries }, source: { path, sha256: sha256(text), text } }];
    } catch (error) {
      if (!(error instanceof UsdotError)) throw error;
      file.report(["rules", rule.name, parameter], `${rule.name}: ${parameter}: ${error.message}`);
      return [];
    }
  });
}

/**
 * Parses a list with an entry per line. Blank lines and comments are skipped, but `#2233855` is a number. A line that cannot be read is a
 * problem, because what it was meant to block would get through.
 */
function parseList(text: string, path: string, readEntry: ListParameter["readEntry"]) {
  const entries = new Set<string>();
  const problems: Problem[] = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    const written = line.trim();
    if (written === "" || /^#(?!\d)/.test(written)) continue;
    const read = readEntry(written);
    if ("entry" in read) entries.add(read.entry);
    else {
      const column = line.length - line.trimStart().length + 1;
      problems.push({ path, line: index + 1, column, message: `"${quoteInput(written)}" ${read.invalid}` });
    }
  }
  if (entries.size === 0 && problems.length === 0) {
    problems.push({ path, line: 1, column: 1, message: "the list is empty" });
  }
  return { entries, problems };
}

/** What is odd about a policy without being wrong, in the order of the file. */
function cautionsOf(file: YamlFile, rulesUsed: readonly PolicyRule[]): Problem[] {
  return rulesUsed.flatMap(({ rule, parameters }) =>
    Object.entries(rule.parameters()).flatMap(([name, { cautionOf }]) => {
      const value = parameters[name];
      const caution = value === undefined ? undefined : cautionOf?.(value);
      if (caution === undefined) return [];
      return [file.problemAt(["rules", rule.name, name], `${rule.name}: ${name} ${String(value)} ${caution}`)];
    }),
  );
}
