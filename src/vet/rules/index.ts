/**
 * The one list of all rules, in the order of the catalog. A new rule is
 * declared in its family's file.
 */

import { companyRules } from "./company.ts";
import { fieldsRule } from "./fields.ts";
import { identityRules } from "./identity.ts";
import { insuranceRules } from "./insurance.ts";
import type { Rule } from "./rule.ts";
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
