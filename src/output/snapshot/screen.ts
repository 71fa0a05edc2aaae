/** The dispatcher's screen: one carrier at a glance, problems before facts. */
import { isResult, type Result } from "../../lookup/outcome.ts";
import { visible } from "../../text/safe-text.ts";
import { displayWidth } from "../../text/width.ts";
import { effectOf } from "../../vet/finding.ts";
import type { Finding } from "../../vet/model.ts";
import { authority, docket, status, type Tone } from "../cells.ts";
import { foldedLine } from "../folded-line.ts";
import type { Format } from "../format.ts";
import { palette } from "../palette.ts";
import { plainText } from "../value.ts";
import {
  isMerelyNotStated,
  isProblem,
  isUnknown,
  messageBeside,
  type TopicTone,
  topicTone,
  topicTones,
  withReason,
} from "./findings.ts";
import { labelOf, topicOf } from "./labels.ts";
import { labelWidth, type MarkOptions, markLine, ruleLines } from "./marks.ts";
import { authorityOf, rowOf, type Sections, sectionsOf } from "./sections.ts";
import type { ScreenFacts, SnapshotAnswer } from "./snapshot.ts";

export interface ScreenOptions extends MarkOptions {
  /** A verdict heads the screen, and every rule is a line under its own name, passing and waived ones too. */
  verdict?: { word: string; tone: Tone };
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
  return hanging(visible(`USDOT ${result.dotNumber}: ${why}`), "error", options);
}

/** The screen of one carrier. It never says more than the records do. */
export function snapshotScreen(snapshot: ScreenFacts, options: ScreenOptions): string {
  const room = options.width === undefined ? undefined : options.width - labelWidth;
  const found = sectionsOf(snapshot, room);
  const facts = found.sections.flatMap(({ label, lines }) =>
    lines.map(({ text, tone }, index) => fact(index === 0 ? label : "", text, tone, options)),
  );
  const parts = [
    title(snapshot, options) + standing(snapshot, options),
    options.verdict ? ruleLines(snapshot.findings, options) : marks(snapshot, found, options),
    facts.join(""),
  ];
  const end = facts.length === 0 ? `\n${footer(snapshot, options)}` : footer(snapshot, options);
  return parts.filter((part) => part !== "").join("\n") + end;
}

/** The name at the left and the numbers at the right; one below the other where they don't fit side by side. */
function title(snapshot: ScreenFacts, { width, paint, verdict }: ScreenOptions): string {
  const carrier = rowOf(snapshot.carrier, snapshot.asOf);
  const head = verdict ? `${paint(verdict.word, verdict.tone)}\n` : "";
  const name = visible(plainText(carrier, "legal_name") ?? "name not stated");
  const number = docket(carrier, "mc_number").text;
  const numbers = visible([`USDOT ${snapshot.dotNumber}`, ...(number === "—" ? [] : [number])].join(" · "));
  const gap = (width ?? 80) - displayWidth(name) - displayWidth(numbers);
  if (gap >= 2) return `${head}${paint(name, "bold")}${" ".repeat(gap)}${numbers}\n`;
  const lines = [[name, "bold"] as const, [numbers, undefined] as const];
  return head + lines.map(([text, tone]) => hanging(text, tone, { width, paint })).join("");
}

/** `status ACTIVE · authority ACTIVE, since 2017-12-14 (8 years ago)`, each in the tone of its findings. */
function standing(snapshot: ScreenFacts, options: ScreenOptions): string {
  const { paint, width } = options;
  const carrier = rowOf(snapshot.carrier, snapshot.asOf);
  const shown = status(carrier, "status");
  const toneOf = topicTones(snapshot.findings);
  const authorityTone = topicTone(snapshot.findings, "authority", authority(carrier, "authority.status"));
  const texts = [
    {
      text: visible(`status ${shown.text}`),
      tone: toneOf("status") ?? standingTone(snapshot, shown.tone, authorityTone),
    },
    { text: visible(authorityOf(carrier)), tone: authorityTone },
  ];
  const whole = texts.map(({ text }) => text).join(" · ");
  if (width === undefined || displayWidth(whole) <= width) {
    return `${texts.map(({ text, tone }) => paint(text, tone)).join(" · ")}\n`;
  }
  return texts.map(({ text, tone }) => hanging(text, tone, options)).join("");
}

