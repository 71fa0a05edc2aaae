/** Runs a lookup: numbers in, rows out, every number accounted for. */
import {
  ExitStatus,
  InterruptedError,
  ListError,
  refuse,
  type UsdotError,
} from "../../errors.ts";
import { EarlyStop, streamCarriers } from "../../lookup/carriers.ts";
import { Tally } from "../../lookup/tally.ts";
import { type Connection, openConnection } from "../../run/connection.ts";
import { type Context, formatFor, openContext } from "../../run/context.ts";
import type { Host } from "../../run/host.ts";
import { type RecordFormat, recordFormats } from "../../settings/options.ts";
import { refuseOverwriting } from "../destination.ts";
import { openInputs, ownRows, sourcesOf } from "../inputs.ts";
import type { LookupName, LookupOptions, Request } from "../list-options.ts";
import { type Carrier, issuesIn, lookupKind } from "./kinds.ts";
import { isByRow, type Lookup, openRowOutput, type RowOutput } from "./rows.ts";

/**
 * Runs a lookup to its end; throws whenever the exit status is not 0, for a
 * list after all of it was reported.
 */
export async function runLookup(
  host: Host,
  name: LookupName,
  request: Request,
): Promise<void> {
  const { options } = request;
  const context = await openContext(host, request.flags);
  const format = checkedFormat(context, name, options);
  const inputs = await openInputs(context, request);
  const kind = await lookupKind(name, context, inputs);
  if (options.keepColumns) ownRows(inputs);
  refuseOverwriting(context, [context.output], sourcesOf(inputs));
  const isSingle = !kind.isBulk && inputs.single !== undefined;
  const connection = await openConnection(context, {
    key: kind.isBulk,
    list: !isSingle,
  });
  const { service } = connection;
  const lookup = { context, options, format, kind, inputs, isSingle, service };
  const failure = await lookUp(lookup, connection).finally(connection.close);
  if (failure) throw failure;
}

function checkedFormat(
  context: Context,
  name: LookupName,
  { resume, keepColumns, shard }: LookupOptions,
): RecordFormat {
  const format = keepColumns
    ? formatFor("--keep-columns", ["csv", "xlsx"], context)
    : formatFor(name, recordFormats, context);
  if (keepColumns && (resume || shard))
    refuse(
      "--keep-columns writes every row of the file, and cannot be used with --resume or --shard",
    );
  if (resume && (context.output === undefined || !isByRow(format)))
    refuse(
      "--resume needs rows in a file",
      "name it with --output, as .ndjson or .csv",
    );
  return format;
}

type Carriers = ReturnType<typeof streamCarriers>;
type ExitCause = UsdotError | ExitStatus;

/** Returns why the exit status is not 0, once everything is written. */
async function lookUp(
  lookup: Lookup,
  { client }: Connection,
): Promise<ExitCause | undefined> {
  const { context, kind, inputs, isSingle } = lookup;
  const { concurrency, "batch-size": bulkSize } = context.settings.values;
  const rows = await openRowOutput(lookup);
  const stop = new EarlyStop(rows.kept !== undefined);
  const pages = streamCarriers(inputs.inputs, {
    ask: kind.askOf(client),
    batchSize: kind.isBulk ? bulkSize : 1,
    concurrency,
    stop,
    kept: rows.kept,
  });
  try {
    return isSingle
      ? await lookUpOne(lookup, rows, pages)
      : await lookUpList(lookup, rows, { pages, stop, client });
  } catch (error) {
    await rows.abandon(error);
    throw error;
  }
}

/** One number: its record stands alone. */
async function lookUpOne(
  { kind, context, format, options }: Lookup,
  rows: RowOutput,
  pages: Carriers,
): Promise<ExitCause | undefined> {
  const { value: [entry] = [] } = await pages.next();
  context.reporter.status(undefined);
  const carrier = entry as Carrier;
  typeWarner(context)(carrier);
  const row = kind.rowOf(carrier);
  const { error, record } = row;
  const isMissing = error?.kind === "not-found";
  const isFine = isMissing && options.allowMissing === true;
  if (error && !record && !isFine && !isByRow(format)) throw error;
  await rows.write([row]);
  await rows.end(error !== undefined && !isMissing);
  if (!isFine) return error;
  context.reporter.error(error);
  return undefined;
}

/** A list: the last line on standard error accounts for every input. */
async function lookUpList(
  { context, kind, inputs, options, service }: Lookup,
  rows: RowOutput,
  stream: { pages: Carriers; stop: EarlyStop } & Pick<Connection, "client">,
): Promise<ExitCause | undefined> {
  const { reporter, settings } = context;
  // Loaded here: one carrier needs none of it.
  const { follow } = await import("../progress.ts");
  const tally = new Tally();
  const total = inputs.inputs.length;
  const warnOfTypes = typeWarner(context);
  try {
    for await (const page of follow(context, {
      ...stream,
      total,
      service,
      tally,
    })) {
      const carriers = page.filter((entry) => entry.kind === "carrier");
      for (const carrier of carriers) warnOfTypes(carrier);
      await rows.write(carriers.map(kind.rowOf));
    }
    await rows.end(tally.count("unanswered", "partial") > 0);
  } catch (error) {
    const after =
      tally.count() > 0
        ? `after ${tally}`
        : "before the first answer: run the same command again";
    if (error instanceof InterruptedError) reporter.note(`stopped ${after}`);
    throw error;
  }
  const failure = tally.failure({
    allowMissing: options.allowMissing,
    isShard: options.shard !== undefined,
    again: rows.isResumable
      ? "the same command with --resume retries those without an answer"
      : undefined,
  });
  if (failure === undefined) reporter.note(String(tally));
  // With --quiet, only what failed was named, and the exit status says the rest.
  if (failure && settings.values.quiet) return new ExitStatus(failure.kind);
  return failure && new ListError(String(tally), failure.kind, failure);
}

/**
 * Names the fields that are not of the type that the interface states, each
 * once for a list.
 */
function typeWarner({ reporter }: Context) {
  const warned = new Set<string>();
  return ({ dotNumber, answers }: Carrier): void => {
    const fields = issuesIn(answers).filter((field) => !warned.has(field));
    if (fields.length === 0) return;
    for (const field of fields) warned.add(field);
    reporter.warning(
      `USDOT ${dotNumber}: not of the type that the interface states (--json shows it as received): ${fields.join(", ")}`,
    );
  };
}
