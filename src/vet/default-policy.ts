/** The built-in policy, for users who name none. */
import { type Policy, parsePolicy } from "./policy.ts";

/** What `--print-policy` prints. 750,000 is the legal minimum (49 CFR 387.9), which is what filings show. */
export const defaultPolicyText = `# yaml-language-server: $schema=https://usdot.example/schemas/policy.schema.json
# What usdot vet checks without --policy. Save it, change it, and name it with --policy.
version: 1
name: default
rules:
  status: { allow: [ACTIVE] }
  authority.status:
    # Whole texts, because anything may follow. The last one is as programs read SAFER's page, with the text of a link.
    allow: [ACTIVE, A, AUTHORIZED FOR Property, "AUTHORIZED FOR Property, HHG", "AUTHORIZED FOR Property, Passenger",
      "AUTHORIZED FOR Property, Passenger, HHG", AUTHORIZED FOR Property For Licensing and Insurance details click here.]
    deny: ["*revocation*", "*revoked*", "*suspended*", "*suspension*", "*pending*", "*inactive*", "*not*", "*out of service*",
      "*canceled*", "*cancelled*", "*cancellation*", "*withdrawn*", "*denied*", "*terminated*", "*expired*"]
  # What some services also send.
  fields:
    of:
      - { path: allowed_to_operate, allow: [Y, Yes, true], deny: [N, No, false] }
      - { path: out_of_service, allow: [N, No, false], deny: [Y, Yes, true] }
  authority.age: { min_days: 90 }
  # Filings show the legal minimum (49 CFR 387.9), not the limit of the policy.
  policies.bipd: { min: 750000 }
  safety.rating: { allow: [Satisfactory, S], deny: [Unsatisfactory, U], unrated: allow }
  records.name: {}
  # What the list or the caller says about the carrier, where it says something.
  claims: {}
  # Warnings are shown and never decide.
  policies.ending: { within_days: 14, level: warning }
  inspections.oos_rate:
    { groups: [driver, vehicle], max_times_national: 1.5, min_inspections: 20, fewer: allow, level: warning }
  crashes.total: { per_power_unit: 0.15, allow: 2, level: warning }
  fleet.power_units: { min: 1, level: warning }
  fleet.plausible: { max_units_per_driver: 20, max_drivers_per_unit: 20, level: warning }
`;

/** With an earlier run to compare with, a changed identity is not let through: it is a sign of theft. */
const comparingText = `${defaultPolicyText}  unchanged: { fields: [identity] }\n`;

const parsed = new Map<string, Promise<Policy>>();

export function defaultPolicy({ comparing = false } = {}): Promise<Policy> {
  const text = comparing ? comparingText : defaultPolicyText;
  const policy = parsed.get(text) ?? parsePolicy(text, { path: "default", readList: (path) => path });
  parsed.set(text, policy);
  return policy;
}
