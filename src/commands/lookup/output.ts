/** What a lookup writes: its outcomes in a format, to standard output or a file, which `--resume` may continue. */
import type { DotNumber } from "../../dot-number.ts";
import { UsageError } from "../../errors.ts";
import { shownPath } from "../../files/file-error.ts";
import { numbersIn } from "../../input/input.ts";
import { isResult, type Outcome } from "../../lookup/outcome.ts";
import { watchFields } from "../../output/fields.ts";
import { type LookupFormat, openFormat } from "../../output/format.ts";
import type { Answered, View } from "../../output/view.ts";
import type { Context } from "../../runtime/context.ts";
import type { RecordName } from "../../service/types.ts";
import { counted } from "../../text/digits.ts";
import { lookOf, openDestination } from "../destination.ts";
import { type Inputs, ownRows } from "./inputs.ts";
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
  const { context, options, view, single, inputs } = lookup;
  const { fields } = context.settings.values;
  const layout = {
    view,
    fields,
    single: single !== undefined,
    look: lookOf(context, context.output),
  };
  const format = await openFormat(
    lookup.format,
    layout,
    options.keepColumns ? ownRows(inputs) : undefined,
  );
  /** What is not written yet: what comes before the rows, and rows that may lack what `--fields` names. */
  let held = format.head;
  const { sink, kept, isResumable = false } = await openSink(lookup, held);
  if (kept) held = "";
  const watch = watchFields(view, fields);
  const warned = new Set<string>();
  let hasRows = false;
  const flush = async (end: string | Uint8Array = "") => {
    const data = typeof end === "string" ? held + end : end;
    held = "";
    if (data.length > 0) await sink.write(data);
  };
  return {
    kept,
    isResumable,
    async write(outcomes: readonly Outcome[]): Promise<void> {
      const results = outcomes.filter(isResult);
      if (results.length === 0) return;
      hasRows = true;
      for (const result of results) {
        held += format.row(result);
        if (!("answer" in result)) continue;
        watch.see(result.answer.record);
        warnOfTypes(result, warned, context);
      }
      if (!watch.isUndecided()) await flush();
    },
    async finish(lacksAnswers: boolean): Promise<void> {
      const complaint = watch.complaint();
      if (complaint) throw complaint;
      await flush(await format.end());
      await sink.finish(lacksAnswers || options.resume);
    },
    /** The run ends early, for this reason. Says where the rows are, and how to go on. */
    async abandon(reason: unknown): Promise<void> {
      const isToBeChanged = reason instanceof UsageError;
      // What was answered may have taken hours. JSON that was cut off has no end.
      const isWanted = hasRows && lookup.format !== "json" && !isToBeChanged;
      if (isWanted) await flush(await format.end()).catch(() => {});
      const left = await sink.abandon();
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
  { context, view, format, service, inputs, options }: Lookup,
  header: string,
) {
  const { host, output } = context;
  if (output === undefined || !isByRow(format) || options.keepColumns)
    return { sink: await openDestination(host, output) };
  const { fields = null } = context.settings.values;
  const { openRows } = await import("../../output/resume.ts");
  const wanted = options.resume
    ? { asked: new Set(numbersIn(inputs.inputs)), header }
    : undefined;
  const { sink, kept } = await openRows(
    output,
    { service, command: view.name, format, fields },
    wanted,
  );
  const dropped = counted(kept?.dropped ?? 0, "row that is", "rows that are");
  if (kept && kept.dropped > 0)
    context.reporter.note(`left out ${dropped} no longer asked for`);
  return { sink, kept: kept?.numbers, isResumable: true };
}

/** Names the fields that are not of the type that the interface states, each once for a list. */
function warnOfTypes(
  { dotNumber, answer: { issues } }: Answered,
  warned: Set<string>,
  { reporter }: Context,
): void {
  // One of a list's elements stands for all.
  const fields = new Set(
    issues.map((path) => path.replace(/\.\d+(?=\.|$)/g, "[]")),
  );
  const fresh = [...fields].filter((field) => !warned.has(field));
  for (const field of fresh) warned.add(field);
  const words = `not of the type that the interface states (--json shows it as received): ${fresh.join(", ")}`;
  if (fresh.length > 0) reporter.warning(`USDOT ${dotNumber}: ${words}`);
}
