/**
 * Runs `usdot vet`: everything is checked first, then each carrier is judged,
 * recorded and reported.
 */
import { resolve } from "node:path";
import { ListError, refuse } from "../../errors.ts";
import type { Output } from "../../files/output.ts";
import { decode } from "../../files/read.ts";
import { sha256 } from "../../files/sha256.ts";
import { invalidIn, invalidText } from "../../list/input.ts";
import type { List } from "../../list/list.ts";
import { EarlyStop } from "../../lookup/carriers.ts";
import { Tally } from "../../lookup/tally.ts";
import { openOutput } from "../../output/output.ts";
import { keptFormat, reports } from "../../output/reports/index.ts";
import { invalidCount } from "../../output/reports/summary.ts";
import { type Connection, openConnection } from "../../run/connection.ts";
import { type Context, openContext } from "../../run/context.ts";
import type { Host } from "../../run/host.ts";
import { counted, grouped } from "../../text/digits.ts";
import { localTime } from "../../text/time.ts";
import {
  askList,
  dossiers,
  type RequestPlan,
  requestPlanFor,
} from "../../vet/dossiers.ts";
import type { Evidence } from "../../vet/evidence/evidence.ts";
import { type History, openHistory } from "../../vet/evidence/history.ts";
import type { EvidenceRun } from "../../vet/evidence/lines.ts";
import { ReusedAnswers } from "../../vet/evidence/reuse.ts";
import { createEvidence } from "../../vet/evidence/writer.ts";
import type { Counts, SourceFile, Vetted } from "../../vet/model.ts";
import {
  type EndedRun,
  noCounts,
  planVetting,
  runVetting,
  type Vetting,
} from "../../vet/pipeline.ts";
import { defaultPolicyText } from "../../vet/policy/default-policy.ts";
import { lookOf, openDestination, print } from "../destination.ts";
import { ownRows } from "../inputs.ts";
import { follow } from "../progress.ts";
import { refuseLine, type VetRequest } from "./inputs.ts";
import {
  announce,
  endRun,
  fixInvalid,
  noteStopped,
  noteWritten,
  requestsText,
} from "./messages.ts";
import { checkPlan, type Target, type VetPlan } from "./plan.ts";

export async function runVet(host: Host, request: VetRequest): Promise<void> {
  const { rules, printPolicy } = request.options;
  if (rules || printPolicy) return printAlone(host, request);
  const plan = await checkPlan(await openContext(host, request.flags), request);
  return plan.recorded ? replay(plan, plan.recorded) : vetLive(plan);
}

/**
 * Prints the rules or the built-in policy. Where nothing is vetted, nothing may
 * look as if it were.
 */
async function printAlone(host: Host, request: VetRequest): Promise<void> {
  const { numbers, options, flags } = request;
  const { rules, printPolicy, file = [], report, history, from } = options;
  const isVetting =
    numbers.length + file.length > 0 ||
    [flags.output, flags.evidence, report, history, from].some(Boolean);
  if (isVetting || (rules && printPolicy))
    refuse(
      `${rules ? "--rules" : "--print-policy"} vets nothing`,
      "give it without numbers, a list or an output",
    );
  if (printPolicy) return print(host, defaultPolicyText);
  const { ruleCatalog } = await import("../../vet/policy/catalog.ts");
  return print(host, ruleCatalog(host.stdout.columns));
}

/**
 * Judges a recorded run again, offline: as of its own day, by its own policy
 * and waivers unless the command line names others.
 */
async function replay(plan: VetPlan, recorded: Evidence): Promise<void> {
  const { policy, waivers, exceptions, context, options, targets } = plan;
  const { name, sha256, text } = policy;
  const header = {
    ...recorded.run,
    policy: { name, sha256, text },
    judgedOn: localTime(context.host.now()),
  };
  const vetting = {
    header,
    policy,
    waivers: [...(waivers?.waivers ?? []), ...exceptions],
    recorded,
    counts: noCounts(),
  };
  if (options.onlyChanged && recorded.run.compared === null)
    context.reporter.note(
      "that run compared with nothing: what does not pass is shown",
    );
  async function* carriers() {
    for await (const vetted of recorded.carriers()) {
      context.host.signal.throwIfAborted();
      if (vetting.counts.carriers > 0) refuseLine(targets);
      yield vetted;
    }
  }
  await reportRun(plan, vetting, (report) =>
    runVetting(vetting, carriers(), report),
  );
}

/**
 * Vets carriers by asking the service about them. Earlier runs are read before
 * anything is sent.
 */
async function vetLive(plan: VetPlan): Promise<void> {
  const { context, options, inputs } = plan;
  const { host } = context;
  const { single } = inputs;
  const connection = await openConnection(context, {
    key: false,
    list: single === undefined,
  });
  const { service } = connection;
  let history: History | undefined;
  try {
    const requests = await requestPlanOf(plan, connection);
    if (options.dryRun) return await dryRun(plan, requests);
    const as_of = localTime(host.now());
    if (options.history !== undefined)
      history = await openHistory(
        resolve(host.cwd, options.history),
        service,
        as_of,
      );
    const about = { ...aboutRun(plan), service, as_of };
    const vetting = planVetting(
      requests,
      plan.waivers,
      about,
      history?.earlier,
    );
    const evidence = history
      ? { path: history.path, isDirectory: false }
      : plan.evidence;
    await reportRun(plan, vetting, async (report) => {
      if (evidence)
        vetting.evidence = await createEvidence(
          evidence,
          vetting.header,
          single,
        );
      announce(plan, requests, history);
      const pages = askAndFollow(context, connection, requests, vetting.counts);
      return runVetting(vetting, dossiers(requests.inputs, pages), report);
    });
  } finally {
    history?.release();
    await connection.close();
  }
}

