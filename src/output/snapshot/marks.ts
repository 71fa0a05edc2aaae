/** The lines of findings on the screen. */
import type { Finding } from "../../vet/model.ts";
import type { Tone } from "../cells.ts";
import { foldedLine } from "../folded-line.ts";
import type { Drawing } from "../palette.ts";
import { isProblem, labelOf, markOf, marksOf, messageBeside, topicOf } from "./findings.ts";
import type { Sections } from "./sections.ts";

/** Columns of the marks' labels, wide enough for `? inspections`. */
const labelWidth = 15;

/** Problems first, then what is not known; a waived finding is neither. */
export function markLines(findings: readonly Finding[], { shown, notStated }: Sections, drawing: Drawing): string {
  const sections = shown.map(([label]) => label.toLowerCase());
  const open = marksOf(findings);
  const spoken = open.filter((finding) => isProblem(finding) || finding.reason !== "not-stated");
  const silent = open.filter((finding) => !spoken.includes(finding)).map(topicOf);
  const topics = [...new Set([...silent, ...notStated])]
    .filter((topic) => !spoken.some(({ rule }) => labelOf(rule) === topic))
    .filter((topic) => topic !== "authority since" || !silent.includes("authority"))
    .map((topic) => (sections.includes(topic) ? `${topic} in part` : topic));
  const marked = spoken.map((finding) => {
    const { sign, tone } = markOf(finding);
    return markLine(sign, labelOf(finding.rule), messageBeside(finding), tone, labelWidth, drawing);
  });
  const rest = topics.length > 0 ? markLine("?", "not known", topics.join(", "), "warning", labelWidth, drawing) : "";
  return marked.join("") + rest;
}

/** A finding on its line, or lines: the sign, the label, and what was found. */
export function markLine(
  sign: string,
  label: string,
  text: string,
  tone: Tone | undefined,
  indent: number,
  drawing: Drawing,
): string {
  return foldedLine(`${drawing.paint(sign, tone)} ${label.padEnd(indent - 2)}`, { text, tone }, indent, drawing);
}
