/** `usdot completion`: scripts that make a shell complete our command lines. */
import { type Command, Option } from "commander";
import { UsageError } from "../errors.ts";
import { suggestingArgument } from "../reference/command-tree.ts";
import type { Host } from "../runtime/host.ts";
import { withExamples } from "./help.ts";

const shells = ["bash", "zsh", "fish", "powershell"] as const;

/** Declares `usdot completion [shell]`. */
export function declareCompletion(program: Command, host: Host): void {
  withExamples(program.command("completion"), [
    "# bash, with the package bash-completion",
    "usdot completion bash > ~/.local/share/bash-completion/completions/usdot",
    "# zsh, in a directory of your fpath",
    'usdot completion zsh > "$fpath[1]/_usdot"',
    "# fish",
    "usdot completion fish > ~/.config/fish/completions/usdot.fish",
    "# PowerShell",
    "usdot completion powershell >> $PROFILE",
    "# Make the directory if need be; then start a new shell.",
  ])
    .summary("shell completion, and how to install it")
    .description("Print the completion script for a shell")
    .addArgument(suggestingArgument("[shell]", shells.join(", "), shells))
    .addOption(new Option("--offers").hideHelp())
    .action((shell: string | undefined, { offers }: { offers?: boolean }, command: Command) =>
      offers ? printOffers(program, host) : printScript(shell, command, host),
    );
}

/** @throws {UsageError} for a shell we don't know, and for none, unless it is to a terminal that the help goes */
async function printScript(name: string | undefined, command: Command, host: Host): Promise<void> {
  if (name === undefined && host.stdout.isTTY) return host.print(command.helpInformation());
  const shell = shells.find((each) => each === name);
  if (!shell) {
    const what = name === undefined ? "no shell was named" : `no completion for the shell ${JSON.stringify(name)}`;
    throw new UsageError(what, { hint: `use ${shells.join(", ")}; see usdot help completion` });
  }
  const { shellScripts } = await import("../reference/shell-scripts.ts");
  host.print(shellScripts[shell]);
}

/** Answers a shell, which writes the words of its command line to standard input: see reference/shell-scripts.ts. */
async function printOffers(program: Command, host: Host): Promise<void> {
  const [{ complete }, { completionLines }] = await Promise.all([
    import("../reference/completion.ts"),
    import("../reference/shell-scripts.ts"),
  ]);
  let typed = "";
  for await (const piece of host.stdin.setEncoding("utf8")) typed += piece;
  const words = typed.replace(/\r?\n$/, "").split(/\r?\n/);
  host.print(completionLines(complete(program, words)));
}
