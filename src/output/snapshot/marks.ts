/** The lines of findings on the screen. */
import { visible } from "../../text/safe-text.ts";
import { displayWidth } from "../../text/width.ts";
import { type Effect, effectOf } from "../../vet/finding.ts";
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

/** Every rule by its name, which policies and waivers use: what decides, what is only shown, what is waived, the rest. */
export function ruleLines(findings: readonly Finding[], options: Drawing): string {
  const indent = Math.max(labelWidth, ...findings.map(({ rule }) => displayWidth(visible(rule)) + 4));
  const line = (finding: Finding) => {
    const [sign, tone] = markOf(finding);
    return markLine(
      sign,
      visible(finding.rule),
      finding.reason === "not-judged" ? "skipped" : statement(finding),
      tone,
      indent,
      options,
    );
  };
  return findings
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(line)
    .join("");
}

const ranks: Readonly<Record<Effect, number>> = { fail: 0, review: 1, warning: 2, waived: 4, pass: 5, skipped: 5 };

/** The heaviest first; of the warnings, problems before what is not known. */
function rankOf(finding: Finding): number {
  const rank = ranks[effectOf(finding)];
  return rank === ranks.warning && isUnknown(finding) ? rank + 1 : rank;
}

function markOf(finding: Finding): [sign: string, tone: Tone] {
  if (isProblem(finding)) return ["!", "error"];
  return isUnknown(finding) ? ["?", "warning"] : [" ", "dim"];
}

/** The message, the level where it decides nothing, and the waiver. */
function statement(finding: Finding): string {
  const { level, outcome, waived } = finding;
  const isWarning = level === "warning" && (outcome === "fail" || outcome === "unknown");
  return [
    withReason(finding),
    ...(isWarning ? ["a warning"] : []),
    ...(outcome === "skipped" ? ["skipped"] : []),
    ...(waived ? [`waived until ${waived.until} by ${waived.by}: ${waived.reason}`] : []),
  ].join("; ");
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
