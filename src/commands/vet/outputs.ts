/** Where a vetting is written: its reports, and its evidence. */
import { existsSync } from "node:fs";
import { refuse } from "../../errors.ts";
import type { RunEnd } from "../../files/output-file.ts";
import { type Output, openOutput } from "../../output/format.ts";
import { keepColumns } from "../../output/keep-columns.ts";
import { keptColumns } from "../../output/reports/data.ts";
import { reports } from "../../output/reports/reports.ts";
import {
  type Context,
  formatFor,
  pathOf,
  refuseToPrint,
} from "../../run/context.ts";
import {
  type FormatName,
  formatNamed,
  formatOfFile,
} from "../../settings/formats.ts";
import { quoted } from "../../text/json.ts";
import type { EvidencePath } from "../../vet/evidence/writer.ts";
import type { RunFooter, RunHeader } from "../../vet/model.ts";
import { lookOf, openDestination } from "../destination.ts";
import type { Given } from "../inputs.ts";
import type { Request, VetOptions } from "../options.ts";

export interface Target {
  format: FormatName;
  /** Absolute; undefined for standard output. */
  path: string | undefined;
}

const reportNames = Object.keys(reports) as FormatName[];

/** What outputs depend on. */
export interface OutputPlan extends Context, Given {
  options: VetOptions;
  targets: readonly Target[];
  /** Whether the table of a single carrier is its screen. */
  prefersScreen: boolean;
}

/** The reports that a command line names, the main one first. */
export function targetsOf(
  context: Context,
  { report = [], keepColumns }: VetOptions,
): Target[] {
  const format = keepColumns
    ? formatFor("--keep-columns", ["csv", "xlsx"], context)
    : formatFor("vet", reportNames, context);
  const reports = report.map((text) => reportNamed(context, text));
  return [{ format, path: context.output }, ...reports];
}

/** @throws {UsageError} where two would be written to the same place */
export function refuseSharing(
  targets: readonly Target[],
  evidence: EvidencePath | undefined,
): void {
  const paths = targets.map(({ path = "standard output" }) => path);
  // In a directory, evidence gets a name that nothing else has.
  if (evidence && !evidence.isDirectory) paths.push(evidence.path);
  const twice = paths.find((path, at) => paths.indexOf(path) < at);
  if (twice !== undefined)
    refuse(
      `two outputs would be written to ${twice}`,
      "give each a file of its own",
    );
}

/** `junit=vet.xml`; the extension alone may say the format. */
function splitReport(text: string) {
  const [, name, path = text] = /^([^=/\\.]*)=(.+)$/s.exec(text) ?? [];
  return { name, path };
}

function reportNamed({ host }: Context, text: string): Target {
  const { name, path } = splitReport(text);
  const format = name === undefined ? formatOfFile(text) : formatNamed(name);
  if (format === undefined)
    refuse(
      `--report ${quoted(text)} is not FORMAT=PATH, such as junit=vet.xml`,
      `repeat it for each; formats are ${reportNames.join(", ")}`,
    );
  const target = { format, path: pathOf(host, path) };
  refuseToPrint(format, target.path, host);
  return target;
}

/** The format of what is printed; undefined where all outputs are files. */
export const printedFormat = ({ targets }: OutputPlan) =>
  targets.find(({ path }) => path === undefined)?.format;

/** Where a command line wants its reports, whatever else is wrong with it. */
export function reportPaths(
  { host, output }: Context,
  { options: { report = [] } }: Request<VetOptions>,
): (string | undefined)[] {
  const others = report.map((text) => pathOf(host, splitReport(text).path));
  return [output, ...others];
}

/**
 * Where evidence goes. The setting is a directory, and unused with --history,
 * --from, --dry-run or --no-evidence; the flag may also name a file.
 */
export function evidencePathOf(
  { host, values, sources }: Context,
  { evidence, history, from, dryRun }: VetOptions,
): EvidencePath | undefined {
  const named = values.evidence;
  if (named === undefined || evidence === false) return undefined;
  const isFlag = sources.evidence?.layer === "flag";
  const needsNone = (history ?? from ?? dryRun) !== undefined;
  if (needsNone && !isFlag) return undefined;
  if (named === "-") refuse("--evidence - is not a file or a directory");
  const path = host.resolve(named);
  // PATH/. exists only if PATH is a directory.
  const isThere = existsSync(`${path}/.`);
  return { path, isDirectory: !isFlag || /[/\\]$/.test(named) || isThere };
}

/** Reports, which get the same carriers. */
export class Outputs<Item, End> {
  /** The partial files, where outputs did not replace the earlier ones. */
  readonly partialPaths: string[] = [];
  /** Those that have not ended. */
  readonly #outputs: Output<Item, End>[] = [];

  add(output: Output<Item, End>): void {
    this.#outputs.push(output);
  }

  async write(page: readonly Item[]): Promise<void> {
    for (const output of this.#outputs) {
      for (const item of page) output.item(item);
      await output.flush();
    }
  }

  async end(end: End, runEnd: RunEnd): Promise<void> {
    // One whose end fails stays among them, to be abandoned.
    for (const output of [...this.#outputs]) {
      const path = await output.end(end, runEnd);
      this.#outputs.shift();
      if (path) this.partialPaths.push(path);
    }
  }

  async abandon(): Promise<void> {
    const paths = await Promise.all(
      this.#outputs.map((output) => output.abandon().catch(() => undefined)),
    );
    this.partialPaths.push(...paths.flatMap((path) => path ?? []));
  }
}

/** Opens a report, to a file or standard output. */
export async function openReport(
  target: Target,
  plan: OutputPlan,
  header: RunHeader,
  notesBehind: (footer: RunFooter) => readonly string[],
) {
  const { host, reporter, options, keptList, prefersScreen } = plan;
  const { format, path } = target;
  const { quiet = false } = plan.values;
  const look = {
    ...lookOf(plan, path),
    linesBehind: (footer: RunFooter) => reporter.linesOf(notesBehind(footer)),
    prefersScreen,
    onlyChanged: options.onlyChanged === true,
    quiet,
  };
  const isMain = target === plan.targets[0];
  const written =
    keptList && isMain
      ? keepColumns(keptList, keptColumns(header), format)
      : reports[format](header, look);
  return openOutput(await openDestination(host, path, format), written);
}
