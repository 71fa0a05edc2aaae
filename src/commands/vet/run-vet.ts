/**
 * Runs `usdot vet`: everything is checked first, then each carrier is judged,
 * recorded and reported.
 */
import { ExitStatus } from "../../errors.ts";
import { decode, isWorkbook } from "../../files/read.ts";
import { sha256 } from "../../files/sha256.ts";
import type { List } from "../../list/list.ts";
import { countsText, invalidCount } from "../../output/reports/summary.ts";
import { type Connection, openService } from "../../run/connection.ts";
import { openContext } from "../../run/context.ts";
import { type Host, terminalWidth } from "../../run/host.ts";
import { counted, grouped } from "../../text/digits.ts";
import { localTime } from "../../text/time.ts";
import {
  type History,
  openHistory,
  reusedAnswers,
} from "../../vet/evidence/earlier-runs.ts";
import type { EvidenceHeader } from "../../vet/evidence/lines.ts";
import type { Replayed } from "../../vet/evidence/reader.ts";
import type { RecordedFile, RunFooter, Vetted } from "../../vet/model.ts";
import { defaultPolicyText } from "../../vet/policy/policy.ts";
import {
  dossiers,
  type RequestPlan,
  requestPlanFor,
} from "../../vet/request-plan.ts";
import {
  beginVetting,
  type CarrierToVet,
  liveVetting,
  type Vetting,
} from "../../vet/vetting.ts";
import {
  askWithProgress,
  type BadEnding,
  endList,
  namingUnwritten,
} from "../carrier-run.ts";
import { print } from "../destination.ts";
import { printInvalid } from "../inputs.ts";
import type { Request, VetOptions } from "../options.ts";
import {
  announce,
  closingNotes,
  invalidEnding,
  noteVettingStopped,
  requestsText,
  vetEnding,
} from "./messages.ts";
import { Outputs, openReport, printedFormat, reportPaths } from "./outputs.ts";
import { checkPlan, type VetPlan } from "./plan.ts";

export async function runVet(
  host: Host,
  request: Request<VetOptions>,
): Promise<void> {
  const { rules, printPolicy } = request.options;
  if (printPolicy) return print(host, defaultPolicyText);
  if (rules) {
    const { ruleCatalog } = await import("../../vet/policy/catalog.ts");
    return print(host, ruleCatalog(terminalWidth(host.stdout)));
  }
  const context = await openContext(host, request.flags);
  await namingUnwritten(context, reportPaths(context, request), async () => {
    const plan = await checkPlan(context, request);
    await (plan.replayed ? replay(plan, plan.replayed) : vetLive(plan));
  });
}

/**
 * Judges a recorded run again, offline: as of its own day, by its own policy
 * and waivers unless the command line names others.
 */
async function replay(plan: VetPlan, replayed: Replayed): Promise<void> {
  const { host, exceptions } = plan;
  const { name, sha256, text } = plan.policy;
  const header = {
    ...replayed.header,
    exceptions,
    policy: { name, sha256, text },
    judgedOn: localTime(host.now()),
  };
  const vetting = beginVetting(header, plan);
  async function* carriers() {
    for await (const carrier of replayed.carriers()) {
      host.signal.throwIfAborted();
      yield [carrier];
    }
  }
  await vetAll(plan, vetting, carriers());
}

/**
 * Vets carriers by asking the service about them. Earlier runs are read before
 * anything is sent.
 */
async function vetLive(plan: VetPlan): Promise<void> {
  const { host, options, single } = plan;
  const isList = single === undefined;
  const connection = await openService(plan, { isList });
  const { service } = connection;
  let history: History | undefined;
  try {
    const requests = await requestPlanOf(plan, connection);
    if (options.dryRun) return await dryRun(plan, requests);
    const as_of = localTime(host.now());
    if (options.history !== undefined) {
      const directory = host.resolve(options.history);
      history = await openHistory(directory, service, as_of);
    }
    const vetting = newVetting(plan, { service, as_of }, history);
    const entries = askWithProgress(plan, connection, requests, {
      remark() {
        const { fail } = vetting.counts;
        return fail > 0 ? `, ${grouped(fail)} fail` : "";
      },
    });
    async function* carriers() {
      // Reports and evidence are open: nothing can refuse the run any more.
      announce(plan, requests, history?.interruptedPath);
      yield* dossiers(requests, entries);
    }
    await vetAll(plan, vetting, carriers());
  } finally {
    history?.release();
    await connection.close();
  }
}

