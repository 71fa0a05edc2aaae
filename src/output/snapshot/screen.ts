/** The dispatcher's screen: one carrier at a glance, problems before facts. */
import { isResult, type Result } from "../../lookup/outcome.ts";
import { visible } from "../../text/safe-text.ts";
import { displayWidth } from "../../text/width.ts";
import { effectOf } from "../../vet/finding.ts";
import type { Finding } from "../../vet/model.ts";
import { asItCame, docket, status, type Tone } from "../cells.ts";
import { foldedLine } from "../folded-line.ts";
import type { Format } from "../format.ts";
import { type Paint, palette } from "../palette.ts";
import { loadingWidths } from "../text-width.ts";
import { labelOf } from "./labels.ts";
import { authorityOf, rowOf, sectionsOf } from "./sections.ts";
import type { Snapshot, SnapshotAnswer } from "./snapshot.ts";

/** Columns of the labels, wide enough for `? inspections`. */
const labelWidth = 14;

export interface ScreenOptions {
  /** Columns of the terminal; undefined where nothing needs to fit. */
  width: number | undefined;
  paint: Paint;
}

/** Screens of a list are separated by an empty line. */
export const screens: Format = loadingWidths((sink, { width, color }) => {
  const options = { width, paint: palette(color) };
  let separator = "";
  return {
    write(outcomes) {
      let text = "";
      for (const outcome of outcomes) {
        if (!isResult(outcome)) continue;
        text += separator + screenOf(outcome, options);
        separator = "\n";
      }
      return text === "" ? undefined : sink.write(text);
    },
    end: () => undefined,
  };
});

function screenOf(result: Result, options: ScreenOptions): string {
  if ("answer" in result) return snapshotScreen((result.answer as SnapshotAnswer).snapshot, options);
  const why = result.kind === "not-found" ? "not found" : `no answer: ${result.error.message}`;
  return line("", `USDOT ${result.dotNumber}: ${why}`, "bad", options);
}

/** The screen of one carrier. It never says more than the records do. */
export function snapshotScreen(snapshot: Snapshot, options: ScreenOptions): string {
  const { sections, notStated } = sectionsOf(snapshot);
  const facts = sections.flatMap(({ label, lines }) =>
    lines.map(({ text, tone }, index) => line(index === 0 ? label : "", text, tone, options)),
  );
  const parts = [
    title(snapshot, options) + standing(snapshot, options),
    marks(snapshot, notStated, options),
    facts.join(""),
  ];
  return parts.filter((part) => part !== "").join("\n") + footer(snapshot, options);
}

/** The name at the left and the numbers at the right; one below the other where they don't fit side by side. */
function title(snapshot: Snapshot, { width, paint }: ScreenOptions): string {
  const carrier = rowOf(snapshot.carrier, snapshot.askedAt);
  const name = visible(asItCame(carrier, "legal_name").text);
  const number = docket(carrier, "mc_number").text;
  const numbers = visible([`USDOT ${snapshot.dotNumber}`, ...(number === "—" ? [] : [number])].join(" · "));
  const gap = (width ?? 80) - displayWidth(name) - displayWidth(numbers);
  if (gap >= 2) return `${paint(name, "strong")}${" ".repeat(gap)}${numbers}\n`;
  const lines = [[name, "strong"] as const, [numbers, undefined] as const];
  return lines.map(([text, tone]) => foldedLine("", text, 0, width, (each) => paint(each, tone))).join("");
}

