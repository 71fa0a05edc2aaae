/** Judges the answers of a recorded run again, offline (`--from`). */
import { type DotNumber, parseDotNumber } from "../../dot-number.ts";
import { UsageError } from "../../errors.ts";
import { refusalText } from "../../output/reports/words.ts";
import type { Context } from "../../runtime/context.ts";
import { EmptyEvidenceError, EvidenceError, type EvidenceRun, jsonValue } from "../../vet/evidence/format.ts";
import type { EvidenceIndex } from "../../vet/evidence/index.ts";
import { type EvidenceCarrier, refuseAltered } from "../../vet/evidence/ledger.ts";
import type { RecordedVerdict } from "../../vet/evidence/lines.ts";
import { EvidenceReader, evidenceBytes, inFile } from "../../vet/evidence/reader.ts";
import { findingsJson } from "../../vet/finding.ts";
import type { RunFooter, RunHeader, VettedCarrier } from "../../vet/model.ts";
import { needsSince } from "../../vet/policy.ts";
import { dayOfTime, isRecord, sameValue } from "../../vet/values.ts";
import { openEarlierRun } from "./earlier-runs.ts";
import { Judge } from "./judge.ts";
import type { VetOptions } from "./options.ts";
import { closeRun } from "./outcome.ts";
import { loadPolicy, loadPolicyAndWaivers, loadWaivers, recordedPolicy, recordedWaivers } from "./policy-files.ts";
import { openReports, type Reports, reportTargets } from "./report-files.ts";
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
  const [name, bytes] = path === "-" ? ["standard input", standardInput(context)] : [path, evidenceBytes(path)];
  const reader = await inFile(name, () => EvidenceReader.open(bytes));
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
    const reports = await openReports(context, targets, headerOf(run, judge, asOf, host.version), false);
    const compare = comparison(run, judge, { asOf, since, version: host.version });
    const footer = await inFile(name, () => judgeRecorded(context, reader, judge, reports, compare));
    for (const line of footer.refused) reporter.invalid(refusalText(line));
    closeRun(reporter, { footer, unanswered: judge.unanswered, isReplay: true });
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

type Compare = (recorded: EvidenceCarrier, carrier: VettedCarrier) => void;

interface Inputs {
  asOf: string;
  since: EvidenceIndex | undefined;
  version: string;
}

/**
 * Compares each new verdict with the recorded one. If policy, its lists, waivers, the day or the earlier run differ, verdicts may
 * differ, and nothing is compared. Another version of usdot may word a finding differently, so then only the outcomes count.
 */
function comparison(run: EvidenceRun, { policy, waivers }: Judge, { asOf, since, version }: Inputs): Compare {
  const dayOf = (time: string) => dayOfTime(Date.parse(time));
  const isSame =
    policy.sha256 === run.policy.sha256 &&
    policy.lists.every(({ path, sha256 }) => run.lists.some((list) => list.path === path && list.sha256 === sha256)) &&
    waivers?.sha256 === run.waivers?.sha256 &&
    dayOf(asOf) === dayOf(run.as_of) &&
    (!needsSince(policy) || (since?.ending.fileSha256 ?? null) === run.since);
  if (!isSame) return () => {};
  const recordedBy = run.tool.version;
  return recordedBy === version
    ? refuseOtherVerdict(isSameVerdict, "")
    : refuseOtherVerdict(hasSameOutcomes, recordedBy);
}

type IsSame = (recorded: RecordedVerdict, carrier: VettedCarrier) => boolean;

/** Findings are compared as text, which is how this version wrote them; as values only if they were written otherwise. */
function isSameVerdict(recorded: RecordedVerdict, { verdict, legal_name, findings }: VettedCarrier): boolean {
  if (recorded.verdict !== verdict || recorded.legal_name !== legal_name) return false;
  const json = findingsJson(findings);
  return recorded.findings === json || sameValue(listIn(recorded.findings), listIn(json));
}

function hasSameOutcomes(recorded: RecordedVerdict, { verdict, findings }: VettedCarrier): boolean {
  return recorded.verdict === verdict && sameValue(listIn(recorded.findings)?.map(outcomeOf), findings.map(outcomeOf));
}

function outcomeOf(finding: unknown): unknown {
  if (!isRecord(finding)) return undefined;
  const { rule, outcome, level, waived } = finding;
  return { rule, outcome, level, waived };
}

/** Undefined if the text is not a list. */
function listIn(json: string): unknown[] | undefined {
  const list = jsonValue(json);
  return Array.isArray(list) ? list : undefined;
}

/** Hashes can be recomputed after a change; the verdicts would have to fit as well. */
function refuseOtherVerdict(isSame: IsSame, recordedBy: string): Compare {
  return ({ verdict: recorded, line }, carrier) => {
    if (isSame(recorded, carrier)) return;
    const difference =
      recorded.verdict === carrier.verdict
        ? "the recorded findings are not those"
        : `the recorded verdict is ${recorded.verdict}, not the ${carrier.verdict}`;
    throw new EvidenceError(
      `altered: line ${line}: USDOT ${recorded.dot_number}: ${difference} that its answers and policy give` +
        (recordedBy === "" ? "" : ` (or usdot ${recordedBy}, which recorded it, judged differently)`),
    );
  };
}

async function judgeRecorded(
  { host }: Context,
  reader: EvidenceReader,
  judge: Judge,
  reports: Reports,
  compare: Compare,
): Promise<RunFooter> {
  try {
    let page: VettedCarrier[] = [];
    for await (const recorded of reader.carriers()) {
      const carrier = await judge.carrier(numberOf(recorded), recorded.answers, recorded.verdict.place);
      compare(recorded, carrier);
      page.push(carrier);
      if (page.length < pageLength) continue;
      host.signal.throwIfAborted();
      await reports.write(page);
      page = [];
    }
    const { ending } = reader;
    refuseAltered(ending);
    if (ending.state === "cut off" && judge.counts.carriers === 0) {
      throw new EmptyEvidenceError("cut off: no carrier is in it");
    }
    await reports.write(page);
    const footer = judge.footer(ending.refused, ending.sha256, ending.state === "cut off");
    await reports.finish(footer);
    return footer;
  } catch (error) {
    await reports.abandon();
    throw error;
  }
}

function numberOf({ verdict, line }: EvidenceCarrier): DotNumber {
  const parsed = parseDotNumber(verdict.dot_number);
  if ("dotNumber" in parsed) return parsed.dotNumber;
  throw new EvidenceError(`altered: line ${line}: ${JSON.stringify(verdict.dot_number)} is not a USDOT number`);
}
