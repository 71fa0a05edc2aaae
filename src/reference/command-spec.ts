/** The command line as plain data: what completion scripts and the manual page are generated from. */

/** What may be given where a value is expected. With neither words nor a path, only the user knows. */
export interface ValueSpec {
  /** As help shows it, without brackets: `path`, `seconds`, `format=path`. */
  placeholder: string;
  /** Values that are known beforehand. */
  words: readonly string[];
  /** Whether a file's path may be given: in place of a word, or after a word and `=`. */
  path: "no" | "alone" | "after-word";
}

export interface OptionSpec {
  /** The short name first, if there is one: `-f`, `--file`. */
  names: readonly string[];
  summary: string;
  /** A switch has none. */
  value: ValueSpec | undefined;
  repeatable: boolean;
  /** The names of options that cannot be given together with it. */
  excludes: readonly string[];
  /** For an option that is also a setting. */
  setting?: { environment: string; fallback: string | undefined };
}

export interface ArgumentSpec {
  value: ValueSpec;
  /** Empty where the name says it all. */
  summary: string;
  required: boolean;
  variadic: boolean;
}

export interface CommandSpec {
  /** What to type for it: `usdot config get`. */
  path: string;
  name: string;
  /** For a list of commands. */
  summary: string;
  /** For a page of its own. */
  description: string;
  /** Command lines, each possibly followed by spaces and a remark. */
  examples: readonly string[];
  arguments: readonly ArgumentSpec[];
  /** Its own options, and those shared ones of which it takes other values. */
  options: readonly OptionSpec[];
  commands: readonly CommandSpec[];
}

/** The whole program. Its own options work only before a command. */
export interface ProgramSpec extends CommandSpec {
  /** The options that work with every command, before and after its name. */
  shared: readonly OptionSpec[];
  /** The command that runs when none is named. */
  defaultCommand: CommandSpec | undefined;
}

/** A command and everything below it, parents first. */
export function withSubcommands(command: CommandSpec): CommandSpec[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
