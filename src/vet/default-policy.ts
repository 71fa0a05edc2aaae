/** The built-in policy, for users who name none. */
import yaml from "./default-policy.yaml";
import { type Policy, parsePolicy } from "./policy.ts";

/** What `--print-policy` prints. 750,000 is the legal minimum (49 CFR 387.9), which is what filings show. */
export const defaultPolicyText: string = yaml;

/** With an earlier run to compare with, a changed identity is not let through: it is a sign of theft. */
const comparingText = `${defaultPolicyText}  unchanged: { fields: [identity] }\n`;

const parsed = new Map<string, Promise<Policy>>();

export function defaultPolicy({ comparing = false } = {}): Promise<Policy> {
  const text = comparing ? comparingText : defaultPolicyText;
  const policy =
    parsed.get(text) ??
    parsePolicy(text, { path: "default", readList: (path) => path });
  parsed.set(text, policy);
  return policy;
}
