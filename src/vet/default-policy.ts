/** The built-in policy. It is kept as data, so that a snapshot is judged by it without reading YAML; a test holds its text to it. */
import { lazy } from "../text/lazy.ts";
import { type GivenRule, type Policy, policyRule, ruleSchema } from "./policy.ts";
import { ruleNamed } from "./rules/index.ts";

/** What `--print-policy` prints. 750,000 is the legal minimum (49 CFR 387.9), which is what filings show. */
export const defaultPolicyText = `# What usdot vet checks without --policy. Save it, change it, and name it with --policy.
version: 1
name: default
rules:
  status: { allow: [ACTIVE] }
  authority.status: { allow: [ACTIVE, A, "AUTHORIZED FOR Property*"] }
  authority.age: { min_days: 90 }
  # Filings show the legal minimum (49 CFR 387.9), not the limit of the policy.
  policies.bipd: { min: 750000 }
  safety.rating: { allow: [Satisfactory, S], deny: [Unsatisfactory, U], unrated: allow }
  # Warnings are shown and never decide.
  inspections.oos_rate:
    { groups: [driver, vehicle], max_times_national: 1.5, min_inspections: 20, fewer: allow, level: warning }
  crashes.total: { per_power_unit: 0.15, allow: 2, level: warning }
  fleet.plausible: { max_units_per_driver: 20, max_drivers_per_unit: 20, level: warning }
  records.agree: { level: warning }
`;

const defaultRules: Readonly<Record<string, GivenRule>> = {
  status: { allow: ["ACTIVE"] },
  "authority.status": { allow: ["ACTIVE", "A", "AUTHORIZED FOR Property*"] },
  "authority.age": { min_days: 90 },
  "policies.bipd": { min: 750_000 },
  "safety.rating": { allow: ["Satisfactory", "S"], deny: ["Unsatisfactory", "U"], unrated: "allow" },
  "inspections.oos_rate": {
    groups: ["driver", "vehicle"],
    max_times_national: 1.5,
    min_inspections: 20,
    fewer: "allow",
    level: "warning",
  },
  "crashes.total": { per_power_unit: 0.15, allow: 2, level: "warning" },
  "fleet.plausible": { max_units_per_driver: 20, max_drivers_per_unit: 20, level: "warning" },
  "records.agree": { level: "warning" },
};

/** The policy for users who name none. */
export const defaultPolicy = lazy(
  (): Policy => ({
    path: "default",
    name: "default",
    text: defaultPolicyText,
    // Not computed: a snapshot would wait longer for Node's cryptography than for anything else that it does by itself.
    sha256: "7c7accc3b44c4e45f5a506b5b72dcbba3d12b8d91f07fe5bb3cce0e96e91288c",
    rules: Object.entries(defaultRules).map(([name, given]) => {
      const rule = ruleNamed(name);
      if (rule === undefined) throw new Error(`the built-in policy names the unknown rule ${name}`);
      return policyRule(rule, ruleSchema(rule).parse(given));
    }),
    lists: [],
  }),
);
