import type { Command } from "commander";
import type { Host } from "../runtime/host.ts";
import { declareLookup } from "./lookup/declare-lookup.ts";
import type { PlanFor } from "./lookup/plan.ts";

/** Declares `usdot carrier`. */
export function declareCarrier(program: Command, host: Host): void {
  declareLookup(program, host, {
    name: "carrier",
    summary: "who a carrier is, at a glance",
    description: "Who a carrier is: status, authority, fleet, insurance on file, safety",
    examples: [
      "usdot carrier 2233855              at a glance",
      "usdot 2233855 76830 --json         the service's own JSON",
      "usdot carrier --file fleet.csv     every number of a list",
    ],
    plan: planCarrier,
  });
}

async function planCarrier(): Promise<PlanFor> {
  const [{ oneByOne }, { carrierView }] = await Promise.all([import("./lookup/plan.ts"), import("../output/views.ts")]);
  const plan = { view: carrierView, ...oneByOne((client, number, options) => client.carrier(number, options)) };
  return () => plan;
}
