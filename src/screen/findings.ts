/**
 * What the vetting rules found, in the signs, tones and words of every screen,
 * list and report: `!` decides against booking, a person decides about `?`, and
 * `-` is a warning. Cells and reports call this; it calls nothing of screen/.
 */
import { isWithin } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";
import {
  type Effect,
  effects,
  type Finding,
  notesSubject,
} from "../vet/model.ts";
import type { Tone } from "./lines.ts";

/**
 * How each effect looks. A warning is plain, so that it looks no worse than
 * what decides.
 */
export const signs: Readonly<
  Record<Statement["effect"], { sign: string; tone?: Tone }>
> = {
  fail: { sign: "!", tone: "bad" },
  review: { sign: "?", tone: "doubt" },
  warning: { sign: "-" },
  waived: { sign: "", tone: "dim" },
  pass: { sign: "", tone: "dim" },
  skipped: { sign: "", tone: "dim" },
  changed: { sign: "" },
};

/** A finding, or a change, as a person reads it. Title and text are safe to print. */
export interface Statement {
  /** What it stands under: the rule's name or label, a record, what changed. */
  title: string;
  effect: Effect | "changed";
  text: string;
  mustBeRead?: true | undefined;
}

/** The effects that a person hears of, the heaviest first. */
export const countedEffects = ["fail", "review", "warning", "waived"] as const;

/**
 * Findings, what decides first. What several say of one thing is said once: of
 * a value or a record, or only of the record that they lack.
 */
function saidOnce(
  findings: readonly Finding[],
  thingOf: (finding: Finding) => string | undefined,
): Finding[] {
  const ordered = effects.flatMap((effect) =>
    findings.filter((finding) => finding.effect === effect),
  );
  const things = ordered.map((each) => thingOf(each) ?? each.rule);
  return ordered.filter((_, at) => things.indexOf(things[at] ?? "") === at);
}

/** The record that a finding lacks, unless what is known of another decides. */
const lackedBy = ({ outcome, lacks }: Finding) =>
  outcome === "unknown" ? lacks : undefined;

/**
 * Whether a finding is open: something is wrong or not known, and no waiver
 * accepts it.
 */
export function isOpen({ effect }: Finding): boolean {
  return ["fail", "review", "warning"].includes(effect);
}

/** The open findings for a dispatcher, whom what is not known concerns once. */
export const openFindings = (findings: readonly Finding[]): Finding[] =>
  saidOnce(findings.filter(isOpen), ({ subject }) => subject);

/** The tone of the worst of some findings. */
export function worstTone(findings: readonly Finding[]): Tone | undefined {
  const [worst] = openFindings(findings);
  return worst && signs[worst.effect].tone;
}

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

/**
 * Whether a person has to read it: neither what passes nor what was skipped,
 * but that claims were compared.
 */
export const isSpoken = ({
  effect,
  mustBeRead,
}: Pick<Statement, "effect" | "mustBeRead">) =>
  effect !== "skipped" && (effect !== "pass" || mustBeRead === true);

/**
 * What a finding says, with the policy's reason for the rule, that it is a
 * warning, and who accepts it.
 */
export function statementOf(
  finding: Finding,
  title = lackedBy(finding) ?? finding.rule,
  words = finding.message,
): Statement {
  const { outcome, effect, why, waived, mustBeRead } = finding;
  const isUnmet = outcome === "fail" || outcome === "unknown";
  const remarks = [
    isUnmet && why !== undefined ? ` (${why})` : "",
    effect === "warning" ? " (a warning)" : "",
    waived
      ? `; waived by ${waived.by} ${waiverTerm(waived)}: ${waived.reason}`
      : "",
  ];
  const text = visible(words + remarks.join(""));
  return { title: visible(title), effect, text, mustBeRead };
}

const waiverTerm = ({ until }: NonNullable<Finding["waived"]>) =>
  until === undefined ? "for this run" : `until ${until}`;

/**
 * All findings for who keeps a policy, by the names of its rules, each of which
 * may be waived; a record without an answer is said once.
 */
export const statementsOf = (findings: readonly Finding[]): Statement[] =>
  saidOnce(findings, lackedBy).map((finding) => statementOf(finding));

/** The open findings behind the labels that a dispatcher calls their rules. */
export const labeledStatements = (findings: readonly Finding[]): Statement[] =>
  openFindings(findings).map((finding) =>
    statementOf(
      finding,
      lackedBy(finding) ?? finding.label,
      finding.labeled?.text,
    ),
  );

/** A carrier's notes, unless one of the findings that are shown says them. */
export function unsaidNotes(
  notes: readonly string[],
  shown: readonly Finding[],
): readonly string[] {
  return shown.some(({ subject }) => subject === notesSubject) ? [] : notes;
}

/** What is said to some effects, each text once. */
export function findingTexts(
  statements: readonly Statement[],
  ...effects: readonly Statement["effect"][]
): string {
  const said = statements.filter(({ effect }) => effects.includes(effect));
  return [...new Set(said.map(({ text }) => text))].join("; ");
}
