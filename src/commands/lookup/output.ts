/** What a lookup writes: its outcomes in a format, to standard output or a file, which `--resume` may continue. */
import type { DotNumber } from "../../dot-number.ts";
import { InterruptedError } from "../../errors.ts";
import { shownPath } from "../../files/file-error.ts";
import { openOutputFile } from "../../files/output-file.ts";
import { numbersIn } from "../../input/input.ts";
import { isResult, type Outcome, type Result } from "../../lookup/outcome.ts";
import { watchFields } from "../../output/fields.ts";
import { type LookupFormat, openFormat } from "../../output/format.ts";
import type { Format, FormatOptions, View } from "../../output/view.ts";
import type { Context } from "../../runtime/context.ts";
import type { RecordName } from "../../service/types.ts";
import { counted } from "../../text/digits.ts";
import { lookOf, outputPath, standardOutput } from "../destination.ts";
import { type Inputs, ownTable } from "./inputs.ts";
import type { LookupOptions } from "./list-options.ts";

/** A lookup, once everything is checked. */
export interface Lookup {
  context: Context;
  options: LookupOptions;
  format: LookupFormat;
  view: View;
  /** The records that each number takes; `summary` is an element of the bulk answer, which many numbers share. */
  records: readonly (RecordName | "summary")[];
  inputs: Inputs;
  single: DotNumber | undefined;
  service: string;
}

/** Where outcomes go. Ends with `finish` or `abandon`. */
export type LookupOutput = Awaited<ReturnType<typeof openOutput>>;

/** Whether a format is a row per number, even of one that is asked for by itself. Such a file can be continued. */
export function isByRow(format: string): format is "ndjson" | "csv" {
  return format === "ndjson" || format === "csv";
}

/** Opens the output that the settings name, before anything is sent: better to learn now that it cannot be written. */
export async function openOutput(lookup: Lookup) {
  const { context, options, view, single } = lookup;
  const { fields } = context.settings.values;
  const path = outputPath(context);
  const layout = { view, fields, single: single !== undefined, look: lookOf(context, path) };
  const format = options.keepColumns ? await besideOwnRows(lookup, layout) : await openFormat(lookup.format, layout);
  let head = format.begin();
  const { sink, kept, isResumable = false } = await openSink(lookup, head);
  if (kept) head = "";
  const records = watchRecords(lookup);
  let hasRows = false;
  const put = async (data: string | Uint8Array) => {
    const whole = typeof data === "string" ? head + data : data;
    head = "";
    if (whole.length > 0) await sink.write(whole);
  };
  return {
    kept,
    async write(outcomes: readonly Outcome[]): Promise<void> {
      const results = outcomes.filter(isResult);
      records.see(results);
      // Of a single number, before its record is written.
      if (single !== undefined) records.refuseUnknownFields();
      hasRows ||= results.length > 0;
      await put(format.rows(results));
    },
    async finish(): Promise<void> {
      records.refuseUnknownFields();
      await put(await format.end());
      await sink.finish();
    },
    /** The run ends early, for this reason. Says where the rows are, and how to go on. */
    async abandon(reason: unknown): Promise<void> {
      // What was answered may have taken hours. JSON that was cut off has no end.
      const isWanted =
        hasRows && lookup.format !== "json" && (path !== undefined || reason instanceof InterruptedError);
      if (isWanted) await put(await format.end()).catch(() => {});
      const left = await sink.abandon();
      const next = isResumable ? "; the same command with --resume continues it" : "";
      if (left !== undefined) context.reporter.note(`what was answered is in ${shownPath(left)}${next}`);
    },
  };
}

async function openSink({ context, view, format, service, inputs, options }: Lookup, header: string) {
  const path = outputPath(context);
  if (path === undefined) return { sink: standardOutput(context.host) };
  if (!isByRow(format) || options.keepColumns) return { sink: await openOutputFile(path) };
  const { fields = null } = context.settings.values;
  const { openRows } = await import("../../output/resume.ts");
  const wanted = options.resume ? { asked: new Set(numbersIn(inputs.inputs)), header } : undefined;
  const { file, kept } = await openRows(path, { service, command: view.name, format, fields }, wanted);
  const dropped = counted(kept?.dropped ?? 0, "row that is", "rows that are");
  if (kept && kept.dropped > 0) context.reporter.note(`left out ${dropped} no longer asked for`);
  return { sink: file, kept: kept?.numbers, isResumable: true };
}

/** The user's own rows with ours beside them, as a format that writes all at its end. */
async function besideOwnRows({ inputs, format }: Lookup, layout: FormatOptions): Promise<Format> {
  const { keptCsv, keptWorkbook, lookupColumns, refuseTakenColumns } = await import("../../output/keep-columns.ts");
  const { table, source } = ownTable(inputs);
  const results = new Map<DotNumber, Result>();
  const added = lookupColumns(layout, inputs.inputs, results);
  refuseTakenColumns(table, source, added.headers);
  return {
    begin: () => "",
    rows(some) {
      for (const result of some) results.set(result.dotNumber, result);
      return "";
    },
    end: () => (format === "xlsx" ? keptWorkbook(table, added) : keptCsv(table, added)),
  };
}

/** Looks at every record: has it the fields of `--fields`, and are its own of the types that the interface states? */
function watchRecords({ context: { reporter, settings }, view }: Lookup) {
  const watch = watchFields(view, settings.values.fields);
  const warned = new Set<string>();
  return {
    see(results: readonly Result[]): void {
      for (const result of results) {
        if (!("answer" in result)) continue;
        const { record, issues } = result.answer;
        watch.see(record);
        // One of a list's elements stands for all.
        const fields = new Set(issues.map((path) => path.replace(/\.\d+(?=\.|$)/g, "[]")));
        const fresh = [...fields].filter((field) => !warned.has(field));
        for (const field of fresh) warned.add(field);
        const words = `not of the type that the interface states, shown as received: ${fresh.join(", ")}`;
        if (fresh.length > 0) reporter.warning(`USDOT ${result.dotNumber}: ${words}`);
      }
    },
    refuseUnknownFields(): void {
      const complaint = watch.complaint();
      if (complaint) throw complaint;
    },
  };
}
