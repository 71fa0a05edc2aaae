/** What a finding means for its carrier, and the shape in which reports and the evidence print it. */
import { visible } from "../text/safe-text.ts";
import type { Finding, Verdict } from "./model.ts";

/** A finding's weight once level, `unknown` and waiver are applied; a carrier's verdict is the heaviest of them. */
export type Effect = "fail" | "review" | "warning" | "waived" | "pass" | "skipped";

/** The effect of a finding: what it found, unless a waiver or the policy makes less of it. */
export function effectOf({ outcome, level, waived, unknown }: Finding): Effect {
  if (outcome === "pass" || outcome === "skipped") return outcome;
  if (waived) return "waived";
  if (level === "warning") return "warning";
  if (outcome === "fail" || unknown === "fail") return "fail";
  return unknown === "warn" ? "warning" : "review";
}

/** The verdict on a carrier: the heaviest effect of its findings. Warnings and waived findings never decide. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const effects = new Set(findings.map(effectOf));
  if (effects.has("fail")) return "fail";
  return effects.has("review") ? "review" : "pass";
}

/** A finding without what only the policy needs. */
export type PublicFinding = Omit<Finding, "unknown" | "reason" | "error">;

/** The one finding of all reports: its keys, in the order in which they are printed. */
export function publicFinding(finding: Finding): PublicFinding {
  const { dot_number, rule, outcome, level, message, observed, place, waived, why } = finding;
  const shown: PublicFinding = { dot_number, rule, outcome, level, message, observed, place, waived };
  if (why !== undefined) shown.why = why;
  return shown;
}

/** Findings by their effect: what decides comes first, then what is only shown. Each group is in the order of the rules. */
export function byEffect(findings: readonly Finding[]): Readonly<Record<Effect, readonly Finding[]>> {
  const groups: Record<Effect, Finding[]> = { fail: [], review: [], warning: [], waived: [], pass: [], skipped: [] };
  for (const finding of findings) groups[effectOf(finding)].push(finding);
  return groups;
}

/** All findings, what decides first. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return ([] as Finding[]).concat(...Object.values(byEffect(findings)));
}

/** All findings as JSON, what decides first: on one line and safe to print. */
export function findingsJson(findings: readonly Finding[]): string {
  return visible(JSON.stringify(inOrder(findings).map(publicFinding)));
}
