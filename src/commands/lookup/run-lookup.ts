/** Runs a lookup: numbers in, rows out, every number accounted for. */
import type { DotNumber } from "../../dot-number.ts";
import type { UsdotError } from "../../errors.ts";
import { checkFields } from "../../output/views.ts";
import { openConnection } from "../../runtime/connection.ts";
import { type Context, openContext } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import type { Client } from "../../service/client.ts";
import { NotFoundError } from "../../service/errors.ts";
import { inputsOf } from "./inputs.ts";
import { openOutput, warnOfSchemaIssues } from "./open-output.ts";
import type { LookupFlags, LookupPlan, LookupRequest, PlanFor } from "./plan.ts";

/**
 * Runs a lookup to its end.
 *
 * @throws {UsdotError} whenever the exit status is not 0; for a list, after all of it was written and reported
 */
export async function runLookup(host: Host, planFor: PlanFor, request: LookupRequest): Promise<void> {
  const context = await openContext(host, request.flags);
  const plan = await planFor(context);
  const { fields } = context.settings.values;
  if (fields) checkFields(plan.view, fields);
  const inputs = inputsOf(host, request);
  const single = plan.one && inputs.single;

  const { client, close } = await openConnection(context, { key: plan.needsKey ?? false, list: !single });
  try {
    if (single) return await runSingle(context, plan, client, single, request.flags);
    // Loaded here: one carrier needs none of it.
    const { runListLookup } = await import("./run-list.ts");
    await runListLookup(context, plan, client, inputs, request.flags);
  } finally {
    await close();
  }
}

/** One number: its record stands alone, and if there is none, nothing is written. */
async function runSingle(
  context: Context,
  { view, one }: LookupPlan,
  client: Client,
  dotNumber: DotNumber,
  flags: LookupFlags,
): Promise<void> {
  const output = await openOutput(context, view, flags, true);
  let failed: UsdotError | undefined;
  try {
    const result = await (one as NonNullable<typeof one>)(client, dotNumber);
    if (!("answer" in result)) throw result.error;
    warnOfSchemaIssues(context, dotNumber, result.answer.schemaIssues);
    await output.writer.write([result]);
    await output.finish();
    // What is known was shown; what is missing decides the exit status.
    if (result.kind === "partial") failed = result.error;
  } catch (error) {
    await output.abandon();
    if (error instanceof NotFoundError && flags.allowMissing) return context.reporter.error(error);
    throw error;
  }
  if (failed) throw failed;
}
