/** What findings mean on the screen. */
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
  ["records.name", "name"],
  ["records.", "records"],
  ["dot_number", "number"],
  ["mc_number", "docket"],
];

/** `policies.bipd` -> `insurance`; a rule without a family is its own label. */
export function ruleLabel(rule: string): string {
  return labels.find(([prefix]) => rule.startsWith(prefix))?.[1] ?? rule;
}

/** What is not known when nothing is said about a rule but that a value is not stated: `authority since`, `fleet` for crashes per unit. */
export function topicOf({ rule, observed }: Finding): string {
  if (rule === "authority.age") return "authority since";
  const missing = Object.keys(observed).find((field) => observed[field]?.every((value) => value === null));
  return missing?.startsWith("fleet.") ? "fleet" : ruleLabel(rule);
}

/** The rules whose failing value says all that there is to say. */
const speakingValues = ["status", "authority.status", "safety.rating"];

/** What a list says about a finding: `OUT-OF-SERVICE`, `no BIPD`, `CARGO ends in 6 days`, otherwise its topic. */
export function briefly({ rule, outcome, message, observed }: Finding): string {
  const [value] = Object.values(observed)[0] ?? [];
  if (outcome !== "fail") return ruleLabel(rule);
  if (speakingValues.includes(rule) && typeof value === "string") return value;
  if (rule === "policies.ending") return message.replace(/^CARGO\b/, "cargo");
  const kind = rule === "policies.bipd" ? "BIPD" : rule === "policies.cargo" ? "cargo" : undefined;
  return kind === undefined ? ruleLabel(rule) : value === 0 ? `no ${kind}` : `${kind} too low`;
}

/** A stated value that breaks a rule. */
export function isProblem({ outcome, waived }: Finding): boolean {
  return outcome === "fail" && !waived;
}

/** Something that a rule could not judge. */
export function isUnknown({ outcome, waived }: Finding): boolean {
  return outcome === "unknown" && !waived;
}

/** How a finding is marked for people: nothing where it is neither, or waived. */
export function markOf(finding: Finding): { sign: "!" | "?" | ""; tone: Tone | undefined } {
  if (isProblem(finding)) return { sign: "!", tone: "error" };
  return isUnknown(finding) ? { sign: "?", tone: "warning" } : { sign: "", tone: undefined };
}

/** The tone of a topic's worst finding; where the policy has no rule for it, that of its cell: a bad value is marked in any case. */
export function topicTone(findings: readonly Finding[], topic: string, cell?: Pick<Cell, "tone">): Tone | undefined {
  const own = findings.filter(({ rule }) => ruleLabel(rule) === topic);
  const worst = own.find(isProblem) ?? own.find(isUnknown);
  return own.length === 0 ? cell?.tone : worst && markOf(worst).tone;
}

/** What a label beside a message makes unnecessary, or what the message needs beside it. */
const besideLabel: Readonly<Record<string, readonly [RegExp, string][]>> = {
  status: [[/^is /, ""]],
  "authority.status": [[/^operating authority is /, ""]],
  "safety.rating": [[/^rated /, ""]],
  "crashes.total": [[/^(\S+) crash(?:es)?, /, "$1 for "]],
  "crashes.fatal": [[/ crash(?:es)?, /, " for "]],
  "inspections.oos_rate": [
    [/: above [\d.,]+ times/g, ""],
    [/^(?=(?:driver|vehicle|hazmat) \d)/, "out-of-service rate: "],
  ],
};

/** A finding as it stands beside its label: `operating authority is "NONE"` -> `"NONE"`. */
export function messageBeside(finding: Finding): string {
  const label = `${ruleLabel(finding.rule)} `;
  const text = withReason(finding);
  const rest = text.startsWith(label) ? text.slice(label.length) : text;
  return (besideLabel[finding.rule] ?? []).reduce((shown, [part, other]) => shown.replace(part, other), rest);
}

/** The findings that are open, a fact once: problems, then what is not known. */
export function marksOf(findings: readonly Finding[]): readonly Finding[] {
  const marks: Finding[] = [];
  for (const finding of [...findings.filter(isProblem), ...findings.filter(isUnknown)]) {
    if (!marks.some((mark) => isSaidBy(mark, finding))) marks.push(finding);
  }
  return marks;
}

/** Whether a mark says what a finding would. */
function isSaidBy(mark: Finding, { rule, outcome, message, observed, reason }: Finding): boolean {
  if (message === mark.message && reason === "not-answered") return true;
  // That more is on file than in force is said where cover is missing.
  const isAboutCover = Object.keys(observed).some((field) => field.startsWith("cover.") && field in mark.observed);
  if (rule === "records.agree") return isAboutCover;
  return (
    outcome === "unknown" &&
    reason !== "not-stated" &&
    ruleLabel(rule) === ruleLabel(mark.rule) &&
    mark.reason !== "not-stated"
  );
}

/** The message, and the policy's reason for a rule that is not met. */
export function withReason({ message, outcome, why }: Finding): string {
  return why === undefined || outcome === "pass" || outcome === "skipped" ? message : `${message} (${why})`;
}
