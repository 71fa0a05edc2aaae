/** What findings mean on the screen. */
import { effectOf } from "../../vet/finding.ts";
import type { Finding } from "../../vet/model.ts";
import type { Tone } from "../cells.ts";
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

/** Whether the only thing to say is that a value is missing, in the words that all rules have for it. */
export function isMerelyNotStated({ message }: Finding): boolean {
  return message.endsWith("not stated");
}

/** Gives each topic the tone of its worst finding. */
export function topicTones(findings: readonly Finding[]): (topic: string) => TopicTone {
  return (topic) => {
    const own = findings.filter(({ rule }) => labelOf(rule) === topic);
    if (own.some(isProblem)) return "bad";
    return own.some(isUnknown) ? "careful" : undefined;
  };
}

/** A finding's message without the label that stands before it: `status is "INACTIVE"` -> `is "INACTIVE"`. */
export function messageBeside(label: string, message: string): string {
  const rest = message.slice(label.length + 1);
  return message.startsWith(`${label} `) || message.startsWith(`${label}.`) ? rest : message;
}