async function requestPlanOf(
  { context: { host, reporter }, options, policy, inputs: given }: VetPlan,
  { service, withKey }: Connection,
): Promise<RequestPlan> {
  const { inputs, single } = given;
  const reused = new ReusedAnswers();
  for (const name of options.reuse ?? [])
    await reused.read(resolve(host.cwd, name), service, host.now());
  const { answers: reuse, older, later } = reused;
  const noteLeftOut = (count: number, why: string) => {
    const answers = counted(
      count,
      "recorded answer is",
      "recorded answers are",
    );
    if (count > 0) reporter.note(`${answers} ${why}: not reused`);
  };
  noteLeftOut(older, "older than 24 hours");
  noteLeftOut(later, "of later than now by this machine's clock");
  return requestPlanFor({ policy, inputs, single, reuse }, withKey);
}

/** What the run says of itself by its options. */
function aboutRun({ context, options, exceptions, inputs }: VetPlan) {
  const { shard, reference = null } = options;
  return {
    tool: { name: "usdot", version: context.host.version },
    exceptions,
    lists: inputs.lists.map(recordedList),
    reference,
    by: context.settings.values.by ?? null,
    shard: shard === undefined ? null : `${shard.part}/${shard.of}`,
  };
}

/** A longer list, or a workbook, is kept by its hash alone. */
const maxRecordedList = 16 * 2 ** 20;

function recordedList({ source, bytes }: List): SourceFile {
  const isText =
    bytes.length <= maxRecordedList && bytes.toString("latin1", 0, 2) !== "PK";
  return {
    path: source,
    sha256: sha256(bytes),
    ...(isText && { text: decode(bytes) }),
  };
}

/** Asks about the list; standard error says how far it is. */
function askAndFollow(
  context: Context,
  { client, service }: Connection,
  requests: RequestPlan,
  counts: Counts,
) {
  const { "batch-size": batchSize, concurrency } = context.settings.values;
  const stop = new EarlyStop();
  return follow(context, {
    pages: askList(client, requests, { batchSize, concurrency, stop }),
    total: requests.inputs.length,
    service,
    tally: new Tally(),
    stop,
    client,
    progressEnd: () =>
      counts.fail > 0 ? `, ${grouped(counts.fail)} fail` : "",
  });
}

type VetOutput = Output<Vetted, EndedRun>;

/** Runs a vetting, and writes each carrier to all outputs as it is judged. */
async function reportRun(
  plan: VetPlan,
  vetting: Vetting,
  run: (report: (vetted: Vetted) => Promise<void>) => Promise<EndedRun>,
): Promise<void> {
  const outputs: VetOutput[] = [];
  const write = async (vetted: Vetted) => {
    for (const output of outputs) {
      output.item(vetted);
      await output.flush();
    }
  };
  let ended: EndedRun;
  try {
    for (const target of plan.targets)
      outputs.push(await outputTo(target, plan, vetting.header));
    ended = await run(write);
    for (const output of outputs) await output.end(ended);
  } catch (error) {
    const abandoned = outputs.map((output) =>
      output.abandon().catch(() => undefined),
    );
    const left = await Promise.all(abandoned);
    noteStopped(
      plan,
      vetting,
      error,
      left.flatMap((path) => path ?? []),
    );
    throw error;
  }
  noteWritten(plan, vetting, ended);
  endRun(plan, ended);
}

async function outputTo(
  target: Target,
  { context, options, inputs, targets, isScreen }: VetPlan,
  { policy: { text: _, ...policy }, ...about }: EvidenceRun,
): Promise<VetOutput> {
  const { format, path } = target;
  const { quiet = false, verbose = false } = context.settings.values;
  const look = {
    ...lookOf(context, path),
    single: isScreen,
    onlyChanged: options.onlyChanged === true,
    quiet,
    verbose,
  };
  const header = { ...about, policy };
  const isKept = options.keepColumns && target === targets[0];
  const written = isKept
    ? keptFormat(ownRows(inputs), format, header)
    : await reports[format](header, look);
  const isCommands = format === "github";
  return openOutput(
    await openDestination(context.host, path, isCommands),
    written,
  );
}

async function dryRun(plan: VetPlan, requests: RequestPlan): Promise<void> {
  const { host, reporter } = plan.context;
  await print(host, `${requestsText(plan, requests)}\n`);
  const invalid = invalidIn(plan.inputs.inputs);
  for (const line of invalid) reporter.invalid(invalidText(line));
  reporter.endComplaints();
  if (invalid.length > 0)
    throw new ListError(invalidCount(invalid), "review", { hint: fixInvalid });
}
