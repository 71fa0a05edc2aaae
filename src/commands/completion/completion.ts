/**
 * `usdot completion`: the scripts that make a shell complete our command lines,
 * and what they are answered.
 */
import { Argument, type Command, type Option } from "commander";
import { decode, gather } from "../../files/read.ts";
import type { Host } from "../../run/host.ts";
import { defaultLookup } from "../lookup/lookups.ts";
import { limitedTo, type UsdotCommand, UsdotOption } from "../usdot-command.ts";
import bash from "./usdot.bash";
import fish from "./usdot.fish";
import zsh from "./usdot.zsh";

/**
 * The script for each shell: it writes the words up to the cursor to `usdot
 * completion SHELL --offers`, and never evals what comes back.
 */
export const shellScripts = { bash, zsh, fish };

/** Declares `usdot completion`. */
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
    .addArgument(limitedTo(new Argument("<shell>"), Object.keys(shellScripts)))
    .addOption(new UsdotOption("--offers").hideHelp())
    .action(async (shell: keyof typeof shellScripts, options) => {
      const { print } = await import("../destination.ts");
      if (!options.offers) return print(host, shellScripts[shell]);
      const typed = await gather(host.stdin, "standard input");
      await print(host, complete(program, decode(typed)));
    });
}

type Offer = readonly [word: string, summary?: string];

/**
 * Answers a shell: `words`, or `files` where a file is expected, then a line
 * for each word: it, a tab, its summary.
 */
function complete(program: Command, typed: string): string {
  // bash makes words of = and : themselves.
  const words = typed
    .replace(/\n$/, "")
    .replace(/\n([=:]+)(?:\n|$)/g, "$1")
    .split("\n");
  const current = words.pop() ?? "";
  const { command, argumentCount, option } = positionAfter(words, program);
  if (option instanceof UsdotOption && option.takesPath) return "files\n";
  const lines = offersAt(current, command, argumentCount, option).map(
    ([word, summary = ""]) => `${word}\t${summary}\n`,
  );
  return `words\n${lines.join("")}`;
}

/**
 * The command that the words name, how many arguments it has got, and the
 * option whose value comes next.
 */
function positionAfter(words: readonly string[], program: Command) {
  let command = program;
  let argumentCount = 0;
  let option: Option | undefined;
  for (const word of words) {
    const subcommand = command.commands.find((each) => each.name() === word);
    if (option) option = undefined;
    else if (word.startsWith("-") && word !== "-")
      option = optionsOf(command).find(
        ({ short, long, required }) => required && [short, long].includes(word),
      );
    else if (argumentCount === 0 && subcommand) command = subcommand;
    else argumentCount += 1;
  }
  return { command, argumentCount, option };
}

/** A command's options and those of all; the program's include the lookup's. */
function optionsOf({ commands, options, parent }: Command): readonly Option[] {
  const lookup = commands.find((each) => each.name() === defaultLookup);
  const above = parent?.parent ? optionsOf(parent) : (parent?.options ?? []);
  return [...(lookup?.options ?? []), ...options, ...above];
}

function offersAt(
  current: string,
  command: Command,
  argumentCount: number,
  option: Option | undefined,
): Offer[] {
  if (current.startsWith("-") && current.includes("=")) return [];
  if (option === undefined && current.startsWith("-"))
    return optionsOf(command)
      .filter(({ hidden }) => !hidden)
      .map(({ long, description }) => [String(long), description]);
  const taker = option ?? command.registeredArguments[argumentCount];
  const values = taker?.argChoices ?? [];
  const commands = option || argumentCount > 0 ? [] : command.commands;
  return [
    ...commands.map((each): Offer => [each.name(), each.summary()]),
    ...values.map((value): Offer => [value]),
  ];
}
