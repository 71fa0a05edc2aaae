/** The manual page, from the command tree and from what the tree doesn't say. */
import type { Argument, Command, Option } from "commander";
import { declarationOf, environmentName, optionNames } from "../../settings/options.ts";
import { asSentence } from "../../text/sentence.ts";
import {
  commandsOf,
  defaultCommandOf,
  namesOf,
  notesOn,
  optionValue,
  ownOptions,
  pathOf,
  sharedOptions,
  withSubcommands,
} from "../command-tree.ts";
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
export function manualPage(program: Command, details: PageDetails): string {
  const { version, purpose, description, exitStatuses, environment, files, seeAlso } = details;
  const name = program.name();
  const commands = withSubcommands(program).slice(1);
  const examples = [program, ...commands].map((command) => verbatim(notesOn(command).examples ?? []));
  return [
    `.TH ${name.toUpperCase()} 1 "" "${code(`${name} ${version}`)}" "User Commands"`,
    // Names must not be broken, and without hyphens justified lines have gaps.
    ".nh",
    ".ad l",
    section("NAME", `${prose(name)} \\- ${prose(purpose)}`),
    section("SYNOPSIS", [program, ...commandsOf(program)].map(synopsis).join("\n.br\n")),
    section("DESCRIPTION", description.map(prose).join("\n.PP\n")),
    section("COMMANDS", ...commandTexts(commands)),
    section("OPTIONS", "Every command takes these, before and after its name.", ...sharedTexts(program)),
    section("EXIT STATUS", ...exitStatuses.map(({ status, meaning }) => tagged(bold(`${status}`), text(meaning)))),
    section(
      "ENVIRONMENT",
      "The settings among the options are also read from the variables named there. An empty one counts as unset.",
      ...environment.map(({ name, meaning }) => tagged(bold(name), text(meaning))),
    ),
    section("FILES", ...files.map(({ path, meaning }) => tagged(italic(path), text(meaning)))),
    section("EXAMPLES", examples.join("\n.PP\n")),
    section("SEE ALSO", seeAlso.map(bold).join(",\n")),
  ]
    .join("\n")
    .concat("\n");
}

/** `usdot config get [options] setting`; the program itself takes the numbers of its default command. */
function synopsis(command: Command): string {
  const runs = command.parent ? command : (defaultCommandOf(command) ?? command);
  const subcommand = runs === command && commandsOf(command).length > 0 ? [italic("command")] : [];
  return [
    bold(pathOf(command)),
    `[${italic("options")}]`,
    ...subcommand,
    ...runs.registeredArguments.map(operand),
  ].join(" ");
}

function operand(argument: Argument): string {
  const name = `${italic(argument.name())}${argument.variadic ? "..." : ""}`;
  return argument.required ? name : `[${name}]`;
}

/** Options that a command shares with one before it are described there. */
function commandTexts(commands: readonly Command[]): string[] {
  const documentedUnder = new Map<string, string>();
  return commands.map((command) => {
    const own = ownOptions(command).filter(({ long }) => long !== "--help");
    const parameters = [
      ...command.registeredArguments.flatMap(argumentText),
      ...own.map((option) => optionText(option, command)),
    ].join("\n");
    const before = own.length > 0 ? documentedUnder.get(parameters) : undefined;
    if (before === undefined) documentedUnder.set(parameters, pathOf(command));
    const { isDefault, formats } = notesOn(command);
    return [
      `.SS ${synopsis(command)}`,
      text(command.description()),
      ...(isDefault ? ["Runs when no command is named."] : []),
      ...(formats ? [`${bold("--format")} takes one of ${formats.map(code).join(", ")}.`] : []),
      ...(before === undefined ? [parameters] : [`Takes the same options as ${bold(before)}.`]),
    ]
      .filter(Boolean)
      .join("\n");
  });
}

function argumentText(argument: Argument): string[] {
  const words = wordList(argument.name(), argument.argChoices);
  if (words === "" && argument.description === "") return [];
  return [tagged(italic(argument.name()), words === "" ? text(argument.description) : `One of ${words}.`)];
}

/** The settings first. */
function sharedTexts(program: Command): string[] {
  const shared = sharedOptions(program);
  const settings = shared.filter(settingOf);
  const others = shared.filter((option) => !settings.includes(option));
  return [...settings, ...others, ...ownOptions(program)].map((option) => optionText(option, program));
}

function optionText(option: Option, command: Command): string {
  const summary = option.description;
  const value = optionValue(option, command);
  const setting = settingOf(option);
  const fallback = setting && declarationOf(setting).fallback;
  const tag = [namesOf(option).map(bold).join(", "), ...(value ? [italic(value.placeholder)] : [])].join(" ");
  const words = wordList(value?.placeholder, value?.words);
  const listsWords = value?.words[0] !== undefined && summary.startsWith(value.words[0]);
  const sentences = [
    ...(listsWords ? [] : [text(summary)]),
    ...(words === "" ? [] : [`${value?.path === "after-word" ? "It begins with one" : "One"} of ${words}.`]),
    ...(fallback === undefined ? [] : [`Default: ${code(String(fallback))}.`]),
    ...(setting ? [`Environment: ${bold(environmentName(setting))}.`] : []),
  ];
  return tagged(tag, sentences.join("\n"));
}

/** The setting that an option is a flag for. */
function settingOf({ long }: Option) {
  return optionNames.find((name) => long === `--${name}`);
}

/** The values that the placeholder doesn't name already. */
function wordList(placeholder = "", words: readonly string[] = []): string {
  const named = placeholder.split("|");
  return words
    .filter((word) => !named.includes(word))
    .map(code)
    .join(", ");
}

function text(words: string): string {
  return prose(asSentence(words));
}
