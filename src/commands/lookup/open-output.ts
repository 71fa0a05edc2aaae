/** Opens what a lookup writes: standard output or a file, new or continued, and the file of what was not answered. */
import { resolve } from "node:path";
import type { DotNumber } from "../../dot-number.ts";
import { UsageError } from "../../errors.ts";
import type { DotNumberSet } from "../../lookup/dot-number-set.ts";
import type { Outcome } from "../../lookup/outcome.ts";
import type { FormatOptions, Writer } from "../../output/format.ts";
import { escapesWorkflowCommands, type FormatName, loadFormat, lookupFormats } from "../../output/formats/index.ts";
import type { Resumed } from "../../output/resume.ts";
import { FileSink, type Sink, StreamSink } from "../../output/sink.ts";
import type { View } from "../../output/views.ts";
import type { Context } from "../../runtime/context.ts";
import { inWorkflow } from "../../runtime/host.ts";
import { workflowSafe } from "../../text/safe-text.ts";
import { chooseFormat } from "../format-choice.ts";
import type { LookupFlags } from "./plan.ts";

/** Where the rows go. Ends with `finish` or `abandon`. */
export interface Output {
  writer: Writer;
  /** Numbers whose rows the output already has from an earlier run. */
  kept: DotNumberSet | undefined;
  /** How many of those the service did not know. */
  keptMissing: number;
  /** Writes an input to the rejects if it belongs there. */
  reject(outcome: Outcome<unknown>): Promise<void> | undefined;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/**
 * Opens the output that flags and settings name, before anything is sent: better to learn now that a file cannot be written.
 *
 * @param single whether one record stands alone
 * @throws {FileError} when a file cannot be written
 * @throws {UsageError} when the file to be continued cannot be
 */
export async function openOutput(context: Context, view: View, flags: LookupFlags, single: boolean): Promise<Output> {
  refuseOneFileForBoth(context, flags);
  const format = await loadFormat(formatOf(context), { view, single, fields: context.settings.values.fields });
  const rejects = flags.rejects === undefined ? undefined : await openRejects(flags.rejects);
  try {
    const { sink, resumed } = await openRows(context, view, flags);
    const writer = format(sink, formatOptions(context, view, single, resumed?.continued ?? false));
    const sinks: Sink[] = rejects ? [sink, rejects.sink] : [sink];
    return {
      writer,
      kept: resumed?.kept,
      keptMissing: resumed?.missing ?? 0,
      reject: (outcome) => rejects?.write(outcome),
      async finish() {
        await writer.end();
        for (const each of sinks) await each.finish();
      },
      async abandon() {
        for (const each of sinks) await each.abandon();
      },
    };
  } catch (error) {
    await rejects?.sink.abandon();
    throw error;
  }
}

function formatOf({ settings }: Context): FormatName {
  return chooseFormat(settings.values.format, lookupFormats);
}

/** One would replace the other. */
function refuseOneFileForBoth({ settings, host }: Context, { rejects }: LookupFlags): void {
  const { output } = settings.values;
  if (output === undefined || rejects === undefined || resolve(host.cwd, output) !== resolve(host.cwd, rejects)) return;
  throw new UsageError("--output and --rejects name the same file", { hint: "give each its own" });
}

function formatOptions(context: Context, view: View, single: boolean, continued: boolean): FormatOptions {
  const { fields, "csv-raw": csvRaw = false } = context.settings.values;
  return { ...outputLayout(context), view, fields, single, csvRaw, continued, now: context.host.now() };
}

/** Part of a name that no other run picks, for the file that becomes the output. */
export async function uniqueName(): Promise<string> {
  // Loaded here: it is slow to load, and most output goes to standard output.
  const { randomBytes } = await import("node:crypto");
  return randomBytes(4).toString("hex");
}

async function openRows(
  context: Context,
  view: View,
  { resume: resumes }: LookupFlags,
): Promise<{ sink: Sink; resumed?: Resumed }> {
  if (resumes) {
    const resumed = await resume(context, view);
    return { sink: resumed.sink, resumed };
  }
  const { host, settings } = context;
  const { output } = settings.values;
  if (output !== undefined) return { sink: await FileSink.replacing(output, await uniqueName()) };
  const guard = inWorkflow(host) && escapesWorkflowCommands(formatOf(context)) ? workflowSafe : undefined;
  return { sink: new StreamSink(host.stdout, { guard, signal: host.signal }) };
}

/** Opens the file of what was not answered. */
export async function openRejects(path: string) {
  const [{ rejectsWriter }, sink] = await Promise.all([
    import("../../output/rejects.ts"),
    FileSink.replacing(path, await uniqueName()),
  ]);
  return { sink, write: rejectsWriter(sink) };
}

async function resume(context: Context, view: View): Promise<Resumed> {
  const { output, format, fields } = context.settings.values;
  if (output === undefined)
    throw new UsageError("--resume needs a file to continue", { hint: "name it with --output" });
  if (format !== "ndjson" && format !== "csv") {
    throw new UsageError(`--resume cannot continue ${format}`, { hint: "use --format ndjson or --format csv" });
  }
  if (fields && !fields.includes("dot_number")) {
    throw new UsageError("--resume needs dot_number to find its place", { hint: "add it to --fields" });
  }
  const { resumeFile } = await import("../../output/resume.ts");
  return resumeFile(output, { format, view, fields, unique: await uniqueName() });
}

/** Width and color of the terminal, if that is where the rows go. A file gets colors only with `--color always`. */
export function outputLayout({
  host: { stdout, env },
  settings: { values },
}: Context): Pick<FormatOptions, "width" | "color"> {
  if (values.output !== undefined) return { width: undefined, color: values.color === "always" };
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

/** Warns about fields of another type than the interface states: once for each path. */
export function warnOfSchemaIssues({ reporter }: Context, dotNumber: DotNumber, issues: readonly string[]): void {
  for (const path of issues.slice(0, 20)) {
    const topic = path.replace(/\.\d+(?=\.|$)/g, "[]");
    reporter.warning(
      `USDOT ${dotNumber}: ${path} is not of the type that the interface states; shown as received`,
      topic,
    );
  }
}
