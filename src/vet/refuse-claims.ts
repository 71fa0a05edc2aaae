/** Refuses claims about a carrier that cannot be compared. */
import { refuse } from "../errors.ts";
import { type ClaimField, type Claims, claimFields } from "../list/input.ts";
import { quoted } from "../text/json.ts";
import { claimedDays } from "./compare/certificate-line.ts";
import { type Policy, ruleOf } from "./policy/policy.ts";
import { isNotStated } from "./record/readers.ts";
import { claimsRule } from "./rules/identity.ts";

/** The claims that the policy compares; undefined without a rule for them. */
export function comparedClaims(
  policy: Policy,
): readonly ClaimField[] | undefined {
  const rule = ruleOf(policy, claimsRule.name);
  const { fields = claimFields } = rule?.parameters ?? {};
  return rule && (fields as readonly ClaimField[]);
}

/** Refuses claims that the policy leaves out. */
export function refuseIdleClaims(claims: Claims, policy: Policy): void {
  const compared: readonly string[] = comparedClaims(policy) ?? claimFields;
  const idle = Object.keys(claims).find((field) => !compared.includes(field));
  if (idle)
    refuse(
      `your policy does not compare ${idle}`,
      "a person has to compare it, or the policy's claims rule has to name it",
    );
}

/**
 * Refuses claims about one carrier of which nothing would be compared: what the
 * policy leaves out, and `none`.
 */
export function refuseUselessClaims(
  claims: Claims,
  policy: Policy,
  option: string,
): void {
  refuseIdleClaims(claims, policy);
  for (const [field, text] of Object.entries(claims))
    if (isNotStated(text))
      refuse(
        `${option}${field}=${text} claims nothing`,
        "leave it out if the caller does not say it",
      );
}

/** Refuses days in --claim that cannot be read; elsewhere, they are unclear. */
export function refuseUncertainDays(claims: Claims): void {
  for (const field of ["expires", "cargo_expires"] as const) {
    const text = claims[field];
    if (!isNotStated(text) && claimedDays(`${text}`).length === 0)
      refuse(
        `--claim ${field}: not certain which day: ${quoted(text)}`,
        "write it as YEAR-MONTH-DAY",
      );
  }
}
