/**
 * Runs `usdot vet`: everything is checked first, then each carrier is judged,
 * recorded and reported.
 */
import { resolve } from "node:path";
import { ListError, UsageError } from "../../errors.ts";
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
import { openContext } from "../../run/context.ts";
import type { Host } from "../../run/host.ts";
import { counted, grouped } from "../../text/digits.ts";
import { localTime } from "../../text/time.ts";
import {
  askList,
  dossiers,
  type Inquiry,
  recordsFor,
} from "../../vet/dossiers.ts";
import type { Evidence } from "../../vet/evidence/evidence.ts";
import { aboutRun, type EvidenceRun } from "../../vet/evidence/format.ts";
import { type History, openHistory } from "../../vet/evidence/history.ts";
import { ReusedAnswers } from "../../vet/evidence/reuse.ts";
import {
  createEvidence,
  type EvidencePath,
} from "../../vet/evidence/writer.ts";
import type { Counts, SourceFile } from "../../vet/model.ts";
import { defaultPolicyText } from "../../vet/policy/default-policy.ts";
import {
  type Arrival,
  type Ended,
  noCounts,
  runVetting,
  type Vetting,
} from "../../vet/run.ts";
import { lookOf, openDestination, print } from "../destination.ts";
import { ownRows } from "../inputs.ts";
import { follow } from "../progress.ts";
import type { VetRequest } from "./inputs.ts";
import {
  announce,
  endRun,
  fixInvalid,
  noteStopped,
  noteWritten,
  requestsText,
} from "./notes.ts";
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
  const { rules, printPolicy, file = [] } = options;
  const isVetting = numbers.length + file.length > 0 || flags.output;
  if (isVetting || (rules && printPolicy))
    throw new UsageError(
      `${rules ? "--rules" : "--print-policy"} vets nothing`,
      { hint: "give it without numbers, a list or an output" },
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
  const { context, policy } = plan;
  async function* arriving(): AsyncGenerator<Arrival> {
    for await (const vetted of recorded.carriers()) {
      context.host.signal.throwIfAborted();
      yield { dossier: vetted.dossier, recorded: vetted };
    }
  }
  const { name, sha256, text } = policy;
  const about = {
    ...recorded.run,
    policy: { name, sha256, text },
    judgedOn: localTime(context.host.now()),
  };
  const opened = await openAll(plan, { about, recorded });
  endRun(plan, await vetAll(plan, opened, arriving()));
}

/**
 * Vets carriers by asking the service about them. Earlier runs are read before
 * anything is sent.
 */
async function vetLive(plan: VetPlan): Promise<void> {
  const { options, inputs, context, recording } = plan;
  const connection = await openConnection(context, {
    key: false,
    list: inputs.single === undefined,
  });
  const asOf = localTime(context.host.now());
  let history: History | undefined;
  try {
    const directory = options.dryRun ? undefined : options.history;
    if (directory !== undefined)
      history = await openHistory(
        resolve(context.host.cwd, directory),
        connection.service,
        asOf,
      );
    const asking = await askingOf(plan, connection);
    if (options.dryRun) return await dryRun(plan, asking);
    const earlier = history?.earlier;
    const compared = earlier?.sha256 ?? null;
    const about = aboutLive(plan, connection, { as_of: asOf, compared });
    const opened = await openAll(
      plan,
      { about, earlier },
      history ? { path: history.path, isDirectory: false } : recording,
    );
    announce(plan, asking, history);
    const pages = askAndFollow(plan, connection, asking, opened.counts);
    const arriving = dossiers(inputs.inputs, pages);
    endRun(plan, await vetAll(plan, opened, arriving));
  } finally {
    history?.release();
    await connection.close();
  }
}

