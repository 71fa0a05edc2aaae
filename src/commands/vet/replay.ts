/** Judges the answers of a recorded run again, offline (`--from`). */
import { isDeepStrictEqual } from "node:util";
import { type DotNumber, parseDotNumber } from "../../dot-number.ts";
import type { Context } from "../../runtime/context.ts";
import { EvidenceError, type EvidenceRun, type EvidenceVerdict } from "../../vet/evidence.ts";
import { type EvidenceCarrier, refuseAltered } from "../../vet/evidence-ledger.ts";
import { EvidenceReader, evidenceBytes } from "../../vet/evidence-reader.ts";
import { publicFinding } from "../../vet/finding.ts";
import type { RunHeader, VettedCarrier } from "../../vet/model.ts";
import { asOfTime, type VetFlags } from "./flags.ts";
import { openFormerRun } from "./former-runs.ts";
import { Judge } from "./judge.ts";
import { closeRun } from "./outcome.ts";
import { loadPolicy, loadWaivers, recordedPolicy, recordedWaivers } from "./policy-files.ts";
import { openReports, type Reports, reportTargets } from "./report-files.ts";

/** Carriers that are handed to the reports at once. */
const pageLength = 64;

/**
 * Judges an evidence file: by its own policy and waivers, as of its own time, unless the command line names others.
 *
 * @throws {EvidenceError} when the file was altered, or does not hold the verdicts that its own policy gives
 * @throws {UsdotError} whenever not every carrier passes
 */
export async function replay(context: Context, path: string, flags: VetFlags): Promise<void> {
  const { host, reporter, settings } = context;
  const targets = reportTargets(context, flags);
  const reader = await EvidenceReader.open(evidenceBytes(path));
  const { run } = reader;
  const policy = settings.values.policy === undefined ? recordedPolicy(run, reporter) : loadPolicy(context);
  const waivers = flags.waivers === undefined ? recordedWaivers(run, reporter) : loadWaivers(context, flags.waivers);
  const asOf = asOfTime(flags, run.as_of, host.now());
  const since = await openFormerRun(flags, policy);
  try {
    const judge = new Judge({ policy, waivers, asOf, since });
    const reports = await openReports(context, targets, headerOf(run, judge, asOf, host.version), false);
    // A change of policy, waivers or day may change the verdicts; without one they must be what they were.
    const isSame = policy.sha256 === run.policy.sha256 && waivers?.sha256 === run.waivers?.sha256 && asOf === run.as_of;
    const compare = isSame && since === undefined;
    await judgeRecorded(context, reader, judge, reports, compare);
    const { state, sha256 } = reader.ending;
    const footer = judge.footer([], sha256);
    closeRun(reporter, { footer, unanswered: judge.unanswered, cutOff: state === "cut off" });
  } finally {
    await since?.close();
  }
}

function headerOf({ service }: EvidenceRun, { policy }: Judge, asOf: string, version: string): RunHeader {
  const { name, sha256 } = policy;
  return { tool: { name: "usdot", version }, as_of: asOf, policy: { name, sha256 }, service };
}

async function judgeRecorded(
  { host }: Context,
  reader: EvidenceReader,
  judge: Judge,
  reports: Reports,
  compare: boolean,
): Promise<void> {
  try {
    let page: VettedCarrier[] = [];
    for await (const recorded of reader.carriers()) {
      const carrier = await judge.carrier(numberOf(recorded), recorded.answers, recorded.verdict.place);
      if (compare) refuseOtherVerdict(recorded.verdict, carrier);
      page.push(carrier);
      if (page.length < pageLength) continue;
      host.signal.throwIfAborted();
      await reports.write(page);
      page = [];
    }
    refuseAltered(reader.ending);
    await reports.write(page);
    await reports.finish(judge.footer([], reader.ending.sha256));
  } catch (error) {
    await reports.abandon();
    throw error;
  }
}

function numberOf({ verdict }: EvidenceCarrier): DotNumber {
  const parsed = parseDotNumber(verdict.dot_number);
  if ("dotNumber" in parsed) return parsed.dotNumber;
  throw new EvidenceError(`altered: ${JSON.stringify(verdict.dot_number)} is not a USDOT number`);
}

/** The hashes of altered evidence can be computed anew; its verdicts would have to be invented. */
function refuseOtherVerdict(recorded: EvidenceVerdict, carrier: VettedCarrier): void {
  const findings = carrier.findings.map(publicFinding);
  const isSame = recorded.verdict === carrier.verdict && isDeepStrictEqual(plain(recorded.findings), plain(findings));
  if (isSame) return;
  throw new EvidenceError(
    `altered: the recorded verdict on USDOT ${recorded.dot_number} is ${recorded.verdict}, ` +
      `and its answers and policy give ${carrier.verdict}`,
  );
}

/** As JSON reads it back: `undefined` and other things that JSON lacks are gone. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
