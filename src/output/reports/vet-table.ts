/** The report for people: what decides, carrier by carrier. */
import { isListed } from "../../screen/findings.ts";
import {
  Drawing,
  printedLines,
  spacedLines,
  type Tone,
} from "../../screen/lines.ts";
import { carrierScreen, statementBlocks } from "../../screen/snapshot.ts";
import { dayIn } from "../../text/time.ts";
import { joinedRecord } from "../snapshot-record.ts";
import { asideOf, type CarrierText, verdictText } from "./carrier.ts";
import { noteLine, unclaimedNote } from "./line.ts";
import { basisOf, provenanceText, shortHash } from "./provenance.ts";
import type { Report, RunSummary } from "./summary.ts";

const verdictTones = {
  fail: "bad",
  review: "doubt",
  pass: "good",
} as const satisfies Record<string, Tone>;

/**
 * One number has the snapshot's screen, headed by its verdict. In a list, a
 * carrier that passes is one line, and one for each exception.
 */
export const tableReport: Report = (summary) => {
  const { header, look, reported, headlines, remarksWithNews, totals } =
    summary;
  const isNews = [headlines, reported, summary.listProblems].some(
    ({ length }) => length > 0,
  );
  if (look.quiet && look.onlyChanged && header.compared && !isNews) return "";
  const [first] = reported;
  if (look.prefersScreen && first && summary.carriers.length === 1)
    return verdictScreen(first, summary);
  const drawing = new Drawing(look);
  const lines = (texts: readonly string[]) =>
    texts.flatMap((text) => drawing.hanging({ text }));
  const about = lines(remarksWithNews);
  const judged = summary.worstFirst.flatMap((each) =>
    carrierLines(each, drawing),
  );
  const ends = [
    ...lines([summary.counts]),
    ...(totals ? drawing.labeled("", { text: totals }, 2) : []),
    ...drawing.remark(summary.provenance),
  ];
  const parts =
    headlines.length > 0 ? [about, judged, ends] : [judged, about, ends];
  return printedLines(spacedLines(parts));
};

function carrierLines(carrier: CarrierText, drawing: Drawing): string[] {
  const { verdict, dotNumber, name, statements } = carrier;
  const [margin, verdictWidth] = drawing.width < 60 ? [2, 8] : [11, 11];
  const reasons = statements.filter(isListed);
  const blocks = statementBlocks(reasons, drawing, { margin, least: 20 });
  const word = verdict.toUpperCase().padEnd(verdictWidth);
  const start = drawing.paint(word, verdictTones[verdict]) + dotNumber;
  const aside = asideOf(carrier);
  const text = aside === "" ? name : `${name}  (${aside})`;
  return [
    // A number has at most 8 digits.
    ...drawing.labeled(start, { text, tone: "bold" }, verdictWidth + 8 + 2),
    ...blocks.flatMap(({ lines }) => lines),
  ];
}

/**
 * The snapshot's screen under the verdict. Its times are those of the run,
 * which may be an earlier one's.
 */
function verdictScreen(carrier: CarrierText, summary: RunSummary): string {
  const { dossier, dotNumber, verdict, statements } = carrier;
  const { header, footer, look, remarks } = summary;
  const { evidence_sha256: hash = "" } = footer;
  // Standard error has all of the hash.
  const withShortHash = { ...footer, evidence_sha256: shortHash(hash) };
  const heading = {
    verdict: { text: verdictText(carrier), tone: verdictTones[verdict] },
    statements,
    notes: remarks,
    callerNote: unclaimedNote(carrier),
    provenance: provenanceText(
      basisOf({ ...summary, footer: withShortHash }, look.zone),
    ),
    line: noteLine(carrier, summary, look),
  };
  const { answers } = dossier;
  const row = {
    ...carrier,
    answers,
    record: joinedRecord(dotNumber, answers),
    today: dayIn(header.as_of),
  };
  const linesBehind = look.linesBehind?.(footer) ?? 0;
  const height = look.height && look.height - linesBehind;
  return carrierScreen(row, { ...look, height }, heading);
}
