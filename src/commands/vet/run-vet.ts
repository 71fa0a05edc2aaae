/** Runs `usdot vet`: everything is checked first, then each carrier is asked for, judged, recorded and reported. */
import { openContext } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import { defaultPolicyText } from "../../vet/default-policy.ts";
import { filePathOf } from "../lookup/list-options.ts";
import { openSink } from "../lookup/open-output.ts";
import { checkVetOptions, type VetRequest } from "./options.ts";
import { replay } from "./replay.ts";
import { runLive } from "./run-live.ts";

/**
 * Runs `usdot vet` to its end.
 * @throws {UsdotError} whenever the exit status is not 0; a verdict other than "all pass" after everything was written
 */
export async function runVet(host: Host, request: VetRequest): Promise<void> {
  const { rules, printPolicy, printSchema, from } = request.options;
  checkVetOptions(request);
  if (rules) {
    // Loaded here, as is the schema: judging needs neither.
    const { ruleCatalog } = await import("../../output/rule-catalog.ts");
    return print(host, request, ruleCatalog(host.columns()));
  }
  if (printPolicy) return print(host, request, defaultPolicyText);
  if (printSchema) return print(host, request, (await import("../../vet/json-schemas.ts")).jsonSchemaText(printSchema));
  const context = await openContext(host, request.flags);
  if (from !== undefined) await replay(context, from, request.options);
  else await runLive(context, request);
}

/** Works without settings, which may be what the user has yet to write; only `--output` counts. */
async function print(host: Host, { flags: { output = "-" } }: VetRequest, text: string): Promise<void> {
  const sink = await openSink({ host }, filePathOf("--output")(String(output)));
  await sink.write(text);
  await sink.finish();
}
