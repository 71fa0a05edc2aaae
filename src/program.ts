/** The command tree, declared in full. What a command does is loaded when it runs. */
import { declareCompletion } from "./commands/completion/completion.ts";
import { declareConfig } from "./commands/config/config.ts";
import { configureHelp, declareHelp } from "./commands/help.ts";
import { declareLookups } from "./commands/lookup/lookups.ts";
import { declareMcp } from "./commands/mcp/mcp.ts";
import { refuseConflicts } from "./commands/options.ts";
import { declareSample } from "./commands/sample.ts";
import { declareSettings, UsdotCommand } from "./commands/usdot-command.ts";
import { declareVet } from "./commands/vet/vet.ts";
import type { Host } from "./run/host.ts";

/**
 * The program for a host. Commander's own errors are thrown, and nothing ends
 * the process.
 */
export function createProgram(host: Host): UsdotCommand {
  const program = new UsdotCommand("usdot")
    .description("Who is this motor carrier, and can I book them?")
    .usage("[options] [command] [numbers...]")
    .version(host.version, "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
    })
    .withExamples(
      ["usdot --sample 9000001", "try it: no account, no network"],
      ["usdot config set base-url URL", "the service to ask"],
      ["usdot 2233855", "who is it, and what is wrong?"],
      ["usdot vet --file carriers.txt", "can I book them?"],
    );
  configureHelp(program, host);
  declareSettings(program);
  program.hook("preAction", (_, command) =>
    refuseConflicts(program, command as UsdotCommand),
  );
  declareLookups(program, host);
  declareVet(program, host);
  declareMcp(program, host);
  declareConfig(program, host);
  declareSample(program, host);
  declareCompletion(program, host);
  declareHelp(program);
  return program;
}
