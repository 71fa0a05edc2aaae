/**
 * What `usdot vet` says on standard error: what it is about to do, what it
 * wrote, and how it ended.
 */
import {
  type ErrorKind,
  ExitStatus,
  exitStatusOf,
  InterruptedError,
  ListError,
} from "../../errors.ts";
import { shownPath } from "../../files/file-error.ts";
import { numbersIn } from "../../list/input.ts";
import { countsText, cutOffText } from "../../output/reports/summary.ts";
import { counted } from "../../text/digits.ts";
import { shellPath } from "../../text/shell-word.ts";
import {
  asksInBulk,
  hasClaims,
  missingFor,
  type RequestPlan,
} from "../../vet/dossiers.ts";
import type { History } from "../../vet/evidence/history.ts";
import type { EndedRun, Vetting } from "../../vet/pipeline.ts";
import { hasRule, ruleOf } from "../../vet/policy/policy.ts";
import { noteLeft } from "../destination.ts";
import type { VetPlan } from "./plan.ts";

/** A list for which a person would not want to begin again. */
const longList = 100;

/**
 * How many requests a list takes: `1,000 carriers: carrier, insurance, safety:
 * 3,000 requests`.
 */
export function requestsText(
  { context, inputs }: VetPlan,
  requests: RequestPlan,
): string {
  const numbers = [...new Set(numbersIn(inputs.inputs))];
  const missing = numbers.flatMap((number) => missingFor(requests, number));
  const batches = missing.length / context.settings.values["batch-size"];
  const what = asksInBulk(requests)
    ? `bulk summary: about ${counted(Math.ceil(batches), "request")}`
    : `${requests.records.join(", ")}: ${counted(missing.length, "request")}`;
  return `${counted(numbers.length, "carrier")}: ${what}`;
}

/**
 * What is about to be asked, once nothing can refuse it any more. Of one
 * carrier, the verdict comes first.
 */
export function announce(
  plan: VetPlan,
  requests: RequestPlan,
  history: History | undefined,
): void {
  const { context, inputs, policy, evidence } = plan;
  const { reporter, settings } = context;
  if (inputs.inputs.some(hasClaims) && !hasRule(policy, "claims"))
    reporter.note("your policy has no claims rule; claims are compared anyway");
  if (history) announceHistory(plan, history);
  if (inputs.single !== undefined || numbersIn(inputs.inputs).length === 0)
    return;
  reporter.note(requestsText(plan, requests));
  if (inputs.inputs.length >= longList && !evidence && !history)
    reporter.note("with --evidence FILE, an interrupted run can be resumed");
  if (settings.values.policy === undefined)
    reporter.note(
      'judging by the built-in policy "default"; see it with usdot vet --print-policy',
    );
}

function announceHistory(
  { context: { host, reporter }, options, policy }: VetPlan,
  { earlier, killed }: History,
): void {
  if (earlier.sha256 === null)
    reporter.note(
      `no earlier run of this service in ${options.history}: nothing to compare with`,
    );
  else if (ruleOf(policy, "unchanged")?.level !== "error")
    reporter.note(
      "without the rule unchanged (level error), each change is reported only once",
    );
  if (killed && options.reuse === undefined) {
    const path = shownPath(killed, host.cwd);
    reporter.note(
      `${path} was cut off; the same command with --reuse ${shellPath(path)} continues it`,
    );
  }
}

/** What was written, and what the run found out about itself. */
export function noteWritten(
  { targets, context: { host, reporter } }: VetPlan,
  { evidence }: Vetting,
  { notes, evidence_sha256 }: EndedRun,
): void {
  const files = targets.flatMap(({ path }) => path ?? []);
  const written = files.map((path) => shownPath(path, host.cwd));
  if (written.length > 0) reporter.note(`wrote ${written.join(", ")}`);
  if (evidence)
    reporter.note(
      `evidence ${shownPath(evidence.path, host.cwd)}: sha256 ${evidence_sha256}`,
    );
  for (const note of notes) reporter.note(note);
}

