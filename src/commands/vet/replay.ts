/** Judges the answers of a recorded run again, offline (`--from`). */
import { UsageError } from "../../errors.ts";
import type { Context } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import { EmptyEvidenceError } from "../../vet/evidence/format.ts";
import { EvidenceReader, pieceLength } from "../../vet/evidence/reader.ts";
import { type Compared, refuseOtherVerdict } from "../../vet/evidence/verdicts.ts";
import { dayOf, Judge } from "../../vet/judge.ts";
import type { RunFooter, VettedCarrier } from "../../vet/model.ts";
import { needsSince } from "../../vet/policy.ts";
import { dayText } from "../../vet/values.ts";
import { isStandardInput } from "../files.ts";
import { listBytes } from "../lookup/inputs.ts";
import { type Comparison, openSince, refuseNoComparison, refuseOtherHash } from "./earlier-runs.ts";
import type { VetOptions } from "./options.ts";
import { loadPolicyAndWaivers } from "./policy-files.ts";
import { headerOf, Reports, refuseOverwriting, reportTargets } from "./report-files.ts";
import { closeRun } from "./run-end.ts";

/** Carriers that are handed to the reports at once. */
const pageLength = 16;

/**
 * Judges an evidence file: by its own policy and waivers, as of its own time, unless the command line names others.
 * @throws {EvidenceError} if the file was altered, or its own policy does not give the verdicts in it
 * @throws {UsdotError} whenever not every carrier passes
 */
export async function replay(context: Context, path: string, options: VetOptions): Promise<void> {
  const { host, reporter } = context;
  const targets = reportTargets(context, options);
  const isStdin = isStandardInput(path);
  if (isStdin && host.stdin.isTTY)
    throw new UsageError("--from - reads evidence from standard input, which is a terminal", {
      hint: "pipe the evidence in, or name its file",
    });
  const reader = await EvidenceReader.open(isStdin ? "standard input" : path, listBytes(host, path, pieceLength));
  const { run } = reader;
  const { policy, waivers } = await loadPolicyAndWaivers(context, options.waivers, { recorded: run });
  await refuseOverwriting(context, targets, options, policy);
  const asOf = options.asOf === "now" ? new Date(host.now()).toISOString() : (options.asOf ?? run.as_of);
  const isCompared = run.since !== null || run.history !== undefined;
  if (!isCompared && policy.sha256 !== run.policy.sha256) refuseNoComparison(options, policy);
  const since = await openSince(context, options, run.service);
  const judge = new Judge({ policy, waivers, asOf });
  const reports = await Reports.open(context, targets, headerOf(context, judge, run.service), {
    single: false,
    compared: options.since === undefined ? isCompared : since !== undefined,
    onlyChanged: options.onlyChanged,
  });
  const footer = await judgeRecorded({ host, options, reader, judge, since, reports }).catch(async (error) => {
    await reports.abandon();
    throw error;
  });
  closeRun(reporter, { footer, judge, said: reports.said, namesLater: true });
}

/** A replay under way. */
interface Replay {
  host: Host;
  options: VetOptions;
  reader: EvidenceReader;
  judge: Judge;
  /** The run that `--since` names, which takes the place of what the recorded run was compared with. */
  since: Comparison | undefined;
  reports: Reports;
}

/** Only if policy, its lists, waivers, the day and the earlier run are those of the recorded run must the verdicts be. */
function comparedIn({ host, reader: { run }, judge, options, since }: Replay): Compared {
  const { policy, waivers, asOf } = judge;
  // What a run of a history was compared with is in no single file.
  const isComparedAlike = (since?.recorded.since ?? null) === run.since && !run.history?.length;
  const isJudgedAlike =
    policy.sha256 === run.policy.sha256 &&
    policy.lists.every(({ path, sha256 }) => run.lists.some((list) => list.path === path && list.sha256 === sha256)) &&
    waivers?.sha256 === run.waivers?.sha256 &&
    dayOf(asOf) === dayOf(run.as_of) &&
    (!needsSince(policy) || options.since === undefined || isComparedAlike);
  if (!isJudgedAlike) return "nothing";
  return run.tool.version === host.version ? "findings" : "outcomes";
}

async function judgeRecorded(replayed: Replay): Promise<RunFooter> {
  const { host, options, reader, judge, since, reports } = replayed;
  const verdicts = comparedIn(replayed);
  let page: VettedCarrier[] = [];
  for await (const recorded of reader.carriers()) {
    const { dotNumber, verdict, records, answers } = recorded;
    const earlier = options.since === undefined ? verdict.earlier : since?.earlier(dotNumber);
    const carrier = judge.carrier(records, answers, verdict.place, earlier);
    refuseOtherVerdict(reader, recorded, carrier, verdicts);
    page.push(carrier);
    if (page.length < pageLength) continue;
    host.signal.throwIfAborted();
    await reports.write(page);
    page = [];
  }
  refuseOtherHash(reader, options.expectSha256);
  const isCutOff = reader.sha256 === null;
  if (isCutOff && judge.counts.carriers === 0)
    throw new EmptyEvidenceError(`${reader.name}: cut off: no carrier is in it`);
  await reports.write(page);
  const known = { shard: reader.run.shard, cut_off: isCutOff, notes: notesOn(judge, options.asOf) };
  const footer = judge.footer(reader.invalid, reader.sha256, { ...known, ...since?.footer() });
  await reports.finish(footer);
  return footer;
}

/** What a reader of the reports must know about the day that is judged as of. */
function notesOn({ today, latestAnswer }: Judge, asOf: string | undefined): string[] {
  if (asOf === undefined || latestAnswer === null || dayOf(latestAnswer) <= today) return [];
  return [`judged as of ${dayText(today)}, by answers from after that day, up to ${latestAnswer.slice(0, 10)}`];
}
