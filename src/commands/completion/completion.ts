import { Argument } from "commander";
import { decode, gather } from "../../files/read.ts";
import type { Host } from "../../run/host.ts";
import { limitedTo, type UsdotCommand, UsdotOption } from "../usdot-command.ts";

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

/**
 * Declares `usdot completion`: scripts that make a shell complete our command
 * lines.
 */
export function declareCompletion(program: UsdotCommand, host: Host): void {
  program
    .command("completion")
    .withExamples(
      "# bash, with the package bash-completion",
      "usdot completion bash \\\n    > ~/.local/share/bash-completion/completions/usdot",
      "# zsh, in a directory of your fpath",
      'usdot completion zsh > "$fpath[1]/_usdot"',
      "# fish",
      "usdot completion fish \\\n    > ~/.config/fish/completions/usdot.fish",
      "# Make the directory if need be; then start a new shell.",
    )
    .summary("shell completion, and how to install it")
    .description("Print the completion script for a shell")
    .addArgument(limitedTo(new Argument("<shell>"), shells))
    .addOption(new UsdotOption("--offers").hideHelp())
    .action(async (shell: Shell, { offers }: { offers?: boolean }) => {
      const { print } = await import("../destination.ts");
      const { complete, shellScripts } = await import("./words.ts");
      if (!offers) return print(host, shellScripts[shell]);
      const typed = await gather(host.stdin, "standard input");
      await print(host, complete(program, decode(typed)));
    });
}
