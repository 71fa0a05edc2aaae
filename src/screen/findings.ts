/**
 * What the vetting rules found, in the signs, tones and words of every screen,
 * list and report: `!` decides against booking, a person decides about `?`, and
 * `-` is a warning. Findings are chosen, then worded.
 */
import { isWithin } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";
import {
  type Effect,
  effects,
  type Finding,
  notesSubject,
  type Vetted,
} from "../vet/model.ts";
import type { Tone } from "./lines.ts";

/** A finding, or a change, as a person reads it. Title and text are safe to print. */
export interface Statement {
  /** What it stands under: the rule's name or label, a record, what changed. */
  title: string;
  effect: Effect | "changed";
  text: string;
  mustBeRead?: true | undefined;
}

/**
 * How each effect looks. Only what is open has a sign, and a warning is plain,
 * so that it looks no worse than what decides.
 */
export const signs: Readonly<
  Record<Statement["effect"], { sign: string; tone?: Tone }>
> = {
  fail: { sign: "!", tone: "bad" },
  review: { sign: "?", tone: "doubt" },
  warning: { sign: "-" },
  waived: { sign: "", tone: "dim" },
  changed: { sign: "" },
  pass: { sign: "", tone: "dim" },
  skipped: { sign: "", tone: "dim" },
};

/** The heaviest first. */
const open: readonly Statement["effect"][] = ["fail", "review", "warning"];
const listed: readonly Statement["effect"][] = [
  "fail",
  "review",
  "waived",
  "changed",
];

/** The effects of which reports say how many there are, the heaviest first. */
export const countedEffects = ["fail", "review", "warning", "waived"] as const;

type Said = Pick<Statement, "effect" | "mustBeRead">;

/** Whether something is wrong or not known, and no waiver accepts it. */
export const isOpen = ({ effect }: Said) => open.includes(effect);

/** Whether a list says it: an exception that somebody made is never only a count. */
export const isListed = ({ effect }: Said) => listed.includes(effect);

/** Whether a person has to read it: what is open or listed, and that claims agree. */
export const isSpoken = (said: Said) =>
  isOpen(said) ||
  isListed(said) ||
  (said.effect === "pass" && said.mustBeRead === true);

/** The record that a finding lacks, unless it must be read itself. */
const lackedBy = ({ outcome, lacks, mustBeRead }: Finding) =>
  outcome === "unknown" && !mustBeRead ? lacks : undefined;

/** What a finding is called, and what it says. */
type Wording = (finding: Finding) => readonly [title: string, text: string];

/** For who keeps a policy: the rule's name, by which it may be waived. */
export const byRule: Wording = ({ rule, message }) => [rule, message];

/** For a dispatcher: what he calls the rule. */
export const byLabel: Wording = ({ label, afterLabel, message }) => [
  label,
  afterLabel ?? message,
];

/** For a list: the value after the label, in one text. */
export const byValue: Wording = ({ label, value, message }) => [
  label,
  value ? `${label} ${value}` : message,
];

/**
 * What a finding says, with the policy's reason for the rule, that it is a
 * warning, and who accepts it.
 */
export function statementOf(finding: Finding, wording = byRule): Statement {
  const { outcome, effect, why, waived, mustBeRead } = finding;
  const [name, words] = wording(finding);
  const isUnmet = outcome === "fail" || outcome === "unknown";
  const term = waived?.until ? `until ${waived.until}` : "for this run";
  const remarks = [
    isUnmet && why !== undefined ? ` (${why})` : "",
    effect === "warning" ? " (a warning)" : "",
    waived ? `; waived by ${waived.by} ${term}: ${waived.reason}` : "",
  ];
  const title = visible(lackedBy(finding) ?? name);
  return { title, effect, text: visible(words + remarks.join("")), mustBeRead };
}

/** Deciding findings first; for each subject, or else rule, only the first. */
function saidOnce(
  findings: readonly Finding[],
  subjectOf: (finding: Finding) => string | undefined,
  wording?: Wording,
): Statement[] {
  const said = new Map<string, Statement>();
  for (const effect of effects)
    for (const finding of findings) {
      const subject = subjectOf(finding) ?? finding.rule;
      if (finding.effect === effect && !said.has(subject))
        said.set(subject, statementOf(finding, wording));
    }
  return [...said.values()];
}

/** All findings; that a record has no answer is said once, not by each rule. */
export const statementsOf = (findings: readonly Finding[]) =>
  saidOnce(findings, lackedBy);

/** The open findings for a dispatcher, who hears of each unknown once. */
export const openStatements = (
  findings: readonly Finding[],
  wording: Wording,
): Statement[] =>
  saidOnce(findings.filter(isOpen), ({ subject }) => subject, wording);

/**
 * The tone of the worst finding of some rules, or groups of them (`authority`):
 * cells get their tones from findings alone.
 */
export function toneOf(
  findings: readonly Finding[],
  ...rules: readonly string[]
): Tone | undefined {
  const isOfRules = ({ rule }: Finding) =>
    rules.some((name) => isWithin(rule, name));
  return worstTone(findings.filter(isOfRules));
}

/** The tone of the worst of some findings. */
export function worstTone(findings: readonly Finding[]): Tone | undefined {
  const worst = open.find((effect) =>
    findings.some((finding) => finding.effect === effect),
  );
  return worst && signs[worst].tone;
}

/** A carrier's notes, unless one of the findings that are shown says them. */
export function unsaidNotes(
  { notes, findings }: Pick<Vetted, "notes" | "findings">,
  isShown: (finding: Finding) => boolean,
): readonly string[] {
  const saying = findings.filter(({ subject }) => subject === notesSubject);
  return saying.some(isShown) ? [] : notes;
}

/** The texts of the statements with some effects, each once. */
export function findingTexts(
  statements: readonly Statement[],
  ...effects: readonly Statement["effect"][]
): string {
  const said = statements.filter(({ effect }) => effects.includes(effect));
  return [...new Set(said.map(({ text }) => text))].join("; ");
}
