/**
 * How a run ends: its exit status and its last message, or where it was when it
 * was cut short.
 */
import {
  type ErrorKind,
  ExitStatus,
  FileError,
  InterruptedError,
  OtherError,
} from "../errors.ts";
import { shownPath } from "../files/file-error.ts";
import { descriptor, type RunEnd } from "../files/output-file.ts";
import { identityOf } from "../files/same-file.ts";
import type { Tally } from "../lookup/tally.ts";
import type { Context } from "../run/context.ts";
import type { Host } from "../run/host.ts";
import { counted } from "../text/digits.ts";
import { cutOffText, type RunFooter } from "../vet/model.ts";

/** Why the exit status is not 0, and what to do. */
interface BadEnding {
  kind: ErrorKind;
  hint?: string | undefined;
  /** What is said where the counts are said already. */
  words?: string;
}

/**
 * A list of so many numbers of which the service knows none was more likely
 * sent to a wrong base URL.
 */
const suspiciouslyMany = 10;

/**
 * How a list was looked up. A number without an answer never ends in success or
 * in a definite no. Of a part of a list (`isShard`), the service may well know
 * nothing. `again`: how to get the answers that are missing.
 */
export function lookupEnding(
  tally: Tally,
  { allowMissing = false, isShard = false, again = "" } = {},
): BadEnding | undefined {
  const { causes, notFound, withRecord, withAnswer } = tally;
  const [cause] = causes;
  if (causes.has("key") && withAnswer === 0)
    return { kind: "key", hint: "check the API key: usdot config check" };
  if (cause) {
    const isMixed = withAnswer > 0 || causes.size > 1;
    return { kind: isMixed ? "incomplete" : cause, hint: again };
  }
  if (tally.count("invalid") > 0) return { kind: "incomplete" };
  const isPlausible = withRecord > 0 || isShard || notFound < suspiciouslyMany;
  if (notFound === 0 || (allowMissing && isPlausible)) return undefined;
  const hint =
    withRecord > 0
      ? undefined
      : "nothing was found: check the numbers and the base URL";
  return { kind: "not-found", hint };
}

/** How a vetting ends of which only lines of the list are wrong. */
export const invalidEnding: BadEnding = {
  kind: "review",
  hint: "fix the invalid lines",
};

/**
 * How carriers were vetted (docs/vetting.md, "Exit statuses"): a certain no
 * comes before all that is open. `reuse`: the options that continue it.
 */
export function vetEnding(
  { counts, tally, invalid, isCutOff }: RunFooter,
  isReplay: boolean,
  reuse?: string,
): BadEnding | undefined {
  const { causes, withAnswer } = tally;
  const [cause] = causes;
  const lacking = isReplay
    ? "the recorded run lacks answers; within 24 hours, --reuse continues it"
    : `retry the carriers without an answer${reuse ? `: the same command with ${reuse}` : ""}`;
  const hint = isCutOff ? cutOffText : cause && lacking;
  if (counts.fail > 0) {
    const words = counted(counts.fail, "carrier fails", "carriers fail");
    return { kind: "failed", hint, words };
  }
  const isTotalOutage = !isReplay && withAnswer === 0 && causes.size === 1;
  if (cause && isTotalOutage)
    return { kind: cause, words: "no carrier got an answer" };
  if (isCutOff || cause) return { kind: "review", hint };
  if (invalid.length > 0) return invalidEnding;
  if (counts.review > 0) return { kind: "review", hint: "a person decides" };
  return undefined;
}

/** What a lookup leaves. */
export function lookupRunEnd({ causes, withAnswer }: Tally): RunEnd {
  if (causes.size === 0) return "complete";
  return withAnswer > 0 ? "resumable" : "nothing";
}

/** What a vetting leaves: a carrier without an answer is judged, too. */
export function vetRunEnd(kind: ErrorKind | undefined): RunEnd {
  const outages: readonly unknown[] = ["key", "unreachable", "unusable"];
  return outages.includes(kind) ? "nothing" : "complete";
}

/** Says where the rows are if no carrier got an answer: earlier files stay. */
export function unansweredText(
  { cwd }: Host,
  partialPaths: readonly string[],
): string {
  const paths = partialPaths.map((path) => shownPath(path, cwd)).join(", ");
  return paths && `no carrier got an answer: what was written is in ${paths}`;
}

/**
 * Says how a list ended, and throws what sets the exit status. `areCountsSaid`:
 * by standard output.
 */
export function endList(
  { reporter, values }: Context,
  counts: string,
  ending: BadEnding | undefined,
  areCountsSaid = false,
): void {
  if (ending === undefined) {
    if (!areCountsSaid) reporter.note(counts);
    return;
  }
  const { kind, words = "not every carrier passes", hint } = ending;
  // With --quiet, only what failed was named, and the exit status says the rest.
  if (values.quiet) throw new ExitStatus(kind);
  throw new OtherError(areCountsSaid ? words : counts, kind, { hint });
}

export interface Stopped {
  isList: boolean;
  /** How far the run came; absent where nothing was answered. */
  after?: string | undefined;
  /** Where it was written, and how to use or continue it. */
  left: readonly { path: string; next?: string | undefined }[];
  hint?: string | undefined;
}

export const continuedBy = (option: string) =>
  `the same command with ${option} continues it`;

/** Says how far a run came that ended early, where that is, and how to go on. */
export function noteStopped(
  { host, reporter }: Context,
  reason: unknown,
  { isList, after, left, hint }: Stopped,
): void {
  const isStopped =
    reason instanceof InterruptedError && (isList || after !== undefined);
  if (isStopped)
    reporter.note(
      after
        ? `stopped after ${after}`
        : "stopped before the first answer: run the same command again",
    );
  for (const { path, next } of left) {
    const where = `what was written is in ${shownPath(path, host.cwd)}`;
    reporter.note(next ? `${where}; ${next}` : where);
  }
  if (isStopped && after && hint) reporter.note(hint);
}

/**
 * Runs a command. If it fails, says, also with --quiet, which of its outputs are
 * still the old files: nobody should take yesterday's report for today's.
 */
export async function namingUnwritten(
  { host, reporter }: Context,
  outputs: readonly (string | undefined)[],
  run: () => Promise<void>,
): Promise<void> {
  const before = outputs.map(identityOf);
  try {
    await run();
  } catch (error) {
    const unwritten = outputs.flatMap((path, at) =>
      path &&
      !descriptor.test(path) &&
      before[at] !== "" &&
      identityOf(path) === before[at]
        ? shownPath(path, host.cwd)
        : [],
    );
    if (unwritten.length > 0)
      reporter.error(
        new FileError(
          `not written, and still from before this run: ${unwritten.join(", ")}`,
        ),
      );
    throw error;
  }
}
