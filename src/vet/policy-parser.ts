/** Parses the policy that carriers are vetted by: YAML, checked against the rules' declarations, and its lists read. */
import { dirname, isAbsolute, join } from "node:path";
import * as z from "zod/mini";
import { type DotNumber, parseDotNumber, quoteInput } from "../dot-number.ts";
import { onFirstUse } from "../text/unsafe-characters.ts";
import { type Problem, VettingFileError } from "./errors.ts";
import { commonParameters, type GivenRule, type Policy, policyRule, ruleSchema, type SourceText } from "./policy.ts";
import { ruleNamed, rules } from "./rules/index.ts";
import { type NumberList, notEmpty } from "./rules/parameters.ts";
import type { Rule } from "./rules/rule.ts";
import { isRecord } from "./values.ts";
import { sha256Of, type Wording, YamlFile } from "./yaml-file.ts";

export interface PolicySource {
  /** For messages; relative paths of lists are relative to it. */
  path: string;
  /**
   * Reads a list by its path as the policy has it (`listPath` resolves it). What it throws is passed on, unless
   * the policy itself has mistakes.
   */
  readList: (path: string) => string;
}

/** The path of a list that a policy names: relative paths start at the policy's directory. */
export function listPath(policyPath: string, named: string): string {
  return isAbsolute(named) ? named : join(dirname(policyPath), named);
}

/**
 * Parses and checks a policy.
 *
 * @throws {VettingFileError} with every mistake in the policy and in the lists that it names
 */
export function parsePolicy(text: string, { path, readList }: PolicySource): Policy {
  const file = new YamlFile(text, path);
  const checked = file.check(policySchema(), wording);
  const lists = new ListReader(readList);
  if (checked === undefined) throw new VettingFileError([...file.problems, ...problemsOfLists(file, lists)]);
  // In the order of the file: the schema's output has the order of the schema.
  const names = Object.keys(file.valueAt(["rules"]) ?? {});
  const rulesUsed = names.map((name) => {
    const rule = ruleNamed(name);
    if (rule === undefined) throw new Error(`the schema let the rule ${name} through`);
    return policyRule(rule, withLists(rule, checked.rules[name] ?? {}, lists));
  });
  if (lists.problems.length > 0) throw new VettingFileError(lists.problems);
  return { path, text, sha256: sha256Of(text), name: checked.name, rules: rulesUsed, lists: lists.read };
}

const policySchema = onFirstUse(() => {
  const shape = Object.fromEntries(rules.map((rule) => [rule.name, z.optional(ruleSchema(rule))]));
  return z.strictObject(
    {
      version: z.literal(1, "must be 1"),
      name: z.string("must be text").check(z.regex(/\S/, "must not be empty")),
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
    const own = Object.keys(ruleNamed(String(rule))?.parameters ?? {});
    return { noun: "parameter", known: [...own, ...Object.keys(commonParameters)] };
  },
};

function withLists(rule: Rule, parameters: GivenRule, lists: ListReader): GivenRule {
  const loaded = (rule.listFiles ?? []).flatMap((name) => {
    const list = parameters[name];
    return isRecord(list) ? [[name, lists.load(String(list["path"]))] as const] : [];
  });
  return { ...parameters, ...Object.fromEntries(loaded) };
}

/** What is wrong with the lists of a policy that has mistakes itself, so that all are reported at once. */
function problemsOfLists(file: YamlFile, lists: ListReader): readonly Problem[] {
  for (const rule of rules) {
    for (const parameter of rule.listFiles ?? []) {
      const path = file.valueAt(["rules", rule.name, parameter]);
      if (typeof path === "string") lists.tryLoad(path);
    }
  }
  return lists.problems;
}

/** Reads the files of USDOT numbers that a policy names, each once, and collects what is wrong with them. */
class ListReader {
  readonly problems: Problem[] = [];
  readonly read: SourceText[] = [];
  readonly #readList: (path: string) => string;
  readonly #lists = new Map<string, NumberList>();

  constructor(readList: (path: string) => string) {
    this.#readList = readList;
  }

  load(path: string): NumberList {
    const known = this.#lists.get(path);
    if (known) return known;
    const text = this.#readList(path);
    this.read.push({ path, sha256: sha256Of(text), text });
    const { numbers, problems } = parseNumberList(text, path);
    this.problems.push(...problems);
    const list = { path, numbers };
    this.#lists.set(path, list);
    return list;
  }

  /** Collects the problems of a list that may not exist. */
  tryLoad(path: string): void {
    try {
      this.load(path);
    } catch {
      // The policy's own mistakes come first; a missing file is reported once they are fixed.
    }
  }
}

/**
 * Parses a list of USDOT numbers, one per line, in any spelling that lookups accept. Blank lines and what follows a `#` are skipped.
 * A line that is not a number is a problem, because the number that it was meant to block would get through.
 */
export function parseNumberList(text: string, path: string): { numbers: ReadonlySet<DotNumber>; problems: Problem[] } {
  const numbers = new Set<DotNumber>();
  const problems: Problem[] = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    const written = line.trim();
    if (written === "" || written.startsWith("#")) continue;
    const read = readListLine(written);
    if ("dotNumber" in read) numbers.add(read.dotNumber);
    else {
      const column = line.length - line.trimStart().length + 1;
      problems.push({ path, line: index + 1, column, message: `"${quoteInput(written)}" ${read.invalid}` });
    }
  }
  if (numbers.size === 0 && problems.length === 0) {
    problems.push({ path, line: 1, column: 1, message: "the list has no USDOT numbers" });
  }
  return { numbers, problems };
}

/** A `#` may begin a comment or belong to the number (`DOT# 2233855`). */
function readListLine(written: string): ReturnType<typeof parseDotNumber> {
  const whole = parseDotNumber(written);
  if ("dotNumber" in whole || !written.includes("#")) return whole;
  return parseDotNumber(written.slice(0, written.indexOf("#")));
}
