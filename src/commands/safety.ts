import type { Command } from "commander";
import type { Host } from "../runtime/host.ts";
import { declareLookup } from "./lookup/declare-lookup.ts";
import type { PlanFor } from "./lookup/plan.ts";

/** Declares `usdot safety`. */
export function declareSafety(program: Command, host: Host): void {
  declareLookup(program, host, {
    name: "safety",
    summary: "its inspections, crashes and violations",
    description: "A carrier's inspections, crashes and violations",
    examples: [
      "usdot safety 2233855                     beside the national averages",
      "usdot safety 2233855 76830 --format csv  several at once",
      "usdot safety 2233855 --fields crashes    part of it",
    ],
    plan: planSafety,
  });
}

async function planSafety(): Promise<PlanFor> {
  const [{ oneByOne }, { safetyView }] = await Promise.all([import("./lookup/plan.ts"), import("../output/views.ts")]);
  const plan = { view: safetyView, ...oneByOne((client, number, options) => client.safety(number, options)) };
  return () => plan;
}
