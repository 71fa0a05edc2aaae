/** What can be typed next, as a table. Each shell's script is this table and a reader for it in the shell's language. */
import type { CommandSpec, OptionSpec, ProgramSpec } from "../command-spec.ts";
import { withSubcommands } from "../command-spec.ts";

export interface CompletionTable {
  program: string;
  /** The options that every state has, unless it has one of that name itself. */
  shared: readonly OptionEntry[];
  /** The program itself comes first. */
  states: readonly State[];
}

/** Where a command line can be: in a command, by its path (`usdot config`). */
export interface State {
  path: string;
  commands: readonly Pick<CommandSpec, "name" | "summary">[];
  options: readonly OptionEntry[];
  /** The words for each argument. */
  arguments: readonly (readonly string[])[];
  /** The state that any other word leads to: `usdot 2233855` is `usdot carrier 2233855`. */
  otherwise: string | undefined;
}

export interface OptionEntry {
  names: readonly string[];
  summary: string;
  kind: ValueKind;
  words: readonly string[];
  /** The names that are not offered once this option is given. */
  hides: readonly string[];
  /** The state that it leads to, where it belongs to the default command. */
  leads: string | undefined;
}

/** What follows an option: nothing; one of its words, or what only the user knows; a file; or a word, `=` and a file. */
export type ValueKind = "switch" | "word" | "path" | "word=path";

/** The table of a program. */
export function completionTable(program: ProgramSpec): CompletionTable {
  const commands = withSubcommands(program);
  const excluding = [...program.shared, ...commands.flatMap(({ options }) => options)];
  const entries = (options: readonly OptionSpec[], leads?: string) =>
    options.map((option) => entryOf(option, excluding, leads));
  const { defaultCommand, shared } = program;
  const borrowed =
    defaultCommand?.options.filter(({ names }) => !isAmong(names, [...shared, ...program.options])) ?? [];
  const states = commands.map((command) => ({
    path: command.path,
    commands: command.commands.map(({ name, summary }) => ({ name, summary: oneLine(summary) })),
    options: [...entries(command.options), ...(command === program ? entries(borrowed, defaultCommand?.path) : [])],
    arguments: command.arguments.map(({ value }) => value.words),
    otherwise: command === program ? defaultCommand?.path : undefined,
  }));
  return { program: program.name, shared: entries(shared), states };
}

function entryOf(option: OptionSpec, all: readonly OptionSpec[], leads: string | undefined): OptionEntry {
  const { names, summary, value, excludes, repeatable } = option;
  const excluding = all.filter((each) => each.excludes.some((name) => names.includes(name)));
  const hides = [...(repeatable ? [] : names), ...excludes, ...excluding.flatMap((each) => each.names)];
  return {
    names,
    summary: oneLine(summary),
    kind: kindOf(option),
    words: value?.words ?? [],
    hides: [...new Set(hides)],
    leads,
  };
}

function kindOf({ value }: OptionSpec): ValueKind {
  if (value === undefined) return "switch";
  return ({ no: "word", alone: "path", "after-word": "word=path" } as const)[value.path];
}

function isAmong(names: readonly string[], options: readonly { names: readonly string[] }[]): boolean {
  return options.some((option) => option.names.some((name) => names.includes(name)));
}

/** The options of a state that are not among the shared ones: of the others it only takes other values. */
export function ownOptions({ options }: State, { shared }: CompletionTable): OptionEntry[] {
  return options.filter(({ names }) => !isAmong(names, shared));
}

/** Shells show a description beside its word. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
