/** Vets carriers by asking the service about them. */
import { BatchSize } from "../../lookup/batches.ts";
import { lookUp } from "../../lookup/run.ts";
import { Tally } from "../../lookup/tally.ts";
import { type Connection, openConnection } from "../../runtime/connection.ts";
import type { Context } from "../../runtime/context.ts";
import { grouped } from "../../text/digits.ts";
import { isRefusedUnasked } from "../../vet/evaluate.ts";
import type { EvidenceRun } from "../../vet/evidence/format.ts";
import { storedFile } from "../../vet/evidence/lines.ts";
import { Judge } from "../../vet/judge.ts";
import type { RecordName } from "../../vet/model.ts";
import { needsSince, type Policy, recordsNeeded } from "../../vet/policy.ts";
import { inputsOf } from "../lookup/inputs.ts";
import { checkKeepColumns, openKeptRows } from "../lookup/keep-columns.ts";
import { ListReport, runList } from "../lookup/list-loop.ts";
import { shardText } from "../lookup/list-options.ts";
import { type Progress, progressLine } from "../lookup/progress.ts";
import { askRecords } from "./ask-records.ts";
import {
  type Comparison,
  openHistory,
  openReusableRuns,
  openSince,
  type ReusableRuns,
  refuseNoComparison,
} from "./earlier-runs.ts";
import type { VetOptions, VetRequest } from "./options.ts";
import { loadPolicy, loadPolicyAndWaivers, loadWaivers, noteBuiltInPolicy } from "./policy-files.ts";
import { keptColumns, Recorder, type RecorderOptions } from "./recorder.ts";
import { reportTargets, type Target } from "./report-files.ts";
import { planText } from "./request-plan.ts";
import { closeRun } from "./run-end.ts";
import { refuseOverwriting } from "./run-files.ts";
import { readWholeList, type WholeList } from "./whole-list.ts";

/** What a run works with, once everything but the service's answers is known. */
interface CheckedRun {
  context: Context;
  options: VetOptions;
  targets: readonly Target[];
  list: WholeList;
  judge: Judge;
  /** ISO 8601 UTC. */
  asOf: string;
}

/** A checked run and what it is connected to. */
interface LiveRun extends CheckedRun {
  connection: Connection;
  records: readonly RecordName[];
  comparison: Comparison | undefined;
  reuse: ReusableRuns;
}

/**
 * Vets the carriers that a command line gives. Policy, waivers, list and earlier runs are checked before anything is sent.
 *
 * @throws {UsdotError} whenever not every carrier passes
 */
export async function runLive(context: Context, request: VetRequest): Promise<void> {
  const { host } = context;
  const { options } = request;
  const asOf = new Date(host.now()).toISOString();
  const { policy, waivers } = await loadPolicyAndWaivers(
    () => loadPolicy(context, (options.since ?? options.history) !== undefined),
    async () => (options.waivers === undefined ? undefined : loadWaivers(context, options.waivers)),
  );
  refuseNoComparison(options, policy);
  const inputs = inputsOf(context, request);
  checkKeepColumns(context, inputs, request);
  const targets = reportTargets(context, options);
  await refuseOverwriting(context, targets, options, policy, inputs.lists);
  const list = await readWholeList(context, inputs, options, (number) => !isRefusedUnasked(policy, number));
  await vetList({ context, options, targets, list, judge: new Judge({ policy, waivers, asOf }), asOf });
}

/** Connects, says what will be asked, and asks. */
async function vetList(run: CheckedRun): Promise<void> {
  const { context, options, list, judge } = run;
  const { settings } = context;
  const notes: string[] = [];
  const tell = (note: string) => notes.push(note);
  const connection = await openConnection(context, { key: false, list: list.single === undefined, tell });
  let comparison: Comparison | undefined;
  try {
    const records = recordsToAsk(judge.policy, connection);
    comparison = await openComparison(run, connection.service);
    const reuse = await openReusableRuns(context, options, connection.service);
    const batchSize = settings.values["batch-size"];
    const plan = planText({ ...list.size, records, batchSize, mayReuse: reuse.hasAnswers });
    announce(run, plan, notes);
    if (!options.dryRun) await judgeAll({ ...run, connection, records, comparison, reuse });
  } finally {
    comparison?.close?.();
    await connection.close();
  }
}

