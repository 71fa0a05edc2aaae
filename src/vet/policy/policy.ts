/**
 * The policy that carriers are vetted by: YAML, checked against the rules, and
 * the lists that it names.
 */

import type { AnswerName } from "../../answer.ts";
import { quoteInput } from "../../dot-number.ts";
import { placed, UsdotError } from "../../errors.ts";
import { sha256 } from "../../files/sha256.ts";
import type { SourceFile } from "../model.ts";
import { claimsRule } from "../rules/identity.ts";
import { rules } from "../rules/index.ts";
import type {
  Entries,
  PolicyRule,
  ReadEntry,
  RuleValues,
} from "../rules/judgment.ts";
import { policyRule } from "../rules/rule.ts";
import { data as builtIn } from "./default-policy.yaml";
import type { YamlFile } from "./yaml-file.ts";

export interface Policy {
  name: string;
  sha256: string;
  text: string;
  rules: readonly PolicyRule[];
  lists: readonly SourceFile[];
  /** What its author should look at again, with its place. */
  cautions: readonly string[];
  isBuiltIn?: true;
  /**
   * The fields beyond the interface that it judges, but for those of the
   * built-in one, which many services do not send.
   */
  extraFields: readonly string[];
}

type ReadList = (path: string) => Promise<string> | string;

/**
 * Parses and checks a policy, and reads the lists that it names.
 * @throws {VettingFileError} with every mistake in them, each with its place
 */
export async function parsePolicy(
  text: string,
  { path, readList }: { path: string; readList: ReadList },
): Promise<Policy> {
  const [{ YamlFile }, { policySchema }] = await Promise.all([
    import("./yaml-file.ts"),
    import("./schemas.ts"),
  ]);
  const file = new YamlFile(text, path);
  const content = file.check(policySchema);
  const { sources, entries } = await readNamedLists(file, readList);
  file.throwIfWrong();
  const { name = "", rules: values = {} } = content ?? {};
  // The schema's output has an order of its own.
  const { rules: written } = file.content as { rules: object };
  const cautions = rules.flatMap(({ name, cautionOf }) => {
    const given = values[name];
    const caution = given && cautionOf?.(given);
    if (!caution) return [];
    return placed(file.problemAt(["rules", name], `${name}: ${caution}`));
  });
  return {
    name,
    sha256: sha256(text),
    text,
    rules: policyRules(Object.keys(written), values, entries),
    lists: sources,
    extraFields: pathsJudged(values["fields"]).filter(
      (path) => !usualFields.includes(path),
    ),
    cautions,
  };
}

/** The rules of these names, in that order, with what their lists hold. */
export function policyRules(
  names: readonly string[],
  values: Readonly<Record<string, RuleValues | undefined>>,
  entries: Readonly<Record<string, Entries>> = {},
): PolicyRule[] {
  return names.flatMap((name) => {
    const rule = rules.find((each) => each.name === name);
    return rule ? policyRule(rule, values[name], entries[name]) : [];
  });
}

/**
 * Reads the lists that rules name, each once. One that cannot be read is a
 * mistake of the policy.
 */
async function readNamedLists(file: YamlFile, readList: ReadList) {
  const texts = new Map<string, string>();
  const entries: Record<string, Entries> = {};
  const readOne = async (
    rule: string,
    parameter: string,
    readEntry: ReadEntry,
  ) => {
    const place = ["rules", rule, parameter];
    const path = file.valueAt(place);
    if (typeof path !== "string" || path.trim() === "") return;
    try {
      const text = texts.get(path) ?? (await readList(path));
      texts.set(path, text);
      const list = readEntries(path, text, readEntry, file);
      entries[rule] = { ...entries[rule], [parameter]: list };
    } catch (error) {
      if (!(error instanceof UsdotError)) throw error;
      file.report(place, `${rule}: ${parameter}: ${error.message}`);
    }
  };
  for (const { name, files = {} } of rules)
    for (const [parameter, readEntry] of Object.entries(files))
      await readOne(name, parameter, readEntry);
  const sources = [...texts].map(([path, text]) => ({
    path,
    sha256: sha256(text),
    text,
  }));
  return { sources, entries };
}

/**
 * `#2233855` is a number. A line that cannot be read is a problem, because what
 * it was meant to block would get through.
 */
function readEntries(
  path: string,
  text: string,
  readEntry: ReadEntry,
  { problems }: YamlFile,
): ReadonlySet<string> {
  const entries = new Set<string>();
  const before = problems.length;
  const report = (line: number, column: number, message: string) =>
    problems.push({ path, line, column, message });
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  for (const [index, line] of lines.entries()) {
    const written = line.replace(/(^|\s)#(?!\d).*$/, "").trim();
    if (written === "") continue;
    const read = readEntry(written);
    const column = line.indexOf(written) + 1;
    if ("entry" in read) entries.add(read.entry);
    else report(index + 1, column, `"${quoteInput(written)}" ${read.invalid}`);
  }
  if (entries.size === 0 && problems.length === before)
    report(1, 1, "the list is empty");
  return entries;
}

export function ruleOf(policy: Policy, name: string): PolicyRule | undefined {
  return policy.rules.find((rule) => rule.name === name);
}

export const hasRule = (policy: Policy, name: string): boolean =>
  ruleOf(policy, name) !== undefined;

const usualFields = pathsJudged(builtIn.rules["fields"]);

function pathsJudged({ of }: RuleValues = {}): string[] {
  const fields = (of ?? []) as readonly { path: string }[];
  return fields.map(({ path }) => path);
}

const anyClaims = policyRule(claimsRule);

/**
 * The rules that a carrier is judged by: what is claimed about it is compared
 * even where the policy lacks the rule for that.
 */
export function rulesFor(
  policy: Policy,
  hasClaims: boolean,
): readonly PolicyRule[] {
  const isComplete = !hasClaims || hasRule(policy, claimsRule.name);
  return isComplete ? policy.rules : [...policy.rules, anyClaims];
}

/** The records that rules need, in the order in which they are asked for. */
export function needsOf(
  rules: readonly Pick<PolicyRule, "needs">[],
): readonly AnswerName[] {
  const needed = new Set(rules.flatMap(({ needs }) => needs));
  const others = (["insurance", "safety"] as const).filter((name) =>
    needed.has(name),
  );
  return needed.has("carrier") || others.length > 0
    ? ["carrier", ...others]
    : ["summary"];
}
