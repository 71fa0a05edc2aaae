/**
 * What `usdot vet` says on standard error: what it is about to do, what it
 * wrote, and how it ended.
 */
import { InterruptedError } from "../../errors.ts";
import { numbersIn } from "../../list/input.ts";
import { callerNote } from "../../output/reports/line.ts";
import { counted, firstOf } from "../../text/digits.ts";
import { shellPath } from "../../text/hint.ts";
import { cutOffText, type RunFooter } from "../../vet/model.ts";
import { ruleOf } from "../../vet/policy/policy.ts";
import {
  hasClaims,
  type RequestPlan,
  recordsToAsk,
} from "../../vet/request-plan.ts";
import { claimsRule } from "../../vet/rules/identity.ts";
import type { Vetting } from "../../vet/vetting.ts";
import {
  type BadEnding,
  continuedBy,
  noteLeft,
  noteStopped,
  unansweredText,
} from "../carrier-run.ts";
import { printedFormat } from "./outputs.ts";
import type { VetPlan } from "./plan.ts";

/**
 * How many requests a list takes: `1,000 carriers: carrier, insurance, safety:
 * 3,000 requests`.
 */
export function requestsText(requests: RequestPlan, batchSize: number): string {
  const numbers = numbersIn(requests.inputs);
  const toAsk = numbers.flatMap((number) => recordsToAsk(requests, number));
  const batches = Math.ceil(toAsk.length / batchSize);
  const what = requests.isBulk
    ? `bulk summary: about ${counted(batches, "request")}`
    : `${requests.records.join(", ")}: ${counted(toAsk.length, "request")}`;
  return `${counted(numbers.length, "carrier")}: ${what}`;
}

/** A list for which a person would not want to begin again. */
const longList = 100;
const evidenceHint =
  "with --evidence FILE, an interrupted run can be continued with --reuse FILE";

/**
 * Says what is about to be asked, once nothing can refuse it any more; of one
 * carrier little, to keep its verdict on top. `interruptedPath`: a run that
 * nobody continued.
 */
export function announce(
  plan: VetPlan,
  requests: RequestPlan,
  interruptedPath: string | undefined,
): void {
  const { reporter, options, policy, inputs, single, evidencePath } = plan;
  if (inputs.some(hasClaims) && !ruleOf(policy, claimsRule.name))
    reporter.note("your policy has no claims rule; claims are compared anyway");
  if (interruptedPath && options.reuse === undefined) {
    const path = plan.host.shownPath(interruptedPath);
    const again = continuedBy(`--reuse ${shellPath(path)}`);
    reporter.note(`${path} was cut off; ${again}`);
  }
  if (numbersIn(inputs).length === 0) return;
  if (policy.isBuiltIn && !printsScreen(plan))
    reporter.note(
      'judging by the built-in policy "default"; see it with usdot vet --print-policy',
    );
  if (single !== undefined) return;
  reporter.note(requestsText(requests, plan.values["batch-size"]));
  const isKept = evidencePath !== undefined || options.history !== undefined;
  if (inputs.length >= longList && !isKept) reporter.note(evidenceHint);
}

/** Whether the screen of the one carrier is printed, which has the run's notes. */
const printsScreen = (plan: VetPlan) =>
  plan.prefersScreen && printedFormat(plan) === "table";

/** Whether that screen is on the same terminal as the notes. */
const isOnScreen = (plan: VetPlan) => {
  const { stdout, stderr } = plan.host;
  return printsScreen(plan) && stdout.isTTY && stderr.isTTY;
};

const unrecorded =
  "not recorded; --evidence vetting/ gives each vetting a file of its own";

/**
 * The notes after the reports: what was written, and what the run found out
 * about itself. `partialPaths`: where that is if nobody was answered.
 */
