/** The reports of a run: the main one, where a lookup writes its rows, and those of `--report`. */
import { constants } from "node:fs";
import { open as openFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../../errors.ts";
import { writing } from "../../file-error.ts";
import { identify } from "../../output/file-identity.ts";
import { type ReportName, reportLoaders, reportNames } from "../../output/reports/index.ts";
import type { Report, ReportOptions, ReportWriter } from "../../output/reports/report.ts";
import { RunDigest } from "../../output/reports/summary.ts";
import { changeTexts } from "../../output/reports/words.ts";
import type { Sink } from "../../output/sink.ts";
import type { Context } from "../../runtime/context.ts";
import { canonicalFormat } from "../../settings/options.ts";
import { invalidLines } from "../../vet/evidence/index.ts";
import type { Judge } from "../../vet/judge.ts";
import type { RunFooter, RunHeader, VettedCarrier } from "../../vet/model.ts";
import type { Policy } from "../../vet/policy.ts";
import { rules } from "../../vet/rules/index.ts";
import { fileOf, type NamedPath, refuseSharedFiles } from "../files.ts";
import { chooseFormat, openSink, outputLayout, refuseOtherType } from "../lookup/open-output.ts";
import type { VetOptions } from "./options.ts";
import { listFiles } from "./policy-files.ts";

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
 * @throws {UsageError} for an unknown format
 */
export function reportTargets({ settings }: Context, { report = [] }: VetOptions): Target[] {
  const { output } = settings.values;
  const main = { format: chooseFormat(settings, reportNames), path: fileOf(output), option: "--output" };
  return [main, ...report.map(parseReport)];
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
 * Refuses a run that would write a file it reads, or write one twice.
 * @param lists as they were typed
 * @throws {UsageError}
 */
export async function refuseOverwriting(
  context: Context,
  targets: readonly Target[],
  options: VetOptions,
  policy: Policy,
  lists: readonly string[] = [],
): Promise<void> {
  const { evidence, rejects, waivers, from, reuse = [], since, history } = options;
  const named = (role: string, paths: readonly string[]): NamedPath[] => paths.map((path) => ({ role, path }));
  const ofRunner = targets.some(({ format }) => format === "github") ? ["GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"] : [];
  const written = [
    ...targets.map(({ option, path = "-" }) => ({ role: option, path })),
    { role: "--evidence", path: evidence },
    { role: "--rejects", path: rejects },
    ...ofRunner.map((role) => ({ role, path: fileOf(context.host.env[role] || undefined) })),
  ];
  if (history !== undefined) await refuseInHistory(context, history, written);
  return refuseSharedFiles(context, written, [
    ...listFiles(context, policy),
    { role: "--waivers", path: waivers },
    ...named("--file", lists),
    { role: "--from", path: from },
    ...named("--reuse", reuse),
    { role: "--since", path: since === "none" ? undefined : since },
  ]);
}

/** The directory of a history holds its runs and nothing else. There may be none yet. */
async function refuseInHistory({ host }: Context, history: string, written: readonly NamedPath[]): Promise<void> {
  const directory = await realPath(resolve(host.cwd, history));
  for (const { role, path } of written) {
    const file = fileOf(path);
    if (file === undefined || dirname(await realPath(resolve(host.cwd, file))) !== directory) continue;
    throw new UsageError(`${role} names a file in the directory of --history, which holds its runs`, {
      hint: "choose another directory",
    });
  }
}

async function realPath(path: string): Promise<string> {
  const identity = await identify(path).catch(() => undefined);
  return identity?.real ?? join(await realPath(dirname(path)), basename(path));
}

/** What the reports of a run begin with. */
export function headerOf({ host }: Context, { policy, asOf }: Judge, service: string): RunHeader {
  const { name, sha256 } = policy;
  return { tool: { name: "usdot", version: host.version }, as_of: asOf, policy: { name, sha256 }, service };
}

/** What decides how the reports of a run look. */
export interface ReportedRun extends Pick<ReportOptions, "single" | "compared"> {
  /** Whether to leave out carriers that are known not to have changed (`--only-changed`). */
  onlyChanged: boolean | undefined;
}

interface OpenReport {
  /** For a file, it knows what an early end leaves of it. */
  sink: Sink;
  writer: ReportWriter;
  /** Whether it is text for people on standard output, which ends with the counts. */
  saysCounts: boolean;
}

/** All reports of a run, written together. Ends with `finish` or `abandon`. */
export class Reports {
  readonly #run: ReportedRun;
  readonly #quiet: boolean;
  readonly #digest = new RunDigest();
  readonly #open: OpenReport[] = [];
  /** Where `--output` goes; undefined where that is none of the reports. */
  main: Sink | undefined;
  #shown = 0;
  /**
   * What standard output says once the reports are finished: the counts, which standard error need not repeat; or nothing at all,
   * because nothing changed and only that was asked for (`--only-changed --quiet`).
   */
  said: "counts" | "nothing" | undefined;

  private constructor(run: ReportedRun, quiet: boolean) {
    this.#run = run;
    this.#quiet = quiet;
  }

  /** @throws {FileError} if a file cannot be written */
  static async open(
    context: Context,
    targets: readonly Target[],
    header: RunHeader,
    run: ReportedRun,
  ): Promise<Reports> {
    refuseOtherType(context.settings, reportNames);
    const reports = new Reports(run, context.settings.values.quiet === true);
    const add = (report: Report, path: string | undefined, sink: Sink, saysCounts = false) => {
      reports.#open.push({ sink, writer: report(sink, header, reportOptions(context, path, run)), saysCounts });
    };
    const forGithub = targets.some(({ format }) => format === "github");
    const { GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary } = forGithub ? context.host.env : {};
    try {
      if (outputs) add(stepOutputs(reports.#digest), outputs, await appending(context, "step outputs", outputs));
      for (const target of targets) {
        const { format, path } = target;
        const saysCounts = path === undefined && ["table", "github", "markdown"].includes(format);
        const sink = await openSink(context, path, { isCommands: format === "github" });
        if (target.option === "--output") reports.main = sink;
        add(await reportLoaders[format](), path, sink, saysCounts);
      }
      if (summary) add(await reportLoaders.markdown(), summary, await appending(context, "job summary", summary));
      return reports;
    } catch (error) {
      await reports.abandon();
      throw error;
    }
  }

  async write(carriers: readonly VettedCarrier[]): Promise<void> {
    for (const carrier of carriers) this.#digest.add(carrier);
    const { onlyChanged } = this.#run;
    const shown = onlyChanged
      ? carriers.filter((each) => each.changes === null || changeTexts(each).length > 0)
      : carriers;
    this.#shown += shown.length;
    for (const { writer } of this.#open) await writer.write(shown);
  }

  /** A report that cannot be written to its end takes no other with it. Throws the first failure, after finishing the others. */
  async finish(footer: RunFooter): Promise<void> {
    this.#digest.addGone(footer.gone);
    const { gone, refused, refused_before: known } = footer;
    const isEmpty = this.#shown + gone.length === 0 && [...invalidLines(refused)].every((line) => known.has(line));
    if (this.#run.onlyChanged && this.#quiet && isEmpty) this.said = "nothing";
    else if (this.#open.some(({ saysCounts }) => saysCounts)) this.said = "counts";
    const failures: unknown[] = [];
    for (const { sink, writer, saysCounts } of this.#open.splice(0)) {
      if (saysCounts && this.said === "nothing") continue;
      try {
        await writer.end({ ...footer, digest: this.#digest });
        await sink.finish();
      } catch (error) {
        await sink.abandon();
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Keeps what was written so far, and returns the paths of the files that have it. */
  async abandon(): Promise<string[]> {
    for (const { sink, writer } of this.#open) {
      // The sink may be what failed.
      await Promise.resolve(writer.flush?.()).catch(() => {});
      await sink.abandon();
    }
    return this.#open.flatMap(({ sink }) => sink.left ?? []);
  }
}

function reportOptions(context: Context, path: string | undefined, { single, compared }: ReportedRun): ReportOptions {
  const layout = path === undefined ? outputLayout(context) : { width: undefined, color: false };
  const { verbose = false } = context.settings.values;
  return { ...layout, single, compared, verbose, rules: new Map(rules.map(({ name, summary }) => [name, summary])) };
}

/** A file of GitHub's runner. It is appended to, at the end: other steps write there too. */
async function appending({ host }: Context, name: string, path: string): Promise<Sink> {
  const what = `the ${name} ${path}`;
  if ((await stat(path).catch(() => undefined))?.isFIFO()) {
    const { openPipe } = await import("../../output/file-sink.ts");
    return openPipe(path, host.signal, what);
  }
  // A pipe that comes meanwhile, without a reader, would hold up a thread of Node's that no signal reaches.
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;
  const file = await writing(what, () => openFile(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK));
  let text = "";
  const finish = async () => {
    await writing(what, () => file.appendFile(text));
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
function stepOutputs({ counts }: RunDigest): Report {
  const textOf = (outputs: object) => Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`);
  return (sink) => ({
    write: () => undefined,
    end: ({ evidence_sha256: hash }) =>
      sink.write(textOf({ ...counts, ...(hash !== null && { "evidence-sha256": hash }) }).join("")),
    flush: () => (counts.fail > 0 ? sink.write(textOf(counts).join("")) : undefined),
  });
}
