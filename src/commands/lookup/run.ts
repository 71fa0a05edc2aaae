/** Runs a lookup: numbers in, rows out, every number accounted for. */
import type { DotNumber } from "../../dot-number.ts";
import {
  ExitStatus,
  InterruptedError,
  ListError,
  UsageError,
  type UsdotError,
} from "../../errors.ts";
import { shownPath } from "../../files/file-error.ts";
import type { Sink } from "../../files/output-file.ts";
import { numbersIn } from "../../list/input.ts";
import {
  EarlyStop,
  type KeptKind,
  streamCarriers,
} from "../../lookup/carriers.ts";
import { Tally } from "../../lookup/tally.ts";
import { watchFields } from "../../output/fields.ts";
import {
  csv,
  type Format,
  jsonArray,
  ndjson,
  xlsx,
} from "../../output/format.ts";
import { openOutput } from "../../output/output.ts";
import {
  listTable,
  rowContent,
  singleJson,
  singleScreen,
} from "../../output/rows.ts";
import { openConnection } from "../../run/connection.ts";
import { type Context, formatFor, openContext } from "../../run/context.ts";
import type { Host } from "../../run/host.ts";
import type { Shown } from "../../screen/card.ts";
import type { LookupRow } from "../../screen/columns.ts";
import type { Client } from "../../service/client.ts";
import { recordFormats } from "../../settings/options.ts";
import { counted } from "../../text/digits.ts";
import { lookOf, openDestination, refuseOverwriting } from "../destination.ts";
import { type Inputs, openInputs, ownRows, sourcesOf } from "../inputs.ts";
import type { LookupName, LookupOptions, Request } from "../list-options.ts";
import { type Carrier, issuesIn, type Kind, lookupKind } from "./kinds.ts";

type RecordFormat = (typeof recordFormats)[number];

/** A lookup, once everything is checked. */
interface Lookup {
  context: Context;
  options: LookupOptions;
  format: RecordFormat;
  kind: Kind;
  inputs: Inputs;
  isSingle: boolean;
  service: string;
  client: Client;
}

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
  const { client, service, close } = await openConnection(context, {
    key: kind.isBulk,
    list: !isSingle,
  });
  try {
    const lookup = {
      context,
      options,
      format,
      kind,
      inputs,
      isSingle,
      service,
      client,
    };
    const { concurrency, "batch-size": bulkSize } = context.settings.values;
    const opened = await openRowOutput(lookup);
    const stop = new EarlyStop(opened.kept !== undefined);
    const pages = streamCarriers(inputs.inputs, {
      ask: kind.askOf(client),
      batchSize: kind.isBulk ? bulkSize : 1,
      concurrency,
      stop,
      kept: opened.kept,
    });
    const run = isSingle ? lookUpOne : lookUpList;
    const failure = await run(lookup, opened, pages, stop).catch(
      async (error) => {
        await opened.abandon(error);
        throw error;
      },
    );
    if (failure) throw failure;
  } finally {
    await close();
  }
}

