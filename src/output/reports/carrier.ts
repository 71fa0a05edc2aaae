/**
 * What reports say of a carrier, once for all formats. What others wrote comes
 * out safe, on one line.
 */
import { type Answers, namelessText } from "../../answer.ts";
import { showName } from "../../screen/cells.ts";
import {
  isListed,
  isSpoken,
  type Statement,
  statementsOf,
  unsaidNotes,
  withEffect,
} from "../../screen/findings.ts";
import { oneLine } from "../../screen/lines.ts";
import { counted, grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import { changeSentence, fieldText } from "../../vet/compare/changes.ts";
import {
  type Dossier,
  decides,
  type Effect,
  type Finding,
  type Vetted,
} from "../../vet/model.ts";
import { recordIn } from "../../vet/record/facts.ts";
import { claimsRule, unchangedRule } from "../../vet/rules/identity.ts";
import { existsRule } from "../../vet/rules/standing.ts";

/** A vetted carrier in words. */
export interface CarrierText extends Vetted, Pick<Dossier, "dotNumber"> {
  name: string;
  /** `carriers.csv:17`; empty for an argument. */
  place: string;
  /**
   * What changed since an earlier run, then what the rules found, what decides
   * first: a change and a record without an answer once, not by each rule.
   */
  statements: readonly Statement[];
}

export function carrierText(vetted: Vetted): CarrierText {
  const { dossier, legalName } = vetted;
  const { dotNumber, place, answers } = dossier;
  return {
    ...vetted,
    dotNumber,
    name: nameText(legalName, answers),
    place: place ? visible(`${place.source}:${place.line}`) : "",
    statements: [
      ...changesOf(vetted),
      ...statementsOf(vetted.findings.map(changeOnce)),
    ],
  };
}

/** `FAIL`; a pass by waivers says so wherever the word stands alone. */
export function verdictText({ verdict, findings }: Vetted): string {
  const waived = withEffect(findings, "waived").length;
  const isByWaivers = verdict === "pass" && waived > 0;
  return verdict.toUpperCase() + (isByWaivers ? ` (${waived} waived)` : "");
}

/** A carrier's name as screens show it, or why the run did not learn it. */
export function nameText(
  legal_name: string | undefined,
  answers: Answers = {},
): string {
  if (!legal_name?.trim()) return namelessText(answers);
  const record = { ...recordIn(answers, "summary"), legal_name };
  return visible(oneLine(showName({ record }, "legal_name")));
}

/** A verdict may be better only because nothing was claimed this time. */
function claimsText({ before, findings }: Vetted): string {
  const wasDecisive =
    before.kind === "known" && before.decided_by.includes(claimsRule.name);
  const has = (name: string, ...effects: Effect[]) =>
    findings.some(
      ({ rule, effect }) => rule === name && effects.includes(effect),
    );
  const isQuiet =
    has(existsRule.name, "pass") && has(claimsRule.name, "pass", "skipped");
  return wasDecisive && isQuiet
    ? "; claims decided it last time: were they left out this time?"
    : "";
}

function changesOf(vetted: Vetted): Statement[] {
  const { changes, recordedVerdict } = vetted;
  const stated: Statement[] = [];
  const state = (title: string, text: string) =>
    stated.push({ title, effect: "changed", sign: "", text });
  if (recordedVerdict)
    state("verdict", `was ${recordedVerdict.toUpperCase()} when recorded`);
  if (changes === undefined) return stated;
  const { before, now, fields, isAnsweredAgain } = changes;
  if (isAnsweredAgain)
    state("answers", "answered again: it lacked an answer when last vetted");
  if (before === "new") state("list", "new: no earlier answer about it");
  else if (before !== now)
    state(
      "verdict",
      `was ${before.toUpperCase()}, is ${now.toUpperCase()}${claimsText(vetted)}`,
    );
  for (const change of fields)
    state(change.group, visible(changeSentence(change)));
  return stated;
}

/** A change is said once: the parts of `unchanged` are what changed. */
function changeOnce(finding: Finding): Finding {
  const { rule, parts = [] } = finding;
  if (rule !== unchangedRule.name || parts.length === 0) return finding;
  const names = parts.map(({ about }) => fieldText(about)).join(", ");
  return { ...finding, message: `not what it was: ${names}` };
}

/**
 * A carrier in one line: some statements, each behind its title, and what a
 * person must not overlook.
 */
export function lineParts(
  carrier: CarrierText,
  isShown: typeof isSpoken,
): string[] {
  const titled = carrier.statements
    .filter(isShown)
    .map(({ title, text }) => `${title}: ${text}`);
  return [...titled, ...notesOf(carrier, isShown)];
}

/** What a person must not overlook, unless a finding that is shown says it. */
export const notesOf = (
  carrier: CarrierText,
  isShown: (finding: Finding) => boolean = isSpoken,
): readonly string[] => unsaidNotes(carrier, isShown).map(visible);

/**
 * What a list says behind the name: of a carrier that passes, its warnings and
 * that claims agree; its notes; counts.
 */
export function asideOf(carrier: CarrierText): string {
  const { verdict, statements, findings } = carrier;
  const isPass = verdict === "pass";
  const count = (effect: Effect) => withEffect(findings, effect).length;
  const unlisted = statements.filter(
    (each) => isSpoken(each) && !isListed(each),
  );
  const texts = [
    ...(isPass ? unlisted.map(({ text }) => text) : []),
    ...notesOf(carrier, isPass ? isSpoken : decides),
    effectsText({
      warning: isPass ? 0 : count("warning"),
      waived: count("waived"),
    }),
  ];
  return [...new Set(texts)].filter(Boolean).join("; ");
}

/** `262 fail, 3 to review, 1 warning`; empty if there is nothing to say. */
export function effectsText({
  fail = 0,
  review = 0,
  warning = 0,
  waived = 0,
}: Partial<Record<Effect, number>>): string {
  const parts = [
    fail > 0 && counted(fail, "fails", "fail"),
    review > 0 && `${grouped(review)} to review`,
    warning > 0 && counted(warning, "warning"),
    waived > 0 && `${grouped(waived)} waived`,
  ];
  return parts.filter(Boolean).join(", ");
}
