/** Help that leads with examples and fits a screen. */
import type { Command, Help } from "commander";
import { UsageError } from "../errors.ts";
import type { Host } from "../runtime/host.ts";
import { declarationOf, environmentName, flagOf, optionNames } from "../settings/options.ts";

import { shorthands } from "./setting-flags.ts";

const examplesOf = new WeakMap<Command, readonly string[]>();

/** Gives a command the examples that its help begins with. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  examplesOf.set(command, examples);
  return command.configureHelp({ formatHelp });
}

/** Declares `usdot help`. */
export function declareHelp(program: Command, host: Host): void {
  withExamples(program.command("help"), ["usdot help bulk", "usdot help options"])
    .summary("help for a command, or for the options")
    .description("Help for a command, or for the options of every command")
    .argument("[topic]")
    .action((topic: string | undefined) => host.print(helpOn(topic, program)));
}

/** @throws {UsageError} for a topic that has no help */
function helpOn(topic: string | undefined, program: Command): string {
  if (topic === "options") return optionsHelp();
  const command = topic === undefined ? program : program.commands.find((each) => each.name() === topic);
  if (!command) throw new UsageError(`there is no help on ${JSON.stringify(topic)}`, { hint: "see usdot help" });
  return command.helpInformation();
}

function formatHelp(command: Command, help: Help): string {
  const examples = examplesOf.get(command) ?? [];
  const commands = help
    .visibleCommands(command)
    .map((each) => [help.subcommandTerm(each).split(" ")[0], help.subcommandDescription(each)]);
  const own = command.parent
    ? help.visibleOptions(command)
    : command.options.filter(({ long }) => leadingOptions.has(long ?? ""));
  const options = own.map((option) => [help.optionTerm(option), option.description]);
  const pad = Math.max(0, ...[...commands, ...options].map(([term]) => term?.length ?? 0));
  const rows = (list: (string | undefined)[][]) => list.map(([term, text]) => `  ${term?.padEnd(pad)}  ${text}`);
  return [
    asSentence(command.description()),
    "",
    ...examples.map((example) => `  ${example}`),
    "",
    `usage: ${help.commandUsage(command)}`,
    ...(commands.length > 0 ? ["", ...rows(commands)] : []),
    ...(options.length > 0 ? ["", ...rows(options)] : []),
    "",
    "usdot help options: the options that every command has",
    "",
  ].join("\n");
}

function asSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** The program's options that its own help shows; the rest is in `usdot help options`. */
const leadingOptions = new Set(["--base-url", "--sample", "--version"]);

/** `usdot help options`: every setting, with what it takes. */
function optionsHelp(): string {
  const rows = optionNames.map((name) => {
    const { summary, fallback } = declarationOf(name);
    const note = fallback === undefined ? "" : ` (default: ${fallback})`;
    return [flagOf(name), `${summary}${note}`];
  });
  const pad = Math.max(...rows.map(([term]) => (term as string).length));
  return [
    `For every command, before or after its name. --base-url is also ${environmentName("base-url")}`,
    "in the environment and base-url in the configuration file, and so on; flags win.",
    "",
    ...rows.map(([term, text]) => `  ${term?.padEnd(pad)}  ${text}`),
    ...shorthands.map(([flag, text]) => `  ${flag.padEnd(pad)}  ${text}`),
    "",
  ].join("\n");
}
