import type { Command } from "commander";
import type { Host } from "../runtime/host.ts";
import type { CarrierSummary } from "../service/schemas.ts";
import { declareLookup } from "./lookup/declare-lookup.ts";
import type { LookupPlan } from "./lookup/run-lookup.ts";

/** Declares `usdot bulk`. */
export function declareBulk(program: Command, host: Host): void {
  declareLookup(program, host, {
    name: "bulk",
    summary: "a list, many to a request (needs an API key)",
    description: "Summaries of a list of carriers, many to a request; needs an API key",
    examples: [
      "usdot bulk --file fleet.csv                 a line for each carrier",
      "cat dots.txt | usdot bulk --format ndjson   for a script",
      "usdot bulk -f big.csv --output out.ndjson --format ndjson --resume",
    ],
    plan: planBulk,
  });
}

async function planBulk(): Promise<LookupPlan<CarrierSummary>> {
  const [{ matchBulk }, { bulkView }] = await Promise.all([import("../lookup/match.ts"), import("../output/views.ts")]);
  return {
    view: bulkView,
    needsKey: true,
    batched: true,
    ask: (client, onUnasked) => async (dotNumbers) => {
      const { findings, unasked } = matchBulk(dotNumbers, await client.bulk(dotNumbers));
      if (unasked > 0) onUnasked(unasked);
      return findings;
    },
  };
}
