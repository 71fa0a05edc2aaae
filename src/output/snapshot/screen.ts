/** The dispatcher's screen: one carrier at a glance, problems before facts. */
import type { Result } from "../../lookup/outcome.ts";
import { answer } from "../../vet/changes.ts";
import { effectOf } from "../../vet/finding.ts";
import type { Finding } from "../../vet/model.ts";
import { type Cell, docket, type Tone } from "../cells.ts";
import { standingOf } from "../date-cells.ts";
import { foldedLine, hanging } from "../folded-line.ts";
import { type Format, writerOf } from "../format.ts";
import { labeledLines } from "../labeled-lines.ts";
import { type Drawing, drawingFor } from "../palette.ts";
import { alsoSent, sideBySide, titleLine } from "../title.ts";
import { extraFields } from "../unknown-fields.ts";
import { plainText } from "../value.ts";
import { carrierView, insuranceView, safetyView } from "../views.ts";
import { isProblem, markOf, marksOf, messageBeside, ruleLabel, topicOf, topicTone } from "./findings.ts";
import { maxSaving, rowOf, type Sections, snapshotSections } from "./sections.ts";
import type { Snapshot, SnapshotAnswer } from "./snapshot.ts";

export interface ScreenOptions extends Drawing {
  /** A verdict heads the screen of a carrier that was vetted, with the rules by their own names below it. */
  vetted?: { verdict: Cell; rules: string };
}

/** Several carriers are a list; a single one has the screen. */
export const screens: Format = (sink, options) => {
  const drawing = drawingFor(options);
  return writerOf(sink, (result) => screenOf(result, drawing));
};

function screenOf(result: Result, drawing: Drawing): string {
  if ("answer" in result) return snapshotScreen((result.answer as SnapshotAnswer).snapshot, drawing);
  const why = result.kind === "not-found" ? "not found" : `no answer: ${result.error.message}`;
  return hanging({ text: `USDOT ${result.dotNumber}: ${why}`, tone: "error" }, drawing);
}

/** The most lines on a terminal of 80 columns. */
const maxLines = 24;

/** The screen of one carrier. It never says more than the records do. */
export function snapshotScreen(snapshot: Snapshot, options: ScreenOptions): string {
  let text = drawn(snapshot, options, 0);
  const isTooLong = () => Number.isFinite(options.width) && linesIn(text) > maxLinesOf(options);
  for (let saving = 1; isTooLong() && saving <= maxSaving; saving++) text = drawn(snapshot, options, saving);
  return text;
}

/** With a verdict, what identifies the run is a line more, standard error may say two, and the prompt takes one: the verdict stays. */
function maxLinesOf({ vetted }: ScreenOptions): number {
  return vetted ? maxLines - 4 : maxLines;
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}

function drawn(snapshot: Snapshot, options: ScreenOptions, saving: number): string {
  const { vetted } = options;
  const sections = snapshotSections(snapshot, options, saving);
  const marks = vetted?.rules ?? markLines(snapshot.findings, sections, options);
  const top = heading(snapshot, options) + (marks === "" ? "" : `\n${marks}`);
  const facts = labeledLines(sections.shown, options);
  if (!vetted) {
    const asked = new Date(snapshot.askedAt).toISOString().replace(/T(\d\d:\d\d).*/, " $1 UTC");
    return `${top}\n${facts}${alsoSentIn(snapshot, options)}${hanging({ text: `asked ${asked}`, tone: "dim" }, options)}`;
  }
  const room = maxLinesOf(options) - linesIn(top) - 1;
  if (saving < maxSaving || linesIn(facts) <= room) return facts === "" ? top : `${top}\n${facts}`;
  // What decides comes first: the screen of the carrier has the rest.
  const shown = facts.split("\n").slice(0, Math.max(0, room - 1));
  return `${top}\n${[...shown, options.paint(`more: usdot ${snapshot.dotNumber}`, "dim")].join("\n")}\n`;
}

/** Columns of the marks' labels, wide enough for `? inspections`. */
const labelWidth = 15;

/** Problems first, then what is not known; a waived finding is neither. */
function markLines(findings: readonly Finding[], { shown, notStated }: Sections, drawing: Drawing): string {
  const sections = shown.map(([label]) => label.toLowerCase());
  const open = marksOf(findings);
  const spoken = open.filter((finding) => isProblem(finding) || finding.reason !== "not-stated");
  const silent = open.filter((finding) => !spoken.includes(finding)).map(topicOf);
  const topics = [...new Set([...silent, ...notStated])]
    .filter((topic) => !spoken.some(({ rule }) => ruleLabel(rule) === topic))
    .filter((topic) => topic !== "authority since" || !silent.includes("authority"))
    .map((topic) => (sections.includes(topic) ? `${topic} in part` : topic));
  const marked = spoken.map((finding) => {
    const { sign, tone } = markOf(finding);
    return markLine(sign, ruleLabel(finding.rule), { text: messageBeside(finding), tone }, labelWidth, drawing);
  });
  if (topics.length === 0) return marked.join("");
  const unknown: Cell = { text: topics.join(", "), tone: "warning" };
  return marked.join("") + markLine("?", "not known", unknown, labelWidth, drawing);
}

/** A finding on its line, or lines: the sign, the label, and what was found. */
export function markLine(sign: string, label: string, found: Cell, indent: number, drawing: Drawing): string {
  return foldedLine(`${drawing.paint(sign, found.tone)} ${label.padEnd(indent - 2)}`, found, indent, drawing);
}

/** Whose screen it is, and `status ACTIVE · authority ACTIVE, since 2017-12-14 (8 years)`, each in the tone of its findings. */
function heading({ dotNumber, records, findings, asOf }: Snapshot, options: ScreenOptions): string {
  const carrier = rowOf(records.carrier, asOf);
  const [status, authority] = standingOf(carrier);
  const authorityTone = topicTone(findings, "authority", authority);
  // ACTIVE is green only where nothing is wrong and nothing is left to review: color never reassures over a doubt.
  const isDoubtful =
    authorityTone === "error" || findings.some((finding) => isProblem(finding) || effectOf(finding) === "review");
  const ownTone: Tone | undefined = status.tone === "success" && isDoubtful ? undefined : status.tone;
  const standing = [
    { ...status, tone: topicTone(findings, "status") ?? ownTone },
    { ...authority, tone: authorityTone },
  ];
  const [name, own] = [plainText(carrier, "legal_name"), docket(carrier, "mc_number")];
  return titleLine(name, dotNumber, own, options, options.vetted?.verdict) + sideBySide(standing, options);
}

/** The fields of the carrier record by their own names, those of the others after the record's. */
function alsoSentIn({ records, dotNumber }: Snapshot, drawing: Drawing): string {
  const own = extraFields(carrierView, answer(records, "carrier"));
  const others = [
    ...extraFields(insuranceView, answer(records, "insurance")).map((field) => `insurance.${field}`),
    ...extraFields(safetyView, answer(records, "safety")).map((field) => `safety.${field}`),
  ];
  const command = others.length > 0 ? `usdot ${dotNumber}` : `usdot carrier ${dotNumber}`;
  return alsoSent([...own, ...others], command, drawing);
}
