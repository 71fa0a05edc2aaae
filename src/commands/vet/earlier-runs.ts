/** The evidence of earlier runs: to compare with (`--since`), and to take answers from (`--reuse`). */
import type { DotNumber } from "../../dot-number.ts";
import { UsageError } from "../../errors.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import { EmptyEvidenceError, type EvidenceAnswer } from "../../vet/evidence.ts";
import { EvidenceIndex } from "../../vet/evidence-index.ts";
import type { RecordName } from "../../vet/model.ts";
import { needsSince, type Policy } from "../../vet/policy.ts";
import { maxAgeOf, type VetFlags } from "./flags.ts";

/**
 * The run to compare with; undefined without one.
 *
 * @throws {UsageError} if the policy compares and no run is named
 * @throws {EvidenceError} if the file is not evidence, or was altered
 */
export async function openEarlierRun({ since }: VetFlags, policy: Policy): Promise<EvidenceIndex | undefined> {
  if (since === undefined && needsSince(policy)) {
    throw new UsageError("the rule unchanged needs an earlier run to compare with", {
      hint: "name its evidence with --since; for a first run, --since none",
    });
  }
  return since === undefined || since === "none" ? undefined : EvidenceIndex.open(since);
}

export interface ReusableRun {
  answer(dotNumber: DotNumber, record: RecordName): Promise<EvidenceAnswer | undefined>;
  /** Whether it holds any answer. */
  hasAnswers: boolean;
  close(): Promise<void>;
}

/**
 * The run to take recent answers from.
 *
 * @param service the base URL that this run asks: answers of another service are not its own
 * @param now milliseconds since 1970
 * @throws {UsageError} if it asked another service
 * @throws {EvidenceError} if the file is not evidence, or was altered
 */
export async function openReusableRun(
  flags: VetFlags,
  service: string,
  now: number,
  reporter: Reporter,
): Promise<ReusableRun> {
  const { reuse } = flags;
  const index = reuse === undefined ? undefined : await openUnlessEmpty(reuse, reporter);
  if (index === undefined) return { answer: async () => undefined, hasAnswers: false, close: async () => {} };
  const maxAge = maxAgeOf(flags);
  if (index.run.service !== service) {
    await index.close();
    throw new UsageError(`the answers in ${reuse} are from ${index.run.service}, not from ${service}`, {
      hint: "leave out --reuse, or ask that service",
    });
  }
  return {
    answer: (dotNumber, record) => index.reusable(dotNumber, record, { now, maxAge }),
    hasAnswers: index.size > 0,
    close: () => index.close(),
  };
}

/** A run that was killed at its very start left nothing to reuse: continuing it means to ask for everything. */
async function openUnlessEmpty(path: string, reporter: Reporter): Promise<EvidenceIndex | undefined> {
  try {
    return await EvidenceIndex.open(path);
  } catch (error) {
    if (!(error instanceof EmptyEvidenceError)) throw error;
    reporter.warning(`${error.message}; nothing is reused`);
    return undefined;
  }
}
