/** Judges the answers of a recorded run again, offline (`--from`). */
import { UsageError } from "../../errors.ts";
import { invalidText } from "../../input/input.ts";
import type { Context } from "../../runtime/context.ts";
import { EmptyEvidenceError, type EvidenceRun, jsonValue } from "../../vet/evidence/format.ts";
import type { EvidenceIndex } from "../../vet/evidence/index.ts";
import { type EvidenceCarrier, EvidenceReader } from "../../vet/evidence/reader.ts";
import { findingsJson } from "../../vet/finding.ts";
import type { RunFooter, RunHeader, VettedCarrier } from "../../vet/model.ts";
import { needsSince } from "../../vet/policy.ts";
import { isRecord, sameValue } from "../../vet/values.ts";
import { openEarlierRun } from "./earlier-runs.ts";
import { dayOf, Judge } from "./judge.ts";
import type { VetOptions } from "./options.ts";
import { loadPolicy, loadPolicyAndWaivers, loadWaivers, recordedPolicy, recordedWaivers } from "./policy-files.ts";
import { openReports, type Reports, reportTargets, saysCounts } from "./report-files.ts";
import { closeRun } from "./run-end.ts";
import { refuseOverwriting } from "./run-files.ts";

/** Carriers that are handed to the reports at once. */
const pageLength = 16;

/**
 * Judges an evidence file: by its own policy and waivers, as of its own time, unless the command line names others.
 *
 * @throws {EvidenceError} if the file was altered, or its own policy does not give the verdicts in it
 * @throws {UsdotError} whenever not every carrier passes
 */
export async function replay(context: Context, path: string, options: VetOptions): Promise<void> {
  const { host, reporter, settings } = context;
  const targets = reportTargets(context, options);
  const reader = await (path === "-"
    ? EvidenceReader.open("standard input", standardInput(context))
    : EvidenceReader.open(path));
  const { run } = reader;
  const { policy, waivers } = loadPolicyAndWaivers(
    () => (settings.values.policy === undefined ? recordedPolicy(run, reporter) : loadPolicy(context)),
    () => (options.waivers === undefined ? recordedWaivers(run, reporter) : loadWaivers(context, options.waivers)),
  );
  await refuseOverwriting(context, targets, options, policy);
  const asOf = options.asOf === "now" ? new Date(host.now()).toISOString() : (options.asOf ?? run.as_of);
  const since = await openEarlierRun(options, policy);
  try {
    const judge = new Judge({ policy, waivers, asOf, since });
    const reports = await openReports(context, targets, headerOf(run, judge, asOf, host.version), {
      single: false,
      compared: since !== undefined,
      onlyChanged: options.onlyChanged ?? false,
    });
    const isSame = isJudgedAlike(run, judge, asOf, since) ? sameAs(run.tool.version === host.version) : undefined;
    const footer = await judgeRecorded(context, reader, judge, reports, isSame);
    for (const { place, ...line } of footer.refused) {
      reporter.invalid(invalidText({ ...line, place: place ?? undefined }));
    }
    const { isSilent } = reports;
    closeRun(reporter, { footer, unanswered: judge.unanswered, isCounted: saysCounts(targets), isSilent });
  } finally {
    await since?.close();
  }
}

function standardInput({ host: { stdin } }: Context): AsyncIterable<Uint8Array> {
  if (!stdin.isTTY) return stdin;
  throw new UsageError("--from - reads evidence from standard input, which is a terminal", {
    hint: "pipe the evidence in, or name its file",
  });
}

function headerOf({ service }: EvidenceRun, { policy }: Judge, asOf: string, version: string): RunHeader {
  const { name, sha256 } = policy;
  return { tool: { name: "usdot", version }, as_of: asOf, policy: { name, sha256 }, service };
}

/** Whether policy, its lists, waivers, the day and the earlier run are those of the recorded run: only then must the verdicts be. */
function isJudgedAlike(
  run: EvidenceRun,
  { policy, waivers }: Judge,
  asOf: string,
  since: EvidenceIndex | undefined,
): boolean {
  return (
    policy.sha256 === run.policy.sha256 &&
    policy.lists.every(({ path, sha256 }) => run.lists.some((list) => list.path === path && list.sha256 === sha256)) &&
    waivers?.sha256 === run.waivers?.sha256 &&
    dayOf(asOf) === dayOf(run.as_of) &&
    (!needsSince(policy) || (since?.reader.fileSha256 ?? null) === run.since)
  );
}

/** Whether a carrier is judged as it was recorded. */
type IsSame = (recorded: EvidenceCarrier, carrier: VettedCarrier) => boolean;

/** Another version of usdot may word a finding differently, so only the outcomes are compared with its own. */
function sameAs(isSameVersion: boolean): IsSame {
  return ({ verdict: recorded }, { verdict, legal_name, findings }) =>
    recorded.verdict === verdict &&
    (isSameVersion
      ? recorded.legal_name === legal_name && isSameJson(recorded.findings, findingsJson(findings))
      : sameValue(outcomesIn(recorded.findings), findings.map(outcomeIn)));
}

/** Equal as text, which is how this version wrote them, or as values if they were written otherwise. */
function isSameJson(one: string, other: string): boolean {
  return one === other || sameValue(jsonValue(one), jsonValue(other));
}

function outcomesIn(json: string): unknown {
  const findings = jsonValue(json);
  return Array.isArray(findings) ? findings.map(outcomeIn) : undefined;
}

function outcomeIn(finding: unknown): unknown {
  if (!isRecord(finding)) return undefined;
  const { rule, outcome, level, waived } = finding;
  return { rule, outcome, level, waived };
}

async function judgeRecorded(
  { host }: Context,
  reader: EvidenceReader,
  judge: Judge,
  reports: Reports,
  isSame: IsSame | undefined,
): Promise<RunFooter> {
  try {
    let page: VettedCarrier[] = [];
    for await (const recorded of reader.carriers()) {
      const carrier = await judge.carrier(recorded.records, recorded.answers, recorded.verdict.place);
      if (isSame && !isSame(recorded, carrier)) throw otherVerdict(reader, recorded, carrier, host.version);
      page.push(carrier);
      if (page.length < pageLength) continue;
      host.signal.throwIfAborted();
      await reports.write(page);
      page = [];
    }
    const isCutOff = reader.sha256 === null;
    if (isCutOff && judge.counts.carriers === 0)
      throw new EmptyEvidenceError(`${reader.name}: cut off: no carrier is in it`);
    await reports.write(page);
    const footer = judge.footer(reader.invalid, reader.sha256, isCutOff);
    await reports.finish(footer);
    return footer;
  } catch (error) {
    await reports.abandon();
    throw error;
  }
}

/** Hashes can be recomputed after a change; the verdicts would have to fit as well. */
function otherVerdict(
  reader: EvidenceReader,
  { verdict: recorded, line }: EvidenceCarrier,
  { verdict }: VettedCarrier,
  version: string,
): Error {
  const { version: recordedBy } = reader.run.tool;
  const difference =
    recorded.verdict === verdict
      ? "the recorded findings are not those"
      : `the recorded verdict is ${recorded.verdict}, not the ${verdict}`;
  const otherwise = recordedBy === version ? "" : ` (or usdot ${recordedBy}, which recorded it, judged differently)`;
  return reader.altered(
    `line ${line}: USDOT ${recorded.dot_number}: ${difference} that its answers and policy give${otherwise}`,
  );
}
