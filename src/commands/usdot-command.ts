/**
 * Commander's command and options, with settings as flags, examples, and errors
 * in our words.
 */
import { type Argument, Command, Option } from "commander";
import { refuse } from "../errors.ts";
import {
  declarationOf,
  flagOf,
  type SettingName,
  settingNames,
} from "../settings/declarations.ts";
import { didYouMean } from "../text/hint.ts";
import { quoted } from "../text/json.ts";

const helpHint = "see usdot help, or usdot help options";

const unsetHint = "is a variable unset?";

/** For options of earlier versions, what does their job now. */
const instead = new Map([
  ["--since", "use --history"],
  ["--max-age", "vet --reuse takes answers of the last 24 hours"],
  ["--rejects", "use --keep-columns"],
]);

/** An option, with what its flags say of its value. */
export class UsdotOption extends Option {
  /** Whether it names a file or a directory, which shells complete. */
  readonly takesPath = /<(?:path|dir)>$/.test(this.flags);
}

export type Example = string | readonly [typed: string, remark: string];

/** A command, whose subcommands are of the same class. */
export class UsdotCommand extends Command {
  /** Set by commander on the program: the command line as it was typed. */
  declare readonly rawArgs: readonly string[];
  declare readonly commands: readonly UsdotCommand[];
  /**
   * The settings that it uses and not all do, most used first: its help shows
   * them, and those only of others are refused.
   */
  settings: readonly SettingName[] = [];

  withSettings(...names: SettingName[]): this {
    this.settings = names;
    return this;
  }

  /** Its help ends with them. */
  withExamples(...examples: Example[]): this {
    const texts = examples.map(
      (example) => `  ${[example].flat().join("  # ")}`,
    );
    return this.addHelpText(
      "after",
      `\nExamples:\n${texts.join("\n")}\nAll options: usdot help options`,
    );
  }

  override createCommand(name: string): UsdotCommand {
    return new UsdotCommand(name);
  }

  override createOption(flags: string, description?: string): UsdotOption {
    return new UsdotOption(flags, description);
  }

  override addOption(option: UsdotOption): this {
    return super.addOption(
      option.required ? requiringValue(option, this) : option,
    );
  }

  override error(message: string): never {
    const words = message.replace(/^error: |\.$/g, "");
    refuse(words.replace("\n", " "), helpHint);
  }

  /**
   * Commander calls it with a whole argument, which may contain a key:
   * `--api-kye=KEY`, `-kKEY`.
   */
  unknownOption(typed: string): never {
    const option = typed.replace(/^(--[^=]*|-[^-]).*$/s, "$1");
    refuse(
      `unknown option '${option}'`,
      instead.get(option) ?? meantOption(option, this) ?? helpHint,
    );
  }
}

/**
 * Refuses what commander lets pass: a value that a script left out, for which
 * it takes the next option; and a second path, of which it takes the last. Only
 * --evidence may be there twice: whoever continues a run adds one.
 */
function requiringValue(option: UsdotOption, command: Command): Option {
  const { long, parseArg } = option;
  const isOnce = option.takesPath && !parseArg && long !== "--evidence";
  return option.argParser((value, before) => {
    const isJoined = programOf(command).rawArgs.includes(`${long}=${value}`);
    if (!isJoined && /^--?[a-z]/.test(value))
      refuse(
        `${long} has no value`,
        `${unsetHint} For a value that starts with a dash, write ${long}=VALUE`,
      );
    if (value === "") refuse(`${long} has no value`, unsetHint);
    if (isOnce && before !== undefined)
      refuse(`${long} is given twice`, "it takes one");
    return parseArg ? parseArg(value, before) : value;
  });
}

/** For `map`: the name of a command. */
export const nameOf = (command: Command): string => command.name();

function programOf(command: Command): UsdotCommand {
  return command.parent ? programOf(command.parent) : (command as UsdotCommand);
}

/**
 * What an unknown option was meant to be: one of another command, or one that
 * is spelled almost like it.
 */
function meantOption(word: string, command: Command): string | undefined {
  const program = programOf(command);
  const commands = [program, ...program.commands];
  const takers = commands
    .filter(({ options }) => options.some(({ long }) => long === word))
    .map(nameOf);
  if (takers.length > 0)
    return `${word} is an option of usdot ${takers.join(", ")}`;
  const options = commands.flatMap((each) => each.options);
  return didYouMean(
    word,
    options.flatMap(({ long }) => long ?? []),
  );
}

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