/** `status ACTIVE · authority ACTIVE, since 2017-12-14 (8 years ago)`, each in the tone of its findings. */
function standing(snapshot: Snapshot, options: ScreenOptions): string {
  const { paint, width } = options;
  const carrier = rowOf(snapshot.carrier, snapshot.askedAt);
  const shown = status(carrier, "status");
  const texts = [
    { text: visible(`status ${shown.text}`), tone: toneOf(snapshot, ["status"]) ?? standingTone(snapshot, shown.tone) },
    { text: visible(authorityOf(carrier)), tone: toneOf(snapshot, ["authority", "authority age"]) },
  ];
  const whole = texts.map(({ text }) => text).join(" · ");
  if (width === undefined || displayWidth(whole) <= width) {
    return `${texts.map(({ text, tone }) => paint(text, tone)).join(" · ")}\n`;
  }
  return texts.map(({ text, tone }) => foldedLine("", text, 0, width, (each) => paint(each, tone))).join("");
}

/** ACTIVE is green only where nothing else is wrong: color never reassures over a problem. */
function standingTone({ findings }: Snapshot, tone: Tone | undefined): Tone | undefined {
  return tone === "good" && findings.some((finding) => isProblem(finding)) ? undefined : tone;
}

/** The tone of a topic's worst finding. */
function toneOf({ findings }: Snapshot, topics: readonly string[]): Tone | undefined {
  const own = findings.filter(({ rule }) => topics.includes(labelOf(rule)));
  if (own.some(isProblem)) return "bad";
  return own.some(({ outcome }) => outcome === "unknown") ? "careful" : undefined;
}

/** Problems first, then what is not known; a waived finding is neither. */
function marks(snapshot: Snapshot, notStated: readonly string[], options: ScreenOptions): string {
  const problems = snapshot.findings.filter(isProblem);
  const unknown = snapshot.findings.filter(
    (finding) => finding.outcome === "unknown" && effectOf(finding) !== "waived",
  );
  const spoken = unknown.filter((finding) => !isMerelyNotStated(finding));
  const silent = unknown.filter(isMerelyNotStated).map(({ rule }) => labelOf(rule));
  const topics = [...new Set([...silent, ...notStated])].filter(
    (topic) => !spoken.some(({ rule }) => labelOf(rule) === topic),
  );
  return [
    ...problems.map((finding) => mark("!", labelOf(finding.rule), finding.message, "bad", options)),
    ...spoken.map((finding) => mark("?", labelOf(finding.rule), finding.message, "careful", options)),
    ...(topics.length > 0 ? [mark("?", "not known", topics.join(", "), "careful", options)] : []),
  ].join("");
}

function isProblem(finding: Finding): boolean {
  return finding.outcome === "fail" && effectOf(finding) !== "waived";
}

/** Whether the only thing to say is that a value is missing, in the words that all rules have for it. */
function isMerelyNotStated({ message }: Finding): boolean {
  return message.endsWith("not stated");
}

function mark(sign: string, label: string, message: string, tone: Tone, options: ScreenOptions): string {
  const { paint, width } = options;
  const start = `${paint(sign, tone)} ${label.padEnd(labelWidth - 2)}`;
  return foldedLine(start, visible(message), labelWidth, width, (text) => paint(text, tone));
}

function line(label: string, text: string, tone: Tone | undefined, { width, paint }: ScreenOptions): string {
  const indent = label === "" && !text.startsWith("USDOT") ? labelWidth : label === "" ? 0 : labelWidth;
  return foldedLine(paint(label.padEnd(indent), "strong"), visible(text), indent, width, (each) => paint(each, tone));
}

/** `carrier, insurance, safety answered · asked 2026-11-21 15:28 UTC` */
function footer(snapshot: Snapshot, { width, paint }: ScreenOptions): string {
  const names = ["carrier", "insurance", "safety"] as const;
  const answered = names.filter((name) => snapshot[name].state === "answered");
  const rest = names.flatMap((name) => {
    const { state } = snapshot[name];
    if (state === "answered") return [];
    return [state === "none" ? `no ${name} record` : `${name} NOT ANSWERED`];
  });
  const time = new Date(snapshot.askedAt).toISOString();
  const asked = `asked ${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
  const text = [`${answered.join(", ")} answered`, ...rest, asked].join(" · ");
  return foldedLine("", text, 0, width, (each) => paint(each, "faint"));
}
