/** Runs a lookup: numbers in, rows out, every number accounted for. */
import { UsageError } from "../../errors.ts";
import { failedResult, type Result } from "../../lookup/outcome.ts";
import { checkFields } from "../../output/unknown-fields.ts";
import type { View } from "../../output/view.ts";
import { openConnection } from "../../runtime/connection.ts";
import { type Context, openContext } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import { refuseSharedFiles } from "../files.ts";
import { inputsOf } from "./inputs.ts";
import type { LookupOptions, Request } from "./list-options.ts";
import { isByRow, openOutput } from "./open-output.ts";
import type { LookupPlan } from "./plan.ts";

/**
 * Runs a lookup to its end.
 * @throws {UsdotError} whenever the exit status is not 0; for a list, after all of it was written and reported
 */
export async function runLookup(
  host: Host,
  planFor: (context: Context) => Promise<LookupPlan>,
  request: Request<LookupOptions>,
): Promise<void> {
  const { options, flags } = request;
  const context = await openContext(host, flags);
  const plan = await planFor(context);
  const { fields, format, output = "-" } = context.settings.values;
  if (flags["csv-raw"] && format !== "csv") throw new UsageError("--csv-raw needs --format csv");
  if (fields && (format === "table" || format === "csv")) await checkFields(plan.view, fields);
  const inputs = inputsOf(context, request);
  if (options.keepColumns) (await import("./keep-columns.ts")).checkKeepColumns(context, inputs, request);
  await refuseSharedFiles(
    context,
    [
      { role: "--output", path: output },
      { role: "--rejects", path: options.rejects },
    ],
    [...inputs.lists.map((path) => ({ role: "--file", path })), ...(plan.reads ?? [])],
  );
  const { one, view } = plan;
  const { single } = inputs;
  const { client, close } = await openConnection(context, { key: one === undefined, list: !(one && single) });
  try {
    if (one && single) {
      const ask = () => one(client, single).catch((error: unknown) => failedResult(single, error));
      return await runSingle(context, view, options, ask);
    }
    // Loaded here: one carrier needs none of it.
    const { runListLookup } = await import("./run-list.ts");
    await runListLookup(context, plan, client, inputs, options);
  } finally {
    await close();
  }
}

/**
 * One number: its record stands alone, and if there is none, nothing is written. That replaces an earlier run's record where a missing
 * carrier is a good end (`--allow-missing`). Formats of rows have one without a record as well, as in a list.
 */
async function runSingle(
  context: Context,
  view: View,
  options: LookupOptions,
  ask: () => Promise<Result>,
): Promise<void> {
  const output = await openOutput(context, view, options);
  const hasRow = isByRow(context.settings.values.format);
  let result: Result;
  try {
    result = await ask();
    if (!("answer" in result) && !hasRow && !isGoodEnd(result, options)) throw result.error;
    if (hasRow || "answer" in result) await output.write([result]);
    await output.finish();
  } catch (error) {
    await output.abandon();
    throw error;
  }
  // What is known was shown; what is missing decides the exit status.
  if (!("error" in result)) return;
  if (!isGoodEnd(result, options)) throw result.error;
  context.reporter.error(result.error);
}

function isGoodEnd({ kind }: Result, { allowMissing = false }: LookupOptions): boolean {
  return kind === "answered" || (kind === "not-found" && allowMissing);
}
