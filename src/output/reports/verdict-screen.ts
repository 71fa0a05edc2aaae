/** The screen of a single carrier that was vetted: the snapshot under its verdict, with every rule. */
import { visible } from "../../text/safe-text.ts";
import type { RecordName, RecordState, RunHeader, Verdict, VettedCarrier } from "../../vet/model.ts";
import type { Tone } from "../cells.ts";
import { foldedLine } from "../folded-line.ts";
import { type MarkOptions, ruleLines } from "../snapshot/marks.ts";
import { snapshotScreen } from "../snapshot/screen.ts";
import type { ShownRecord } from "../snapshot/snapshot.ts";
import { changeText } from "./since.ts";
import { nameOf, verdictWords } from "./words.ts";

export const verdictTones: Readonly<Record<Verdict, Tone>> = { fail: "bad", review: "careful", pass: "good" };

/** Columns of `changed  authority  `. */
const changeColumn = 20;

/** The screen, and what changed since an earlier run. */
export function verdictScreen(carrier: VettedCarrier, header: RunHeader, options: MarkOptions): string {
  const { paint, width } = options;
  const changes = (carrier.changes?.fields ?? []).map((change) => {
    const start = paint("changed".padEnd(9), "careful") + change.kind.padEnd(changeColumn - 9);
    return foldedLine(start, changeText(change), changeColumn, width, (line) => line);
  });
  const screen = carrier.records.carrier?.state === "answered" ? snapshotOf : rulesOf;
  return [screen(carrier, header, options), ...(changes.length > 0 ? [changes.join("")] : [])].join("\n");
}

function snapshotOf(carrier: VettedCarrier, { as_of }: RunHeader, options: MarkOptions): string {
  const { dot_number: dotNumber, findings, records, answers, verdict } = carrier;
  const shown = (name: RecordName) => shownRecord(records[name]);
  const askedAt = Math.min(...answers.map(({ asked_at }) => Date.parse(asked_at)));
  const facts = {
    dotNumber,
    findings,
    carrier: shown("carrier"),
    insurance: shown("insurance"),
    safety: shown("safety"),
  };
  const heading = { word: verdictWords[verdict], tone: verdictTones[verdict] };
  return snapshotScreen({ ...facts, asOf: Date.parse(as_of), askedAt }, { ...options, verdict: heading });
}

function shownRecord(record: RecordState | undefined): ShownRecord {
  if (record === undefined) return { state: "not-asked" };
  if (record.state === "none") return { state: "none" };
  if (record.state === "unanswered") return { state: "unanswered", error: { message: record.message } };
  return { state: "answered", answer: { record: record.value, text: record.text ?? JSON.stringify(record.value) } };
}

/** Without a carrier record there are no facts to show, nothing but what the rules say. */
function rulesOf(carrier: VettedCarrier, _header: RunHeader, options: MarkOptions): string {
  const { verdict, dot_number, findings } = carrier;
  const { paint, width } = options;
  const name = nameOf(carrier);
  const title = foldedLine("", `USDOT ${visible(dot_number)}  ${name}`, 0, width, (line) => paint(line, "strong"), 2);
  return `${paint(verdictWords[verdict], verdictTones[verdict])}\n${title}\n${ruleLines(findings, options)}`;
}