async function requestPlanOf(
  plan: VetPlan,
  { service, withKey }: Connection,
): Promise<RequestPlan> {
  const { host, options } = plan;
  const paths = (options.reuse ?? []).map(host.resolve);
  const { reuse, leftOut } = await reusedAnswers(paths, service, host.now());
  if (leftOut > 0)
    plan.reporter.note(
      `left out ${counted(leftOut, "recorded answer")} not from the last 24 hours`,
    );
  return requestPlanFor({ ...plan, reuse }, withKey);
}

/** A vetting of what the plan asks about; its header says how it was called. */
function newVetting(
  plan: VetPlan,
  asked: Pick<EvidenceHeader, "service" | "as_of">,
  history: History | undefined,
): Vetting {
  const { host, values, inputs, lists } = plan;
  const { shard, reference } = plan.options;
  const notes = lists.flatMap((list) => list.notes);
  const { earlier } = history ?? {};
  const evidencePath = history ?? plan.evidencePath;
  const basis = { ...plan, earlier, notes, evidencePath };
  return liveVetting(basis, inputs, host.version, {
    exceptions: plan.exceptions,
    lists: lists.map(recordedList),
    reference,
    by: values.by,
    shard: shard && `${shard.part}/${shard.of}`,
    sample: values.sample,
    ...asked,
  });
}

/** Evidence keeps a longer list, or a workbook, by its hash alone. */
const maxRecordedList = 16 * 2 ** 20;

function recordedList({ source, bytes }: List): RecordedFile {
  const isText = bytes.length <= maxRecordedList && !isWorkbook(bytes);
  return {
    path: source,
    sha256: sha256(bytes),
    ...(isText && { text: decode(bytes) }),
  };
}

/** Judges carriers, writes each to all outputs as it is judged, and ends the run. */
async function vetAll(
  plan: VetPlan,
  vetting: Vetting,
  carriers: AsyncIterable<CarrierToVet[]>,
): Promise<void> {
  const outputs = new Outputs<Vetted, RunFooter>();
  let footer: RunFooter | undefined;
  let ending: BadEnding | undefined;
  try {
    for (const target of plan.targets)
      outputs.add(
        await openReport(target, plan, vetting.header, (footer) =>
          closingNotes(plan, vetting, footer),
        ),
      );
    footer = await vetting.run(carriers, (page) => outputs.write(page));
    ending = vetEnding(plan, vetting, footer);
    // A carrier without an answer is judged, too.
    await outputs.end(footer, ending?.isOutage ? "nothing" : "complete");
  } catch (reason) {
    await outputs.abandon();
    noteVettingStopped(plan, vetting, reason, outputs.partialPaths, footer);
    throw reason;
  }
  const notes = closingNotes(plan, vetting, footer, outputs.partialPaths);
  plan.reporter.note(...notes);
  endVetting(plan, footer, ending);
}

const formatsWithCounts = ["table", "github", "markdown", "line"];

/**
 * Says how the run ended, unless a report on standard output has, and throws
 * what sets the exit status.
 */
function endVetting(
  plan: VetPlan,
  footer: RunFooter,
  ending: BadEnding | undefined,
): void {
  const areCountsSaid = formatsWithCounts.includes(printedFormat(plan) ?? "");
  // A screen is headed by its verdict, which lines after it would push out of
  // the window.
  const isScreenOfOne = plan.prefersScreen && footer.counts.carriers === 1;
  if (ending && areCountsSaid && isScreenOfOne)
    throw new ExitStatus(ending.kind);
  endList(plan, countsText(footer), ending, areCountsSaid);
}

async function dryRun(plan: VetPlan, requests: RequestPlan): Promise<void> {
  const text = requestsText(requests, plan.values["batch-size"]);
  await print(plan.host, `${text}\n`);
  const invalid = printInvalid(plan.inputs, plan.reporter);
  if (invalid.length > 0) endList(plan, invalidCount(invalid), invalidEnding);
}
