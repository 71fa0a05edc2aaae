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
import { countsText } from "../../output/reports/summary.ts";
import { counted } from "../../text/digits.ts";
import { shellPath } from "../../text/shell-word.ts";
import {
  asksInBulk,
  hasClaims,
  type Inquiry,
  missingFor,
} from "../../vet/dossiers.ts";
import type { History } from "../../vet/evidence/history.ts";
import type { EvidenceWriter } from "../../vet/evidence/writer.ts";
import { hasRule, ruleOf } from "../../vet/policy/policy.ts";
import type { Ended } from "../../vet/run.ts";
import type { VetPlan } from "./plan.ts";

/** A list for which a person would not want to begin again. */
const longList = 100;

/**
 * How many requests a list takes: `1,000 carriers: carrier, insurance, safety:
 * 3,000 requests`.
 */
export function requestsText(
  { context, inputs }: VetPlan,
  asking: Inquiry,
): string {
  const numbers = [...new Set(numbersIn(inputs.inputs))];
  const missing = numbers.flatMap((number) => missingFor(asking, number));
  const batches = missing.length / context.settings.values["batch-size"];
  const what = asksInBulk(asking)
    ? `bulk summary: about ${counted(Math.ceil(batches), "request")}`
    : `${asking.records.join(", ")}: ${counted(missing.length, "request")}`;
  return `${counted(numbers.length, "carrier")}: ${what}`;
}

/**
 * What is about to be asked, once nothing can refuse it any more. Of one
 * carrier, the verdict comes first.
 */
export function announce(
  plan: VetPlan,
  asking: Inquiry,
  history: History | undefined,
): void {
  const { context, inputs, policy, recording } = plan;
  const { reporter, settings } = context;
  if (inputs.inputs.some(hasClaims) && !hasRule(policy, "claims"))
    reporter.note("your policy has no claims rule; claims are compared anyway");
  if (history) announceHistory(plan, history);
  if (inputs.single !== undefined || numbersIn(inputs.inputs).length === 0)
    return;
  reporter.note(requestsText(plan, asking));
  if (inputs.inputs.length >= longList && !recording && !history)
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
  evidence: EvidenceWriter | undefined,
  { notes, evidence_sha256 }: Ended,
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

/** What is left of a run that ended early. */
interface Left {
  carriers: number;
  /** The paths of outputs. */
  left: readonly string[];
  evidence: string | undefined;
}

/** Says how far the run came, where that is, and how to go on. */
export function noteStopped(
  { context: { host, reporter }, recording, recorded }: VetPlan,
  reason: unknown,
  { carriers, left, evidence }: Left,
): void {
  const isStopped = reason instanceof InterruptedError && carriers > 0;
  if (isStopped) reporter.note(`stopped after ${counted(carriers, "carrier")}`);
  for (const path of left)
    reporter.note(`what was judged is in ${shownPath(path, host.cwd)}`);
  if (evidence) {
    const path = shownPath(evidence, host.cwd);
    const other = shellPath(path.replace(/(\.[^./\\]*)?$/, "-2$1"));
    // Evidence is never written twice; of an option that is given twice, the
    // second counts.
    const next = recording?.path === evidence ? ` --evidence ${other}` : "";
    reporter.note(
      `to continue: the same command with --reuse ${shellPath(path)}${next}`,
    );
  } else if (isStopped && recorded === undefined)
    reporter.note("with --evidence FILE, a list can go on where it stopped");
}

export const fixInvalid = "fix the invalid lines";

interface BadEnding {
  kind: ErrorKind;
  words: string;
  hint?: string | undefined;
}

/**
 * How a run ends that does not end well. A certain no comes before all that is
 * open.
 */
function badEnding(
  {
    counts,
    causes,
    invalid,
    isCutOff,
  }: Pick<Ended, "counts" | "causes" | "invalid" | "isCutOff">,
  isReplay: boolean,
): BadEnding | undefined {
  const cut = "the evidence is cut off: it does not hold the whole list";
  if (counts.fail > 0) {
    const words = counted(counts.fail, "carrier fails", "carriers fail");
    return { kind: "failed", words, hint: isCutOff ? cut : undefined };
  }
  const cause = isReplay ? undefined : onlyCause(causes);
  if (cause) return { kind: cause, words: "no carrier got an answer" };
  const isUnanswered = [...causes].some((each) => each !== "answered");
  const open = [
    isCutOff && cut,
    isUnanswered &&
      (isReplay
        ? "the recorded run lacks answers: vet again with --reuse"
        : "vet the carriers without an answer again"),
    invalid.length > 0 && fixInvalid,
    counts.review > 0 &&
      "a person decides: waive the finding, or change the policy",
  ];
  const hint = open.find((text) => text !== false);
  const words = "not every carrier passes";
  return hint === undefined ? undefined : { kind: "review", words, hint };
}

/**
 * The cause for which no request at all got an answer; undefined if one did, or
 * there are several causes.
 */
function onlyCause(causes: Ended["causes"]): ErrorKind | undefined {
  const failures = [...causes].filter((cause) => cause !== "answered");
  const isOnly =
    failures.length === causes.size &&
    new Set(failures.map(exitStatusOf)).size === 1;
  return isOnly ? failures[0] : undefined;
}

/**
 * Says how the run ended, unless a report on standard output has, and throws
 * what sets the exit status.
 */
export function endRun(plan: VetPlan, ended: Ended): void {
  const { context, inputs, recorded } = plan;
  const ending = badEnding(ended, recorded !== undefined);
  const counts = countsText(ended.counts, ended.invalid);
  const areCountsSaid = saysCounts(plan);
  if (ending === undefined) {
    if (!areCountsSaid) context.reporter.note(counts);
    return;
  }
  const { kind, words, hint } = ending;
  // A screen is headed by its verdict, which lines behind it would push out of
  // the window.
  const isScreen = inputs.single !== undefined && areCountsSaid;
  if (context.settings.values.quiet || isScreen) throw new ExitStatus(kind);
  throw new ListError(areCountsSaid ? words : counts, kind, { hint });
}

/** Whether a report on standard output says how many carriers pass. */
function saysCounts({ targets }: VetPlan): boolean {
  const saying = ["table", "github", "markdown", "line"];
  return targets.some(({ path, format }) => !path && saying.includes(format));
}