/** Further lines are indented: only what we write starts at the margin. */
function hanging(
  text: string,
  tone: Tone | undefined,
  { width, paint }: Pick<ScreenOptions, "width" | "paint">,
): string {
  return foldedLine("", text, 0, width, (each) => paint(each, tone), 2);
}

/** ACTIVE is green only where nothing is wrong and nothing is left to review: color never reassures over a doubt. */
function standingTone({ findings }: ScreenFacts, tone: Tone | undefined, authorityTone: TopicTone): Tone | undefined {
  const isDoubtful =
    authorityTone === "error" || findings.some((finding) => isProblem(finding) || effectOf(finding) === "review");
  return tone === "success" && isDoubtful ? undefined : tone;
}

/** Problems first, then what is not known; a waived finding is neither. */
function marks({ findings }: ScreenFacts, { sections, notStated }: Sections, options: ScreenOptions): string {
  const shown = sections.map(({ label }) => label.toLowerCase());
  const unknown = withoutRepeats(findings.filter(isUnknown));
  const spoken = unknown.filter((finding) => !isMerelyNotStated(finding));
  const silent = unknown.filter(isMerelyNotStated).map(({ rule }) => topicOf(rule));
  const topics = [...new Set([...silent, ...notStated])]
    .filter((topic) => !spoken.some(({ rule }) => labelOf(rule) === topic))
    .map((topic) => (shown.includes(topic) ? `${topic} in part` : topic));
  const marked = (sign: string, tone: Tone) => (finding: Finding) => {
    const label = labelOf(finding.rule);
    return markLine(sign, label, messageBeside(label, withReason(finding)), tone, labelWidth, options);
  };
  return [
    ...findings.filter(isProblem).map(marked("!", "error")),
    ...spoken.map(marked("?", "warning")),
    ...(topics.length > 0 ? [markLine("?", "not known", topics.join(", "), "warning", labelWidth, options)] : []),
  ].join("");
}

/** Without those that only repeat why a record that other rules needed too was not answered. */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const isRepeat = ({ message, reason }: Finding, index: number) =>
    reason === "not-answered" && findings.findIndex((other) => other.message === message) < index;
  return findings.filter((finding, index) => !isRepeat(finding, index));
}

/** A section's line, the first one behind its label. */
function fact(label: string, text: string, tone: Tone | undefined, { width, paint }: ScreenOptions): string {
  const start = paint(label, "bold") + " ".repeat(labelWidth - label.length);
  return foldedLine(start, visible(text), labelWidth, width, (each) => paint(each, tone));
}

/** `carrier, insurance, safety answered · asked 2026-11-21 15:28 UTC` */
function footer(snapshot: ScreenFacts, { width, paint }: ScreenOptions): string {
  const names = ["carrier", "insurance", "safety"] as const;
  const answered = names.filter((name) => snapshot[name].state === "answered");
  const rest = names.flatMap((name) => {
    const { state } = snapshot[name];
    if (state === "answered" || state === "not-asked") return [];
    return [state === "none" ? `no ${name} record` : `${name} NOT ANSWERED`];
  });
  const time = new Date(snapshot.askedAt).toISOString();
  const asked = `asked ${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
  const parts = [...(answered.length > 0 ? [`${answered.join(", ")} answered`] : []), ...rest, asked];
  return partLines(parts, width)
    .map((text) => foldedLine("", text, 0, width, (each) => paint(each, "dim")))
    .join("");
}

/** The parts beside each other, in as many lines as it takes to break none that fits one. */
function partLines([first = "", ...rest]: readonly string[], width: number | undefined): string[] {
  const lines = [first];
  for (const part of rest) {
    const longer = `${lines.at(-1)} · ${part}`;
    if (width === undefined || displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}
