/** `usdot completion`: scripts that make a shell complete our command lines. */
import type { Command } from "commander";
import { UsageError } from "../errors.ts";
import type { ShellName } from "../reference/completion/index.ts";
import type { Host } from "../runtime/host.ts";
import { withExamples } from "./help.ts";
import { suggestingArgument } from "./option-values.ts";

const shells = ["bash", "zsh", "fish", "powershell"] as const satisfies readonly ShellName[];

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
    .action((shell: string | undefined, _: object, command: Command) => printScript(shell, command, program, host));
}

/** @throws {UsageError} for a shell we don't know, and for none, unless it is to a terminal that the help goes */
async function printScript(name: string | undefined, command: Command, program: Command, host: Host): Promise<void> {
  if (name === undefined && host.stdout.isTTY) return host.print(command.helpInformation());
  const shell = shells.find((each) => each === name);
  if (!shell) {
    const what = name === undefined ? "no shell was named" : `no completion for the shell ${JSON.stringify(name)}`;
    throw new UsageError(what, { hint: `use ${shells.join(", ")}; see usdot help completion` });
  }
  const [{ completionScript }, { describeProgram }, { StreamSink }] = await Promise.all([
    import("../reference/completion/index.ts"),
    import("./describe-program.ts"),
    import("../output/sink.ts"),
  ]);
  const sink = new StreamSink(host.stdout);
  await sink.write(completionScript(shell, describeProgram(program)));
  await sink.finish();
}
