/** The screen of a single carrier that was vetted: the snapshot under its verdict, with what decides. */
import { counted, grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import { displayWidth } from "../../text/width.ts";
import type { Finding, RecordName, RecordState, RunHeader, Verdict, VettedCarrier } from "../../vet/model.ts";
import type { Tone } from "../cells.ts";
import { foldedLine } from "../folded-line.ts";
import type { Drawing } from "../palette.ts";
import { isProblem, isUnknown, withReason } from "../snapshot/findings.ts";
import { markLine } from "../snapshot/marks.ts";
import { snapshotScreen } from "../snapshot/screen.ts";
import type { ShownRecord } from "../snapshot/snapshot.ts";
import { hanging, titleLine } from "../title.ts";
import { changeTexts, inOrder, markOf, nameOf, verdictWords } from "./words.ts";

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
  const rules = changeBlock(carrier, drawing) + ruleLines(inOrder(carrier), verbose, drawing);
  if (records.carrier?.state !== "answered") {
    // There are no facts to show, nothing but what the rules say.
    const { paint, width } = drawing;
    return `${titleLine(nameOf(carrier), [`USDOT ${visible(dotNumber)}`], paint, width, heading)}\n${rules}`;
  }
  const shown = (name: RecordName) => shownRecord(records[name]);
  const facts = {
    dotNumber,
    findings,
    carrier: shown("carrier"),
    insurance: shown("insurance"),
    safety: shown("safety"),
    asOf: Date.parse(as_of),
    askedAt: Math.min(...answers.map(({ asked_at }) => Date.parse(asked_at))),
  };
  return snapshotScreen(facts, { ...drawing, vetted: { verdict: heading, rules } });
}

function changeBlock(carrier: VettedCarrier, { paint, width }: Drawing): string {
  const label = "changed";
  return changeTexts(carrier)
    .map((text) => foldedLine(`${paint(label, "warning")}  `, text, label.length + 2, width, (part) => part))
    .join("");
}

/** Columns of the rules' names, at least. */
const ruleColumn = 15;

/**
 * What decides, then warnings, then what is waived, each by its rule's name, which policies and waivers use. The other rules are counted.
 *
 * @param verbose whether they are lines too
 */
function ruleLines(findings: readonly Finding[], verbose: boolean, drawing: Drawing): string {
  const isQuiet = ({ outcome }: Finding) => outcome === "pass" || outcome === "skipped";
  const shown = verbose ? findings : findings.filter((finding) => !isQuiet(finding));
  const indent = Math.max(ruleColumn, ...shown.map(({ rule }) => displayWidth(visible(rule)) + 4));
  const lines = shown.map((finding) => {
    const tone = isProblem(finding) ? "error" : isUnknown(finding) ? "warning" : "dim";
    return markLine(markOf(finding) || " ", visible(finding.rule), statement(finding), tone, indent, drawing);
  });
  const count = (outcome: Finding["outcome"]) => findings.filter((finding) => finding.outcome === outcome).length;
  const quiet = [
    ...(count("pass") > 0 ? [counted(count("pass"), "rule passes", "rules pass")] : []),
    ...(count("skipped") > 0 ? [`${grouped(count("skipped"))} skipped`] : []),
  ];
  const rest = verbose || quiet.length === 0 ? [] : [`  ${quiet.join(", ")} (-v: each)`];
  return [...lines, ...rest.map((text) => hanging(text, "dim", drawing.paint, drawing.width))].join("");
}

/** The message, the level where it decides nothing, and the waiver. */
function statement(finding: Finding): string {
  const { level, outcome, reason, waived } = finding;
  if (reason === "not-judged") return "skipped";
  const isWarning = level === "warning" && (outcome === "fail" || outcome === "unknown");
  return [
    withReason(finding),
    ...(isWarning ? ["warning"] : []),
    ...(outcome === "skipped" ? ["skipped"] : []),
    ...(waived ? [`waived until ${waived.until} by ${waived.by}: ${waived.reason}`] : []),
  ].join("; ");
}

function shownRecord(record: RecordState | undefined): ShownRecord {
  if (record === undefined) return { state: "not-asked" };
  if (record.state === "none") return { state: "none" };
  if (record.state === "unanswered") return { state: "unanswered", error: { message: record.message } };
  return { state: "answered", answer: { record: record.value, text: record.text ?? JSON.stringify(record.value) } };
}
