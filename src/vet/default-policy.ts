/** The built-in policy. It is kept as data, so that a snapshot is judged by it without reading YAML; a test holds its text to it. */
import { lazy } from "../text/lazy.ts";
import { type GivenRule, type Policy, policyRule } from "./policy.ts";
import { ruleNamed } from "./rules/index.ts";
import { textPattern } from "./rules/parameters.ts";

/** What `--print-policy` prints. 750,000 is the legal minimum (49 CFR 387.9), which is what filings show. */
export const defaultPolicyText = `# yaml-language-server: $schema=policy.schema.json
# What usdot vet checks without --policy. Save it, change it, and name it with --policy. An editor that knows YAML schemas checks and
# completes it beside: usdot vet --print-schema policy --output policy.schema.json
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
  authority.age: { min_days: 90 }
  # Filings show the legal minimum (49 CFR 387.9), not the limit of the policy.
  policies.bipd: { min: 750000 }
  safety.rating: { allow: [Satisfactory, S], deny: [Unsatisfactory, U], unrated: allow }
  records.name: {}
  # Warnings are shown and never decide.
  policies.ending: { within_days: 14, level: warning }
  inspections.oos_rate:
    { groups: [driver, vehicle], max_times_national: 1.5, min_inspections: 20, fewer: allow, level: warning }
  crashes.total: { per_power_unit: 0.15, allow: 2, level: warning }
  fleet.power_units: { min: 1, level: warning }
  fleet.plausible: { max_units_per_driver: 20, max_drivers_per_unit: 20, level: warning }
  records.agree: { level: warning }
`;

/** With an earlier run to compare with, a changed identity is not let through: it is a sign of theft. */
const comparingText = `${defaultPolicyText}  unchanged: { fields: [identity] }\n`;

const patterns = (...texts: string[]) => texts.map((text) => textPattern(text));
const denied = (...texts: string[]) => texts.map((text) => textPattern(text, { anywhere: true }));

const allowedAuthority =
  "ACTIVE;A;AUTHORIZED FOR Property;AUTHORIZED FOR Property, HHG;AUTHORIZED FOR Property, Passenger;AUTHORIZED FOR Property, Passenger, HHG;AUTHORIZED FOR Property For Licensing and Insurance details click here.";
const deniedAuthority =
  "revocation,revoked,suspended,suspension,pending,inactive,not,out of service,canceled,cancelled,cancellation,withdrawn,denied,terminated,expired";

/** The rules as their schemas would read them: to make those would take a snapshot longer than to judge by them. */
function defaultRules(): Record<string, GivenRule> {
  return {
    status: { allow: patterns("ACTIVE") },
    "authority.status": {
      allow: patterns(...allowedAuthority.split(";")),
      deny: denied(...deniedAuthority.split(",").map((words) => `*${words}*`)),
    },
    "authority.age": { min_days: 90 },
    "policies.bipd": { min: 750_000 },
    "safety.rating": { allow: patterns("Satisfactory", "S"), deny: denied("Unsatisfactory", "U"), unrated: "allow" },
    "records.name": {},
    "policies.ending": { within_days: 14, level: "warning" },
    "inspections.oos_rate": {
      groups: ["driver", "vehicle"],
      max_times_national: 1.5,
      min_inspections: 20,
      fewer: "allow",
      level: "warning",
    },
    "crashes.total": { per_power_unit: 0.15, allow: 2, level: "warning" },
    "fleet.power_units": { min: 1, level: "warning" },
    "fleet.plausible": { max_units_per_driver: 20, max_drivers_per_unit: 20, level: "warning" },
    "records.agree": { level: "warning" },
  };
}

/** The policy for users who name none. */
export const defaultPolicy = lazy(() =>
  builtIn(defaultPolicyText, "81e4ca7866a087f7a87b43c3f26e628c5ff1469f0f8000d76126441397ea5f5c", defaultRules()),
);

/** The same for a run that is compared with an earlier one. */
export const comparingPolicy = lazy(() =>
  builtIn(comparingText, "7b3cefdad806fa98ac3f5b038001943e570f8794e28b76ba26c4ee6769373f95", {
    ...defaultRules(),
    unchanged: { fields: ["identity"] },
  }),
);

/** The hash is not computed: a snapshot would wait longer for Node's cryptography than for anything else that it does by itself. */
function builtIn(text: string, sha256: string, given: Readonly<Record<string, GivenRule>>): Policy {
  const rules = Object.entries(given).map(([name, parameters]) => policyRule(ruleNamed(name), parameters));
  return { path: "default", name: "default", text, sha256, rules, lists: [], cautions: [] };
}
