/** What the vetting rules found, as screens, lists and reports mark it: `!` for a problem, `?` for what is not known. */
import { visible } from "../text/safe-text.ts";
import type { Effect, Finding } from "../vet/model.ts";
import { claimsRule } from "../vet/rules/identity.ts";
import { ruleLabels } from "../vet/rules/index.ts";
import type { Tone } from "./look.ts";

export interface Statement {
  rule: string;
  effect: Effect | "changed";
  sign: Sign;
  text: string;
}

export type Sign = "!" | "?" | "";

/** Whether a finding is open: something is wrong or not known, and no waiver accepts it. */
export function isOpen({ effect }: Pick<Finding, "effect">): boolean {
  return effect === "fail" || effect === "review" || effect === "warning";
}

export function signOf(finding: Finding): Sign {
  if (!isOpen(finding)) return "";
  return finding.outcome === "unknown" ? "?" : "!";
}

export const signTones: Readonly<Record<Sign, Tone | undefined>> = {
  "!": "bad",
  "?": "doubt",
  "": undefined,
};

export function worstTone(findings: readonly Finding[]): Tone | undefined {
  const [worst] = marksOf(findings);
  return worst && signTones[signOf(worst)];
}

/** The worst tone of the findings that read a field (`authority.status`) or a group of them: cells get their tones from findings alone. */
export function toneAt(
  findings: readonly Finding[],
  ...paths: readonly string[]
): Tone | undefined {
  const isAt = (observed: string) =>
    paths.some((path) => observed === path || observed.startsWith(`${path}.`));
  return worstTone(
    findings.filter(({ observed }) => Object.keys(observed).some(isAt)),
  );
}

export function labelOf(rule: string): string {
  return ruleLabels.get(rule) ?? visible(rule);
}

/** The message of a finding, with the policy's reason for the rule in parentheses. Safe to print. */
export function messageOf({ message, outcome, why }: Finding): string {
  const isUnmet = outcome === "fail" || outcome === "unknown";
  return visible(
    why !== undefined && isUnmet ? `${message} (${why})` : message,
  );
}

/** Whether a person has to read it: neither what passes nor what was skipped, but that claims were compared. */
export const isSpoken = ({
  rule,
  effect,
}: Pick<Statement, "rule" | "effect">) =>
  effect !== "skipped" && (effect !== "pass" || rule === claimsRule.name);

export function statementOf(finding: Finding): Statement {
  const { rule, effect } = finding;
  return {
    rule: visible(rule),
    effect,
    sign: signOf(finding),
    text: messageOf(finding),
  };
}

/** The open findings, each statement once: problems first, then what is not known. */
export function marksOf(findings: readonly Finding[]): Finding[] {
  const open = (["!", "?"] as const).flatMap((sign) =>
    findings.filter((finding) => signOf(finding) === sign),
  );
  return open.filter(
    ({ message }, at) =>
      open.findIndex((other) => other.message === message) === at,
  );
}
