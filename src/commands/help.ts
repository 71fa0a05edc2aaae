/** Help that leads with examples and fits a screen. */
import type { Command, Help } from "commander";
import { UsageError } from "../errors.ts";
import { addNotes, notesOn, suggestingArgument } from "../reference/command-tree.ts";
import type { Host } from "../runtime/host.ts";
import { examples, page, paragraph, type Term, terms, widestHelp, widthOf } from "./help-layout.ts";
import { helpTopics, topicHelp } from "./help-topics.ts";

/** Gives a command the examples that its help begins with. */
export function withExamples(command: Command, lines: readonly string[]): Command {
  addNotes(command, { examples: lines });
  return command.configureHelp({ formatHelp });
}

/** In columns: the terminal's, but at most 80. */
export function helpWidth(host: Host): number {
  return Math.min(host.columns() || widestHelp, widestHelp);
}

/** Declares `usdot help`, on the commands declared before, and `usdot COMMAND help`. */
export function declareHelp(program: Command, host: Host): void {
  const declared = program.command("help");
  const topics = [...program.commands.map((each) => each.name()), ...helpTopics];
  withExamples(declared, ["usdot help bulk", "usdot help exit-status"])
    .summary(`on a command, ${helpTopics.join(", ")}`)
    .description(`Help on a command, or on ${helpTopics.join(", ")}`)
    .addArgument(suggestingArgument("[topic]", "", topics))
    .action((topic: string | undefined) => host.print(helpOn(topic, program, host)));
  program.hook("preSubcommand", ({ args }, command) => {
    if (args.length === 2 && args[0] === command.name() && args[1] === "help") command.help();
  });
}

/** @throws {UsageError} for a topic that has no help */
function helpOn(topic: string | undefined, program: Command, host: Host): string {
  if (topic === undefined) return program.helpInformation();
  const found = helpTopics.find((each) => each === topic);
  if (found) return topicHelp(found, helpWidth(host));
  const command = program.commands.find((each) => each.name() === topic);
  if (command) return command.helpInformation();
  throw new UsageError(`there is no help on ${JSON.stringify(topic)}`, {
    hint: "see usdot help",
    mistyped: { word: topic, names: [...program.commands.map((each) => each.name()), ...helpTopics] },
  });
}

/** A command's help, at most so many columns wide. */
export function helpText(command: Command, width: number): string {
  return formatHelp(command, Object.assign(command.createHelp(), { helpWidth: width }));
}

function formatHelp(command: Command, help: Help): string {
  const width = help.helpWidth ?? widestHelp;
  const commands = help
    .visibleCommands(command)
    .map((each): Term => [help.subcommandTerm(each).split(" ")[0] as string, help.subcommandDescription(each)]);
  // Of its own options, the program shows one. Its examples show --sample, and the rest is in `usdot help options`.
  const own = command.parent
    ? help.visibleOptions(command)
    : command.options.filter(({ long }) => long === "--base-url");
  const options = own.map((option): Term => [help.optionTerm(option), option.description]);
  // What stands for all others there.
  if (!command.parent) options.push(["-f, --json, -o", "a list, JSON, a file; for all of them: usdot help options"]);
  const pad = widthOf([...commands, ...options]);
  const description = command.description();
  return page([
    paragraph(description.endsWith("?") ? description : `${description}.`, width),
    examples(notesOn(command).examples ?? [], width),
    paragraph(`usage: ${help.commandUsage(command)}`, width, "       "),
    ...[commands, options].filter((list) => list.length > 0).map((list) => terms(list, width, pad)),
    // The program's own help has a line on that among its options.
    ...(command.parent ? [paragraph("usdot help options: the options that every command has", width)] : []),
  ]);
}
