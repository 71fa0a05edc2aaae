/** The evidence of former runs: to compare with (`--since`), and to take answers from (`--reuse`). */
import type { DotNumber } from "../../dot-number.ts";
import { UsageError } from "../../errors.ts";
import type { EvidenceAnswer } from "../../vet/evidence.ts";
import { EvidenceIndex } from "../../vet/evidence-index.ts";
import type { RecordName } from "../../vet/model.ts";
import { needsSince, type Policy } from "../../vet/policy.ts";
import { maxAgeOf, type VetFlags } from "./flags.ts";

/**
 * The run to compare with; undefined without one.
 *
 * @throws {UsageError} when the policy compares and no run is named
 * @throws {EvidenceError} when the file is not evidence, or was altered
 */
export async function openFormerRun({ since }: VetFlags, policy: Policy): Promise<EvidenceIndex | undefined> {
  if (since === undefined && needsSince(policy)) {
    throw new UsageError("the rule unchanged compares with a former run", {
      hint: "name its evidence with --since, or say --since none",
    });
  }
  return since === undefined || since === "none" ? undefined : EvidenceIndex.open(since);
}

export interface ReusableRun {
  answer(dotNumber: DotNumber, record: RecordName): Promise<EvidenceAnswer | undefined>;
  close(): Promise<void>;
}

/**
 * The run to take recent answers from.
 *
 * @param service the base URL that this run asks: answers of another service are not its own
 * @param now milliseconds since 1970
 * @throws {UsageError} when it asked another service
 * @throws {EvidenceError} when the file is not evidence, or was altered
 */
export async function openReusableRun(flags: VetFlags, service: string, now: number): Promise<ReusableRun> {
  const { reuse } = flags;
  if (reuse === undefined) return { answer: async () => undefined, close: async () => {} };
  const maxAge = maxAgeOf(flags);
  const index = await EvidenceIndex.open(reuse);
  if (index.run.service !== service) {
    await index.close();
    throw new UsageError(`the answers in ${reuse} are from ${index.run.service}, not from ${service}`, {
      hint: "leave out --reuse, or ask the same service",
    });
  }
  return {
    answer: (dotNumber, record) => index.reusable(dotNumber, record, { now, maxAge }),
    close: () => index.close(),
  };
}
