/** Help that leads with examples and fits a screen. */
import type { Command, Help } from "commander";
import { declarationOf, environmentName, optionNames } from "../settings/options.ts";

const examplesOf = new WeakMap<Command, readonly string[]>();

/** Gives a command its examples, which its help begins with. */
export function helpOf(command: Command, examples: readonly string[]): Command {
  examplesOf.set(command, examples);
  return command.configureHelp({ formatHelp });
}

function formatHelp(command: Command, help: Help): string {
  const examples = examplesOf.get(command) ?? [];
  const commands = help
    .visibleCommands(command)
    .map((each) => [help.subcommandTerm(each).split(" ")[0], help.subcommandDescription(each)]);
  const own = command.parent
    ? help.visibleOptions(command)
    : command.options.filter(({ long }) => leading.has(long ?? ""));
  const options = own.map((option) => [help.optionTerm(option), help.optionDescription(option)]);
  const pad = Math.max(0, ...[...commands, ...options].map(([term]) => term?.length ?? 0));
  const rows = (list: (string | undefined)[][]) => list.map(([term, text]) => `  ${term?.padEnd(pad)}  ${text}`);
  return [
    sentence(command.description()),
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

function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** Of the program's options, those that its own help shows; the rest is in `usdot help options`. */
const leading = new Set(["--base-url", "--sample", "--format", "--version"]);

/** `usdot help options`: every setting, with what it takes and what it is called in the environment. */
export function optionsHelp(): string {
  const rows = optionNames.map((name) => {
    const { argument, summary, fallback } = declarationOf(name);
    const note = fallback === undefined ? "" : ` (default: ${fallback})`;
    return [`--${name}${argument ? ` ${argument}` : ""}`, `${summary}${note}`];
  });
  const pad = Math.max(...rows.map(([term]) => (term as string).length));
  return [
    `For every command, before or after its name. --base-url is also ${environmentName("base-url")},`,
    "and base-url in the configuration file; so are the others. The flag wins.",
    "",
    ...rows.map(([term, text]) => `  ${term?.padEnd(pad)}  ${text}`),
    `  ${"--json".padEnd(pad)}  the same as --format json`,
    "",
  ].join("\n");
}
