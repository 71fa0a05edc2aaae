/** Opens what a lookup writes: standard output or a file, new or continued, and the file of what was not answered. */
import { resolve } from "node:path";
import type { DotNumber } from "../../dot-number.ts";
import type { DotNumberSet } from "../../dot-number-set.ts";
import { InputError, UsageError } from "../../errors.ts";
import type { LockHost } from "../../file-lock.ts";
import type { Outcome } from "../../lookup/outcome.ts";
import type { Tally } from "../../lookup/tally.ts";
import type { FormatOptions, Writer } from "../../output/format.ts";
import { formats, lookupFormats } from "../../output/formats/index.ts";
import type { Rejects } from "../../output/rejects.ts";
import type { Resumed, ResumeOptions } from "../../output/resume.ts";
import type { RunInfo } from "../../output/run-info.ts";
import { type Sink, StreamSink } from "../../output/sink.ts";
import { lookForUnknown } from "../../output/unknown-fields.ts";
import type { View } from "../../output/view.ts";
import type { Context } from "../../runtime/context.ts";
import { inWorkflow } from "../../runtime/host.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import type { Settings } from "../../settings/settings.ts";
import { workflowSafe } from "../../text/safe-text.ts";
import { fileOf } from "../files.ts";
import type { KeptRows } from "./keep-columns.ts";
import type { ListOutput } from "./list-loop.ts";
import type { ListOptions, LookupOptions } from "./list-options.ts";

/**
 * Opens the output that flags and settings name, before anything is sent: better to learn now that a file cannot be written.
 * @param list.tally counts the list; undefined for a number by itself, whose record stands alone
 * @param list.own the user's own rows, with `--keep-columns`
 * @returns where the rows go, and `kept`: the numbers whose rows the output already has from an earlier run
 * @throws {FileError} when a file cannot be written
 * @throws {UsageError} when the file to be continued cannot be
 */
export async function openOutput(
  context: Context,
  view: View,
  options: LookupOptions,
  { tally, own, asked }: { tally?: Tally; own?: KeptRows | undefined } & Partial<Pick<ResumeOptions, "asked">> = {},
): Promise<ListOutput & { kept: DotNumberSet | undefined }> {
  const { reporter, settings } = context;
  const { fields } = settings.values;
  const name = chooseFormat(settings, lookupFormats);
  const rejects = await openRejects(context, options);
  const rows = openRows(context, view, options, asked);
  await rows.catch(() => rejects?.abandon());
  const { sink, kept, missing, continued = false } = await rows;
  sink.hasAnswer = kept !== undefined || (tally === undefined && !isByRow(name));
  const layout = formatOptions(context, view, tally === undefined, continued);
  const writer = own ? await keptWriter(sink, { ...layout, fields }, own) : (await formats[name](layout))(sink, layout);
  // A service may send any field; that no record has had one is said at the end.
  const unknown = fields && lookForUnknown(view, fields);
  const warnOfTypes = schemaWarnings(reporter);
  return {
    kept,
    async write(outcomes) {
      for (const outcome of outcomes) {
        if ("answer" in outcome) {
          warnOfTypes(outcome.dotNumber, outcome.answer.schemaIssues);
          unknown?.look(outcome.answer.record);
        }
        if (tally && outcome.kind === "kept" && missing?.has(outcome.dotNumber)) tally.keptMissing += 1;
        // Most are not rejected, and a million needless awaits take time.
        const rejected = rejects?.write(outcome);
        if (rejected) await rejected;
      }
      sink.hasAnswer ||= outcomes.some((outcome) => "answer" in outcome || outcome.kind === "not-found");
      await writer.write(outcomes);
    },
    async finish() {
      if (tally?.inputs === 0) throw new InputError("the list holds no USDOT number", { hint: "nothing was sent" });
      const { invalid = 0, unanswered = 0, partial = 0 } = tally?.counts ?? {};
      // Nothing is written for a list without a number.
      if (tally?.inputs === invalid && !kept && !own) await sink.abandon();
      else {
        await writer.end();
        await sink.finish({ keepRunInfo: kept !== undefined && unanswered + partial > 0 });
      }
      const note = await unknown?.note();
      if (note) reporter.note(note);
      await rejects?.finish();
    },
    async abandon() {
      // The sink may be what failed.
      await Promise.resolve(writer.flush?.()).catch(() => undefined);
      await sink.abandon();
      const next = isByRow(name) && !own ? "; the same command with --resume continues it" : "";
      if (sink.left !== undefined) reporter.note(`what was answered is in ${sink.left}${next}`);
      await rejects?.abandon();
    },
  };
}

