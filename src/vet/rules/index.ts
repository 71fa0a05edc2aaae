/** The one list of all rules, in the order of the catalog. A new rule is declared in its family's file. */
import type { Rule } from "../rule.ts";
import { companyRules, fieldsRule } from "./company.ts";
import { identityRules } from "./identity.ts";
import { insuranceRules } from "./insurance.ts";
import { safetyRules } from "./safety.ts";
import { standingRules } from "./standing.ts";

export const rules: readonly Rule[] = [
  ...standingRules,
  ...insuranceRules,
  ...safetyRules,
  ...companyRules,
  ...identityRules,
  fieldsRule,
];

export const fixedRules = {
  exists: {
    name: "exists",
    label: "carrier",
    summary: "The service knows the carrier. Where it does not, or does not answer, the other rules are skipped.",
  },
  marked: {
    name: "oos_mark",
    label: "OOS mark",
    summary: "The list has no OOS behind the number, FMCSA's mark of carriers that are out of service. One is unknown.",
  },
} as const;

/** What a dispatcher calls each rule, by its name: "authority age" for `authority.age`. */
export const ruleLabels: ReadonlyMap<string, string> = new Map(
  [...Object.values(fixedRules), ...rules].map(({ name, label }) => [name, label]),
);
