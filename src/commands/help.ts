/** Help that leads with examples and fits a screen. */
import type { Command, Help } from "commander";
import { UsageError } from "../errors.ts";
import type { Host } from "../runtime/host.ts";
import { declarationOf, environmentName, optionNames } from "../settings/options.ts";
import { asSentence } from "../text/sentence.ts";
import { addNotes, notesOn } from "./notes.ts";
import { suggestingArgument } from "./option-values.ts";

/** Gives a command the examples that its help begins with. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  addNotes(command, { examples });
  return command.configureHelp({ formatHelp });
}

/** Declares `usdot help`, on the commands declared before. */
export function declareHelp(program: Command, host: Host): void {
  withExamples(program.command("help"), ["usdot help bulk", "usdot help options"])
    .summary("help for a command, or for the options all commands have")
    .description("Help for a command, or for the options of every command")
    .addArgument(suggestingArgument("[topic]", "", [...program.commands.map((each) => each.name()), "options"]))
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
  const { examples = [] } = notesOn(command);
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
    // The program's own help has the command help, which says so.
    ...(command.parent ? ["", "usdot help options: the options that every command has"] : []),
    "",
  ].join("\n");
}

/** The program's options that its own help shows; the rest is in `usdot help options`. */
const leadingOptions = new Set(["--base-url", "--sample", "--version"]);

/** `usdot help options`: every setting, with what it takes. */
function optionsHelp(): string {
  const rows = optionNames.map((name) => {
    const { argument, summary, fallback } = declarationOf(name);
    const note = fallback === undefined ? "" : ` (default: ${fallback})`;
    return [`--${name}${argument ? ` ${argument}` : ""}`, `${summary}${note}`];
  });
  const pad = Math.max(...rows.map(([term]) => (term as string).length));
  return [
    `For every command, before or after its name. --base-url is also ${environmentName("base-url")}`,
    "in the environment and base-url in the configuration file, and so on; flags win.",
    "",
    ...rows.map(([term, text]) => `  ${term?.padEnd(pad)}  ${text}`),
    `  ${"--json".padEnd(pad)}  same as --format json`,
    "",
  ].join("\n");
}
