/**
 * The policy that carriers are vetted by: a file that somebody wrote, or the
 * built-in one, which is built in as data and needs no parser.
 */
import type { AnswerName, Answers } from "../../answer.ts";
import { sha256 } from "../../files/sha256.ts";
import type { RecordedFile } from "../model.ts";
import { ordersIn } from "../record/oos-orders.ts";
import { saysSomething } from "../record/readers.ts";
import { fieldsRule } from "../rules/fields.ts";
import { claimsRule } from "../rules/identity.ts";
import { rules } from "../rules/index.ts";
import type { Entries, PolicyRule, RuleValues } from "../rules/judgment.ts";
import { policyRule } from "../rules/rule.ts";
import defaultYaml, { data } from "./default-policy.yaml";

export interface Policy {
  name: string;
  sha256: string;
  text: string;
  rules: readonly PolicyRule[];
  lists: readonly RecordedFile[];
  isBuiltIn?: true;
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

/** What `--print-policy` prints. */
export const defaultPolicyText: string = defaultYaml;

/** Changed insurance is often only a renewal: not held against a carrier. */
const unchanged = { fields: ["identity", "authority"] };

/** With an earlier run to compare with, a change is not let through. */
export async function defaultPolicy({
  isComparing = false,
} = {}): Promise<Policy> {
  const compared = `  unchanged: { fields: [${unchanged.fields.join(", ")}] }\n`;
  const text = isComparing ? defaultYaml + compared : defaultYaml;
  const values = isComparing ? { ...data.rules, unchanged } : data.rules;
  return {
    isBuiltIn: true,
    name: data.name,
    sha256: sha256(text),
    text,
    rules: policyRules(Object.keys(values), values),
    lists: [],
  };
}

export function ruleOf(policy: Policy, name: string): PolicyRule | undefined {
  return policy.rules.find((rule) => rule.name === name);
}

/** The hashes of a policy and of its lists, by which a change is noticed. */
export const hashesOf = (
  policy: Pick<RecordedFile, "sha256">,
  lists: readonly Pick<RecordedFile, "sha256">[],
): string[] => [policy, ...lists].map(({ sha256 }) => sha256);

/** What the author of a policy should look at again. */
export const cautionsOf = ({ rules }: Policy): string[] =>
  rules.flatMap(({ name, caution }) =>
    caution ? `your policy: ${name}: ${caution}` : [],
  );

const pathsIn = ({ of }: RuleValues = {}): string[] =>
  ((of ?? []) as readonly { path: string }[]).map(({ path }) => path);

const usualFields = pathsIn(data.rules["fields"]);

/**
 * The fields beyond the interface that a policy judges, but for those of the
 * built-in one, which many services do not send.
 */
export const extraFieldsOf = (policy: Policy): string[] =>
  pathsIn(ruleOf(policy, fieldsRule.name)?.parameters).filter(
    (path) => !usualFields.includes(path),
  );

const anyClaims = policyRule(claimsRule);
/** It judges what any answer says, and asks for none. */
const anyOrders = { ...policyRule(fieldsRule, { of: [] }), needs: [] };

/**
 * The rules that a carrier is judged by: what is claimed about it, and an order
 * out of service, count even where the policy lacks the rule for that.
 */
export function rulesFor(
  policy: Policy,
  hasClaims: boolean,
  answers: Answers = {},
): readonly PolicyRule[] {
  const lacks = ({ name }: PolicyRule) => !ruleOf(policy, name);
  // Some services write an empty date where there is no order.
  const hasOrders =
    lacks(anyOrders) &&
    ordersIn(answers).some(({ value }) => saysSomething(value));
  return [
    ...policy.rules,
    ...(hasClaims && lacks(anyClaims) ? [anyClaims] : []),
    ...(hasOrders ? [anyOrders] : []),
  ];
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
