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
  type Vetted,
} from "../vet/model.ts";
import { dotSeparated, type StyledText, type Tone } from "./lines.ts";

/**
 * What stands before a text of an effect, and its color. Only what is open has
 * a sign, and a warning is plain, so that it looks no worse than what decides.
 */
interface Sign {
  sign: string;
  tone?: Tone;
}

/** A finding, or a change, as a person reads it. Title and text are safe to print. */
export interface Statement extends Sign {
  /** What it stands under: the rule's name or label, a record, what changed. */
  title: string;
  effect: Effect | "changed";
  text: string;
  mustBeRead?: true | undefined;
}

const signs: Readonly<Record<Effect, Sign>> = {
  fail: { sign: "!", tone: "bad" },
  review: { sign: "?", tone: "doubt" },
  warning: { sign: "-" },
  waived: { sign: "", tone: "dim" },
  pass: { sign: "", tone: "dim" },
  skipped: { sign: "", tone: "dim" },
};

/*
 * Where an effect is shown:
 *
 *              isOpen  isListed  isSpoken
 *     fail     yes     yes       yes
 *     review   yes     yes       yes
 *     warning  yes     no        yes
 *     waived   no      yes       yes
 *     changed  no      yes       yes
 *     pass     no      no        if it must be read
 *     skipped  no      no        no
 */

const open: readonly Statement["effect"][] = ["fail", "review", "warning"];
const listed: readonly Statement["effect"][] = [
  "fail",
  "review",
  "waived",
  "changed",
];

/** The effects of which reports say how many there are, the heaviest first. */
export const countedEffects = ["fail", "review", "warning", "waived"] as const;

type Shown = Pick<Statement, "effect" | "mustBeRead">;

/** Those that have one of some effects. */
export const withEffect = <T extends Pick<Statement, "effect">>(
  all: readonly T[],
  ...effects: readonly Statement["effect"][]
): T[] => all.filter(({ effect }) => effects.includes(effect));

/** Whether something is wrong or not known, and no waiver accepts it. */
export const isOpen = ({ effect }: Shown) => open.includes(effect);

/** Whether a list says it: an exception that somebody made is never only a count. */
export const isListed = ({ effect }: Shown) => listed.includes(effect);

/** Whether a person has to read it. What passes is read where claims agree. */
export const isSpoken = (shown: Shown) =>
  isOpen(shown) ||
  isListed(shown) ||
  (shown.effect === "pass" && shown.mustBeRead === true);

/** The record for lack of which a rule is unknown, unless it must be read itself. */
const missingRecord = ({ outcome, lacks, mustBeRead }: Finding) =>
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
const byValue: Wording = ({ label, value, message }) => [
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
  const title = visible(missingRecord(finding) ?? name);
  const text = visible(words + remarks.join(""));
  return { title, effect, ...signs[effect], text, mustBeRead };
}

const heaviestFirst = (findings: readonly Finding[]) =>
  effects.flatMap((effect) => withEffect(findings, effect));

/**
 * Findings in words, the heaviest first. Of those of one subject, or else of
 * one rule, only the first is said.
 */
function saidOnce(
  findings: readonly Finding[],
  subjectOf: (finding: Finding) => string | undefined,
  wording?: Wording,
): Statement[] {
  const said = new Map<string, Statement>();
  for (const finding of heaviestFirst(findings)) {
    const subject = subjectOf(finding) ?? finding.rule;
    if (!said.has(subject)) said.set(subject, statementOf(finding, wording));
  }
  return [...said.values()];
}

/** All findings; that a record has no answer is said once, not by each rule. */
export const statementsOf = (findings: readonly Finding[]) =>
  saidOnce(findings, missingRecord);

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
  const worst = heaviestFirst(findings).find(isOpen);
  return worst && signs[worst.effect].tone;
}

/** What came out of judging a carrier. */
type CarrierFindings = Pick<Vetted, "notes" | "findings">;

/** A carrier's notes, but those that a finding says which is shown. */
export function unsaidNotes(
  { notes, findings }: CarrierFindings,
  isShown: (finding: Finding) => boolean,
): readonly string[] {
  const said = findings.filter(isShown).map(({ message }) => message);
  return notes.filter((note) => !said.includes(note));
}

/**
 * `! no BIPD policy · ? rating "Conditional" · - crashes 18 (a warning)`. A
 * clean carrier says so.
 */
export function showFindings(carrier: CarrierFindings): StyledText {
  const open = openStatements(carrier.findings, byValue).map(
    ({ sign, text, tone }) => ({ text: `${sign} ${text}`, tone }),
  );
  const notes = unsaidNotes(carrier, isOpen).map((text) => ({ text }));
  const cells = [...open, ...notes];
  return cells.length === 0
    ? { text: "nothing wrong found" }
    : dotSeparated(cells);
}

/** The texts of the statements with some effects, each once. */
export function findingTexts(
  statements: readonly Statement[],
  ...effects: readonly Statement["effect"][]
): string {
  const texts = withEffect(statements, ...effects).map(({ text }) => text);
  return [...new Set(texts)].join("; ");
}
