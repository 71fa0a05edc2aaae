/** Runs a lookup: numbers in, rows out, every number accounted for. */
import type { DotNumber } from "../../dot-number.ts";
import {
  InterruptedError,
  ListError,
  UsageError,
  type UsdotError,
} from "../../errors.ts";
import { askInBulk } from "../../lookup/bulk.ts";
import { failedResult, type Result, type Row } from "../../lookup/outcome.ts";
import type { Ask } from "../../lookup/run.ts";
import { Tally } from "../../lookup/tally.ts";
import { type LookupFormat, lookupFormats } from "../../output/format.ts";
import { openConnection } from "../../runtime/connection.ts";
import { type Context, formatFor, openContext } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import type { Client } from "../../service/client.ts";
import { refuseOverwriting } from "../destination.ts";
import { type Inputs, ownRows, readInputs, sourcesOf } from "./inputs.ts";
import type { LookupName, LookupOptions, Request } from "./list-options.ts";
import {
  isByRow,
  type Lookup,
  type LookupOutput,
  openOutput,
} from "./output.ts";

/** What distinguishes one lookup from another: what it asks for, and how that is shown. */
interface LookupPlan extends Pick<Lookup, "view" | "records"> {
  /** Absent where summaries are asked for, many at once. */
  askOne?(client: Client, dotNumber: DotNumber): Promise<Result>;
}

/** Loaded when it runs: help needs none of it. */
async function planOf(
  name: LookupName,
  context: Context,
  { inputs }: Inputs,
): Promise<LookupPlan> {
  if (name === "snapshot")
    return (await import("./snapshot.ts")).planSnapshots(context, inputs);
  const { summaryView, carrierView, insuranceView, safetyView } = await import(
    "../../output/views.ts"
  );
  if (name === "bulk") return { view: summaryView, records: ["summary"] };
  return {
    view: {
      carrier: carrierView,
      insurance: insuranceView,
      safety: safetyView,
    }[name],
    records: [name],
    async askOne(client, dotNumber) {
      // Without the response: a table holds all rows.
      const { record, issues } = await client.record(name, dotNumber);
      return { kind: "answered", dotNumber, answer: { record, issues } };
    },
  };
}

/** Runs a lookup to its end; throws whenever the exit status is not 0, for a list after all of it was reported. */
export async function runLookup(
  host: Host,
  name: LookupName,
  request: Request,
): Promise<void> {
  const { options } = request;
  const context = await openContext(host, request.flags);
  const format = formatOf(context, name, options);
  const inputs = await readInputs(context, request);
  const plan = await planOf(name, context, inputs);
  if (options.keepColumns) ownRows(inputs);
  refuseOverwriting(context, [context.output], sourcesOf(inputs));
  const { askOne } = plan;
  const single = askOne && inputs.single;
  const { client, service, close } = await openConnection(context, {
    key: !askOne,
    list: single === undefined,
  });
  try {
    const lookup = {
      ...plan,
      context,
      options,
      format,
      inputs,
      single,
      service,
    };
    const output = await openOutput(lookup);
    const ask: Ask<Row> = askOne
      ? (numbers) =>
          Promise.all(numbers.map((number) => askOne(client, number)))
      : askInBulk(client);
    const running = { ...lookup, ask, output };
    const ended =
      single === undefined ? runList(running) : runSingle(running, single);
    const failure = await ended.catch(async (error: unknown) => {
      await output.abandon(error);
      throw error;
    });
    if (failure) throw failure;
  } finally {
    await close();
  }
}

function formatOf(
  context: Context,
  name: LookupName,
  { resume, keepColumns, shard }: LookupOptions,
): LookupFormat {
  const formats = keepColumns ? (["csv", "xlsx"] as const) : lookupFormats;
  const format = formatFor(
    keepColumns ? "--keep-columns" : name,
    formats,
    context,
  ) as LookupFormat;
  if (keepColumns && (resume || shard))
    throw new UsageError(
      "--keep-columns writes every row of the file, and cannot be used with --resume or --shard",
    );
  if (resume && (context.output === undefined || !isByRow(format)))
    throw new UsageError("--resume needs rows in a file", {
      hint: "name it with --output, as .ndjson or .csv",
    });
  return format;
}

type Running = Lookup & { ask: Ask<Row>; output: LookupOutput };

/** One number: its record stands alone. Returns why the exit status is not 0. */
async function runSingle(
  running: Running,
  dotNumber: DotNumber,
): Promise<UsdotError | undefined> {
  const { context, format, options, ask, output } = running;
  const asked = ask([dotNumber]).catch((error: unknown) => [
    failedResult(dotNumber, error),
  ]);
  const [result] = (await asked) as [Result];
  context.reporter.status(undefined);
  const isGoodEnd =
    result.kind === "answered" ||
    (result.kind === "not-found" && options.allowMissing === true);
  if (!("answer" in result) && !isGoodEnd && !isByRow(format))
    throw result.error;
  await output.write([{ ...result, input: { dotNumber } }]);
  await output.finish(
    result.kind === "unanswered" || result.kind === "partial",
  );
  if (!("error" in result)) return undefined;
  if (!isGoodEnd) return result.error;
  context.reporter.error(result.error);
  return undefined;
}

/** A list: the last line on standard error accounts for every input. Returns why the exit status is not 0. */
async function runList(running: Running): Promise<UsdotError | undefined> {
  const { context, records, inputs, options, service, ask, output } = running;
  const { reporter, settings } = context;
  // Loaded here: one carrier needs none of it.
  const { followList } = await import("./follow.ts");
  const tally = new Tally();
  try {
    const pages = followList(context, inputs.inputs, ask, {
      service,
      records,
      kept: output.kept,
      tally,
    });
    for await (const page of pages) await output.write(page);
    await output.finish(tally.count("unanswered", "partial") > 0);
  } catch (error) {
    const after =
      tally.count() > 0
        ? `after ${tally}`
        : "before the first answer: run the same command again";
    if (error instanceof InterruptedError) reporter.note(`stopped ${after}`);
    throw error;
  }
  const again = output.isResumable
    ? "the same command with --resume asks for the missing ones again"
    : "";
  const failure = tally.error({
    allowMissing: options.allowMissing,
    isShard: options.shard !== undefined,
    again,
  });
  if (failure === undefined) reporter.note(String(tally));
  // With --quiet, only what failed was named, and the exit status says the rest.
  return (
    failure &&
    new ListError(settings.values.quiet ? "" : failure.message, failure.kind, {
      hint: failure.hint,
    })
  );
}
