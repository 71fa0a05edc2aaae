/** How a run of `usdot vet` ends. */
import { ListError, type UsdotError } from "../../errors.ts";
import { invalidText } from "../../input/input.ts";
import { countsText, waiverText } from "../../output/reports/words.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import { counted } from "../../text/digits.ts";
import type { Judge } from "../../vet/judge.ts";
import type { RunFooter } from "../../vet/model.ts";
import type { Recorder } from "./recorder.ts";
import type { Reports } from "./report-files.ts";

interface RunEnd {
  footer: RunFooter;
  judge: Judge;
  /** Of a live run. In a replay nothing was asked, so nothing that failed was reported. */
  failed?: Recorder["failed"];
  /** The number that was vetted by itself: no list reported why it has no complete answer. */
  single?: string | undefined;
  said: Reports["said"];
  /** Whether invalid lines are still to be named. */
  namesLater: boolean;
}

/**
 * Says how the run ended: invalid lines that are not named yet, notes, waivers that covered nothing, and the counts, unless a report has said them.
 * @throws {UsdotError} unless every carrier passes
 */
export function closeRun(reporter: Reporter, end: RunEnd): void {
  const { footer, failed, single, said, namesLater } = end;
  if (namesLater && said !== "nothing") for (const line of footer.refused) reporter.invalid(invalidText(line));
  for (const note of footer.notes) reporter.note(note);
  for (const waiver of footer.waivers) reporter.warning(waiverText(waiver));
  const error = errorOfRun(end);
  if (single !== undefined && failed?.first && failed.first !== error) {
    reporter.failure(`USDOT ${single}`, failed.first);
  }
  if (error) throw error;
  if (said === undefined) reporter.note(endText(footer));
}

/**
 * The error that a run ends with; undefined only if every carrier passes. A certain no comes before
 * everything that is not settled.
 */
function errorOfRun({ footer, judge, failed, single, said }: RunEnd): UsdotError | undefined {
  const { counts, refused, cut_off } = footer;
  const text = (short: string) => (said === "nothing" ? "" : said === "counts" ? short : endText(footer));
  const cut = cut_off ? "the evidence is cut off: it does not hold the whole list" : undefined;
  if (counts.fail > 0) {
    return new ListError(text(counted(counts.fail, "carrier fails", "carriers fail")), "failed", { hint: cut });
  }
  const review = (hint: string) => new ListError(text("not every carrier passes"), "review", { hint });
  if (cut) return review(cut);
  const cause = failed?.cause;
  const none = refused.length === 0 ? "no carrier got an answer" : `no carrier got an answer: ${endText(footer)}`;
  if (cause) return single === undefined ? new ListError(none, cause.kind, { cause }) : cause;
  if (judge.unanswered > 0) {
    return review(
      failed ? "see above for what was not judged" : "the recorded run lacks answers: vet again with --reuse",
    );
  }
  if (refused.length > 0) return review(fixInvalid);
  return counts.review > 0 ? review("a person decides: waive the finding, or change the policy") : undefined;
}

/** `3 carriers: 1 fails, 1 needs review, 1 passes`, and the invalid lines. */
function endText({ counts, refused }: RunFooter): string {
  return refused.length === 0 ? countsText(counts) : `${countsText(counts)}; ${invalidCount(refused.length)}`;
}

/** `2 lines are not USDOT numbers` */
export function invalidCount(count: number): string {
  return counted(count, "line is not a USDOT number", "lines are not USDOT numbers");
}

/** What to do about them. */
export const fixInvalid = "fix the invalid lines that are named above";
