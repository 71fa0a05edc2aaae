/** The screen of a single carrier that was vetted: the snapshot under its verdict, with every rule. */
import { visible } from "../../text/safe-text.ts";
import type { RecordName, RecordState, RunHeader, Verdict, VettedCarrier } from "../../vet/model.ts";
import type { Tone } from "../cells.ts";
import { foldedLine } from "../folded-line.ts";
import type { Drawing } from "../palette.ts";
import { ruleLines } from "../snapshot/marks.ts";
import { snapshotScreen } from "../snapshot/screen.ts";
import type { ShownRecord } from "../snapshot/snapshot.ts";
import { changeText, nameOf, verdictWords } from "./words.ts";

export const verdictTones: Readonly<Record<Verdict, Tone>> = { fail: "error", review: "warning", pass: "success" };

/** Columns of `changed  authority  `. */
const changeColumn = 20;

/** What changed since an earlier run, and the screen. */
export function verdictScreen(carrier: VettedCarrier, header: RunHeader, options: Drawing): string {
  const screen = carrier.records.carrier?.state === "answered" ? snapshotOf : rulesOf;
  return [...changeBlock(carrier, options), screen(carrier, header, options)].join("\n");
}

/** Above everything else: a changed identity is a sign of theft, whatever the verdict is. */
function changeBlock({ changes, verdict }: VettedCarrier, { paint, width }: Drawing): string[] {
  const line = (kind: string, text: string) => {
    const start = paint("changed".padEnd(9), "warning") + kind.padEnd(changeColumn - 9);
    return foldedLine(start, text, changeColumn, width, (part) => part);
  };
  if (changes === null) return [];
  const { verdict_before, fields } = changes;
  const before = verdict_before ?? "not in the earlier run";
  const verdicts = before === verdict ? [] : [line("verdict", `was ${before}, now ${verdict}`)];
  const block = [...verdicts, ...fields.map((change) => line(change.kind, changeText(change)))];
  return block.length === 0 ? [] : [block.join("")];
}

function snapshotOf(carrier: VettedCarrier, { as_of }: RunHeader, options: Drawing): string {
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
  const heading = { text: verdictWords[verdict], tone: verdictTones[verdict] };
  return snapshotScreen({ ...facts, asOf: Date.parse(as_of), askedAt }, { ...options, verdict: heading });
}

function shownRecord(record: RecordState | undefined): ShownRecord {
  if (record === undefined) return { state: "not-asked" };
  if (record.state === "none") return { state: "none" };
  if (record.state === "unanswered") return { state: "unanswered", error: { message: record.message } };
  return { state: "answered", answer: { record: record.value, text: record.text ?? JSON.stringify(record.value) } };
}

/** Without a carrier record there are no facts to show, nothing but what the rules say. */
function rulesOf(carrier: VettedCarrier, _header: RunHeader, options: Drawing): string {
  const { verdict, dot_number, findings } = carrier;
  const { paint, width } = options;
  const name = nameOf(carrier);
  const title = foldedLine("", `USDOT ${visible(dot_number)}  ${name}`, 0, width, (line) => paint(line, "bold"), 2);
  return `${paint(verdictWords[verdict], verdictTones[verdict])}\n${title}\n${ruleLines(findings, options)}`;
}
