/** What the verdicts of a run rest on. */
import type { EarlierRun } from "./evidence/history.ts";
import type { Replayed } from "./evidence/reader.ts";
import type { Policy } from "./policy/policy.ts";
import type { Waivers } from "./policy/waivers.ts";

export interface VettingBasis {
  policy: Policy;
  /** From a file; those for this run alone are in its header. */
  waivers: Waivers | undefined;
  /** The run before, in a history. */
  earlier?: EarlierRun | undefined;
  /** A recorded run that is judged again. */
  replayed?: Replayed | undefined;
  /** Notes about its list, which standard error has said already. */
  notes?: readonly string[];
}

/** A history that was lost must not look like a morning without changes. */
export const nothingToCompare =
  "the history has no earlier run of this service: nothing was compared; unless this is its first, restore the missing file, delete the new one, and vet again";
