import type { Argument, Option } from "commander";
import { refuse } from "../errors.ts";
import {
  declarationOf,
  type Flags,
  flagOf,
  type SettingName,
  settingNames,
} from "../settings/declarations.ts";
import { didYouMean } from "../text/hint.ts";
import { quoted } from "../text/json.ts";
import { refuseConflicts } from "./conflicts.ts";
import { nameOf, type UsdotCommand, UsdotOption } from "./usdot-command.ts";

/** Flags that stand for a setting with a value. */
const shorthands = [
  ["--json", "format", "json"],
  ["--no-color", "color", "never"],
] as const;

/** An option that sets a setting, whatever its flag is called. */
class SettingOption extends UsdotOption {
  readonly setting: SettingName;

  constructor(setting: SettingName, flags: string, description: string) {
    super(flags, description);
    this.setting = setting;
  }

  override attributeName(): string {
    return this.setting;
  }
}

/**
 * Declares every setting as a flag, without defaults, which would hide that a
 * setting was not given.
 */
export function declareSettings(program: UsdotCommand): void {
  for (const name of settingNames) program.addOption(optionOf(name));
  for (const [flag, name, value] of shorthands) {
    const description = `same as --${name} ${value}`;
    const option = new SettingOption(name, flag, description);
    program.addOption(option.preset(value));
  }
  program.hook("preAction", (_, command) => {
    refuseIgnoredFlags(program, command as UsdotCommand);
    refuseConflicts(program, command);
  });
}

export function optionOf(name: SettingName): UsdotOption {
  const { description, choices, fallback } = declarationOf(name);
  const ending = fallback === undefined ? "" : ` (default: ${fallback})`;
  const option = new SettingOption(name, flagOf(name), description + ending);
  return choices ? suggesting(option, choices) : option;
}

/**
 * An option or argument with words that completion offers. It takes any word:
 * values are checked where they are used.
 */
export function suggesting<T extends Option | Argument>(
  declared: T,
  words: readonly string[],
): T {
  declared.argChoices = [...words];
  return declared;
}

/** An argument that takes no other words. */
export function limitedTo(
  argument: Argument,
  words: readonly string[],
): Argument {
  return suggesting(argument, words).argParser((word: string) =>
    words.includes(word)
      ? word
      : refuse(
          `${quoted(word)} is not a ${argument.name()}`,
          didYouMean(word, words) ?? `use one of ${words.join(", ")}`,
        ),
  );
}

/**
 * Refuses flags that the command does not use. Set in the environment or the
 * file, they are meant for other commands.
 */
function refuseIgnoredFlags(
  program: UsdotCommand,
  command: UsdotCommand,
): void {
  const flags: Flags = program.opts();
  const takersOf = (setting: SettingName) =>
    program.commands.filter(({ settings }) => settings.includes(setting));
  const ignored = settingNames.find(
    (name) =>
      name in flags &&
      takersOf(name).length > 0 &&
      !command.settings.includes(name),
  );
  if (ignored === undefined) return;
  refuse(
    `--${ignored} cannot be used with ${command.name()}`,
    `it is an option of usdot ${takersOf(ignored).map(nameOf).join(", ")}`,
  );
}