/**
 * How far a run came that ended early, where that is, and how to go on. `left`:
 * the paths of outputs.
 */
export function noteStopped(
  { context, evidence: named, recorded }: VetPlan,
  { evidence, counts: { carriers } }: Vetting,
  reason: unknown,
  left: readonly string[],
): void {
  const { host, reporter } = context;
  const isStopped = reason instanceof InterruptedError && carriers > 0;
  if (isStopped) reporter.note(`stopped after ${counted(carriers, "carrier")}`);
  for (const path of left) noteLeft(context, "judged", path);
  if (evidence?.isLeft) {
    const path = shownPath(evidence.path, host.cwd);
    const other = shellPath(path.replace(/(\.[^./\\]*)?$/, "-2$1"));
    // Evidence is never written twice; of an option that is given twice, the
    // second counts.
    const next = named?.path === evidence.path ? ` --evidence ${other}` : "";
    noteLeft(context, "judged", path, `--reuse ${shellPath(path)}${next}`);
  } else if (isStopped && recorded === undefined)
    reporter.note("with --evidence FILE, a list can go on where it stopped");
}

export const fixInvalid = "fix the invalid lines";

interface BadEnding {
  kind: ErrorKind;
  words: string;
  hint?: string | undefined;
}

type RunOutcome = Pick<
  EndedRun,
  "counts" | "isAnswered" | "failures" | "invalid" | "isCutOff"
>;

/**
 * How a run ends that does not end well. A certain no comes before all that is
 * open.
 */
function badEnding(
  outcome: RunOutcome,
  isReplay: boolean,
): BadEnding | undefined {
  const { counts, isCutOff } = outcome;
  if (counts.fail > 0) {
    const words = counted(counts.fail, "carrier fails", "carriers fail");
    return { kind: "failed", words, hint: isCutOff ? cutOffText : undefined };
  }
  const cause = isReplay ? undefined : onlyCause(outcome);
  if (cause) return { kind: cause, words: "no carrier got an answer" };
  const hint = whatIsOpen(outcome, isReplay);
  const words = "not every carrier passes";
  return hint === undefined ? undefined : { kind: "review", words, hint };
}

/** What to do first where it is not certain that every carrier passes. */
function whatIsOpen(
  { counts, failures, invalid, isCutOff }: RunOutcome,
  isReplay: boolean,
): string | undefined {
  if (isCutOff) return cutOffText;
  if (failures.size > 0)
    return isReplay
      ? "the recorded run lacks answers: vet again with --reuse"
      : "vet the carriers without an answer again";
  if (invalid.length > 0) return fixInvalid;
  return counts.review > 0 ? "a person decides" : undefined;
}

/** Why no carrier got an answer, where all causes end in one exit status. */
function onlyCause({
  isAnswered,
  failures,
}: RunOutcome): ErrorKind | undefined {
  const statuses = new Set([...failures].map(exitStatusOf));
  const [cause] = failures;
  return isAnswered || statuses.size > 1 ? undefined : cause;
}

/**
 * Says how the run ended, unless a report on standard output has, and throws
 * what sets the exit status.
 */
export function endRun(plan: VetPlan, ended: EndedRun): void {
  const { context, isScreen, recorded } = plan;
  const ending = badEnding(ended, recorded !== undefined);
  const counts = countsText(ended);
  const areCountsSaid = saysCounts(plan);
  if (ending === undefined) {
    if (!areCountsSaid) context.reporter.note(counts);
    return;
  }
  const { kind, words, hint } = ending;
  // A screen is headed by its verdict, which lines behind it would push out of
  // the window.
  const isSaid = isScreen && ended.counts.carriers === 1 && areCountsSaid;
  if (context.settings.values.quiet || isSaid) throw new ExitStatus(kind);
  throw new ListError(areCountsSaid ? words : counts, kind, { hint });
}

/** Whether a report on standard output says how many carriers pass. */
function saysCounts({ targets }: VetPlan): boolean {
  const saying = ["table", "github", "markdown", "line"];
  return targets.some(({ path, format }) => !path && saying.includes(format));
}
