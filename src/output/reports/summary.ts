/**
 * What reports say of a run, once for all formats. What others wrote comes out
 * safe, on one line, and not yet escaped for any markup.
 */
import { invalidText, type Place } from "../../list/input.ts";
import { countedEffects } from "../../screen/findings.ts";
import type { Look } from "../../screen/lines.ts";
import { sampleText } from "../../settings/declarations.ts";
import { counted, grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import { isLessCover } from "../../vet/compare/changes.ts";
import {
  type Change,
  type Changes,
  cutOffText,
  type Finding,
  type Run,
  type RunFooter,
  type Verdict,
  type Vetted,
  verdicts,
} from "../../vet/model.ts";
import { carrierText, effectsText, nameText } from "./carrier.ts";
import { basisOf, provenanceText } from "./provenance.ts";

export interface ReportLook extends Look {
  /** Whether the table of a single carrier is its screen. */
  prefersScreen?: boolean;
  /**
   * How many lines of the terminal follow a screen: they must not push
   * its verdict out of the window.
   */
  linesBehind?(footer: RunFooter): number;
  /** Whether only carriers with news are shown; counts stay those of all. */
  onlyChanged?: boolean;
  /**
   * Whether a table of changes says nothing where there are none: cron mails
   * whatever is printed.
   */
  quiet?: boolean;
}

/**
 * A report of `usdot vet`: a text of the finished run. A new one is a file, and
 * a line in reports.ts.
 */
export type Report = (summary: RunSummary) => string;

export type RunSummary = ReturnType<typeof runSummaryOf>;

/** A run with all that reports say of it; they differ only in how they write it. */
export function runSummaryOf(run: Run, look: ReportLook) {
  const { header, carriers, footer } = run;
  const reported = carriers
    .filter((vetted) => isReported(vetted, look))
    .map(carrierText);
  const byVerdict = (verdict: Verdict) =>
    reported.filter((carrier) => carrier.verdict === verdict);
  const listProblems = listProblemsOf(footer, byVerdict);
  const sample = header.sample ? [sampleText] : [];
  const runNotes = [...new Set([...footer.notes.map(visible), ...sample])];
  const outages = outageTexts(footer);
  const headlines = headlinesOf(run);
  const others = [
    ...listProblems.map(({ text }) => text),
    ...footer.warnings,
    ...runNotes,
  ];
  const rules = ruleTotals(carriers);
  const basis = basisOf(run, look.zone);
  return {
    ...run,
    look,
    /** What concerns no carrier alone, and needs review. */
    listProblems,
    runNotes,
    outages,
    headlines,
    /** What concerns the whole list. */
    remarks: [...outages, ...others],
    /** The same with what changed; an outage explains what seems to be news. */
    remarksWithNews: [...outages, ...headlines, ...others],
    /** In the order of the list. */
    reported,
    byVerdict,
    worstFirst: verdicts.flatMap(byVerdict),
    counts: countsText(footer),
    rules,
    totals: rules
      .flatMap(({ rule, text }) => (text === "" ? [] : `${rule} ${text}`))
      .join(" · "),
    basis,
    provenance: provenanceText(basis),
  };
}

/**
 * Whether a report has the carrier: with `--only-changed`, if it is new or not
 * as it was. Where there is nothing to compare with, what does not pass is
 * news.
 */
export function isReported(
  { changes, verdict }: Vetted,
  { onlyChanged }: ReportLook,
): boolean {
  if (!onlyChanged) return true;
  if (changes === undefined) return verdict !== "pass";
  const { before, fields, newRules, isAnsweredAgain = false } = changes;
  return (
    before !== verdict || fields.length + newRules.length > 0 || isAnsweredAgain
  );
}

interface ListProblem {
  text: string;
  effect: "fail" | "review";
  place?: Place | undefined;
}

/** What needs review, also of the carriers that a report leaves out. */
function listProblemsOf(
  { invalid, isCutOff, counts }: RunFooter,
  reported: (verdict: Verdict) => readonly unknown[],
): ListProblem[] {
  const problems = invalid.map(
    (line): ListProblem => ({
      // With words before it, no text starts a workflow command.
      text: `not a USDOT number: ${visible(invalidText(line))}`,
      effect: "review",
      place: line.place,
    }),
  );
  if (isCutOff) problems.unshift({ text: cutOffText, effect: "review" });
  const fail = counts.fail - reported("fail").length;
  const review = counts.review - reported("review").length;
  if (fail + review > 0)
    problems.push({
      text: `unchanged, so not shown: ${effectsText({ fail, review })}`,
      effect: fail > 0 ? "fail" : "review",
    });
  return problems;
}

/** That some of several carriers have no answer, and why the first has none. */
export function outageTexts({
  counts: { carriers },
  tally,
}: RunFooter): string[] {
  const { firstError } = tally;
  if (carriers === 1 || firstError === undefined) return [];
  const count = grouped(tally.count("unanswered", "partial"));
  return [
    `answers are missing for ${count} of ${counted(carriers, "carrier")}; the first: ${visible(firstError.message)}`,
  ];
}

/** What a report of a monitored list leads with: which carriers changed, and how. */
function headlinesOf({ carriers, footer }: Run): string[] {
  const named = (number: string, name: string | undefined) =>
    `${visible(number)} ${nameText(name)}`;
  const where = (matches: (changes: Changes) => boolean) =>
    carriers
      .filter(({ changes }) => changes && matches(changes))
      .map(({ dossier, legalName }) => named(dossier.dotNumber, legalName));
  const newly = (verdict: Verdict) =>
    where(
      ({ before, now }) =>
        before !== "new" && before !== now && now === verdict,
    );
  const changed = (matches: (change: Change) => boolean) =>
    where(({ fields }) => fields.some(matches));
  const headlines = {
    "Newly failing": newly("fail"),
    "Newly to review": newly("review"),
    "Identity changes": changed(({ group }) => group === "identity"),
    "Cover lowered or ending sooner": changed(isLessCover),
    "Newly passing": newly("pass"),
    "Answered again": where(({ isAnsweredAgain = false }) => isAnsweredAgain),
    "New carriers": where(({ before }) => before === "new"),
    "Gone from the list": footer.gone.map(({ dot_number, legal_name }) =>
      named(dot_number, legal_name),
    ),
  };
  return Object.entries(headlines).flatMap(([title, names]) =>
    names.length > 0
      ? `${title}: ${grouped(names.length)} (${names.join(", ")})`
      : [],
  );
}

/** `3 carriers: 1 fails, 1 needs review, 1 passes; 1 line is not a USDOT number`. */
export function countsText({
  counts: { carriers, fail, review, pass },
  invalid,
}: Pick<RunFooter, "counts" | "invalid">): string {
  const verdicts = [
    counted(fail, "fails", "fail"),
    counted(review, "needs review", "need review"),
    counted(pass, "passes", "pass"),
  ];
  const lines = invalid.length === 0 ? "" : `; ${invalidCount(invalid)}`;
  return `${counted(carriers, "carrier")}: ${verdicts.join(", ")}${lines}`;
}

export const invalidCount = ({ length }: readonly unknown[]): string =>
  counted(length, "line is not a USDOT number", "lines are not USDOT numbers");

/** The outcomes of each rule over all carriers, the heaviest first. */
function ruleTotals(carriers: readonly Vetted[]) {
  const totals = new Map<string, ReturnType<typeof emptyTotal>>();
  for (const finding of carriers.flatMap(({ findings }) => findings)) {
    const { rule, effect, outcome } = finding;
    const total = totals.get(rule) ?? emptyTotal(finding);
    total.effects[effect] += 1;
    if (effect !== "waived") total.outcomes[outcome] += 1;
    totals.set(rule, total);
  }
  return [...totals.values()]
    .map((total) => ({ ...total, text: effectsText(total.effects) }))
    .sort((a, b) =>
      countedEffects.reduce(
        (order, effect) => order || b.effects[effect] - a.effects[effect],
        0,
      ),
    );
}

function emptyTotal({ rule, level }: Finding) {
  const none = { fail: 0, pass: 0, skipped: 0 };
  return {
    rule: visible(rule),
    level,
    effects: { ...none, review: 0, warning: 0, waived: 0 },
    outcomes: { ...none, unknown: 0 },
  };
}
