/** The reports of a run: the main one, where the rows of a lookup would go, and those of `--report`. */
import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { FileError, reasonOf, UsageError } from "../../errors.ts";
import { loadReport, type ReportName, reportNames } from "../../output/reports/index.ts";
import type { ReportOptions, ReportWriter } from "../../output/reports/report.ts";
import type { Sink } from "../../output/sink.ts";
import type { Context } from "../../runtime/context.ts";
import { canonicalFormat } from "../../settings/options.ts";
import type { RunFooter, RunHeader, VettedCarrier } from "../../vet/model.ts";
import { rules } from "../../vet/rules/index.ts";
import { fileOptions, outputLayout, standardOutput } from "../lookup/open-output.ts";
import type { VetFlags } from "./flags.ts";

/** All reports of a run, written together. Ends with `finish` or `abandon`. */
export interface Reports {
  write(carriers: readonly VettedCarrier[]): Promise<void>;
  finish(footer: RunFooter): Promise<void>;
  abandon(): Promise<void>;
}

interface Target {
  format: ReportName;
  /** undefined for standard output. */
  path: string | undefined;
}

/**
 * The reports that a command line names, checked before anything is sent.
 *
 * @throws {UsageError} for an unknown format, and for two reports in one file
 */
export function reportTargets({ settings, host }: Context, { report = [] }: VetFlags): Target[] {
  const { format, output } = settings.values;
  const targets = [{ format: format as ReportName, path: output }, ...report.map(parseReport)];
  const paths = targets.flatMap(({ path }) => (path === undefined ? [] : [resolve(host.cwd, path)]));
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new UsageError(`two reports would be written to ${twice}`);
  return targets;
}

/** `junit=vet.xml` */
function parseReport(text: string): Target {
  const [, name = "", path] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const format = reportNames.find((each) => each === canonicalFormat(name));
  if (format !== undefined && path !== undefined) return { format, path };
  const hint = `formats are ${reportNames.join(", ")}`;
  const mistyped = format === undefined && path !== undefined ? { word: name, names: reportNames } : undefined;
  throw new UsageError(`--report ${JSON.stringify(text)} is not FORMAT=PATH, such as junit=vet.xml`, {
    hint,
    mistyped,
  });
}

/**
 * Opens the reports.
 *
 * @param single whether one number was asked for by itself
 * @throws {FileError} when a file cannot be written
 */
export async function openReports(
  context: Context,
  targets: readonly Target[],
  header: RunHeader,
  single: boolean,
): Promise<Reports> {
  const opened: { sink: Sink; writer: ReportWriter }[] = [];
  const open = async ({ format, path }: Target, sink: Sink) => {
    const report = await loadReport(format);
    opened.push({ sink, writer: report(sink, header, reportOptions(context, path, single)) });
  };
  try {
    for (const target of targets) await open(target, await sinkOf(context, target));
    const summary = jobSummaryOf(context, targets);
    if (summary) await open({ format: "markdown", path: undefined }, summary);
  } catch (error) {
    for (const { sink } of opened) await sink.abandon();
    throw error;
  }
  return {
    async write(carriers) {
      for (const { writer } of opened) await writer.write(carriers);
    },
    async finish(footer) {
      for (const { writer } of opened) await writer.end(footer);
      for (const { sink } of opened) await sink.finish();
    },
    async abandon() {
      for (const { sink } of opened) await sink.abandon();
    },
  };
}

function reportOptions(context: Context, path: string | undefined, single: boolean): ReportOptions {
  const layout = path === undefined ? outputLayout(context) : { width: undefined, color: false };
  return { ...layout, single, rules: new Map(rules.map(({ name, summary }) => [name, summary])) };
}

async function sinkOf(context: Context, { format, path }: Target): Promise<Sink> {
  // The github report is made of workflow commands, and escapes everything else itself.
  if (path === undefined) return standardOutput(context, format !== "github");
  const { openReplacing } = await import("../../output/output-file.ts");
  const { beginning, ...options } = fileOptions(context, "vet", {});
  return openReplacing(path, resolve(context.host.cwd, path), { ...options, beginning: { ...beginning, format } });
}

/** GitHub's job summary, where annotations are asked for and the runner says where it is. */
function jobSummaryOf({ host }: Context, targets: readonly Target[]): Sink | undefined {
  const path = host.env["GITHUB_STEP_SUMMARY"];
  if (!path || !targets.some(({ format }) => format === "github")) return undefined;
  let text = "";
  return {
    write(piece) {
      text += piece;
      return undefined;
    },
    async finish() {
      try {
        await appendFile(path, text);
      } catch (error) {
        throw new FileError(`cannot write the job summary ${path}: ${reasonOf(error)}`, { cause: error });
      }
    },
    abandon: async () => {},
  };
}
