import type { Command } from "commander";
import type { Host } from "../runtime/host.ts";
import { declareLookup } from "./lookup/declare-lookup.ts";
import type { PlanFor } from "./lookup/plan.ts";

/** Declares `usdot snapshot`, which is also what `usdot 2233855` runs. */
export function declareSnapshot(program: Command, host: Host): void {
  declareLookup(program, host, {
    name: "snapshot",
    summary: "one screen: what is wrong, what is not known",
    description: "One carrier on one screen: its three records joined, problems first",
    examples: [
      "usdot 2233855                      the screen; the same as usdot snapshot 2233855",
      "usdot snapshot 2233855 76830       a line for each",
      "usdot snapshot -f fleet.csv --format csv",
    ],
    isDefault: true,
    plan: planSnapshot,
  });
}

async function planSnapshot(): Promise<PlanFor> {
  return (await import("./snapshot/ask-snapshot.ts")).snapshotPlan;
}
