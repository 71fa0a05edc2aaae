/** What findings mean on the screen. */
import { effectOf } from "../../vet/finding.ts";
import type { Finding } from "../../vet/model.ts";
import type { Cell, Tone } from "../cells.ts";
import { labelOf } from "./labels.ts";

/** The tone of a topic; undefined where nothing is wrong with it. */
export type TopicTone = Tone | undefined;

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

/** Gives each topic the tone of its worst finding. */
export function topicTones(findings: readonly Finding[]): (topic: string) => TopicTone {
  return (topic) => worstTone(findings.filter(({ rule }) => labelOf(rule) === topic));
}

/** The tone of a topic's worst finding; where the policy has no rule for it, that of its cell: a bad value is marked in any case. */
export function topicTone(findings: readonly Finding[], topic: string, cell: Cell): TopicTone {
  const isJudged = findings.some(({ rule }) => labelOf(rule) === topic);
  return isJudged ? topicTones(findings)(topic) : cell.tone;
}

/** Gives the fields below a path of a record the tone of the worst finding that they decided. */
export function fieldTones(findings: readonly Finding[]): (path: string) => TopicTone {
  const isBelow = (path: string) => (field: string) => field.startsWith(`${path}.`);
  return (path) => worstTone(findings.filter(({ observed }) => Object.keys(observed).some(isBelow(path))));
}

function worstTone(findings: readonly Finding[]): TopicTone {
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
