/** The settings as flags of the program: declared on it, and read back from a command line. */
import { type Command, Option } from "commander";
import type { Flags } from "../runtime/context.ts";
import { declarationOf, type OptionName, optionNames } from "../settings/options.ts";
import { suggestingOption } from "./option-values.ts";

/** Declares every setting as a flag. Flags have no default values, which would hide that a setting was not given. */
export function declareSettings(program: Command): void {
  for (const name of optionNames) {
    const { argument, summary, choices } = declarationOf(name);
    const flag = `--${name}${argument ? ` ${argument}` : ""}`;
    program.addOption(choices ? suggestingOption(flag, summary, choices) : new Option(flag, summary));
  }
  program.addOption(new Option("--json", "same as --format json").conflicts("format"));
}

/** The settings that a command line gives, by their names in settings/options.ts. */
export function settingFlags(program: Command): Flags {
  const given = program.opts<Record<string, unknown>>();
  const flags: Flags = {};
  for (const name of optionNames) {
    const value = given[camelCase(name)];
    if (value !== undefined) flags[name] = value;
  }
  if (given["json"]) flags.format = "json";
  return flags;
}

/** Commander's spelling of an option's name. */
function camelCase(name: OptionName): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