function aboutLive(
  { context, options, policy, waivers, exceptions, inputs }: VetPlan,
  { service }: Connection,
  times: Pick<EvidenceRun, "as_of" | "compared">,
): EvidenceRun {
  const { shard, reference = null } = options;
  return aboutRun(policy, waivers, {
    tool: { name: "usdot", version: context.host.version },
    service,
    ...times,
    exceptions,
    lists: [...policy.lists, ...inputs.lists.map(recordedList)],
    reference,
    by: context.settings.values.by ?? null,
    shard: shard === undefined ? null : `${shard.part}/${shard.of}`,
    invalid: invalidIn(inputs.inputs),
  });
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

async function askingOf(
  { context, options, policy, inputs }: VetPlan,
  { service, withKey }: Connection,
): Promise<Inquiry> {
  const { host, reporter } = context;
  const reuse = new ReusedAnswers();
  for (const name of options.reuse ?? [])
    await reuse.read(resolve(host.cwd, name), service, host.now());
  const { older } = reuse;
  if (older > 0)
    reporter.note(
      `${counted(older, "recorded answer is", "recorded answers are")} older than 24 hours: not reused`,
    );
  return {
    policy,
    records: recordsFor(policy, inputs.inputs, withKey),
    reuse: reuse.answers,
    isSingle: inputs.single !== undefined,
  };
}

/** The list, as the service answers about it; standard error says how far it is. */
function askAndFollow(
  { context, inputs }: VetPlan,
  { client, service }: Connection,
  asking: Inquiry,
  counts: Counts,
) {
  const { "batch-size": batchSize, concurrency } = context.settings.values;
  const stop = new EarlyStop();
  const settings = { batchSize, concurrency, stop };
  return follow(context, {
    pages: askList(client, inputs.inputs, asking, settings),
    total: inputs.inputs.length,
    service,
    tally: new Tally(),
    stop,
    client,
    progressEnd: () =>
      counts.fail > 0 ? `, ${grouped(counts.fail)} fail` : "",
  });
}

type Opened = Pick<Vetting, "about" | "evidence" | "earlier" | "recorded"> & {
  outputs: Awaited<ReturnType<typeof outputTo>>[];
  counts: Counts;
};

/** Opens all that a run writes. Where something cannot be written, nothing is left. */
async function openAll(
  plan: VetPlan,
  run: Pick<Vetting, "about" | "earlier" | "recorded">,
  recording?: EvidencePath,
): Promise<Opened> {
  const outputs: Opened["outputs"] = [];
  try {
    for (const target of plan.targets)
      outputs.push(await outputTo(target, plan, run.about));
    const evidence =
      recording &&
      (await createEvidence(recording, run.about, plan.inputs.single));
    return { ...run, evidence, outputs, counts: noCounts() };
  } catch (error) {
    for (const output of outputs) await output.abandon();
    throw error;
  }
}

async function outputTo(
  target: Target,
  { context, options, inputs, targets }: VetPlan,
  about: EvidenceRun,
) {
  const { format, path } = target;
  const { quiet = false, verbose = false } = context.settings.values;
  const look = {
    ...lookOf(context, path),
    single: inputs.single !== undefined,
    onlyChanged: options.onlyChanged === true,
    quiet,
    verbose,
  };
  const { text: _, ...policy } = about.policy;
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

async function vetAll(
  plan: VetPlan,
  opened: Opened,
  arriving: AsyncIterable<Arrival>,
): Promise<Ended> {
  const { policy, exceptions } = plan;
  const waivers = [...(plan.waivers?.waivers ?? []), ...exceptions];
  const run = { ...opened, policy, waivers };
  try {
    const ended = await runVetting(run, arriving, async (vetted) => {
      for (const output of opened.outputs) {
        output.item(vetted);
        await output.flush();
      }
    });
    for (const output of opened.outputs) await output.end(ended);
    noteWritten(plan, opened.evidence, ended);
    return ended;
  } catch (error) {
    await leaveAll(plan, opened, error);
    throw error;
  }
}

/** Leaves what was judged where the run ends early, and says where it is. */
async function leaveAll(
  plan: VetPlan,
  { outputs, evidence, counts: { carriers } }: Opened,
  reason: unknown,
): Promise<void> {
  const abandoned = outputs.map((output) =>
    output.abandon().catch(() => undefined),
  );
  const left = (await Promise.all(abandoned)).flatMap((path) => path ?? []);
  const isKept = await evidence?.abandon().catch(() => false);
  noteStopped(plan, reason, {
    carriers,
    left,
    evidence: isKept ? evidence?.path : undefined,
  });
}

async function dryRun(plan: VetPlan, asking: Inquiry): Promise<void> {
  const { host, reporter } = plan.context;
  await print(host, `${requestsText(plan, asking)}\n`);
  const invalid = invalidIn(plan.inputs.inputs);
  for (const line of invalid) reporter.invalid(invalidText(line));
  reporter.endComplaints();
  if (invalid.length > 0)
    throw new ListError(invalidCount(invalid), "review", { hint: fixInvalid });
}
