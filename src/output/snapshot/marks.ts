/** The lines of findings on the screen. */
import { visible } from "../../text/safe-text.ts";
import type { Finding } from "../../vet/model.ts";
import type { Tone } from "../cells.ts";
import { foldedLine } from "../folded-line.ts";
import type { Drawing } from "../palette.ts";
import { isMerelyNotStated, isProblem, isUnknown, labelOf, messageBeside, topicOf, withReason } from "./findings.ts";
import type { Sections } from "./sections.ts";

/** Columns of the marks' labels, wide enough for `? inspections`. */
const labelWidth = 15;

/** Problems first, then what is not known; a waived finding is neither. */
export function markLines(findings: readonly Finding[], { shown, notStated }: Sections, options: Drawing): string {
  const sections = shown.map(([label]) => label.toLowerCase());
  const unknown = withoutRepeats(findings.filter(isUnknown));
  const spoken = unknown.filter((finding) => !isMerelyNotStated(finding));
  const silent = unknown.filter(isMerelyNotStated).map(({ rule }) => topicOf(rule));
  const topics = [...new Set([...silent, ...notStated])]
    .filter((topic) => !spoken.some(({ rule }) => labelOf(rule) === topic))
    .map((topic) => (sections.includes(topic) ? `${topic} in part` : topic));
  const marked = (sign: string, tone: Tone) => (finding: Finding) => {
    const label = labelOf(finding.rule);
    return markLine(sign, label, messageBeside(label, withReason(finding)), tone, labelWidth, options);
  };
  return [
    ...findings.filter(isProblem).map(marked("!", "error")),
    ...spoken.map(marked("?", "warning")),
    ...(topics.length > 0 ? [markLine("?", "not known", topics.join(", "), "warning", labelWidth, options)] : []),
  ].join("");
}

/** Without those that only repeat why a record that other rules needed too was not answered. */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const isRepeat = ({ message, reason }: Finding, index: number) =>
    reason === "not-answered" && findings.findIndex((other) => other.message === message) < index;
  return findings.filter((finding, index) => !isRepeat(finding, index));
}

/** A finding on its line, or lines: the sign, the label, and what was found. */
export function markLine(
  sign: string,
  label: string,
  message: string,
  tone: Tone,
  indent: number,
  { paint, width }: Drawing,
): string {
  const start = `${paint(sign, tone)} ${label.padEnd(indent - 2)}`;
  return foldedLine(start, visible(message), indent, width, (text) => paint(text, tone));
}
