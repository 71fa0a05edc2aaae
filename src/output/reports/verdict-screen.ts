/** The screen of a single carrier that was vetted: the snapshot under its verdict, with what decides. */
import { counted, grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import { displayWidth } from "../../text/width.ts";
import { inOrder } from "../../vet/finding.ts";
import type { Finding, RunHeader, Verdict, VettedCarrier } from "../../vet/model.ts";
import { notStated, type Tone } from "../cells.ts";
import { foldedLine, hanging } from "../folded-line.ts";
import type { Drawing } from "../palette.ts";
import { markOf, withReason } from "../snapshot/findings.ts";
import { markLine, snapshotScreen } from "../snapshot/screen.ts";
import { titleLine } from "../title.ts";
import { carrierName, changeTexts, verdictWords, waiverOf } from "./words.ts";

export const verdictTones: Readonly<Record<Verdict, Tone>> = { fail: "error", review: "warning", pass: "success" };

/** The verdict and whose it is, what changed and what decides, and what the records say. */
export function verdictScreen(
  carrier: VettedCarrier,
  { as_of }: RunHeader,
  drawing: Drawing,
  verbose: boolean,
): string {
  const { dot_number: dotNumber, findings, records, answers, verdict } = carrier;
  const heading = { text: verdictWords[verdict], tone: verdictTones[verdict] };
  // A changed identity is a sign of theft, whatever the verdict is.
  const rules = changeBlock(carrier, drawing) + ruleLines(inOrder(carrier.findings), verbose, drawing);
  // Without a carrier record, there are no facts to show, nothing but what the rules say.
  if (records.carrier?.state !== "answered")
    return `${titleLine(carrierName(carrier), dotNumber, notStated, drawing, heading)}\n${rules}`;
  const askedAt = Math.min(...answers.map(({ asked_at }) => Date.parse(asked_at)));
  const snapshot = { dotNumber, records, findings, asOf: Date.parse(as_of), askedAt };
  return snapshotScreen(snapshot, { ...drawing, vetted: { verdict: heading, rules } });
}

function changeBlock(carrier: VettedCarrier, drawing: Drawing): string {
  const label = "changed  ";
  const start = drawing.paint(label, "warning");
  return changeTexts(carrier)
    .map((text) => foldedLine(start, { text }, label.length, drawing))
    .join("");
}

/** Columns of the rules' names, at least. */
const ruleColumn = 15;

/**
 * What decides, then warnings, then what is waived, each by its rule's name, which policies and waivers use. The other rules are counted.
 * @param verbose whether they are lines too
 */
function ruleLines(findings: readonly Finding[], verbose: boolean, drawing: Drawing): string {
  const isQuiet = ({ outcome }: Finding) => outcome === "pass" || outcome === "skipped";
  const shown = verbose ? findings : findings.filter((finding) => !isQuiet(finding));
  const indent = Math.max(ruleColumn, ...shown.map(({ rule }) => displayWidth(visible(rule)) + 4));
  const lines = shown.map((finding) => {
    const { sign, tone = "dim" } = markOf(finding);
    return markLine(sign || " ", visible(finding.rule), { text: statement(finding), tone }, indent, drawing);
  });
  const count = (outcome: Finding["outcome"]) => findings.filter((finding) => finding.outcome === outcome).length;
  const quiet = [
    ...(count("pass") > 0 ? [counted(count("pass"), "rule passes", "rules pass")] : []),
    ...(count("skipped") > 0 ? [`${grouped(count("skipped"))} skipped`] : []),
  ];
  if (verbose || quiet.length === 0) return lines.join("");
  return lines.join("") + hanging({ text: `  ${quiet.join(", ")} (-v: each)`, tone: "dim" }, drawing);
}

/** The message, the level where it decides nothing, and the waiver. */
function statement(finding: Finding): string {
  const { level, outcome, reason } = finding;
  if (reason === "not-judged") return "skipped";
  const isWarning = level === "warning" && (outcome === "fail" || outcome === "unknown");
  const notes = [isWarning && "warning", outcome === "skipped" && "skipped", waiverOf(finding)];
  return [withReason(finding), ...notes.filter((note) => note)].join("; ");
}
