/** The rows of a lookup, on their way to a file or standard output. */
import { UsageError } from "../../errors.ts";
import { numbersIn } from "../../list/input.ts";
import type { Tally } from "../../lookup/tally.ts";
import { watchFields } from "../../output/chosen-fields.ts";
import {
  csv,
  type Format,
  jsonArray,
  ndjson,
  xlsx,
} from "../../output/format.ts";
import {
  listTable,
  rowContent,
  singleJson,
  singleScreen,
} from "../../output/lookup-rows.ts";
import type { Output } from "../../output/output.ts";
import { openOutput } from "../../output/output.ts";
import type { Context } from "../../run/context.ts";
import type { LookupRow } from "../../screen/views.ts";
import type { RecordFormat } from "../../settings/options.ts";
import { counted } from "../../text/digits.ts";
import { lookOf, openDestination } from "../destination.ts";
import { type Inputs, ownRows } from "../inputs.ts";
import type { LookupOptions } from "../list-options.ts";
import type { Kind } from "./lookup-kinds.ts";

/** A lookup, once everything is checked. */
export interface Lookup {
  context: Context;
  options: LookupOptions;
  format: RecordFormat;
  kind: Kind;
  inputs: Inputs;
  isSingle: boolean;
}

/**
 * Whether a format is a row per number, even of one that is asked for by
 * itself. Such a file can be continued.
 */
export function isByRow(format: RecordFormat): format is "ndjson" | "csv" {
  return format === "ndjson" || format === "csv";
}

/**
 * Opens the output that the settings name. `resumed` are the numbers whose rows an
 * earlier run wrote there.
 */
export async function openRowOutput(lookup: Lookup, service: string) {
  const { context, kind } = lookup;
  const format = await openFormat(lookup);
  const opened = await openSink(lookup, service, format.begin);
  const { sink, resumed, isResumable } = opened;
  const output = openOutput(sink, format, resumed !== undefined);
  const watch = watchFields(kind.view, context.settings.values.fields);
  let hasRows = false;
  const watched: Output<LookupRow, Tally> = {
    item(row) {
      output.item(row);
      hasRows = true;
      if (row.record) watch.see(row.record, row.error === undefined);
    },
    /** Rows that may lack what `--fields` names are held back. */
    async flush() {
      if (!watch.isUndecided()) await output.flush();
    },
    async end(tally) {
      const complaint = watch.complaint();
      if (complaint) throw complaint;
      await output.end(tally, tally.count("unanswered", "partial") > 0);
    },
    async abandon(reason) {
      // What was answered may have taken hours. JSON that was cut off has no
      // end, and what is wrong with --fields is to be changed.
      const isKept =
        lookup.format !== "json" && !(reason instanceof UsageError);
      if (hasRows && isKept)
        await output.flush(await format.end(undefined)).catch(() => {});
      return output.abandon(reason);
    },
  };
  return { output: watched, resumed, isResumable };
}

async function openFormat(lookup: Lookup): Promise<Format<LookupRow>> {
  const { format, context, kind, options, isSingle } = lookup;
  const { fields } = context.settings.values;
  const look = lookOf(context, context.output);
  const shown = { view: kind.view, fields, look };
  if (options.keepColumns) return besideOwn(lookup, rowContent(shown));
  if (format === "table") return (isSingle ? singleScreen : listTable)(shown);
  if (format === "json" && isSingle) return singleJson(shown);
  return { json: jsonArray, ndjson, csv, xlsx }[format](rowContent(shown));
}

/** The user's own rows, with ours beside them. */
async function besideOwn(
  { context, inputs, format }: Lookup,
  content: ReturnType<typeof rowContent>,
): Promise<Format<LookupRow>> {
  const { keepColumns, keptNotes } = await import(
    "../../output/keep-columns.ts"
  );
  const userRows = ownRows(inputs);
  context.reporter.note(...keptNotes(userRows, content.header));
  const added = {
    ...content,
    numberOf: ({ dotNumber }: LookupRow) => dotNumber,
    without: (why = "not asked") => [
      ...content.header.slice(1).map(() => undefined),
      why,
    ],
  };
  return keepColumns(userRows, added, format);
}

async function openSink(
  { context, kind, format, inputs, options }: Lookup,
  service: string,
  header: string,
) {
  const { host, output, settings, reporter } = context;
  if (output === undefined || !isByRow(format) || options.keepColumns) {
    const sink = await openDestination(host, output);
    return { sink, resumed: undefined, isResumable: false };
  }
  const { openRowFile } = await import("../../output/resume.ts");
  const { fields = null } = settings.values;
  const { judgedBy, view } = kind;
  const run = { service, command: view.name, format, fields, judgedBy };
  const wanted = options.resume
    ? { asked: new Set(numbersIn(inputs.inputs)), header }
    : undefined;
  const { sink, resumed } = await openRowFile(output, run, wanted);
  const rows = counted(resumed?.dropped ?? 0, "row that is", "rows that are");
  if (resumed?.dropped) reporter.note(`left out ${rows} no longer asked for`);
  return { sink, resumed: resumed?.numbers, isResumable: true };
}
