/** What the verdicts of a run rest on, and how another run rested on something else. */
import type { EarlierRun } from "./evidence/history.ts";
import type { EvidenceRun } from "./evidence/lines.ts";
import type { Replayed } from "./evidence/reader.ts";
import { hashesOf, type Policy } from "./policy/policy.ts";
import type { Waivers } from "./policy/waivers.ts";

export interface VettingBasis {
  policy: Policy;
  /** From a file; those for this run alone are in its header. */
  waivers: Waivers | undefined;
  /** The run before, in a history. */
  earlier?: EarlierRun | undefined;
  /** A recorded run that is judged again. */
  replayed?: Replayed | undefined;
  /** What is to be known of its list, and was said of it. */
  notes?: readonly string[];
}

/** A history that was lost must not look like a morning without changes. */
export const nothingToCompare =
  "the history has no earlier run of this service: nothing was compared; unless this is its first, restore the missing file, delete the new one, and vet again";

const policyChanged =
  "the vetting policy or a list of it has changed since the earlier run: verdicts may differ for that alone";
const judgedOtherwise =
  "judged by another policy, list or waiver than the recorded run was: verdicts may differ for that alone";

/** That verdicts differ perhaps for what they rest on alone. */
export function basisNotes(
  { exceptions }: EvidenceRun,
  { policy, waivers, earlier, replayed }: VettingBasis,
): string[] {
  const hashes = hashesOf(policy, policy.lists);
  const areIn = (judgedBy: readonly string[]) =>
    hashes.every((hash) => judgedBy.includes(hash));
  const notes: string[] = [];
  if (earlier?.as_of && !areIn(earlier.judgedBy)) notes.push(policyChanged);
  if (replayed) {
    const { run } = replayed.recorded;
    const isSame =
      areIn(hashesOf(run.policy, run.lists)) &&
      waivers?.file.sha256 === run.waivers?.sha256 &&
      exceptions.length === run.exceptions.length;
    if (!isSame) notes.push(judgedOtherwise);
  }
  return notes;
}
