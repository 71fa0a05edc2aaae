/** The built-in policy, for users who name none. Built in as data: it needs no parser. */
import { sha256 } from "../files/sha256.ts";
import yaml, { data } from "./default-policy.yaml";
import { type Policy, usedRule } from "./policy.ts";
import { rules } from "./rules/index.ts";

/** What `--print-policy` prints. 750,000 is the legal minimum (49 CFR 387.9), which is what filings show. */
export const defaultPolicyText: string = yaml;

/** With an earlier run to compare with, a changed identity is not let through: it is a sign of theft. */
export async function defaultPolicy({
  isComparing = false,
} = {}): Promise<Policy> {
  const text = isComparing
    ? `${yaml}  unchanged: { fields: [identity] }\n`
    : yaml;
  const given = {
    ...data.rules,
    ...(isComparing && { unchanged: { fields: ["identity"] } }),
  };
  const used = Object.entries(given).flatMap(([name, values]) => {
    const rule = rules.find((one) => one.name === name);
    return rule ? usedRule(rule, values) : [];
  });
  return {
    path: "default",
    sha256: sha256(text),
    text,
    name: data.name,
    rules: used,
    lists: [],
    cautions: [],
    ownFields: [],
  };
}
