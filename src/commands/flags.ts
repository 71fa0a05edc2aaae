import type { Command } from "commander";
import type { Flags } from "../runtime/context.ts";
import { type OptionName, optionNames } from "../settings/options.ts";

/** The settings that a command line gives, by their names in options.ts. */
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
