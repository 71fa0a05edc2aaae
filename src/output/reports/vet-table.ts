/** The report for people: what decides, carrier by carrier. */
import {
  type Drawing,
  drawingFor,
  hangingLines,
  labeledLines,
  printedLines,
  remarkLines,
  spacedLines,
  type Tone,
} from "../../screen/look.ts";
import { snapshotScreen, statementLines } from "../../screen/snapshot.ts";
import { snapshotOf } from "../../screen/snapshot-record.ts";
import { workflowSafe } from "../../text/safe-text.ts";
import { dayIn } from "../../text/time.ts";
import type { Run, Vetted } from "../../vet/model.ts";
import {
  asideOf,
  type CarrierText,
  carrierText,
  isListed,
  verdictText,
} from "./carrier.ts";
import { noteLine } from "./line.ts";
import {
  type Report,
  type ReportLook,
  type Summary,
  summaryOf,
} from "./summary.ts";

const verdictTones = {
  fail: "bad",
  review: "doubt",
  pass: "good",
} as const satisfies Record<string, Tone>;

/**
 * One number has the snapshot's screen, headed by its verdict. In a list, a
 * carrier that passes is one line, and one for each exception.
 */
export const tableReport: Report = (run, look) => {
  const summary = summaryOf(run, { ...look, verbose: false });
  const isCompared = run.header.compared !== null;
  const { gone } = run.footer;
  const [first] = summary.listed;
  const isWithoutNews = isCompared && gone.length === 0 && first === undefined;
  const isSilent = look.quiet && look.onlyChanged;
  if (isSilent && isWithoutNews && summary.problems.length === 0) return "";
  if (look.isScreen && first && run.carriers.length === 1)
    return carrierScreen(first.vetted, run, summary, look);
  const drawing = drawingFor(look);
  const { headlines, notes, carriers, counts, totals, provenance } = summary;
  const lines = (texts: readonly string[]) =>
    texts.flatMap((text) => hangingLines({ text }, drawing));
  const end = [
    ...lines([counts]),
    ...(totals ? labeledLines("", { text: totals }, 2, drawing) : []),
  ];
  const parts = [
    lines(headlines.length > 0 ? [...headlines, ...notes] : []),
    carriers.flatMap((carrier) => carrierLines(carrier, drawing)),
    lines(headlines.length > 0 ? [] : notes),
    [...end, ...remarkLines(provenance, drawing)],
  ];
  return workflowSafe(printedLines(spacedLines(parts)));
};

function carrierLines(carrier: CarrierText, drawing: Drawing): string[] {
  const { verdict, dotNumber, name, distinct } = carrier;
  const { paint, width } = drawing;
  const [margin, verdictWidth] = width < 60 ? [2, 8] : [11, 11];
  const reasons = distinct.filter(isListed);
  const column = Math.max(20, ...reasons.map(({ title }) => title.length + 4));
  const lines = reasons.flatMap((reason) =>
    statementLines(reason, margin, column, drawing),
  );
  const word = verdict.toUpperCase().padEnd(verdictWidth);
  const start = paint(word, verdictTones[verdict]) + dotNumber;
  const aside = asideOf(carrier);
  const text = aside === "" ? name : `${name}  (${aside})`;
  const title = { text, tone: "bold" as const };
  return [...labeledLines(start, title, verdictWidth + 10, drawing), ...lines];
}

/**
 * The snapshot's screen under the verdict. Its times are those of the run,
 * which may be an earlier one's.
 */
function carrierScreen(
  vetted: Vetted,
  run: Run,
  { notes, provenance }: Summary,
  look: ReportLook,
): string {
  const { dossier, findings, verdict } = vetted;
  const heading = {
    verdict: { text: verdictText(vetted), tone: verdictTones[verdict] },
    statements: carrierText(vetted).distinct,
    notes,
    provenance,
    line: noteLine(vetted, run, look),
  };
  const { answers, dotNumber } = dossier;
  const today = dayIn(run.header.as_of);
  const { notes: ofCarrier } = vetted;
  const snapshot = { answers, findings, notes: ofCarrier, isBuiltIn: false };
  const row = snapshotOf(dotNumber, snapshot, today);
  return workflowSafe(snapshotScreen(row, { ...look, today }, heading));
}
