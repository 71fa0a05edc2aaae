/** The manual page, from the command tree and from what the tree doesn't say. */
import { asSentence } from "../../text/sentence.ts";
import {
  type ArgumentSpec,
  type CommandSpec,
  type OptionSpec,
  type ProgramSpec,
  type ValueSpec,
  withSubcommands,
} from "../command-spec.ts";
import { bold, code, italic, prose, section, tagged, verbatim } from "./roff.ts";

/** What the page says besides the command tree. */
export interface PageDetails {
  version: string;
  /** What the program does, in a few words: `whatis` shows them. */
  purpose: string;
  /** In paragraphs. */
  description: readonly string[];
  exitStatuses: readonly { status: number; meaning: string }[];
  /** Variables besides those of the settings. */
  environment: readonly { name: string; meaning: string }[];
  files: readonly { path: string; meaning: string }[];
  /** Command lines that print more. */
  seeAlso: readonly string[];
}

/** The page in man(7). It has no date, so that the same sources always make the same page. */
export function manualPage(program: ProgramSpec, details: PageDetails): string {
  const { version, purpose, description, exitStatuses, environment, files, seeAlso } = details;
  const commands = withSubcommands(program).slice(1);
  return [
    `.TH ${program.name.toUpperCase()} 1 "" "${code(`${program.name} ${version}`)}" "User Commands"`,
    // Names must not be broken, and without hyphens justified lines have gaps.
    ".nh",
    ".ad l",
    section("NAME", `${prose(program.name)} \\- ${prose(purpose)}`),
    section("SYNOPSIS", [program, ...program.commands].map(synopsis).join("\n.br\n")),
    section("DESCRIPTION", description.map(prose).join("\n.PP\n")),
    section("COMMANDS", ...commandTexts(commands, program)),
    section("OPTIONS", "Every command takes these, before and after its name.", ...optionTexts(program)),
    section("EXIT STATUS", ...exitStatuses.map(({ status, meaning }) => tagged(bold(`${status}`), text(meaning)))),
    section(
      "ENVIRONMENT",
      "The settings among the options are also read from the variables named there. An empty one counts as unset.",
      ...environment.map(({ name, meaning }) => tagged(bold(name), text(meaning))),
    ),
    section("FILES", ...files.map(({ path, meaning }) => tagged(italic(path), text(meaning)))),
    section("EXAMPLES", [program, ...commands].map(({ examples }) => verbatim(examples)).join("\n.PP\n")),
    section("SEE ALSO", seeAlso.map(bold).join(",\n")),
  ]
    .join("\n")
    .concat("\n");
}

/** `usdot config get [options] setting`; the program itself takes the numbers of its default command. */
function synopsis({ path, arguments: own, commands, ...more }: CommandSpec): string {
  const { defaultCommand } = more as Partial<ProgramSpec>;
  const operands = (defaultCommand ? defaultCommand.arguments : own).map(operand);
  const command = commands.length > 0 && !defaultCommand ? [italic("command")] : [];
  return [bold(path), `[${italic("options")}]`, ...command, ...operands].join(" ");
}

function operand({ value, required, variadic }: ArgumentSpec): string {
  const name = `${italic(value.placeholder)}${variadic ? "..." : ""}`;
  return required ? name : `[${name}]`;
}

/** Options that a command shares with one before it are described there. */
function commandTexts(commands: readonly CommandSpec[], program: ProgramSpec): string[] {
  const documentedUnder = new Map<string, string>();
  return commands.map((command) => {
    const own = command.options.filter(({ names }) => !isAmong(names, [...program.options, ...program.shared]));
    const parameters = [...command.arguments.flatMap(argumentText), ...own.map(optionText)].join("\n");
    const before = own.length > 0 ? documentedUnder.get(parameters) : undefined;
    if (before === undefined) documentedUnder.set(parameters, command.path);
    const narrowed = command.options.filter(({ names }) => isAmong(names, program.shared));
    return [
      `.SS ${synopsis(command)}`,
      text(command.description),
      ...(program.defaultCommand === command ? ["Runs when no command is named."] : []),
      ...narrowed.map((option) => `${bold(option.names.at(-1) as string)} takes one of ${knownWords(option.value)}.`),
      ...(before === undefined ? [parameters] : [`Takes the same options as ${bold(before)}.`]),
    ]
      .filter(Boolean)
      .join("\n");
  });
}

function argumentText({ value, summary }: ArgumentSpec): string[] {
  const words = knownWords(value);
  if (words === "" && summary === "") return [];
  return [tagged(italic(value.placeholder), words === "" ? text(summary) : `One of ${words}.`)];
}

/** The settings first. */
function optionTexts({ shared, options }: ProgramSpec): string[] {
  const settings = shared.filter(({ setting }) => setting);
  return [...settings, ...shared.filter(({ setting }) => !setting), ...options].map(optionText);
}

function optionText({ names, summary, value, setting }: OptionSpec): string {
  const tag = [names.map(bold).join(", "), ...(value ? [italic(value.placeholder)] : [])].join(" ");
  const words = knownWords(value);
  const listsWords = value?.words[0] !== undefined && summary.startsWith(value.words[0]);
  const sentences = [
    ...(listsWords ? [] : [text(summary)]),
    ...(words === "" ? [] : [`${value?.path === "after-word" ? "It begins with one" : "One"} of ${words}.`]),
    ...(setting?.fallback === undefined ? [] : [`Default: ${code(setting.fallback)}.`]),
    ...(setting ? [`Environment: ${bold(setting.environment)}.`] : []),
  ];
  return tagged(tag, sentences.join("\n"));
}

/** The values that the placeholder doesn't name already. */
function knownWords(value: ValueSpec | undefined): string {
  if (value === undefined) return "";
  const named = value.placeholder.split("|");
  return value.words
    .filter((word) => !named.includes(word))
    .map(code)
    .join(", ");
}

function text(words: string): string {
  return prose(asSentence(words));
}

function isAmong(names: readonly string[], options: readonly OptionSpec[]): boolean {
  return options.some((option) => option.names.some((name) => names.includes(name)));
}
