/** `usdot man`: the manual page, for those whose package manager doesn't install it. The build makes dist/usdot.1 of it. */
import type { Command } from "commander";
import { commandPath, withSubcommands } from "../reference/command-tree.ts";
import type { Host } from "../runtime/host.ts";
import { helpText, withExamples } from "./help.ts";
import { topicHelp } from "./help-topics.ts";

/** Declares `usdot man`. */
export function declareMan(program: Command, host: Host): void {
  withExamples(program.command("man"), ["usdot man | man -l -"])
    .summary("the manual page: usdot man | man -l -")
    .description("Print the manual page, to be read with man")
    .action(async () => host.print(await manualPage(program, host.version)));
}

/** In columns: with what man indents, a line fits a terminal of 80. */
const width = 72;

/** The page in man(7): what help prints, under the headings of a manual. It has no date, so that the same sources make the same page. */
export async function manualPage(program: Command, version: string): Promise<string> {
  const { escaped, verbatim } = await import("../reference/roff.ts");
  const [, ...commands] = withSubcommands(program);
  const usage = `${program.name()} ${program.usage()}`;
  return [
    `.TH USDOT 1 "" "${escaped(`usdot ${version}`)}" "User Commands"`,
    ".nh",
    ".ad l",
    `.SH NAME\nusdot \\- ${escaped(purpose)}`,
    `.SH SYNOPSIS\n${verbatim(usage)}`,
    `.SH DESCRIPTION\n${description.map(escaped).join("\n.PP\n")}`,
    ".SH COMMANDS",
    ...commands.map((command) => `.SS ${escaped(commandPath(command))}\n${verbatim(helpText(command, width))}`),
    `.SH OPTIONS\n${verbatim(topicHelp("options", width))}`,
    `.SH EXIT STATUS\n${verbatim(topicHelp("exit-status", width))}`,
    `.SH ENVIRONMENT\n${verbatim(topicHelp("environment", width))}`,
    `.SH FILES\n${escaped(files)}`,
    `.SH SEE ALSO\n${escaped(seeAlso)}\n`,
  ].join("\n");
}

const purpose = "look up US motor carriers, and vet them by a policy";

const description = [
  "usdot asks a Carrier Lookup Service about motor carriers, by USDOT number: who a carrier is, its insurance, its safety record. It takes one number or a list, and judges carriers by a policy.",
  "Data goes to standard output, everything else to standard error. The service is set with --base-url; --sample asks an embedded one instead, with invented carriers, without an account or a network.",
  "Most options are also settings: each can be given as a flag, as an environment variable, or in the configuration file, in this order of precedence.",
];

const files =
  "~/.config/usdot/config.json is the configuration file, unless XDG_CONFIG_HOME, --config or USDOT_CONFIG says otherwise; it must be private to its owner.";

const seeAlso = "usdot help, usdot help formats, usdot vet --rules";
