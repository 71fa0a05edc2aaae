/** The lines of findings on the screen. */
import { visible } from "../../text/safe-text.ts";
import type { Finding } from "../../vet/model.ts";
import type { Tone } from "../cells.ts";
import { foldedLine } from "../folded-line.ts";
import type { Drawing } from "../palette.ts";
import { isMerelyNotStated, isProblem, labelOf, marksOf, messageBeside, topicOf } from "./findings.ts";
import type { Sections } from "./sections.ts";

/** Columns of the marks' labels, wide enough for `? inspections`. */
const labelWidth = 15;

/** Problems first, then what is not known; a waived finding is neither. */
export function markLines(findings: readonly Finding[], { shown, notStated }: Sections, options: Drawing): string {
  const sections = shown.map(([label]) => label.toLowerCase());
  const open = marksOf(findings);
  const spoken = open.filter((finding) => isProblem(finding) || !isMerelyNotStated(finding));
  const silent = open.filter((finding) => !spoken.includes(finding)).map(topicOf);
  const topics = [...new Set([...silent, ...notStated])]
    .filter((topic) => !spoken.some(({ rule }) => labelOf(rule) === topic))
    .filter((topic) => topic !== "authority since" || !silent.includes("authority"))
    .map((topic) => (sections.includes(topic) ? `${topic} in part` : topic));
  const marked = (finding: Finding) => {
    const [sign, tone] = isProblem(finding) ? (["!", "error"] as const) : (["?", "warning"] as const);
    return markLine(sign, labelOf(finding.rule), messageBeside(finding), tone, labelWidth, options);
  };
  return [
    ...spoken.map(marked),
    ...(topics.length > 0 ? [markLine("?", "not known", topics.join(", "), "warning", labelWidth, options)] : []),
  ].join("");
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
