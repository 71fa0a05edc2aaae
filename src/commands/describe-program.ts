/** The command tree as data, read from what commander was told and from the notes on its commands. */
import type { Argument, Command, Option } from "commander";
import type { ArgumentSpec, CommandSpec, OptionSpec, ProgramSpec, ValueSpec } from "../reference/command-spec.ts";
import { declarationOf, environmentName, type OptionName, optionNames } from "../settings/options.ts";
import { notesOn } from "./notes.ts";
import { isRepeated } from "./option-values.ts";

/** Works after a command's name as well, where nobody looks for it. */
const programOnly = "--version";

/** Everything a user can type: the visible commands with their options and arguments, as declared. */
export function describeProgram(program: Command): ProgramSpec {
  const isShared = ({ long }: Option) => long !== programOnly;
  const shared = program.options.filter(isShared);
  const own = visibleOptions(program).filter((option) => !shared.includes(option));
  const described = describeCommand(program.name(), program, own, shared);
  const defaultIndex = visibleCommands(program).findIndex((command) => notesOn(command).isDefault);
  return { ...described, shared: shared.map(describeOption), defaultCommand: described.commands[defaultIndex] };
}

function describeCommand(
  path: string,
  command: Command,
  own: readonly Option[],
  shared: readonly Option[],
): CommandSpec {
  const { examples = [], formats } = notesOn(command);
  const narrowed = formats ? shared.filter(({ long }) => long === "--format") : [];
  return {
    path,
    name: command.name(),
    summary: command.summary(),
    description: command.description(),
    examples,
    arguments: command.registeredArguments.map(describeArgument),
    options: [
      ...own.map(describeOption),
      ...narrowed.map((option) => withWords(describeOption(option), formats as readonly string[])),
    ],
    commands: visibleCommands(command).map((each) =>
      describeCommand(`${path} ${each.name()}`, each, visibleOptions(each), shared),
    ),
  };
}

function visibleOptions(command: Command): Option[] {
  return command.createHelp().visibleOptions(command);
}

function visibleCommands(command: Command): Command[] {
  return command.createHelp().visibleCommands(command);
}

function describeArgument(argument: Argument): ArgumentSpec {
  return {
    value: valueSpec(argument.name(), argument.argChoices),
    summary: argument.description,
    required: argument.required,
    variadic: argument.variadic,
  };
}

function describeOption(option: Option): OptionSpec {
  const placeholder = /[<[](.+)[>\]]/.exec(option.flags)?.[1];
  const setting = settingOf(option);
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    summary: option.description,
    value: placeholder === undefined ? undefined : valueSpec(placeholder, option.argChoices),
    repeatable: isRepeated(option),
    excludes: excludedBy(option),
    ...(setting ? { setting } : {}),
  };
}

/** `path` in a placeholder stands for a file: `path`, `path|none`, `format=path`. */
function valueSpec(placeholder: string, words: readonly string[] = []): ValueSpec {
  const alternatives = placeholder.split("|");
  if (alternatives.includes("path")) return { placeholder, words, path: "alone" };
  return { placeholder, words, path: placeholder.endsWith("=path") ? "after-word" : "no" };
}

function withWords(option: OptionSpec, words: readonly string[]): OptionSpec {
  return option.value ? { ...option, value: { ...option.value, words } } : option;
}

/** Commander keeps them by the names of the values, and we only exclude options of one word. */
function excludedBy(option: Option): string[] {
  const { conflictsWith } = option as Option & { conflictsWith: readonly string[] };
  return conflictsWith.map((name) => `--${name}`);
}

function settingOf({ long }: Option): OptionSpec["setting"] {
  const name = optionNames.find((each) => long === `--${each}`);
  return name && { environment: environmentName(name), fallback: fallbackOf(name) };
}

function fallbackOf(name: OptionName): string | undefined {
  const { fallback } = declarationOf(name);
  return fallback === undefined ? undefined : String(fallback);
}
