/** What the verdicts of a run rest on, and how another run rested on something else. */
import { counted } from "../text/digits.ts";
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
const nothingToCompare =
  "the history has no earlier run of this service: nothing was compared; unless this is its first, restore the missing file, delete the new one, and vet again";
const comparedWithLater =
  "the run that this one is compared with is of a later time: a clock was wrong, then or now";

/** What a person has to know of a comparison. `asOf`: when this run started. */
export function comparisonWarnings(
  earlier: EarlierRun | undefined,
  asOf: string,
): string[] {
  if (earlier === undefined) return [];
  if (earlier.as_of === undefined) return [nothingToCompare];
  const isLater = Date.parse(earlier.as_of) > Date.parse(asOf);
  return isLater ? [comparedWithLater] : [];
}

const policyChanged =
  "the vetting policy or a list of it has changed since the earlier run: verdicts may differ for that alone";

/** That verdicts differ perhaps for what they rest on alone. */
export function basisNotes(run: EvidenceRun, basis: VettingBasis): string[] {
  const { policy, earlier, replayed } = basis;
  const hashes = hashesOf(policy, policy.lists);
  const isOther = (hash: string) => !earlier?.judgedBy.includes(hash);
  return [
    ...(earlier?.as_of && hashes.some(isOther) ? [policyChanged] : []),
    ...(replayed ? replayNotes(replayed.recorded.run, run, basis) : []),
  ];
}

/** How a replay judges differently than the recorded run did. */
function replayNotes(
  { policy, lists, waivers, exceptions }: EvidenceRun,
  replay: EvidenceRun,
  by: VettingBasis,
): string[] {
  const recorded = hashesOf(policy, lists);
  const others = [
    !recorded.includes(by.policy.sha256) &&
      `another policy (recorded: ${policy.name} ${policy.sha256.slice(0, 8)})`,
    ...by.policy.lists.map(
      ({ sha256, path }) =>
        !recorded.includes(sha256) && `another or a new ${path}`,
    ),
    by.waivers?.file.sha256 !== waivers?.sha256 && "other waivers",
    exceptions.length > replay.exceptions.length &&
      `without ${counted(exceptions.length, "exception")} of that run alone`,
  ].filter((each) => typeof each === "string");
  return others.length > 0
    ? [
        `not judged as the recorded run was, but by ${others.join(", ")}: verdicts may differ for that alone`,
      ]
    : [];
}
