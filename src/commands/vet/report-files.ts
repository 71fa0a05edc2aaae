/** The reports of a run: the main one, where a lookup writes its rows, and those of `--report`. */
import { open as openFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "../../errors.ts";
import { writing } from "../../output/file-error.ts";
import { loadReport, type ReportName, reportNames } from "../../output/reports/index.ts";
import type { ReportOptions, ReportWriter } from "../../output/reports/report.ts";
import { type ReportFooter, RunDigest } from "../../output/reports/summary.ts";
import type { Sink } from "../../output/sink.ts";
import type { Context } from "../../runtime/context.ts";
import { canonicalFormat } from "../../settings/options.ts";
import type { RunFooter, RunHeader, VettedCarrier } from "../../vet/model.ts";
import { rules } from "../../vet/rules/index.ts";
import { fileOf } from "../files.ts";
import { chooseFormat, type OutputSink, outputLayout, refuseOtherType, standardOutput } from "../lookup/open-output.ts";
import type { VetOptions } from "./options.ts";

/** All reports of a run, written together. Ends with `finish` or `abandon`. */
export interface Reports {
  write(carriers: readonly VettedCarrier[]): Promise<void>;
  finish(footer: RunFooter): Promise<void>;
  /** Keeps what was written so far, and returns the paths of the files that have it. */
  abandon(): Promise<string[]>;
}

/** A report to write. */
export interface Target {
  format: ReportName;
  /** undefined for standard output. */
  path: string | undefined;
  /** The option that asks for it. */
  option: string;
}

/**
 * The reports that a command line names, the main one first. Checked before anything is sent.
 *
 * @throws {UsageError} for an unknown format
 */
export function reportTargets({ settings }: Context, { report = [] }: VetOptions): Target[] {
  const { output } = settings.values;
  const main = { format: chooseFormat(settings, reportNames), path: fileOf(output), option: "--output" };
  return [main, ...report.map(parseReport)];
}

/** Whether a report on standard output ends with the counts, so that standard error need not repeat them. */
export function saysCounts(targets: readonly Target[]): boolean {
  const saying: readonly ReportName[] = ["table", "github", "markdown"];
  return targets.some(({ format, path }) => path === undefined && saying.includes(format));
}

/** `junit=vet.xml` */
function parseReport(text: string): Target {
  const [, given = "", path] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const format = reportNames.find((each) => each === canonicalFormat(given));
  if (format !== undefined && path !== undefined) {
    return { format, path: fileOf(path), option: `--report ${given}` };
  }
  const hint = `formats are ${reportNames.join(", ")}`;
  if (path === undefined) {
    throw new UsageError(`--report ${JSON.stringify(text)} is not FORMAT=PATH, such as junit=vet.xml`, { hint });
  }
  const mistyped = { word: given, names: reportNames };
  throw new UsageError(`--report has no format ${JSON.stringify(given)}`, { hint, mistyped });
}

/**
 * Opens the reports.
 *
 * @param single whether one number was asked for by itself
 * @throws {FileError} if a file cannot be written
 */
export async function openReports(
  context: Context,
  targets: readonly Target[],
  header: RunHeader,
  single: boolean,
): Promise<Reports> {
  refuseOtherType(context.settings, reportNames);
  const opened: OpenReport[] = [];
  const digest = new RunDigest();
  const open = async ({ format, path }: Omit<Target, "option">, sink: OutputSink) => {
    const report = await loadReport(format);
    opened.push({ sink, writer: report(sink, header, reportOptions(context, path, single)) });
  };
  const abandon = async () => {
    for (const { sink, writer } of opened) {
      // The sink may be what failed.
      await Promise.resolve(writer.flush?.()).catch(() => {});
      await sink.abandon();
    }
    return opened.flatMap(({ sink }) => sink.left ?? []);
  };
  try {
    for (const target of targets) await open(target, await sinkOf(context, target));
    if (targets.some(({ format }) => format === "github")) {
      const { GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary } = context.host.env;
      if (summary) await open({ format: "markdown", path: undefined }, await appending("job summary", summary));
      if (outputs) {
        const sink = await appending("step outputs", outputs);
        opened.unshift({ sink, writer: stepOutputs(sink) });
      }
    }
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    async write(carriers) {
      for (const carrier of carriers) digest.add(carrier);
      for (const { writer } of opened) await writer.write(carriers);
    },
    // What is finished stays, whatever else fails.
    finish: (footer) => finishAll(opened.splice(0), { ...footer, digest }),
    abandon,
  };
}

interface OpenReport {
  sink: OutputSink;
  writer: ReportWriter;
}

/** A report that cannot be written to its end takes no other with it. Throws the first failure, after finishing the others. */
async function finishAll(reports: readonly OpenReport[], footer: ReportFooter): Promise<void> {
  const failures: unknown[] = [];
  for (const { sink, writer } of reports) {
    try {
      await writer.end(footer);
      await sink.finish();
    } catch (error) {
      await sink.abandon();
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

function reportOptions(context: Context, path: string | undefined, single: boolean): ReportOptions {
  const layout = path === undefined ? outputLayout(context) : { width: undefined, color: false };
  const { verbose = false } = context.settings.values;
  return { ...layout, single, verbose, rules: new Map(rules.map(({ name, summary }) => [name, summary])) };
}

async function sinkOf(context: Context, { format, path }: Target): Promise<OutputSink> {
  // The github report is made of workflow commands, and escapes everything else itself.
  if (path === undefined) return standardOutput(context, format !== "github");
  const { openReplacing } = await import("../../output/output-file.ts");
  return openReplacing(path, resolve(context.host.cwd, path), context.host);
}

/** A file of GitHub's runner. It is appended to, at the end: other steps write there too. */
async function appending(name: string, path: string): Promise<Sink> {
  const explained = <T>(action: () => Promise<T>) => writing(`the ${name} ${path}`, action);
  const file = await explained(() => openFile(path, "a"));
  let text = "";
  const finish = async () => {
    await explained(() => file.appendFile(text));
    await file.close();
  };
  return {
    write(piece) {
      text += piece;
      return undefined;
    },
    finish,
    abandon: () => finish().catch(() => {}),
  };
}

/**
 * Outputs of a step of GitHub Actions: how many carriers end how, and the hash of the evidence. They are written first, and also
 * if the run ends early after a carrier failed: whatever else goes wrong, that no is certain.
 */
function stepOutputs(sink: Sink): ReportWriter {
  const counts = { carriers: 0, pass: 0, review: 0, fail: 0 };
  const write = (outputs: object) =>
    sink.write(
      Object.entries(outputs)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(""),
    );
  return {
    write(carriers) {
      counts.carriers += carriers.length;
      for (const { verdict } of carriers) counts[verdict] += 1;
      return undefined;
    },
    end: ({ evidence_sha256: hash }) => write({ ...counts, ...(hash !== null && { "evidence-sha256": hash }) }),
    flush: () => (counts.fail > 0 ? write(counts) : undefined),
  };
}
