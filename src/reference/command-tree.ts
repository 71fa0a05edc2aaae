/** The command tree as it was declared, with what we cannot say to commander. Help, completion and the manual page read it here. */
import { Argument, type Command, Option } from "commander";
import type { OptionName } from "../settings/options.ts";

export interface CommandNotes {
  /** The command lines that its help begins with, each possibly followed by spaces and a remark. */
  examples?: readonly string[];
  /** The values of `--format` that it takes, unless it takes all of them. */
  formats?: readonly string[];
  /** Whether it runs when no command is named. */
  isDefault?: boolean;
  /** The settings that it uses of those that only some commands use. */
  settings?: readonly OptionName[];
}

const notes = new WeakMap<Command, CommandNotes>();

/** Adds to what is said about a command. */
export function addNotes(command: Command, more: CommandNotes): void {
  notes.set(command, { ...notesOn(command), ...more });
}

/** What was said about a command. */
export function notesOn(command: Command): CommandNotes {
  return notes.get(command) ?? {};
}

/** An option with values to suggest. It is checked where it is used, in our words, wherever the value comes from. */
export function suggestingOption(flags: string, summary: string, words: readonly string[]): Option {
  return new Option(flags, summary).choices(words).argParser(unchanged);
}

/** The same for an argument. */
export function suggestingArgument(name: string, summary: string, words: readonly string[]): Argument {
  return new Argument(name, summary).choices(words).argParser(unchanged);
}

/** Commander would refuse what is not among the choices. */
function unchanged(value: string): string {
  return value;
}

type Collector = (value: string, before?: readonly string[]) => string[];

const collectors = new WeakSet<object>();

/**
 * Commander's parser for an option that may be repeated, and what makes it known as one; `read` checks each value, or changes it. A
 * variadic option would take the arguments after it for more values.
 */
export function repeated(read: (value: string) => string = unchanged): Collector {
  const collect: Collector = (value, before = []) => [...before, read(value)];
  collectors.add(collect);
  return collect;
}

/** Whether an option may be repeated. */
export function isRepeated({ parseArg }: Option): boolean {
  return parseArg !== undefined && collectors.has(parseArg);
}

/** The commands right below one that can be seen. */
export function commandsOf(command: Command): Command[] {
  return command.createHelp().visibleCommands(command);
}

/** A command and everything below it, parents first. */
export function withSubcommands(command: Command): Command[] {
  return [command, ...commandsOf(command).flatMap(withSubcommands)];
}

/** The command that runs when none is named. */
export function defaultCommandOf(program: Command): Command | undefined {
  return commandsOf(program).find((command) => notesOn(command).isDefault);
}

/** What to type for a command: `usdot config get`. */
export function commandPath(command: Command): string {
  return command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();
}

/** The options that work with every command, before and after its name. `--version` does, too, but nobody looks for it there. */
export function sharedOptions(program: Command): Option[] {
  return program.options.filter(({ long }) => long !== "--version");
}

/** The options that can be seen of a command, or of the program by itself. */
export function ownOptions(command: Command): Option[] {
  const shared = command.parent ? [] : sharedOptions(command);
  return command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => !shared.includes(option));
}

/** The names of an option, the short one first. */
export function namesOf({ short, long }: Option): string[] {
  return [short, long].filter((name) => name !== undefined);
}

/** The names of the options that cannot be given together with one. Commander keeps those of their values, and ours are of one word. */
export function excludedBy(option: Option): string[] {
  const { conflictsWith } = option as Option & { conflictsWith: readonly string[] };
  return conflictsWith.map((name) => `--${name}`);
}

/** What may be given where a value is expected. With neither words nor a path, only the user knows. */
export interface Value {
  /** As help shows it, without brackets: `path`, `seconds`, `format=path`. */
  placeholder: string;
  /** Values that are known beforehand. */
  words: readonly string[];
  /** Whether a file's path may be given, as the placeholder says: in place of a word (`path|none`), or after a word and `=`. */
  path: "no" | "alone" | "after-word";
}

/** The value of an option of a command; undefined for a switch. */
export function optionValue(option: Option, command: Command): Value | undefined {
  const placeholder = /[<[](.+)[>\]]/.exec(option.flags)?.[1];
  if (placeholder === undefined) return undefined;
  const narrowed = option.long === "--format" ? notesOn(command).formats : undefined;
  const words = narrowed ?? option.argChoices ?? [];
  if (placeholder.split("|").includes("path")) return { placeholder, words, path: "alone" };
  return { placeholder, words, path: placeholder.endsWith("=path") ? "after-word" : "no" };
}
