/** The one list of all rules, in the order of the catalog. A new rule is declared in its family's file and added here. */
import { addressState, addressStreet, contact } from "./address-and-contact.ts";
import { recordsAgree, recordsName } from "./agreement.ts";
import { crashesFatal, crashesTotal } from "./crashes.ts";
import { fleetPlausible, fleetPowerUnits } from "./fleet.ts";
import { inspectionsTotal, oosRate, violations } from "./inspections.ts";
import {
  bipdOnFile,
  bipdPolicies,
  cargoOnFile,
  cargoPolicies,
  insurers,
  policyAge,
  policyEnding,
} from "./insurance.ts";
import type { Rule } from "./rule.ts";
import { safetyRating } from "./safety.ts";
import { authorityAge, authorityStatus, dotNumber, mcNumber, status } from "./standing.ts";
import { unchanged } from "./unchanged.ts";

export const rules: readonly Rule[] = [
  dotNumber,
  status,
  authorityStatus,
  authorityAge,
  mcNumber,
  bipdOnFile,
  cargoOnFile,
  bipdPolicies,
  cargoPolicies,
  insurers,
  policyAge,
  policyEnding,
  safetyRating,
  inspectionsTotal,
  oosRate,
  crashesTotal,
  crashesFatal,
  violations,
  fleetPowerUnits,
  fleetPlausible,
  addressState,
  addressStreet,
  contact,
  recordsName,
  recordsAgree,
  unchanged,
];

/** The rule of a name; undefined where there is none. */
export function ruleNamed(name: string): Rule | undefined {
  return byName.get(name);
}

const byName = new Map(rules.map((rule) => [rule.name, rule]));
