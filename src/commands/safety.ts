import type { Command } from "commander";
import type { Host } from "../runtime/host.ts";
import type { SafetyRecord } from "../service/schemas.ts";
import { declareLookup } from "./lookup/declare-lookup.ts";
import type { LookupPlan } from "./lookup/run-lookup.ts";

/** Declares `usdot safety`. */
export function declareSafety(program: Command, host: Host): void {
  declareLookup(program, host, {
    name: "safety",
    summary: "its inspections, crashes and violations",
    description: "A carrier's inspections, crashes and violations",
    examples: [
      "usdot safety 2233855                     beside the national averages",
      "usdot safety 2233855 76830 --format csv  several at once",
      "usdot safety 2233855 --fields crashes    some of it",
    ],
    plan: planSafety,
  });
}

async function planSafety(): Promise<LookupPlan<SafetyRecord>> {
  const [{ oneByOne }, { safetyView }] = await Promise.all([
    import("./lookup/run-lookup.ts"),
    import("../output/views.ts"),
  ]);
  return { view: safetyView, ...oneByOne((client, number) => client.safety(number)) };
}