function checkedFormat(
  context: Context,
  name: LookupName,
  { resume, keepColumns, shard }: LookupOptions,
): RecordFormat {
  const writer = keepColumns ? "--keep-columns" : name;
  const format = formatFor(
    writer,
    keepColumns ? ["csv", "xlsx"] : recordFormats,
    context,
  ) as RecordFormat;
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

/**
 * Whether a format is a row per number, even of one that is asked for by
 * itself. Such a file can be continued.
 */
function isByRow(format: string): format is "ndjson" | "csv" {
  return format === "ndjson" || format === "csv";
}

async function openFormat({
  format,
  context,
  kind: { view },
  options,
  inputs,
  isSingle,
}: Lookup): Promise<Format<LookupRow>> {
  const { fields } = context.settings.values;
  const shown: Shown = { view, fields, look: lookOf(context, context.output) };
  const content = rowContent(shown);
  if (options.keepColumns) {
    const { keepColumns, keptNotes } = await import(
      "../../output/keep-columns.ts"
    );
    for (const note of keptNotes(ownRows(inputs), content.header))
      context.reporter.note(note);
    const without = (why = "not asked") => [
      ...content.header.slice(1).map(() => undefined),
      why,
    ];
    const added = {
      ...content,
      numberOf: ({ dotNumber }: LookupRow) => dotNumber,
      without,
    };
    return keepColumns(ownRows(inputs), added, format);
  }
  if (isSingle && format === "table") return singleScreen(shown);
  if (isSingle && format === "json") return singleJson(shown);
  return format === "table"
    ? listTable(shown)
    : { json: jsonArray, ndjson, csv, xlsx }[format](content);
}

type RowOutput = Awaited<ReturnType<typeof openRowOutput>>;

/**
 * Opens the output that the settings name, before anything is sent: better to
 * learn now that it cannot be written.
 */
async function openRowOutput(lookup: Lookup) {
  const { context, options, kind } = lookup;
  const format = await openFormat(lookup);
  const { sink, kept, isResumable } = await openSink(lookup, format.begin);
  const output = openOutput(sink, format, kept !== undefined);
  const watch = watchFields(kind.view, context.settings.values.fields);
  let hasRows = false;
  return {
    kept,
    isResumable,
    /** Rows that may lack what `--fields` names are held back. */
    async write(rows: readonly LookupRow[]): Promise<void> {
      for (const row of rows) {
        output.item(row);
        if (row.record) watch.see(row.record, row.error === undefined);
      }
      hasRows ||= rows.length > 0;
      if (!watch.isUndecided()) await output.flush();
    },
    async end(lacksAnswers: boolean): Promise<void> {
      const complaint = watch.complaint();
      if (complaint) throw complaint;
      await output.end(undefined, lacksAnswers || options.resume);
    },
    /**
     * The run ends early, for this reason. Says where the rows are, and how to
     * go on.
     */
    async abandon(reason: unknown): Promise<void> {
      const isToBeChanged = reason instanceof UsageError;
      // What was answered may have taken hours. JSON that was cut off has no end.
      if (hasRows && lookup.format !== "json" && !isToBeChanged)
        await output.flush(await format.end(undefined)).catch(() => {});
      const left = await output.abandon();
      const next =
        isResumable && !isToBeChanged
          ? "; the same command with --resume continues it"
          : "";
      if (left !== undefined)
        context.reporter.note(
          `what was answered is in ${shownPath(left)}${next}`,
        );
    },
  };
}

async function openSink(
  { context, kind: { view }, format, service, inputs, options }: Lookup,
  header: string,
): Promise<{
  sink: Sink;
  kept?: Map<DotNumber, KeptKind> | undefined;
  isResumable: boolean;
}> {
  const { host, output, settings, reporter } = context;
  if (output === undefined || !isByRow(format) || options.keepColumns)
    return { sink: await openDestination(host, output), isResumable: false };
  const { openRowFile } = await import("../../output/resume.ts");
  const wanted = options.resume
    ? { asked: new Set(numbersIn(inputs.inputs)), header }
    : undefined;
  const run = {
    service,
    command: view.name,
    format,
    fields: settings.values.fields ?? null,
  };
  const { sink, kept } = await openRowFile(output, run, wanted);
  const dropped = kept?.dropped ?? 0;
  if (dropped > 0)
    reporter.note(
      `left out ${counted(dropped, "row that is", "rows that are")} no longer asked for`,
    );
  return { sink, kept: kept?.numbers, isResumable: true };
}

type Pages = ReturnType<typeof streamCarriers>;

/** One number: its record stands alone. Returns why the exit status is not 0. */
async function lookUpOne(
  { kind, context, format, options }: Lookup,
  rows: RowOutput,
  pages: Pages,
): Promise<UsdotError | undefined> {
  const { value: [entry] = [] } = await pages.next();
  context.reporter.status(undefined);
  const carrier = entry as Carrier;
  warnOfTypes(context, carrier, new Set());
  const row = kind.rowOf(carrier);
  const isMissing = row.error?.kind === "not-found";
  const isFine = isMissing && options.allowMissing === true;
  if (row.error && !row.record && !isFine && !isByRow(format)) throw row.error;
  await rows.write([row]);
  await rows.end(row.error !== undefined && !isMissing);
  if (row.error && isFine) context.reporter.error(row.error);
  return isFine ? undefined : row.error;
}

/**
 * A list: the last line on standard error accounts for every input. Returns why
 * the exit status is not 0.
 */
async function lookUpList(
  lookup: Lookup,
  rows: RowOutput,
  pages: Pages,
  stop: EarlyStop,
): Promise<UsdotError | ExitStatus | undefined> {
  const { context, kind, inputs, options, service, client } = lookup;
  const { reporter, settings } = context;
  // Loaded here: one carrier needs none of it.
  const { follow } = await import("../progress.ts");
  const tally = new Tally();
  const warned = new Set<string>();
  try {
    for await (const page of follow(context, {
      pages,
      total: inputs.inputs.length,
      service,
      tally,
      stop,
      client,
    })) {
      const found = page.filter((entry) => entry.kind === "carrier");
      for (const entry of found) warnOfTypes(context, entry, warned);
      await rows.write(found.map(kind.rowOf));
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
  const again = rows.isResumable
    ? "the same command with --resume retries those without an answer"
    : "";
  const { allowMissing, shard } = options;
  const failure = tally.failure({
    allowMissing,
    isShard: shard !== undefined,
    again,
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
function warnOfTypes(
  { reporter }: Context,
  { dotNumber, answers }: Carrier,
  warned: Set<string>,
): void {
  // One of a list's elements stands for all.
  const fields = new Set(
    issuesIn(answers).map((path) => path.replace(/\.\d+(?=\.|$)/g, "[]")),
  );
  const fresh = [...fields].filter((field) => !warned.has(field));
  for (const field of fresh) warned.add(field);
  const words = `not of the type that the interface states (--json shows it as received): ${fresh.join(", ")}`;
  if (fresh.length > 0) reporter.warning(`USDOT ${dotNumber}: ${words}`);
}
