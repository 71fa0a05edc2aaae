/**
 * The built-in policy, for users who name none. Built in as data: it needs no
 * parser.
 */
import { sha256 } from "../../files/sha256.ts";
import yaml, { data } from "./default-policy.yaml";
import { type Policy, policyRules } from "./policy.ts";

/** What `--print-policy` prints. */
export const defaultPolicyText: string = yaml;

/** A changed identity is a sign of theft, a changed authority of a new owner. */
const unchanged = { fields: ["identity", "authority"] };

/** With an earlier run to compare with, a change is not let through. */
export async function defaultPolicy({
  isComparing = false,
} = {}): Promise<Policy> {
  const compared = `  unchanged: { fields: [${unchanged.fields.join(", ")}] }\n`;
  const text = isComparing ? yaml + compared : yaml;
  const values = isComparing ? { ...data.rules, unchanged } : data.rules;
  return {
    isBuiltIn: true,
    name: data.name,
    sha256: sha256(text),
    text,
    rules: policyRules(Object.keys(values), values),
    lists: [],
    cautions: [],
    extraFields: [],
  };
}
