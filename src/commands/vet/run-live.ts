/** Vets carriers by asking the service about them. */
import { BatchSize } from "../../lookup/batches.ts";
import { lookUp } from "../../lookup/run.ts";
import { Tally } from "../../lookup/tally.ts";
import { grouped } from "../../output/cells.ts";
import { type Connection, openConnection } from "../../runtime/connection.ts";
import type { Context } from "../../runtime/context.ts";
import { isRefusedUnasked } from "../../vet/evaluate.ts";
import type { EvidenceRun } from "../../vet/evidence.ts";
import { storedFile } from "../../vet/evidence-writer.ts";
import type { RecordName, RunHeader } from "../../vet/model.ts";
import { type Policy, recordsNeeded } from "../../vet/policy.ts";
import { ListReport, runList } from "../lookup/list-loop.ts";
import { type Progress, progressLine } from "../lookup/progress.ts";
import { parseShard } from "../lookup/shard.ts";
import { wholeList } from "../lookup/strict.ts";
import { askRecords } from "./ask-records.ts";
import { createEvidence, type EvidenceFile } from "./evidence-file.ts";
import type { VetFlags, VetRequest } from "./flags.ts";
import { openFormerRun, openReusableRun, type ReusableRun } from "./former-runs.ts";
import { Judge } from "./judge.ts";
import { closeRun } from "./outcome.ts";
import { loadPolicy, loadWaivers } from "./policy-files.ts";
import { Recorder } from "./recorder.ts";
import { openReports, type Reports, reportTargets } from "./report-files.ts";
import { planText } from "./request-plan.ts";
import { readWholeList, type WholeList } from "./whole-list.ts";

/** What a run works with, once everything is checked. */
interface LiveRun {
  context: Context;
  flags: VetFlags;
  list: WholeList;
  connection: Connection;
  records: readonly RecordName[];
  judge: Judge;
  reuse: ReusableRun;
  reports: Reports;
  evidence: EvidenceFile | undefined;
}

/**
 * Vets the carriers that a command line gives. Policy, waivers, list and former runs are checked before anything is sent.
 *
 * @throws {UsdotError} whenever not every carrier passes
 */
export async function runLive(context: Context, request: VetRequest): Promise<void> {
  const { host, reporter } = context;
  const { flags } = request;
  const policy = loadPolicy(context);
  const waivers = flags.waivers === undefined ? undefined : loadWaivers(context, flags.waivers);
  reportTargets(context, flags);
  const list = await readWholeList(host, request);
  if (flags.strict) await wholeList(list.inputs(), reporter);
  const since = await openFormerRun(flags, policy);
  const connection = await openConnection(context, { key: false, list: list.single === undefined });
  try {
    const asOf = new Date(host.now()).toISOString();
    await vetList({ context, flags, list, connection, judge: new Judge({ policy, waivers, asOf, since }), asOf });
  } finally {
    await connection.close();
    await since?.close();
  }
}

type CheckedRun = Pick<LiveRun, "context" | "flags" | "list" | "connection" | "judge"> & { asOf: string };

async function vetList({ context, flags, list, connection, judge, asOf }: CheckedRun): Promise<void> {
  const { host, reporter, settings } = context;
  const records = recordsToAsk(judge.policy, connection);
  const plan = planText(carriersOf(list, flags), records, settings.values["batch-size"]);
  if (flags.dryRun) return host.print(`${plan}\n`);
  reporter.note(plan);
  const reuse = await openReusableRun(flags, connection.service, host.now());
  try {
    const { policy } = judge;
    const tool = { name: "usdot", version: host.version };
    const header = { tool, as_of: asOf, service: connection.service };
    const evidence = await openEvidence(flags, list, judge, header);
    const reports = await openReports(
      context,
      reportTargets(context, flags),
      { ...header, policy: { name: policy.name, sha256: policy.sha256 } },
      list.single !== undefined,
    );
    await judgeAll({ context, flags, list, connection, records, judge, reuse, reports, evidence });
  } finally {
    await reuse.close();
  }
}

/** Bulk summaries are enough for some policies; they need a key. */
function recordsToAsk(policy: Policy, { withKey }: Connection): readonly RecordName[] {
  const records = recordsNeeded(policy);
  return records[0] === "summary" && !withKey ? ["carrier"] : records;
}

function carriersOf({ carriers, refused }: WholeList, { shard }: VetFlags): number {
  return shard === undefined ? carriers : Math.min(carriers, Math.ceil((carriers + refused) / parseShard(shard).of));
}

async function openEvidence(
  { evidence: path }: VetFlags,
  list: WholeList,
  { policy, waivers }: Judge,
  header: Omit<RunHeader, "policy">,
): Promise<EvidenceFile | undefined> {
  if (path === undefined) return undefined;
  const encoder = new TextEncoder();
  const run: Omit<EvidenceRun, "format"> = {
    ...header,
    policy: { name: policy.name, ...storedFile(encoder.encode(policy.text)) },
    waivers: waivers ? storedFile(encoder.encode(waivers.text)) : null,
    lists: [
      ...policy.lists.map(({ path: named, text }) => ({ path: named, ...storedFile(encoder.encode(text)) })),
      ...list.sources.map(({ path: named, bytes }) => ({ path: named, ...storedFile(bytes) })),
    ],
  };
  return createEvidence(path, run);
}

async function judgeAll(run: LiveRun): Promise<void> {
  const { context, flags, list, connection, records, judge } = run;
  const { "batch-size": batchSize, concurrency } = context.settings.values;
  const report = list.single === undefined ? new ListReport(context.reporter) : undefined;
  const ask = askRecords({
    client: connection.client,
    records,
    now: () => context.host.now(),
    isRefused: (dotNumber) => isRefusedUnasked(judge.policy, dotNumber),
    reusable: (dotNumber, record) => run.reuse.answer(dotNumber, record),
  });
  const outcomes = lookUp(list.inputs(), ask, {
    size: new BatchSize(records[0] === "summary" ? batchSize : 1),
    concurrency,
    shard: flags.shard === undefined ? undefined : parseShard(flags.shard),
    onStop: (error) => report?.stop(error),
  });
  const progress = progressLine(context, () => progressOf(judge, list));
  const recorder = await Recorder.open({ ...run, urlOf: (number) => connection.client.urlOf(number, "carrier") });
  await runList(context, { outcomes, tally: new Tally(), report, progress, output: recorder });
  report?.closeStop();
  const { footer, error } = recorder;
  if (footer) closeRun(context.reporter, { footer, unanswered: judge.unanswered, ...(list.single && { error }) });
}

function progressOf({ counts }: Judge, list: WholeList): Progress {
  const details = [`${grouped(counts.fail)} fail`, `${grouped(counts.review)} review`];
  return { done: counts.carriers, total: list.carriers, details };
}
