/** The one list of all rules, in the order of the catalog. A new rule is declared in its family's file and added here. */
import { addressState, addressStreet, contact } from "./address-and-contact.ts";
import { recordsAgree } from "./agreement.ts";
import { crashesFatal, crashesTotal } from "./crashes.ts";
import { fleetPlausible, fleetPowerUnits } from "./fleet.ts";
import { oosRate, violations } from "./inspections.ts";
import { bipdOnFile, bipdPolicies, cargoOnFile, cargoPolicies, insurers } from "./insurance.ts";
import type { Rule } from "./rule.ts";
import { safetyRating } from "./safety.ts";
import { authorityAge, authorityStatus, dotNumber, status } from "./standing.ts";
import { unchanged } from "./unchanged.ts";

export const rules: readonly Rule[] = [
  dotNumber,
  status,
  authorityStatus,
  authorityAge,
  bipdOnFile,
  cargoOnFile,
  bipdPolicies,
  cargoPolicies,
  insurers,
  safetyRating,
  oosRate,
  crashesTotal,
  crashesFatal,
  violations,
  fleetPowerUnits,
  fleetPlausible,
  addressState,
  addressStreet,
  contact,
  recordsAgree,
  unchanged,
];

/** The rule of a name; undefined where there is none. */
export function ruleNamed(name: string): Rule | undefined {
  return byName.get(name);
}

const byName = new Map(rules.map((rule) => [rule.name, rule]));
