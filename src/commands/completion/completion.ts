import { Argument, type Command, Option } from "commander";
import { refuse } from "../../errors.ts";
import type { Host } from "../../run/host.ts";
import { withExamples } from "../help.ts";
import { defaultLookup } from "../lookup/lookups.ts";
import { suggesting } from "../setting-flags.ts";

const shells = ["bash", "zsh", "fish"] as const;

/**
 * Declares `usdot completion`: scripts that make a shell complete our command
 * lines.
 */
export function declareCompletion(program: Command, host: Host): void {
  withExamples(program.command("completion"), [
    "# bash, with the package bash-completion",
    "usdot completion bash > ~/.local/share/bash-completion/completions/usdot",
    "# zsh, in a directory of your fpath",
    'usdot completion zsh > "$fpath[1]/_usdot"',
    "# fish",
    "usdot completion fish > ~/.config/fish/completions/usdot.fish",
    "# Make the directory if need be; then start a new shell.",
  ])
    .summary("shell completion, and how to install it")
    .description("Print the completion script for a shell")
    .addArgument(suggesting(new Argument("[shell]", shells.join(", ")), shells))
    .addOption(new Option("--offers").hideHelp())
    .action(
      async (
        name: string | undefined,
        { offers }: { offers?: boolean },
        command: Command,
      ) => {
        if (name === undefined && !offers && host.stdout.isTTY)
          return command.outputHelp();
        const { print } = await import("../destination.ts");
        await print(
          host,
          offers ? await offersFor(program, host) : await scriptFor(name),
        );
      },
    );
}

async function scriptFor(name: string | undefined): Promise<string> {
  const shell = shells.find((each) => each === name);
  if (shell) return (await import("./words.ts")).shellScripts[shell];
  const what =
    name === undefined
      ? "no shell was named"
      : `there is no completion for ${JSON.stringify(name)}`;
  refuse(what, `use ${shells.join(", ")}; see usdot help completion`);
}

async function offersFor(program: Command, host: Host): Promise<string> {
  const { complete } = await import("./words.ts");
  let typed = "";
  for await (const piece of host.stdin.setEncoding("utf8")) typed += piece;
  const snapshot =
    program.commands.find((command) => command.name() === defaultLookup) ??
    program;
  return complete(program, typed, snapshot);
}
