import type { Command } from "commander";
import type { Host } from "../runtime/host.ts";
import { declareLookup } from "./lookup/declare-lookup.ts";
import type { LookupPlan, PlanFor } from "./lookup/plan.ts";

/** Declares `usdot bulk`. */
export function declareBulk(program: Command, host: Host): void {
  declareLookup(program, host, {
    name: "bulk",
    summary: "summaries of a list (needs an API key)",
    description: "Summaries of a list of carriers, many per request; needs an API key",
    examples: [
      "usdot bulk --file fleet.csv                 one line per carrier",
      "cat dots.txt | usdot bulk --format ndjson   for a script",
      "usdot bulk -f big.csv --output out.ndjson --format ndjson --resume",
    ],
    plan: planBulk,
  });
}

async function planBulk(): Promise<PlanFor> {
  const [{ lookUpInBulk }, { bulkView }] = await Promise.all([
    import("../lookup/bulk.ts"),
    import("../output/views.ts"),
  ]);
  const plan: LookupPlan = {
    view: bulkView,
    needsKey: true,
    batched: true,
    ask: (client, onUnrequested) => async (dotNumbers, options) => {
      const { results, unrequested } = await lookUpInBulk((numbers) => client.bulk(numbers, options), dotNumbers);
      if (unrequested > 0) onUnrequested(unrequested);
      return results;
    },
  };
  return () => plan;
}
