/**
 * What the vetting rules found, in the signs, colors and words of every screen,
 * list and report: `!` decides against booking, a person decides about `?`, and
 * `-` is a warning.
 */
import { isWithin } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";
import type { Effect, Finding } from "../vet/model.ts";
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
export const weighty = ["fail", "review", "warning", "waived"] as const;

const effects: readonly Effect[] = [...weighty, "pass", "skipped"];

/** Findings, what decides first; of those about one subject only that one. */
function distinct(
  findings: readonly Finding[],
  subjectOf: (finding: Finding) => string | undefined,
): Finding[] {
  const ordered = effects.flatMap((effect) =>
    findings.filter((finding) => finding.effect === effect),
  );
  const subjects = ordered.map((each) => subjectOf(each) ?? each.rule);
  return ordered.filter((_, at) => subjects.indexOf(subjects[at] ?? "") === at);
}

/**
 * Whether a finding is open: something is wrong or not known, and no waiver
 * accepts it.
 */
export function isOpen({ effect }: Pick<Finding, "effect">): boolean {
  return signs[effect].sign !== "";
}

/**
 * The open findings, what decides first. What several rules say of one value,
 * or of a record without an answer, is said once.
 */
export const openFindings = (findings: readonly Finding[]): Finding[] =>
  distinct(findings.filter(isOpen), ({ subject }) => subject);

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
  const isOwn = ({ rule }: Finding) =>
    rules.some((name) => isWithin(rule, name));
  return worstTone(findings.filter(isOwn));
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
): Statement {
  const { message, outcome, effect, why, waived, mustBeRead } = finding;
  const isUnmet = outcome === "fail" || outcome === "unknown";
  const remarks = [
    isUnmet && why !== undefined ? ` (${why})` : "",
    effect === "warning" ? " (a warning)" : "",
    waived
      ? `; waived by ${waived.by} ${waiverTerm(waived)}: ${waived.reason}`
      : "",
  ];
  const text = visible(message + remarks.join(""));
  return { title: visible(title), effect, text, mustBeRead };
}

const waiverTerm = ({ until }: NonNullable<Finding["waived"]>) =>
  until === undefined ? "for this run" : `until ${until}`;

/** The record that a finding lacks, unless what is known of another decides. */
const lackedBy = ({ outcome, lacks }: Finding) =>
  outcome === "unknown" ? lacks : undefined;

/** All findings, what decides first; a record without an answer is said once. */
export const statementsOf = (findings: readonly Finding[]): Statement[] =>
  distinct(findings, lackedBy).map((finding) => statementOf(finding));

/** What is said to some effects, each text once. */
export function findingTexts(
  statements: readonly Statement[],
  ...effects: readonly Statement["effect"][]
): string {
  const said = statements.filter(({ effect }) => effects.includes(effect));
  return [...new Set(said.map(({ text }) => text))].join("; ");
}
