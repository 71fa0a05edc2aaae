/** The settings as flags of the program: declared on it, and read back from a command line. */
import { type Command, Option } from "commander";
import { UsageError } from "../errors.ts";
import { notesOn, suggestingOption } from "../reference/command-tree.ts";
import type { Flags } from "../runtime/context.ts";
import { declarationOf, flagOf, type OptionName, optionNames } from "../settings/options.ts";

/** Declares every setting as a flag. Flags have no default values, which would hide that a setting was not given. */
export function declareSettings(program: Command): void {
  for (const name of optionNames) {
    const { summary, choices } = declarationOf(name);
    const flag = flagOf(name);
    program.addOption(choices ? suggestingOption(flag, summary, choices) : new Option(flag, summary));
  }
  for (const [flag, summary] of shorthands) program.addOption(new Option(flag, summary));
  program.options.find(({ long }) => long === "--json")?.conflicts("format");
}

/** Flags for a value of another. */
export const shorthands = [
  ["--json", "same as --format json"],
  ["--no-color", "same as --color never"],
] as const;

/** The settings that a command line gives, by their names in settings/options.ts. */
export function settingFlags(program: Command): Flags {
  const given = program.opts<Record<string, unknown>>();
  const flags: Flags = {};
  for (const name of optionNames) {
    const value = given[new Option(`--${name}`).attributeName()];
    if (value !== undefined) flags[name] = value;
  }
  if (given["json"]) flags.format = "json";
  // Commander's value for --no-color.
  if (flags.color === false) flags.color = "never";
  return flags;
}

/** The settings that only some commands use. The others say whom to ask and how, and do no harm where nobody is asked. */
const special: readonly OptionName[] = ["format", "output", "fields", "csv-raw", "policy", "batch-size"];

/**
 * Refuses flags that a command does not use: silently ignored, they would seem to work. In the environment or the configuration file they
 * are meant for other commands.
 */
export function refuseIgnoredFlags(program: Command, command: Command): void {
  const { settings = [] } = notesOn(command);
  const given = Object.keys(settingFlags(program)) as OptionName[];
  const ignored = given.find((name) => special.includes(name) && !settings.includes(name));
  if (ignored === undefined) return;
  const path = command.parent === program ? command.name() : `${command.parent?.name()} ${command.name()}`;
  throw new UsageError(`--${ignored} cannot be used with ${path}`, { hint: `see: usdot help ${path.split(" ")[0]}` });
}
