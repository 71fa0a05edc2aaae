/**
 * What `usdot vet` says on standard error: what it is about to do, and what it
 * wrote.
 */
import { shownPath } from "../../files/file-error.ts";
import { numbersIn } from "../../list/input.ts";
import { counted } from "../../text/digits.ts";
import { shellPath } from "../../text/hint.ts";
import { displayWidth, wrap } from "../../text/width.ts";
import {
  asksInBulk,
  hasClaims,
  missingFor,
  type RequestPlan,
} from "../../vet/dossiers.ts";
import type { History } from "../../vet/evidence/history.ts";
import type { RunFooter } from "../../vet/model.ts";
import { hasRule } from "../../vet/policy/policy.ts";
import { claimsRule } from "../../vet/rules/identity.ts";
import type { Vetting } from "../../vet/vetting.ts";
import type { Stopped } from "../endings.ts";
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
  if (inputs.inputs.some(hasClaims) && !hasRule(policy, claimsRule.name))
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
  { context: { host, reporter }, options }: VetPlan,
  { killed }: History,
): void {
  if (killed && options.reuse === undefined) {
    const path = shownPath(killed, host.cwd);
    reporter.note(
      `${path} was cut off; the same command with --reuse ${shellPath(path)} continues it`,
    );
  }
}

/** What was written, and what the run found out about itself. */
export function noteWritten(
  plan: VetPlan,
  { evidence }: Vetting,
  { notes, gone, evidence_sha256 }: RunFooter,
): void {
  const { reporter } = plan.context;
  const written = writtenNotes(plan, evidence?.path, evidence_sha256);
  const numbers = gone.map(({ dot_number }) => dot_number).join(", ");
  const missing =
    gone.length > 0 ? [`gone from the list: USDOT ${numbers}`] : [];
  reporter.note(...written, ...missing, ...notes);
}

function writtenNotes(
  { targets, context: { host } }: VetPlan,
  evidence: string | undefined,
  hash: string | null,
): string[] {
  const shown = (path: string) => shownPath(path, host.cwd);
  const files = targets.flatMap(({ path }) => (path ? shown(path) : []));
  return [
    ...(files.length > 0 ? [`wrote ${files.join(", ")}`] : []),
    ...(evidence ? [`evidence ${shown(evidence)}: sha256 ${hash}`] : []),
  ];
}

/**
 * How many lines of a terminal the notes behind a screen will take: they must
 * not push the verdict out of the window.
 */
export function linesBehind(plan: VetPlan, width = 80): number {
  const { evidence, context } = plan;
  if (context.settings.values.quiet) return 0;
  // A directory gets a file whose name has the time and the number.
  const path =
    evidence && evidence.path + (evidence.isDirectory ? "/".padEnd(40) : "");
  const notes = writtenNotes(plan, path, "0".repeat(64));
  const room = { firstWidth: width, width: width - 2, hard: false };
  const lines = notes.flatMap((note) => wrap(`usdot: note: ${note}`, room));
  // A hash may be longer than a line.
  return lines.reduce(
    (sum, line) => sum + Math.ceil((displayWidth(line) + 2) / width),
    0,
  );
}

/** How far a run came that ended early, where that is, and how to go on. */
export function stoppedAt(
  plan: VetPlan,
  { evidence, counts: { carriers } }: Vetting,
  reports: readonly string[],
): Stopped {
  const { inputs, recorded } = plan;
  const isList = inputs.single === undefined && recorded === undefined;
  const nothing = isList ? "" : undefined;
  const paths = reports.map((path) => ({ path }));
  const stopped = {
    after: carriers > 0 ? counted(carriers, "carrier") : nothing,
    what: "judged",
  } as const;
  if (evidence && carriers > 0) {
    const { path } = evidence;
    const option = reuseOption(plan, path);
    return { ...stopped, left: [...paths, { path, option }] };
  }
  const hint = "with --evidence FILE, a list can go on where it stopped";
  return { ...stopped, left: paths, hint: recorded ? undefined : hint };
}

/**
 * The options that continue the run that this evidence was cut off in. Evidence
 * is never written twice; of an option that is given twice, the second counts.
 */
function reuseOption(
  { context: { host }, evidence }: VetPlan,
  path: string,
): string {
  const shown = shownPath(path, host.cwd);
  const other = shellPath(shown.replace(/(\.[^./\\]*)?$/, "-2$1"));
  const next = evidence?.path === path ? ` --evidence ${other}` : "";
  return `--reuse ${shellPath(shown)}${next}`;
}
