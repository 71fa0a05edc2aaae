/** The one list of all rules, in the order of the catalog. A new rule is declared in its family's file, and in the list at its end. */
import { agreementRules } from "./agreement.ts";
import { insuranceRules } from "./insurance.ts";
import { profileRules } from "./profile.ts";
import type { Rule } from "./rule.ts";
import { safetyRules } from "./safety.ts";
import { standingRules } from "./standing.ts";
import { unchanged } from "./unchanged.ts";

export const rules: readonly Rule[] = [
  ...standingRules,
  ...insuranceRules,
  ...safetyRules,
  ...profileRules,
  ...agreementRules,
  unchanged,
];

const byName = new Map(rules.map((rule) => [rule.name, rule]));

/** The rule of a name. Throws where there is none: no policy that was checked names another one. */
export function ruleNamed(name: string): Rule {
  const rule = byName.get(name);
  if (rule === undefined) throw new Error(`unknown rule ${name}`);
  return rule;
}
