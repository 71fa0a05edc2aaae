/** The lines of findings on the screen. */
import { visible } from "../../text/safe-text.ts";
import { displayWidth } from "../../text/width.ts";
import { type Effect, effectOf } from "../../vet/finding.ts";
import type { Finding } from "../../vet/model.ts";
import type { Tone } from "../cells.ts";
import { foldedLine } from "../folded-line.ts";
import type { Paint } from "../palette.ts";
import { isProblem, isUnknown, withReason } from "./findings.ts";

/** Columns of the labels, wide enough for `? inspections`. */
export const labelWidth = 14;

export interface MarkOptions {
  /** Columns of the terminal; undefined where nothing needs to fit. */
  width: number | undefined;
  paint: Paint;
}

/** Every rule by its name, which policies and waivers use: what decides, what is only shown, what is waived, the rest. */
export function ruleLines(findings: readonly Finding[], options: MarkOptions): string {
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
  { paint, width }: MarkOptions,
): string {
  const start = `${paint(sign, tone)} ${label.padEnd(indent - 2)}`;
  return foldedLine(start, visible(message), indent, width, (text) => paint(text, tone));
}
