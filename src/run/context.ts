import { refuse } from "../errors.ts";
import {
  configFileOf,
  readConfigFile,
  refuseExposedKey,
} from "../settings/config-file.ts";
import type { Flags } from "../settings/declarations.ts";
import type { FormatName } from "../settings/formats.ts";
import { resolveSettings, type Settings } from "../settings/settings.ts";
import type { Host } from "./host.ts";
import { createReporter, type Reporter } from "./reporter.ts";

/** What a command works with: the settings of its run, and the host. */
export interface Context extends Settings {
  host: Host;
  reporter: Reporter;
  /** Where the configuration file is, whether or not it exists. */
  configFile: string;
  /** Where `--output` is, as `pathOf` has it. */
  output: string | undefined;
}

/** Reads the settings, and wires what a command works with. */
export async function openContext(host: Host, flags: Flags): Promise<Context> {
  const { path, isNamed } = configFileOf(host, flags.config);
  const values = await readConfigFile(path, !isNamed);
  await refuseExposedKey(path, values, host.platform);
  const settings = resolveSettings({
    flags,
    env: host.env,
    file: { path, values },
  });
  const reporter = createReporter(host, settings.values);
  for (const variable of settings.ignored)
    reporter.warning(`${variable} is not a setting; it is ignored`);
  return {
    ...settings,
    host,
    reporter,
    configFile: path,
    output: pathOf(host, settings.values.output),
  };
}

/** The absolute path of an output; undefined for standard output. */
export function pathOf(host: Host, named = "-"): string | undefined {
  return named === "-" ? undefined : host.resolve(named);
}

/**
 * The format of an output, checked: `writer`, a command or an option, writes
 * it, and it may go there.
 */
export function formatFor<Name extends FormatName>(
  writer: string,
  formats: readonly Name[],
  { host, values, sources, output }: Context,
): Name {
  const { layer, name: source } = sources.format ?? {};
  const format = formats.find((name) => name === values.format);
  if (format === undefined) {
    // Nobody asked for the table, which --keep-columns cannot write.
    if (layer === "default" && formats[0] !== undefined) return formats[0];
    refuse(
      `${writer} cannot write ${values.format} (from ${source})`,
      `use ${formats.join(", ")}`,
    );
  }
  refuseToPrint(format, output, host);
  return format;
}

/** @throws {UsageError} for a workbook that would go to a terminal */
export function refuseToPrint(
  format: FormatName,
  path: string | undefined,
  { stdout }: Host,
): void {
  if (format === "xlsx" && path === undefined && stdout.isTTY)
    refuse(
      "cannot print a workbook to a terminal",
      "write it to a file: -o carriers.xlsx",
    );
}