export function closingNotes(
  plan: VetPlan,
  { evidencePath }: Vetting,
  { counts, warnings, unsaid, gone, evidence_sha256 }: RunFooter,
  partialPaths: readonly string[] = [],
): string[] {
  const { host, targets, inputs, options, exceptions, replayed } = plan;
  const files = targets.flatMap(({ path }) =>
    path ? host.shownPath(path) : [],
  );
  const missing = firstOf(gone.map(({ dot_number }) => dot_number));
  const isForLoad = options.reference !== undefined || exceptions.length > 0;
  const needsNoRecord = replayed !== undefined || options.evidence === false;
  const mayBeBooked = plan.single !== undefined && counts.fail === 0;
  const claims = inputs.flatMap((input) => input.claims ?? []);
  return [
    unansweredText(host, partialPaths) ||
      (files.length > 0 && `wrote ${files.join(", ")}`),
    evidencePath &&
      `evidence ${host.shownPath(evidencePath)}: sha256 ${evidence_sha256}`,
    isForLoad && !evidencePath && !needsNoRecord && unrecorded,
    missing && `gone from the list: USDOT ${missing}`,
    mayBeBooked && !printsScreen(plan) && callerNote(claims),
    ...(isOnScreen(plan) ? [] : [...warnings, ...unsaid]),
  ].flatMap((note) => note || []);
}

/** The options that continue evidence, into another file if need be. */
function reuseOptions({ evidencePath, host }: VetPlan, path: string): string {
  const shown = host.shownPath(path);
  const other = shellPath(shown.replace(/(\.[^./\\]*)?$/, "-2$1"));
  const again = evidencePath?.path === path ? ` --evidence ${other}` : "";
  return `--reuse ${shellPath(shown)}${again}`;
}

/**
 * Says how far a run came that ended early, where that is, and how to go on.
 * `footer`: the run was recorded to its end, and a report failed.
 */
export function noteVettingStopped(
  plan: VetPlan,
  { evidencePath: path, counts: { carriers } }: Vetting,
  reason: unknown,
  reports: readonly string[],
  footer: RunFooter | undefined,
): void {
  const { single, replayed, host } = plan;
  const isList = single === undefined && replayed === undefined;
  const after = carriers > 0 ? counted(carriers, "carrier") : undefined;
  const isStopped = reason instanceof InterruptedError;
  if (isStopped) noteStopped(plan, after, isList);
  for (const report of reports) noteLeft(plan, report);
  if (replayed) return;
  if (path && after) {
    const next = footer
      ? `usdot vet --from ${shellPath(host.shownPath(path))} reports all of it`
      : continuedBy(reuseOptions(plan, path));
    noteLeft(plan, path, next);
  } else if (isStopped && after) plan.reporter.note(evidenceHint);
}

/** How a vetting ends in which only lines of the list are wrong. */
export const invalidEnding: BadEnding = {
  kind: "review",
  hint: "fix the invalid lines",
};

/**
 * How carriers were vetted (docs/vetting.md, "Exit statuses"): a certain no
 * comes before all that is open.
 */
export function vetEnding(
  plan: VetPlan,
  { evidencePath }: Vetting,
  { counts, tally, invalid, isCutOff }: RunFooter,
): BadEnding | undefined {
  const [cause, ...otherCauses] = tally.causes;
  const hint = isCutOff ? cutOffText : cause && lackingHint(plan, evidencePath);
  if (counts.fail > 0) {
    const words = counted(counts.fail, "carrier fails", "carriers fail");
    return { kind: "failed", hint, words };
  }
  const hasOneCause = tally.withAnswer === 0 && otherCauses.length === 0;
  if (cause && hasOneCause && plan.replayed === undefined)
    return { kind: cause, words: "no carrier got an answer", isOutage: true };
  if (isCutOff || cause) return { kind: "review", hint };
  if (invalid.length > 0) return invalidEnding;
  if (counts.review > 0) return { kind: "review", hint: "a person decides" };
  return undefined;
}

/** What to do where carriers have no answer, or lack one of several. */
function lackingHint(plan: VetPlan, evidencePath: string | undefined): string {
  if (plan.replayed)
    return "the recorded run lacks answers; within 24 hours, --reuse continues it";
  const retry = "retry the carriers without an answer";
  return evidencePath
    ? `${retry}: the same command with ${reuseOptions(plan, evidencePath)}`
    : retry;
}
