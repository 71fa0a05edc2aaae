/** What reports say of a whole list rather than of one carrier. */
import { invalidText, type Place } from "../../list/input.ts";
import { counted, grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import { isLessCover } from "../../vet/compare/changes.ts";
import {
  type Change,
  type Changes,
  cutOffText,
  type Run,
  type RunFooter,
  type Verdict,
} from "../../vet/model.ts";
import { effectsText, nameText } from "./carrier.ts";

interface ListProblem {
  text: string;
  effect: "fail" | "review";
  place?: Place | undefined;
}

/** What needs review, also of the carriers that a report leaves out. */
export function listProblemsOf(
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
      text: `not shown, with no new verdict, reason or change: ${effectsText({ fail, review })}`,
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
export function headlinesOf({ carriers, footer }: Run): string[] {
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
