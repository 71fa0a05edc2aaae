/** The dispatcher's screen: one carrier at a glance, problems before facts. */
import { isResult, type Result } from "../../lookup/outcome.ts";
import { visible } from "../../text/safe-text.ts";
import { effectOf } from "../../vet/finding.ts";
import { type Cell, docket, notStated, type Tone } from "../cells.ts";
import { standingOf } from "../date-cells.ts";
import type { Format } from "../format.ts";
import { labeledLines } from "../labeled-lines.ts";
import { type Drawing, palette } from "../palette.ts";
import { alsoSent, hanging, sideBySide, titleLine } from "../title.ts";
import { extraFields } from "../unknown-fields.ts";
import { plainText } from "../value.ts";
import { carrierView, insuranceView, safetyView } from "../views.ts";
import { isProblem, topicTone } from "./findings.ts";
import { markLines } from "./marks.ts";
import { maxSaving, rowOf, sectionsOf } from "./sections.ts";
import { recordIn, type ScreenFacts, type SnapshotAnswer } from "./snapshot.ts";

export interface ScreenOptions extends Drawing {
  /** A verdict heads the screen of a carrier that was vetted, with the rules by their own names below it. */
  vetted?: { verdict: Cell; rules: string };
}

/** Several carriers are a list; a single one has the screen. */
export const screens: Format = (sink, { width, color }) => {
  const options = { width, paint: palette(color) };
  return {
    write(outcomes) {
      const results = outcomes.filter(isResult);
      return results.length === 0
        ? undefined
        : sink.write(results.map((result) => screenOf(result, options)).join("\n"));
    },
    end: () => undefined,
  };
};

function screenOf(result: Result, options: ScreenOptions): string {
  if ("answer" in result) return snapshotScreen((result.answer as SnapshotAnswer).snapshot, options);
  const why = result.kind === "not-found" ? "not found" : `no answer: ${result.error.message}`;
  return hanging(visible(`USDOT ${result.dotNumber}: ${why}`), "error", options.paint, options.width);
}

/** The most lines on a terminal of 80 columns. */
const maxLines = 24;

/** The screen of one carrier. It never says more than the records do. */
export function snapshotScreen(snapshot: ScreenFacts, options: ScreenOptions): string {
  const { width } = options;
  let text = drawn(snapshot, options, 0);
  for (let saving = 1; width !== undefined && linesIn(text) > mostLines(options) && saving <= maxSaving; saving++) {
    text = drawn(snapshot, options, saving);
  }
  return text;
}

/** With a verdict, what identifies the run is a line more, standard error may say two, and the prompt takes one: the verdict stays. */
function mostLines({ vetted }: ScreenOptions): number {
  return vetted ? maxLines - 4 : maxLines;
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}

function drawn(snapshot: ScreenFacts, options: ScreenOptions, saving: number): string {
  const { paint, width, vetted } = options;
  const sections = sectionsOf(snapshot, options, saving);
  const marks = vetted?.rules ?? markLines(snapshot.findings, sections, options);
  const top = [title(snapshot, options) + standing(snapshot, options), marks].filter((part) => part !== "").join("\n");
  const facts = labeledLines(sections.shown, paint, width);
  if (!vetted) {
    const extra = alsoSentIn(snapshot, { paint, width });
    return `${top}\n${facts}${extra}${hanging(askedAt(snapshot), "dim", paint, width)}`;
  }
  const room = mostLines(options) - linesIn(top) - 1;
  if (saving < maxSaving || linesIn(facts) <= room) return facts === "" ? top : `${top}\n${facts}`;
  // What decides comes first: the screen of the carrier has the rest.
  const shown = facts.split("\n").slice(0, Math.max(0, room - 1));
  return `${top}\n${[...shown, paint(`more: usdot ${snapshot.dotNumber}`, "dim")].join("\n")}\n`;
}

function title(snapshot: ScreenFacts, { width, paint, vetted }: ScreenOptions): string {
  const carrier = rowOf(snapshot.carrier, snapshot.asOf);
  const name = visible(plainText(carrier, "legal_name") ?? "name not stated");
  const own = docket(carrier, "mc_number");
  const numbers = [`USDOT ${snapshot.dotNumber}`, ...(own === notStated ? [] : [own.text])].map(visible);
  return titleLine(name, numbers, paint, width, vetted?.verdict);
}

/** `status ACTIVE · authority ACTIVE, since 2017-12-14 (8 years)`, each in the tone of its findings. */
function standing(snapshot: ScreenFacts, { paint, width }: ScreenOptions): string {
  const [status, authority] = standingOf(rowOf(snapshot.carrier, snapshot.asOf));
  const authorityTone = topicTone(snapshot.findings, "authority", authority);
  const statusTone = topicTone(snapshot.findings, "status") ?? standingTone(snapshot, status.tone, authorityTone);
  const texts = [
    { text: visible(status.text), tone: statusTone },
    { text: visible(authority.text), tone: authorityTone },
  ];
  return sideBySide(texts, paint, width);
}

/** ACTIVE is green only where nothing is wrong and nothing is left to review: color never reassures over a doubt. */
function standingTone(
  { findings }: ScreenFacts,
  tone: Tone | undefined,
  authorityTone: Tone | undefined,
): Tone | undefined {
  const isDoubtful =
    authorityTone === "error" || findings.some((finding) => isProblem(finding) || effectOf(finding) === "review");
  return tone === "success" && isDoubtful ? undefined : tone;
}

/** The fields of the carrier record by their own names, those of the others after the record's. */
function alsoSentIn({ carrier, insurance, safety, dotNumber }: ScreenFacts, drawing: Drawing): string {
  const own = extraFields(carrierView, recordIn(carrier));
  const others = [
    ...extraFields(insuranceView, recordIn(insurance)).map((field) => `insurance.${field}`),
    ...extraFields(safetyView, recordIn(safety)).map((field) => `safety.${field}`),
  ];
  const command = others.length > 0 ? `usdot ${dotNumber}` : `usdot carrier ${dotNumber}`;
  return alsoSent([...own, ...others], command, drawing);
}

/** `asked 2026-11-21 15:28 UTC` */
function askedAt(snapshot: ScreenFacts): string {
  const time = new Date(snapshot.askedAt).toISOString();
  return `asked ${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
