/** What may be typed next on a command line, whatever the shell. */
import type { CommandSpec, OptionSpec, ProgramSpec, ValueSpec } from "./command-spec.ts";

/** The words that may stand at the cursor, and file names if a path may. */
export interface Completion {
  words: readonly Described[];
  /** What is before the file's name in the word at the cursor: `--file=`. Undefined if no path may stand there. */
  filesAfter?: string;
}

interface Described {
  text: string;
  summary: string;
}

/** Where a command line has got to. */
interface Position {
  command: CommandSpec;
  given: OptionSpec[];
  /** The option whose value comes next. */
  expecting: OptionSpec | undefined;
  /** How many arguments were given. */
  place: number;
  /** Whether `--` was given: after it there are only arguments. */
  onlyArguments: boolean;
}

/** Completes a command line: its words up to the cursor as they were typed, without the program's name; the last may be empty. */
export function complete(program: ProgramSpec, typed: readonly string[]): Completion {
  const position: Position = {
    command: program,
    given: [],
    expecting: undefined,
    place: 0,
    onlyArguments: false,
  };
  for (const word of typed.slice(0, -1)) follow(word, position, program);
  const current = typed.at(-1) ?? "";
  if (position.expecting) return valuesOf(position.expecting.value, "", current);
  if (position.onlyArguments || !current.startsWith("-")) return { words: argumentsAt(position) };
  const [name] = /^--[^=]+(?==)/.exec(current) ?? [];
  if (name === undefined) return { words: optionsAt(position, program) };
  return valuesOf(optionCalled(name, position.command, program)?.value, `${name}=`, current);
}

function follow(word: string, position: Position, program: ProgramSpec): void {
  const { command, expecting, place, onlyArguments } = position;
  const subcommand = place > 0 || onlyArguments ? undefined : command.commands.find(({ name }) => name === word);
  if (expecting) {
    position.expecting = undefined;
  } else if (word === "--") {
    position.onlyArguments = true;
  } else if (word.startsWith("-") && word !== "-" && !onlyArguments) {
    followOption(word, position, program);
  } else if (subcommand) {
    position.command = subcommand;
  } else {
    if (command === program) position.command = program.defaultCommand ?? program;
    position.place++;
  }
}

function followOption(word: string, position: Position, program: ProgramSpec): void {
  const name = word.startsWith("--") ? (word.split("=", 1)[0] as string) : word.slice(0, 2);
  const option = optionCalled(name, position.command, program);
  if (!option) return;
  position.given.push(option);
  if (option.value && word === name) position.expecting = option;
  const { defaultCommand } = program;
  if (position.command === program && defaultCommand?.options.includes(option)) position.command = defaultCommand;
}

/** Each option once: a command's own declaration before the shared one, the program's own before its default command's. */
function optionsOf(command: CommandSpec, program: ProgramSpec): OptionSpec[] {
  const borrowed = command === program ? (program.defaultCommand?.options ?? []) : [];
  const all = [...command.options, ...program.shared, ...borrowed];
  const isFirst = (option: OptionSpec) => all.find((each) => shares(each.names, option.names)) === option;
  return all.filter(isFirst);
}

function optionCalled(name: string, command: CommandSpec, program: ProgramSpec): OptionSpec | undefined {
  return optionsOf(command, program).find(({ names }) => names.includes(name));
}

/** Not those that were given already, nor those that one of them excludes. */
function optionsAt({ command, given }: Position, program: ProgramSpec): Described[] {
  const isPossible = (option: OptionSpec) =>
    !given.some(
      (each) =>
        (shares(each.names, option.names) && !option.repeatable) ||
        shares(each.excludes, option.names) ||
        shares(option.excludes, each.names),
    );
  return optionsOf(command, program)
    .filter(isPossible)
    .flatMap(({ names, summary }) => names.map((text) => ({ text, summary })));
}

function argumentsAt({ command, place, onlyArguments }: Position): Described[] {
  const commands = place > 0 || onlyArguments ? [] : command.commands;
  const words = command.arguments[place]?.value.words ?? [];
  return [
    ...commands.map(({ name, summary }) => ({ text: name, summary })),
    ...words.map((text) => ({ text, summary: "" })),
  ];
}

/** @param before what the word at the cursor has before the value: `--format=` */
function valuesOf(value: ValueSpec | undefined, before: string, current: string): Completion {
  if (!value) return { words: [] };
  const [chosen] = /^[^=]*=/.exec(current.slice(before.length)) ?? [];
  if (value.path === "after-word" && chosen) return { words: [], filesAfter: before + chosen };
  const suffix = value.path === "after-word" ? "=" : "";
  const words = value.words.map((word) => ({ text: before + word + suffix, summary: "" }));
  return value.path === "alone" ? { words, filesAfter: before } : { words };
}

function shares(some: readonly string[], others: readonly string[]): boolean {
  return some.some((name) => others.includes(name));
}