/**
 * The format that was chosen, if the command has it.
 * @throws {UsageError} that names those it has
 */
export function chooseFormat<F extends string>({ values, origins }: Settings, formats: readonly F[]): F {
  const format = formats.find((each) => each === values.format);
  if (format !== undefined) return format;
  const byExtension = origins.format !== undefined && origins.format === origins.output;
  const what = byExtension
    ? `the file ${JSON.stringify(values.output)} would be ${values.format}, which this command does not write`
    : `this command has no format ${JSON.stringify(values.format)}`;
  throw new UsageError(what, { hint: `use ${byExtension ? "--format " : ""}${formats.join(", ")}` });
}

/** Extensions of a table, which is text. */
const textExtensions = new Set([".txt", ".text", ".log", ".out", ".lst", ".list", ".tmp"]);

/** Refuses a table under the name of a workbook or a PDF, which would be opened by a program that cannot read it. */
export function refuseOtherType({ values, origins }: Settings, formats: readonly string[]): void {
  const [extension] = /(?<=[^/\\])\.[a-z][a-z\d]{0,4}$/.exec(fileOf(values.output)?.toLowerCase() ?? "") ?? [];
  if (origins.format?.from !== "default" || extension === undefined || textExtensions.has(extension)) return;
  throw new UsageError(`there is no format for ${extension} files`, {
    hint: `name another file, or the format with --format ${formats.join(", ")}`,
  });
}

async function keptWriter(sink: Sink, options: FormatOptions, rows: KeptRows): Promise<Writer> {
  const { csvRows } = await import("../../output/formats/csv.ts");
  const cellsOf = csvRows(options);
  await rows.start(sink);
  const lineOf = (outcome: Outcome) => rows.take(outcome, "answer" in outcome ? cellsOf(outcome.answer)[0] : undefined);
  return { write: (outcomes) => sink.write(outcomes.map(lineOf).join("")), end: () => sink.write(rows.rest()) };
}

/** `--fields`, and wherever there may be several rows, the number that each is about. */
function rowFields({ settings }: Context, single: boolean): readonly string[] | undefined {
  const { fields, format } = settings.values;
  if (fields === undefined || fields.includes("dot_number") || (single && !isByRow(format))) return fields;
  return ["dot_number", ...fields];
}

function formatOptions(context: Context, view: View, single: boolean, continued: boolean): FormatOptions {
  const { "csv-raw": csvRaw = false } = context.settings.values;
  const fields = rowFields(context, single);
  return { ...outputLayout(context), view, fields, single, csvRaw, continued, now: context.host.now() };
}

async function openRows(
  context: Context,
  view: View,
  { resume, shard, keepColumns }: LookupOptions,
  asked: ResumeOptions["asked"],
): Promise<Partial<Omit<Resumed, "sink">> & { sink: Sink }> {
  refuseOtherType(context.settings, lookupFormats);
  const { output, format } = context.settings.values;
  const run = runInfo(context, view.name, shard);
  if (!resume) return { sink: await openSink(context, output, { run: keepColumns ? undefined : run }) };
  const fields = rowFields(context, false);
  const path = fileOf(output);
  if (path === undefined) throw new UsageError("--resume needs a file to continue", { hint: "name it with --output" });
  if (!isByRow(format)) {
    throw new UsageError(`--resume cannot continue ${format}`, { hint: "use --format ndjson or --format csv" });
  }
  const { resumeFile } = await import("../../output/resume.ts");
  return resumeFile(path, resolve(context.host.cwd, path), lockHost(context), { format, view, fields, run, asked });
}