/** A dry run leaves a history as it is: there may be none yet. */
async function openComparison({ context, options, judge }: CheckedRun, service: string) {
  if (options.history === undefined) return openSince(context, options, service);
  return options.dryRun ? undefined : openHistory(context, options, service, needsSince(judge.policy));
}

/** The plan comes first: what is about to be asked, and how long it takes. */
function announce({ context, options }: CheckedRun, plan: string, notes: readonly string[]): void {
  const { host, reporter } = context;
  if (options.dryRun) host.print(`${plan}\n`);
  else reporter.note(plan);
  for (const note of notes) reporter.note(note);
  if (!options.dryRun) noteBuiltInPolicy(context);
}

/** Bulk summaries are enough for some policies; they need a key. */
export function recordsToAsk(policy: Policy, { withKey }: Connection): readonly RecordName[] {
  const records = recordsNeeded(policy);
  return records[0] === "summary" && !withKey ? ["carrier"] : records;
}

async function judgeAll(run: LiveRun): Promise<void> {
  const { context, options, list, connection, records, judge } = run;
  const { "batch-size": batchSize, concurrency } = context.settings.values;
  const recorder = await openRecorder(run);
  const report = list.single === undefined ? new ListReport(context.reporter) : undefined;
  const ask = askRecords({
    client: connection.client,
    records,
    now: () => context.host.now(),
    isRefused: (dotNumber) => isRefusedUnasked(judge.policy, dotNumber),
    reusable: (dotNumber, record) => run.reuse.answer(dotNumber, record),
  });
  const outcomes = lookUp(list.inputs(recorder.kept?.rows), ask, {
    size: new BatchSize(records[0] === "summary" ? batchSize : 1),
    concurrency,
    shard: options.shard,
    answered: () => connection.client.answered,
    onStop: (error) => report?.stop(error),
  });
  const progress = progressLine(context, () => progressOf(judge, list.size.carriers));
  await runList(context, { outcomes, tally: new Tally(), report, progress, output: recorder });
  const { footer, failed, said } = recorder;
  if (footer) closeRun(context.reporter, { footer, unanswered: judge.unanswered, failed, single: list.single, said });
}

async function openRecorder(run: LiveRun): Promise<Recorder> {
  const { context, options, targets, list, comparison, reuse, judge, asOf, connection } = run;
  const { client, service } = connection;
  return Recorder.open({
    context,
    options,
    judge,
    comparison,
    reuse,
    targets,
    kept: options.keepColumns
      ? await openKeptRows(context, list.sources[0]?.path ?? "", list.inputs, keptColumns)
      : undefined,
    ...runHeads(context, judge, {
      asOf,
      service,
      sources: list.sources,
      shard: options.shard === undefined ? null : shardText(options.shard),
      ...comparison?.recorded,
      ...reuse.recorded,
    }),
    reported: {
      single: list.single !== undefined,
      compared: comparison !== undefined,
      onlyChanged: options.onlyChanged ?? false,
    },
    urlOf: (number) => client.urlOf(number, "carrier"),
  });
}

/** What the reports and the evidence of a run begin with. */
export function runHeads(
  { host }: Context,
  { policy, waivers }: Judge,
  {
    asOf,
    service,
    sources = [],
    ...recorded
  }: { asOf: string; service: string; sources?: WholeList["sources"] } & Partial<EvidenceRun>,
): Pick<RecorderOptions, "header" | "run"> {
  const { name, sha256 } = policy;
  const about = { tool: { name: "usdot", version: host.version }, as_of: asOf, service };
  return {
    header: { ...about, policy: { name, sha256 } },
    run: {
      ...about,
      policy: { name, ...storedFile(policy.text) },
      waivers: waivers ? storedFile(waivers.text) : null,
      lists: [
        ...policy.lists.map(({ path, text }) => ({ path, ...storedFile(text) })),
        ...sources.map(({ path, bytes }) => ({ path, ...storedFile(bytes) })),
      ],
      shard: null,
      since: null,
      ...recorded,
    },
  };
}

function progressOf({ counts }: Judge, total: number): Progress {
  const details = [`${grouped(counts.fail)} fail`, `${grouped(counts.review)} review`];
  return { done: counts.carriers, total, details };
}
