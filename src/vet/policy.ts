/** What a policy is, once it is checked: its rules with their parameters. */
import * as z from "zod/mini";
import type { Problem } from "../errors.ts";
import type { Finding, Level, RecordName } from "./model.ts";
import { nonBlank, wrong } from "./rules/parameters.ts";
import type { Rule } from "./rules/rule.ts";

/** A file that verdicts depend on, as the evidence keeps it. */
export interface SourceText {
  /** As the user or the policy named it. */
  path: string;
  sha256: string;
  text: string;
}

/** A rule as a policy uses it. */
export interface PolicyRule {
  rule: Rule;
  /** The output of its schemas. */
  parameters: Readonly<Record<string, unknown>>;
  /** The records that it needs with these parameters. */
  needs: readonly RecordName[];
  level: Level;
  unknown: Finding["unknown"];
  why: string | undefined;
}

export interface Policy extends SourceText {
  name: string;
  /** In the order of the file. */
  rules: readonly PolicyRule[];
  /** The files of USDOT numbers that it names, each once. */
  lists: readonly SourceText[];
  /** What is odd about it without being wrong, for a note. */
  cautions: readonly Problem[];
}

/** The parameters that every rule takes. The words are for the catalog. */
export const commonParameters = {
  level: {
    schema: z.optional(z.enum(["error", "warning"], "must be error or warning")),
    words: "error, or warning: it is shown and never decides (default error)",
  },
  unknown: {
    schema: z.optional(z.enum(["block", "warn", "fail"], "must be block, warn or fail")),
    words: "what an unknown (or unreadable) does: block needs review, warn is only shown, fail fails (default block)",
  },
  why: {
    schema: z.optional(nonBlank()),
    words: "the reason for the rule, shown with the finding",
  },
};

/** The parameters of a rule as a policy gives them. */
export type GivenRule = Readonly<Record<string, unknown>>;

/** The schema of a rule's parameters, with those that every rule takes. Editors show the catalog's words. */
export function ruleSchema(rule: Rule): z.ZodMiniType<GivenRule> {
  const shape = { ...schemasOf(rule.parameters()), ...schemasOf(commonParameters) };
  const schema = z.strictObject(shape, "must be a mapping of parameters, such as {level: warning}");
  const { summary: description, crossCheck } = rule;
  if (crossCheck === undefined) return schema.register(z.globalRegistry, { description });
  const { names, problemOf } = crossCheck;
  // As soon as each of these is valid, so that all mistakes are reported at once. An unknown key may be a misspelled one of them.
  const concerns = ({ path: [name] = [] }: z.core.$ZodRawIssue) => name === undefined || names.includes(String(name));
  const checked = schema.check(wrong(problemOf, { when: ({ issues }) => !issues.some(concerns) }));
  return checked.register(z.globalRegistry, { description, anyOf: names.map((name) => ({ required: [name] })) });
}

function schemasOf(parameters: Readonly<Record<string, { schema: z.ZodMiniType; words: string }>>) {
  const described = Object.entries(parameters).map(([name, { schema, words }]): [string, z.ZodMiniType] => [
    name,
    schema.register(z.globalRegistry, { ...z.globalRegistry.get(schema), description: words }),
  ]);
  return Object.fromEntries(described);
}

/** A rule with checked parameters. */
export function policyRule(rule: Rule, given: GivenRule): PolicyRule {
  const common = given as Partial<Pick<PolicyRule, "level" | "unknown" | "why">>;
  const { level = "error", unknown = "block", why, ...parameters } = common;
  return { rule, parameters, needs: [...rule.needs, ...(rule.alsoNeeds?.(parameters) ?? [])], level, unknown, why };
}

/**
 * The records that a policy's rules need, in the order in which they are asked for. `["summary"]` alone means that the bulk answer is
 * enough; otherwise the carrier record is always needed, because it says whether the carrier exists.
 */
export function recordsNeeded(policy: Policy): readonly RecordName[] {
  const needed = new Set(policy.rules.flatMap(({ needs }) => needs));
  const records = (["carrier", "insurance", "safety"] as const).filter((name) => needed.has(name));
  if (records.length === 0) return ["summary"];
  return needed.has("carrier") ? records : ["carrier", ...records];
}

/** Whether a rule of the policy compares with an earlier run, so that `--since` is required. */
export function needsSince(policy: Policy): boolean {
  return policy.rules.some(({ rule }) => rule.needsSince === true);
}
