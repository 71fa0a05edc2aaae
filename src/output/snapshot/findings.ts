/** What findings mean on the screen. */
import { effectOf } from "../../vet/finding.ts";
import type { Finding } from "../../vet/model.ts";
import type { Cell, Tone } from "../cells.ts";

/** The words under which the screen shows findings: a rule's family, in the field's terms. */
const labels: readonly (readonly [prefix: string, label: string])[] = [
  ["authority.", "authority"],
  ["insurance.", "insurance"],
  ["policies.", "insurance"],
  ["safety.rating", "rating"],
  ["inspections.", "inspections"],
  ["crashes.", "crashes"],
  ["fleet.", "fleet"],
  ["address.", "address"],
  ["records.", "records"],
  ["dot_number", "number"],
  ["mc_number", "docket"],
];

/** `policies.bipd` -> `insurance`; a rule without a family is its own label. */
export function labelOf(rule: string): string {
  return labels.find(([prefix]) => rule.startsWith(prefix))?.[1] ?? rule;
}

/** What is not known when nothing is said about a rule but that a value is not stated: `authority since`. */
export function topicOf(rule: string): string {
  return rule === "authority.age" ? "authority since" : labelOf(rule);
}

/** The rules whose failing value says all that there is to say. */
const speakingValues = ["status", "authority.status", "safety.rating"];

/** What a list says about a finding: `OUT-OF-SERVICE`, `no BIPD`, `CARGO ends in 6 days`, otherwise its topic. */
export function briefly({ rule, outcome, message, observed }: Finding): string {
  const [value] = Object.values(observed)[0] ?? [];
  if (outcome !== "fail") return labelOf(rule);
  if (speakingValues.includes(rule) && typeof value === "string") return value;
  if (rule === "policies.ending") return message;
  const kind = rule === "policies.bipd" ? "BIPD" : rule === "policies.cargo" ? "cargo" : undefined;
  return kind === undefined ? labelOf(rule) : value === 0 ? `no ${kind}` : `${kind} too low`;
}

/** A stated value that breaks a rule. */
export function isProblem(finding: Finding): boolean {
  return finding.outcome === "fail" && effectOf(finding) !== "waived";
}

/** Something that a rule could not judge. */
export function isUnknown(finding: Finding): boolean {
  return finding.outcome === "unknown" && effectOf(finding) !== "waived";
}

/** Whether the only thing to say is that a value is missing. */
export function isMerelyNotStated({ reason }: Finding): boolean {
  return reason === "not-stated";
}

/** The tone of a topic's worst finding; where the policy has no rule for it, that of its cell: a bad value is marked in any case. */
export function topicTone(findings: readonly Finding[], topic: string, cell?: Pick<Cell, "tone">): Tone | undefined {
  const own = findings.filter(({ rule }) => labelOf(rule) === topic);
  return own.length === 0 ? cell?.tone : worstTone(own);
}

/** The tone of the worst finding that the fields below a path of a record decided. */
export function fieldTone(findings: readonly Finding[], path: string): Tone | undefined {
  return worstTone(
    findings.filter(({ observed }) => Object.keys(observed).some((field) => field.startsWith(`${path}.`))),
  );
}

function worstTone(findings: readonly Finding[]): Tone | undefined {
  if (findings.some(isProblem)) return "error";
  return findings.some(isUnknown) ? "warning" : undefined;
}

/** A finding's message without the label that stands before it: `status is "INACTIVE"` -> `is "INACTIVE"`. */
export function messageBeside(label: string, message: string): string {
  const rest = message.slice(label.length + 1);
  return message.startsWith(`${label} `) || message.startsWith(`${label}.`) ? rest : message;
}

/** The message, and the policy's reason for a rule that is not met. */
export function withReason({ message, outcome, why }: Finding): string {
  return why === undefined || outcome === "pass" || outcome === "skipped" ? message : `${message} (${why})`;
}
