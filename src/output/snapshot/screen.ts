/** The dispatcher's screen: one carrier at a glance, problems before facts. */
import { isResult, type Result } from "../../lookup/outcome.ts";
import { visible } from "../../text/safe-text.ts";
import { effectOf } from "../../vet/finding.ts";
import { type Cell, docket, notStated, type Tone } from "../cells.ts";
import { standingOf } from "../date-cells.ts";
import type { Format } from "../format.ts";
import { labeledLines } from "../labeled-lines.ts";
import { type Drawing, palette } from "../palette.ts";
import { hanging, sideBySide, titleLine } from "../title.ts";
import { plainText } from "../value.ts";
import { isProblem, topicTone } from "./findings.ts";
import { markLines, ruleLines } from "./marks.ts";
import { type Details, rowOf, sectionsOf } from "./sections.ts";
import type { ScreenFacts, SnapshotAnswer } from "./snapshot.ts";

export interface ScreenOptions extends Drawing {
  /** A verdict heads the screen, and every rule is a line under its own name, passing and waived ones too. */
  verdict?: Cell;
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

/** The screen of one carrier. It never says more than the records do. */
export function snapshotScreen(snapshot: ScreenFacts, options: ScreenOptions): string {
  const whole = drawn(snapshot, options, "all");
  const isLong = options.width !== undefined && whole.split("\n").length > maxLines + 1;
  return isLong ? drawn(snapshot, options, "few") : whole;
}

/** What a terminal shows without scrolling. */
const maxLines = 24;

function drawn(snapshot: ScreenFacts, options: ScreenOptions, details: Details): string {
  const { paint, width, verdict } = options;
  const sections = sectionsOf(snapshot, options, details);
  const facts = labeledLines(sections.shown, paint, width);
  const marks = verdict ? ruleLines(snapshot.findings, options) : markLines(snapshot.findings, sections, options);
  const parts = [title(snapshot, options) + standing(snapshot, options), marks, facts];
  const footer = hanging(askedAt(snapshot), "dim", paint, width);
  return parts.filter((part) => part !== "").join("\n") + (facts === "" ? "\n" : "") + footer;
}

function title(snapshot: ScreenFacts, { width, paint, verdict }: ScreenOptions): string {
  const carrier = rowOf(snapshot.carrier, snapshot.asOf);
  const name = visible(plainText(carrier, "legal_name") ?? "name not stated");
  const own = docket(carrier, "mc_number");
  const numbers = [`USDOT ${snapshot.dotNumber}`, ...(own === notStated ? [] : [own.text])].map(visible);
  return titleLine(name, numbers, paint, width, verdict);
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

/** `asked 2026-11-21 15:28 UTC` */
function askedAt(snapshot: ScreenFacts): string {
  const time = new Date(snapshot.askedAt).toISOString();
  return `asked ${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
