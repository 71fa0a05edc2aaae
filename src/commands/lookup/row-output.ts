/** Where the rows of a lookup go: an output, which `--resume` may continue. */
import { UsageError } from "../../errors.ts";
import type { RunEnd } from "../../files/output-file.ts";
import { numbersIn } from "../../list/input.ts";
import type { Tally } from "../../lookup/tally.ts";
import {
  csv,
  type Format,
  jsonArray,
  ndjson,
  openOutput,
  xlsx,
} from "../../output/format.ts";
import {
  listTable,
  rowContent,
  singleJson,
  singleScreen,
} from "../../output/lookup-rows.ts";
import type { RecordFormat } from "../../settings/formats.ts";
import { counted } from "../../text/digits.ts";
import { timeText } from "../../text/time.ts";
import { type LookupRow, watchFields } from "../../views.ts";
import { lookOf, openDestination } from "../destination.ts";
import type { Lookup } from "./lookup.ts";

/** Whether a format has rows even for a single number, so that it can be continued. */
export const isByRow = (format: RecordFormat): boolean =>
  format === "ndjson" || format === "csv";

/** Whether `--resume` can continue the output. */
export const isResumable = ({ output, format, options }: Lookup): boolean =>
  output !== undefined && isByRow(format) && !options.keepColumns;

/** complete: every carrier was answered; resumable: some were; nothing: none was. */
function lookupRunEnd({ causes, withAnswer }: Tally): RunEnd {
  if (causes.size === 0) return "complete";
  return withAnswer > 0 ? "resumable" : "nothing";
}

/**
 * Opens the output that the settings name. `resumed` are the numbers whose rows
 * an earlier run wrote there.
 */
export async function openRowOutput(lookup: Lookup, service: string) {
  const format = await openFormat(lookup);
  const { sink, resumed } = await openSink(lookup, service, format.begin);
  const output = openOutput(sink, format, resumed !== undefined);
  const watch = watchFields(lookup.view, lookup.values.fields);
  let hasRows = false;
  return {
    resumed,
    /** Holds rows back until --fields is known to make sense. */
    async write(rows: readonly LookupRow[]) {
      for (const row of rows) {
        output.item(row);
        hasRows = true;
        if (row.record) watch.see(row.record, row.error === undefined);
      }
      if (!watch.mayStillAppear()) await output.flush();
    },
    async end(tally: Tally) {
      const complaint = watch.complaint();
      if (complaint) throw complaint;
      return output.end(tally, lookupRunEnd(tally));
    },
    /** Keeps the rows that were answered. */
    async abandon(reason: unknown) {
      // Rows that were answered may have taken hours. JSON that was cut off has
      // no end, and a mistake in --fields has to be fixed first.
      const isKept =
        lookup.format !== "json" && !(reason instanceof UsageError);
      const keep = async () => output.flush(await format.end(undefined));
      if (hasRows && isKept) await keep().catch(() => {});
      return output.abandon();
    },
  };
}

async function openFormat(lookup: Lookup): Promise<Format<LookupRow>> {
  const { format, view, values, keptList, isSingle } = lookup;
  const look = lookOf(lookup, lookup.output);
  const shown = { view, fields: values.fields, look };
  if (keptList) {
    const { keepColumns } = await import("../../output/keep-columns.ts");
    return keepColumns(keptList, rowContent(shown), format);
  }
  if (format === "table") return (isSingle ? singleScreen : listTable)(shown);
  if (format === "json" && isSingle) return singleJson(shown);
  return { json: jsonArray, ndjson, csv, xlsx }[format](rowContent(shown));
}

async function openSink(lookup: Lookup, service: string, header: string) {
  const { host, output, values, reporter, format, options } = lookup;
  if (output === undefined || !isResumable(lookup))
    return { sink: await openDestination(host, output), resumed: undefined };
  const { openRowFile } = await import("../../output/resume.ts");
  const run = {
    began: new Date(host.now()).toISOString(),
    service,
    command: lookup.view.name,
    format,
    fields: values.fields,
    judgedBy: lookup.judgedBy,
  };
  const listNumbers = options.resume
    ? new Set(numbersIn(lookup.inputs))
    : undefined;
  const opened = await openRowFile(output, run, header, listNumbers);
  const zone = host.stderr.isTTY ? "local" : "utc";
  if (opened.resumed?.size)
    reporter.note(
      `--resume keeps ${counted(opened.resumed.size, "carrier")}, asked for since ${timeText(opened.began, zone)}`,
    );
  return opened;
}