/** Opens the rejects that a command line names; undefined without. */
export async function openRejects(context: Context, { rejects }: ListOptions): Promise<Rejects | undefined> {
  if (rejects === undefined) return undefined;
  const { rejectsTo } = await import("../../output/rejects.ts");
  return rejectsTo(await openSink(context, rejects), (left) =>
    context.reporter.note(`the rejects so far are in ${left}`),
  );
}

/**
 * Opens a file that is replaced when all is written, or standard output.
 * @param options.run what `--resume` needs to know about rows that it can continue
 * @param options.isCommands whether the output is workflow commands, which nothing else may be taken for
 */
export async function openSink(
  context: WaitingContext,
  named: string | undefined,
  { run, isCommands = false }: { run?: RunInfo | undefined; isCommands?: boolean } = {},
): Promise<Sink> {
  const { host } = context;
  const path = fileOf(named);
  if (path === undefined) {
    const guard = inWorkflow(host) && !isCommands ? workflowSafe : undefined;
    return new StreamSink(host.stdout, { guard, signal: host.signal });
  }
  // Loaded here: most output goes to standard output.
  const { openReplacing } = await import("../../output/output-file.ts");
  return openReplacing(path, resolve(host.cwd, path), lockHost(context), run);
}

type WaitingContext = Pick<Context, "host"> & Partial<Pick<Context, "reporter">>;

/** What waits for a lock, and says so. */
export function lockHost({ host, reporter }: WaitingContext): LockHost {
  const { processes, sleep, signal } = host;
  return { processes, sleep, signal, note: (text) => reporter?.note(text) };
}

/** What the rows depend on; `record` names what they are about. */
function runInfo({ settings }: Context, record: string, shard: ListOptions["shard"]): RunInfo {
  const { format, fields, sample, "base-url": baseUrl = "", "csv-raw": csvRaw = false } = settings.values;
  const service = sample ? "sample" : baseUrl;
  return { record, format, fields, csvRaw: csvRaw && format === "csv", service, shard: shard?.text };
}

/** Whether a format is a row per number, even of one that is asked for by itself. Such a file can be continued. */
export function isByRow(format: string): format is "ndjson" | "csv" {
  return format === "ndjson" || format === "csv";
}

/** Width and color of the terminal, if that is where the rows go. A file gets colors only with `--color always`. */
export function outputLayout({
  host: { stdout, env },
  settings: { values },
}: Context): Pick<FormatOptions, "width" | "color"> {
  if (fileOf(values.output) !== undefined) return { width: undefined, color: values.color === "always" };
  const terminal = stdout.isTTY === true;
  const width = terminal && stdout.columns ? stdout.columns : undefined;
  return { width, color: values.color === "auto" ? wantsColor(terminal, env) : values.color === "always" };
}

/** NO_COLOR as no-color.org defines it, FORCE_COLOR as Node does. */
function wantsColor(terminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return terminal && env["TERM"] !== "dumb";
}

/** The most fields that one warning names. */
const maxNamed = 3;
/** The most fields of one record that are looked at: a list within it may have any number of elements. */
const maxChecked = 1_000;

/** What warns about fields of another type than the interface states: in one line for a record, and once for each field. */
function schemaWarnings(reporter: Reporter): (dotNumber: DotNumber, issues: readonly string[]) => void {
  /** The fields that were warned about, without the places of list elements. */
  const known = new Set<string>();
  return (dotNumber, issues) => {
    const fresh = issues.slice(0, maxChecked).filter((path) => {
      const field = path.replace(/\.\d+(?=\.|$)/g, "[]");
      return !known.has(field) && known.add(field);
    });
    if (fresh.length === 0) return;
    const named = fresh.slice(0, maxNamed).join(", ");
    const more = fresh.length > maxNamed ? ` and ${fresh.length - maxNamed} more` : "";
    const what = fresh.length === 1 ? "is not of the type" : "are not of the types";
    reporter.warning(`USDOT ${dotNumber}: ${named}${more} ${what} that the interface states; shown as received`);
  };
}
