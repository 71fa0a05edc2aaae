/** Vets carriers by asking the service about them. */
import { ListError } from "../../errors.ts";
import { BatchSize, batchesOf } from "../../lookup/batches.ts";
import { lookUp } from "../../lookup/run.ts";
import { type Connection, openConnection } from "../../runtime/connection.ts";
import type { Context } from "../../runtime/context.ts";
import { grouped } from "../../text/digits.ts";
import { isRefusedUnasked } from "../../vet/evaluate.ts";
import { Judge } from "../../vet/judge.ts";
import type { RecordName } from "../../vet/model.ts";
import { type Policy, recordsNeeded } from "../../vet/policy.ts";
import { inputsOf } from "../lookup/inputs.ts";
import { checkKeepColumns, openKeptRows } from "../lookup/keep-columns.ts";
import { ListReport, runList } from "../lookup/list-loop.ts";
import { type Progress, planText, progressLine } from "../lookup/progress.ts";
import { askRecords } from "./ask-records.ts";
import { type Comparison, openHistory, openReusableRuns, openSince, refuseNoComparison } from "./earlier-runs.ts";
import type { VetRequest } from "./options.ts";
import { loadPolicyAndWaivers } from "./policy-files.ts";
import { keptColumns, Recorder, type RecorderOptions } from "./recorder.ts";
import { refuseOverwriting, reportTargets } from "./report-files.ts";
import { closeRun, fixInvalid, invalidCount } from "./run-end.ts";
import { readWholeList, type WholeList } from "./whole-list.ts";

/** What a run works with, once everything but the service's answers is known. */
interface CheckedRun extends Pick<RecorderOptions, "context" | "options" | "targets" | "judge"> {
  list: WholeList;
}

/**
 * Vets the carriers that a command line gives. Policy, waivers, list and earlier runs are checked before anything is sent.
 * @throws {UsdotError} whenever not every carrier passes
 */
export async function runLive(context: Context, request: VetRequest): Promise<void> {
  const { host } = context;
  const { options } = request;
  const asOf = new Date(host.now()).toISOString();
  const isComparing = (options.since ?? options.history) !== undefined;
  const checkList = async () => readWholeList(context, inputsOf(context, request), options, () => true);
  const { policy, waivers } = await loadPolicyAndWaivers(context, options.waivers, { isComparing, checkList });
  refuseNoComparison(options, policy);
  const inputs = inputsOf(context, request);
  checkKeepColumns(context, inputs, request);
  const targets = reportTargets(context, options);
  await refuseOverwriting(context, targets, options, policy, inputs.lists);
  const list = await readWholeList(context, inputs, options, (number) => !isRefusedUnasked(policy, number));
  await vetList({ context, options, targets, list, judge: new Judge({ policy, waivers, asOf }) });
}

/** Connects, says what will be asked, and asks. */
async function vetList(run: CheckedRun): Promise<void> {
  const { context, options, list, judge } = run;
  const notes: string[] = [];
  const note = (text: string) => notes.push(text);
  const connection = await openConnection(context, { key: false, list: list.single === undefined, note });
  let comparison: Comparison | undefined;
  try {
    const records = recordsToAsk(judge.policy, connection);
    comparison = await openComparison(run, connection.service, note);
    const reuse = await openReusableRuns(context, options, connection.service);
    const batchSize = context.settings.values["batch-size"];
    announce(run, planText({ ...list.size, records, batchSize, mayReuse: reuse.hasAnswers }), notes);
    if (options.dryRun) await refuseInvalidLines(run);
    else await judgeAll({ ...run, connection, records, comparison, reuse });
  } finally {
    comparison?.close?.();
    await connection.close();
  }
}

/**
 * Names the invalid lines of a list that is only checked.
 * @throws {ListError} if there is one: a run would not pass
 */
async function refuseInvalidLines({ context: { reporter }, options: { shard }, list }: CheckedRun): Promise<void> {
  const report = new ListReport(reporter);
  let count = 0;
  for await (const batch of batchesOf(list.inputs(), { size: new BatchSize(1_000), shard })) {
    const invalid = batch.filter((entry) => "kind" in entry && entry.kind === "invalid");
    for (const line of invalid) report.outcome(line);
    count += invalid.length;
    await reporter.flushed();
  }
  if (count > 0) throw new ListError(invalidCount(count), "review", { hint: fixInvalid });
}

/** A dry run leaves a history as it is: there may be none yet. */
async function openComparison({ context, options, judge }: CheckedRun, service: string, note: (text: string) => void) {
  if (options.history === undefined) return openSince(context, options, service);
  return options.dryRun ? undefined : openHistory(context, options, service, { policy: judge.policy, note });
}

/** The plan comes first: what is about to be asked, and how long it takes. */
function announce({ context, options }: CheckedRun, plan: string, notes: readonly string[]): void {
  const { host, reporter, settings } = context;
  if (options.dryRun) host.print(`${plan}\n`);
  else reporter.note(plan);
  for (const note of notes) reporter.note(note);
  if (!options.dryRun && settings.values.policy === undefined)
    reporter.note('judging by the built-in policy "default"; see it with usdot vet --print-policy');
}

/** Bulk summaries are enough for some policies; they need a key. */
export function recordsToAsk(policy: Policy, { withKey }: Connection): readonly RecordName[] {
  const records = recordsNeeded(policy);
  return records[0] === "summary" && !withKey ? ["carrier"] : records;
}

interface LiveRun extends CheckedRun, Pick<RecorderOptions, "connection" | "comparison" | "reuse"> {
  records: readonly RecordName[];
}

async function judgeAll(run: LiveRun): Promise<void> {
  const { context, options, list, connection, records, reuse, judge } = run;
  const { "batch-size": batchSize, concurrency } = context.settings.values;
  const single = list.single !== undefined;
  const kept = options.keepColumns
    ? await openKeptRows(context, list.sources[0]?.path ?? "", list.inputs, keptColumns)
    : undefined;
  const recorder = await Recorder.open({ ...run, sources: list.sources, single, kept });
  // Nothing may be printed if nothing changed, which only the end shows.
  const namesLater = options.onlyChanged === true && context.settings.values.quiet === true;
  const report = single ? undefined : new ListReport(context.reporter, !namesLater);
  const now = () => context.host.now();
  const ask = askRecords({ client: connection.client, records, now, policy: judge.policy, reuse });
  const outcomes = lookUp(list.inputs(kept), ask, {
    size: new BatchSize(records[0] === "summary" ? batchSize : 1),
    concurrency,
    shard: options.shard,
    service: connection.client,
    sizeOf: (answers) => answers.reduce((size, { body }) => size + (body?.length ?? 0), 0),
    onStop: (error) => report?.stop(error),
  });
  const progress = progressLine(context, () => progressOf(judge, list.size.carriers));
  await runList(context, { outcomes, report, progress, output: recorder });
  const { footer, failed, said } = recorder;
  if (footer) closeRun(context.reporter, { footer, judge, failed, single: list.single, said, namesLater });
}

function progressOf({ counts }: Judge, total: number): Progress {
  const details = [`${grouped(counts.fail)} fail`, `${grouped(counts.review)} review`];
  return { done: counts.carriers, total, details };
}
