import { type Argument, type Command, Option } from "commander";
import { refuse } from "../errors.ts";
import {
  declarationOf,
  exclusivePairs,
  type Flags,
  flagOf,
  type OptionName,
  optionNames,
  specialOptions,
} from "../settings/options.ts";
import { UsdotOption } from "./usdot-command.ts";

export const shorthands = [
  ["--json", "same as --format json"],
  ["--no-color", "same as --color never"],
] as const;

/**
 * Declares every setting as a flag, without defaults, which would hide that a
 * setting was not given.
 */
export function declareSettings(program: Command): void {
  for (const name of optionNames) program.addOption(optionOf(name));
  for (const [flag, summary] of shorthands)
    program.addOption(new Option(flag, summary));
  const optionCalled = (name: string) =>
    program.options.find(({ long }) => long === `--${name}`);
  for (const [one, other] of [...exclusivePairs, ["json", "format"] as const]) {
    optionCalled(one)?.conflicts(optionCalled(other)?.attributeName() ?? []);
  }
  program.hook("preAction", (_, command) =>
    refuseIgnoredFlags(program, command),
  );
}

const usedSettings = new WeakMap<Command, readonly OptionName[]>();

/**
 * Says which special settings a command uses, most used first: its help shows
 * them, and others are refused.
 */
export function addSettings(
  command: Command,
  names: readonly OptionName[],
): Command {
  usedSettings.set(command, names);
  return command;
}

export function settingsOf(command: Command): readonly OptionName[] {
  return usedSettings.get(command) ?? [];
}

export function optionOf(name: OptionName): Option {
  const { summary, choices, fallback } = declarationOf(name);
  const option = new UsdotOption(
    flagOf(name),
    fallback === undefined ? summary : `${summary} (default: ${fallback})`,
  );
  return choices ? suggesting(option, choices) : option;
}

/**
 * An option or argument with words that completion offers. It takes any: they
 * are checked where they are used.
 */
export function suggesting<T extends Option | Argument>(
  declared: T,
  words: readonly string[],
): T {
  declared.argChoices = [...words];
  return declared;
}

export function settingFlags(program: Command): Flags {
  const given = program.opts<Record<string, unknown>>();
  const flags: Flags = {};
  for (const name of optionNames) {
    const value = given[new Option(`--${name}`).attributeName()];
    if (value !== undefined) flags[name] = value;
  }
  if (given["json"]) flags.format = "json";
  if (flags.color === false) flags.color = "never";
  return flags;
}

/** In the environment or the configuration file, they are meant for other commands. */
function refuseIgnoredFlags(program: Command, command: Command): void {
  const flags = settingFlags(program);
  const ignored = specialOptions.find(
    (name) => name in flags && !settingsOf(command).includes(name),
  );
  if (ignored === undefined) return;
  const path =
    command.parent === program
      ? command.name()
      : `${command.parent?.name()} ${command.name()}`;
  const takers = program.commands
    .filter((each) => settingsOf(each).includes(ignored))
    .map((each) => each.name());
  refuse(
    `--${ignored} cannot be used with ${path}`,
    `it is an option of usdot ${takers.join(", ")}`,
  );
}
