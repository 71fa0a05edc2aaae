/** How a run of `usdot vet` ends. */
import { UsdotError } from "../../errors.ts";
import { countsText as verdictsText, waiverText } from "../../output/reports/words.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import { grouped } from "../../text/digits.ts";
import type { RunFooter } from "../../vet/model.ts";

/** Not every carrier passes. */
export class VerdictError extends UsdotError {
  readonly kind: "failed" | "review";

  constructor(message: string, kind: "failed" | "review", hint?: string) {
    super(message, { hint });
    this.kind = kind;
  }
}

export interface RunEnd {
  footer: RunFooter;
  /** Carriers that need review because asking failed. */
  unanswered: number;
  /** Why a number by itself has no complete answer. */
  error?: UsdotError | undefined;
  /** Whether recorded answers were judged: nothing was asked, so nothing that failed was reported. */
  isReplay?: boolean;
}

/**
 * Says how the run ended: waivers that covered nothing, and the counts.
 *
 * @throws {VerdictError} unless every carrier passes
 * @throws the error that leaves a number by itself to review
 */
export function closeRun(reporter: Reporter, end: RunEnd): void {
  for (const waiver of end.footer.waivers) reporter.warning(waiverText(waiver));
  const verdict = verdictOfRun(end);
  if (verdict?.kind === "review" && end.error) throw end.error;
  if (verdict) throw verdict;
  reporter.note(countsText(end.footer));
}

/**
 * The verdict on the list (vet.md, "Verdicts and exit status"): undefined only if every carrier passes. What could not be judged
 * comes before what failed, because the list as a whole is not settled.
 */
export function verdictOfRun({ footer, unanswered, isReplay }: RunEnd): VerdictError | undefined {
  const { counts, refused, cut_off } = footer;
  const text = countsText(footer);
  if (cut_off) return new VerdictError(text, "review", "the evidence is cut off: it does not hold the whole list");
  if (unanswered + refused.length > 0) {
    const hint = isReplay
      ? "the recorded run lacks answers: vet again with --reuse"
      : "see above for what was not judged";
    return new VerdictError(text, "review", unanswered === 0 ? "fix the lines that are named above" : hint);
  }
  if (counts.fail > 0) return new VerdictError(text, "failed");
  if (counts.review > 0)
    return new VerdictError(text, "review", "a person decides: waive the finding, or change the policy");
  return undefined;
}

/** `3 carriers: 1 fail, 1 review, 1 pass`, and the lines that are not a number. */
export function countsText({ counts, refused }: Pick<RunFooter, "counts" | "refused">): string {
  if (refused.length === 0) return verdictsText(counts);
  const lines =
    refused.length === 1 ? "1 line is not a USDOT number" : `${grouped(refused.length)} lines are not USDOT numbers`;
  return `${verdictsText(counts)}; ${lines}`;
}
