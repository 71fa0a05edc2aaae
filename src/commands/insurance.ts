import type { Command } from "commander";
import type { Host } from "../runtime/host.ts";
import { declareLookup } from "./lookup/declare-lookup.ts";
import type { PlanFor } from "./lookup/plan.ts";

/** Declares `usdot insurance`. */
export function declareInsurance(program: Command, host: Host): void {
  declareLookup(program, host, {
    name: "insurance",
    summary: "its active policies, and when they expire",
    description: "A carrier's active insurance policies, and when they expire",
    examples: [
      "usdot insurance 2233855            one line per policy",
      "usdot insurance 2233855 --json     the service's own JSON",
      "usdot insurance --file fleet.csv --format csv",
    ],
    plan: planInsurance,
  });
}

async function planInsurance(): Promise<PlanFor> {
  const [{ oneByOne }, { insuranceView }] = await Promise.all([
    import("./lookup/plan.ts"),
    import("../output/views.ts"),
  ]);
  const plan = { view: insuranceView, ...oneByOne((client, number, options) => client.insurance(number, options)) };
  return () => plan;
}
