/** The command tree. It declares; what a command does is loaded when it runs. */
import { Command, Option } from "commander";
import { declareBulk } from "./commands/bulk.ts";
import { declareCarrier } from "./commands/carrier.ts";
import { declareConfig } from "./commands/config.ts";
import { declareFully, declareWhenMeant, listCommand } from "./commands/declare.ts";
import { helpOf, optionsHelp } from "./commands/help.ts";
import { declareInsurance } from "./commands/insurance.ts";
import { declareSafety } from "./commands/safety.ts";
import { declareSample } from "./commands/sample.ts";
import { UsageError } from "./errors.ts";
import type { Host } from "./runtime/host.ts";
import { declarationOf, optionNames } from "./settings/options.ts";

/**
 * The program for a host: `parseAsync` runs a command line. Commander's own errors come as `CommanderError`; nothing in it
 * ends the process.
 */
export function createProgram(host: Host): Command {
  const program = new Command("usdot");
  program
    .description("Who is this motor carrier, and may I load freight on it?")
    .usage("[options] [command] [numbers...]")
    .version(host.version, "--version", "print the version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.print(text),
      writeErr: (text) => host.tell(text),
      // Our help has one width and no colours: the streams need not be asked.
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      // Told with the exit status, in one line: see `usageErrorOf`.
      outputError: () => {},
    })
    .helpCommand(false)
    .helpOption("-h, --help", "print this");
  helpOf(program, [
    "usdot --sample carrier 9000001        try it: no account, no network",
    "usdot config set base-url https://carriers.example.com",
    "usdot 2233855                         who is this carrier?",
    "usdot bulk --file fleet.csv           a whole list (needs an API key)",
  ]);
  declareOptions(program);
  declareWhenMeant(program);
  declareCarrier(program, host);
  declareInsurance(program, host);
  declareSafety(program, host);
  declareBulk(program, host);
  declareConfig(program, host);
  declareSample(program, host);
  declareHelp(program, host);
  return program;
}

/** Commander's options have no default values: a default would hide that a setting was not given. */
function declareOptions(program: Command): void {
  for (const name of optionNames) {
    const { argument, summary } = declarationOf(name);
    program.addOption(new Option(`--${name}${argument ? ` ${argument}` : ""}`, summary));
  }
  program.addOption(new Option("--json", "the same as --format json").conflicts("format"));
}

function declareHelp(program: Command, host: Host): void {
  listCommand(program, { name: "help", summary: "help for a command, or on the options" }, (help) => {
    helpOf(help, ["usdot help bulk", "usdot help options"])
      .description("Help for a command, or on the options of every command")
      .argument("[topic]")
      .action((topic: string | undefined) => {
        if (topic === "options") return host.print(optionsHelp());
        const command = topic === undefined ? program : program.commands.find((each) => each.name() === topic);
        if (!command) throw new UsageError(`there is no help on ${JSON.stringify(topic)}`, { hint: "usdot help" });
        host.print(declareFully(command).helpInformation());
      });
  });
}
