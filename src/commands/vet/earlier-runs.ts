/** The evidence of earlier runs: to compare with (`--since`), and to take answers from (`--reuse`). */
import type { DotNumber } from "../../dot-number.ts";
import { UsageError } from "../../errors.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import { EmptyEvidenceError, type EvidenceAnswer } from "../../vet/evidence/format.ts";
import { EvidenceIndex } from "../../vet/evidence/index.ts";
import type { RecordName } from "../../vet/model.ts";
import { needsSince, type Policy } from "../../vet/policy.ts";
import type { VetOptions } from "./options.ts";

/**
 * The run to compare with; undefined without one.
 *
 * @throws {UsageError} if the policy compares and no run is named
 * @throws {EvidenceError} if the file is not evidence, or was altered
 */
export async function openEarlierRun({ since }: VetOptions, policy: Policy): Promise<EvidenceIndex | undefined> {
  if (since === undefined && needsSince(policy)) {
    throw new UsageError("the rule unchanged needs an earlier run to compare with", {
      hint: "name its evidence with --since; for a first run, --since none",
    });
  }
  return since === undefined || since === "none" ? undefined : EvidenceIndex.open(since);
}

/** A day, in milliseconds. */
const defaultMaxAge = 86_400_000;

/** The runs to take recent answers from: interrupted ones, or the parts of a list. */
export interface ReusableRuns {
  /** The newest answer that may be reused. */
  answer(dotNumber: DotNumber, record: RecordName): Promise<EvidenceAnswer | undefined>;
  /** Whether they hold any answer. */
  hasAnswers: boolean;
  close(): Promise<void>;
}

/**
 * Opens the runs that `--reuse` names.
 *
 * @param service the base URL that this run asks: answers of another service are not its own
 * @param now milliseconds since 1970
 * @throws {UsageError} if one of them asked another service
 * @throws {EvidenceError} if a file is not evidence, or was altered
 */
export async function openReusableRuns(
  { reuse = [], maxAge = defaultMaxAge }: VetOptions,
  service: string,
  now: number,
  reporter: Reporter,
): Promise<ReusableRuns> {
  const freshness = { now, maxAge };
  const runs: EvidenceIndex[] = [];
  const close = async () => {
    for (const run of runs) await run.close();
  };
  try {
    for (const path of reuse) {
      const run = await openUnlessEmpty(path, reporter);
      if (run === undefined) continue;
      runs.push(run);
      refuseOtherService(run, path, service);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async answer(dotNumber, record) {
      const answers = await Promise.all(runs.map((run) => run.reusable(dotNumber, record, freshness)));
      return newest(answers);
    },
    hasAnswers: runs.some((run) => run.size > 0),
    close,
  };
}

function refuseOtherService({ reader: { run } }: EvidenceIndex, path: string, service: string): void {
  if (run.service === service) return;
  throw new UsageError(`the answers in ${path} are from ${run.service}, not from ${service}`, {
    hint: "leave out --reuse, or ask that service",
  });
}

/** Of equally old answers, that of the file named last. */
function newest(answers: readonly (EvidenceAnswer | undefined)[]): EvidenceAnswer | undefined {
  let found: EvidenceAnswer | undefined;
  for (const answer of answers) {
    if (answer && (!found || Date.parse(answer.asked_at) >= Date.parse(found.asked_at))) found = answer;
  }
  return found;
}

/** A run that was killed at its very start left nothing to reuse: continuing it means to ask for everything. */
async function openUnlessEmpty(path: string, reporter: Reporter): Promise<EvidenceIndex | undefined> {
  try {
    return await EvidenceIndex.open(path);
  } catch (error) {
    if (!(error instanceof EmptyEvidenceError)) throw error;
    reporter.warning(`${error.message}; nothing is reused from it`);
    return undefined;
  }
}
