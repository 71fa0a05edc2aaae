/** Runs `usdot vet`: everything is checked first, then each carrier is asked for, judged, reported and recorded, one after the other. */

import { StreamSink } from "../../output/sink.ts";
import type { Context } from "../../runtime/context.ts";
import { openContext } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import { catalogText } from "../../vet/catalog.ts";
import { defaultPolicyText } from "../../vet/default-policy.ts";
import { checkFlags, type VetRequest } from "./flags.ts";
import { replay } from "./replay.ts";
import { runLive } from "./run-live.ts";

/**
 * Runs `usdot vet` to its end.
 *
 * @throws {UsdotError} whenever the exit status is not 0; a verdict other than "all pass" after everything was written
 */
export async function runVet(host: Host, request: VetRequest): Promise<void> {
  if (request.flags.rules) return print(host, catalogText());
  if (request.flags.printPolicy) return print(host, defaultPolicyText);
  checkFlags(request);
  const context: Context = await openContext(host, request.flags);
  if (request.flags.from !== undefined) await replay(context, request.flags.from, request.flags);
  else await runLive(context, request);
}

async function print(host: Host, text: string): Promise<void> {
  const sink = new StreamSink(host.stdout);
  await sink.write(text);
  await sink.finish();
}
