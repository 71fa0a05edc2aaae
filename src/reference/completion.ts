/** What may be typed next on a command line, whatever the shell. */
import type { Command, Option } from "commander";
import {
  commandsOf,
  defaultCommandOf,
  excludedBy,
  isRepeated,
  namesOf,
  optionValue,
  ownOptions,
  sharedOptions,
  type Value,
} from "./command-tree.ts";

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
  command: Command;
  given: Option[];
  /** The option whose value comes next. */
  expecting: Option | undefined;
  /** How many arguments were given. */
  place: number;
  /** Whether `--` was given: after it there are only arguments. */
  onlyArguments: boolean;
}

/** Completes a command line: its words up to the cursor as they were typed, without the program's name; the last may be empty. */
export function complete(program: Command, typed: readonly string[]): Completion {
  const position: Position = { command: program, given: [], expecting: undefined, place: 0, onlyArguments: false };
  for (const word of typed.slice(0, -1)) follow(word, position, program);
  const current = typed.at(-1) ?? "";
  if (position.expecting) return valuesOf(optionValue(position.expecting, position.command), "", current);
  if (position.onlyArguments || !current.startsWith("-")) return { words: argumentsAt(position) };
  const [name] = /^--[^=]+(?==)/.exec(current) ?? [];
  if (name === undefined) return { words: optionsAt(position, program) };
  const option = optionCalled(name, position.command, program);
  return valuesOf(option && optionValue(option, position.command), `${name}=`, current);
}

function follow(word: string, position: Position, program: Command): void {
  const { command, expecting, place, onlyArguments } = position;
  const commands = place > 0 || onlyArguments ? [] : commandsOf(command);
  const subcommand = commands.find((each) => each.name() === word);
  if (expecting) {
    position.expecting = undefined;
  } else if (word === "--") {
    position.onlyArguments = true;
  } else if (word.startsWith("-") && word !== "-" && !onlyArguments) {
    followOption(word, position, program);
  } else if (subcommand) {
    position.command = subcommand;
  } else {
    if (command === program) position.command = defaultCommandOf(program) ?? program;
    position.place++;
  }
}

function followOption(word: string, position: Position, program: Command): void {
  const name = word.startsWith("--") ? (word.split("=", 1)[0] as string) : word.slice(0, 2);
  const option = optionCalled(name, position.command, program);
  if (!option) return;
  position.given.push(option);
  if (optionValue(option, position.command) && word === name) position.expecting = option;
  const defaultCommand = defaultCommandOf(program);
  if (position.command === program && defaultCommand?.options.includes(option)) position.command = defaultCommand;
}

/** Each option once: a command's own before the shared ones, the program's before those of its default command. */
function optionsOf(command: Command, program: Command): Option[] {
  const defaultCommand = command === program ? defaultCommandOf(program) : undefined;
  const all = [
    ...ownOptions(command),
    ...sharedOptions(program),
    ...(defaultCommand ? ownOptions(defaultCommand) : []),
  ];
  return all.filter((option, index) => !all.slice(0, index).some((each) => shares(namesOf(each), namesOf(option))));
}

function optionCalled(name: string, command: Command, program: Command): Option | undefined {
  return optionsOf(command, program).find((option) => namesOf(option).includes(name));
}

/** Not those that were given already, nor those that one of them excludes. */
function optionsAt({ command, given }: Position, program: Command): Described[] {
  const isPossible = (option: Option) =>
    !given.some(
      (each) =>
        (shares(namesOf(each), namesOf(option)) && !isRepeated(option)) ||
        shares(excludedBy(each), namesOf(option)) ||
        shares(excludedBy(option), namesOf(each)),
    );
  return optionsOf(command, program)
    .filter(isPossible)
    .flatMap((option) => namesOf(option).map((text) => ({ text, summary: option.description })));
}

function argumentsAt({ command, place, onlyArguments }: Position): Described[] {
  const commands = place > 0 || onlyArguments ? [] : commandsOf(command);
  const words = command.registeredArguments[place]?.argChoices ?? [];
  return [
    ...commands.map((each) => ({ text: each.name(), summary: each.summary() })),
    ...words.map((text) => ({ text, summary: "" })),
  ];
}

/** @param before what the word at the cursor has before the value: `--format=` */
function valuesOf(value: Value | undefined, before: string, current: string): Completion {
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
