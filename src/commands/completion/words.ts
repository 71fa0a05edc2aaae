import type { Command, Option } from "commander";
import bash from "./usdot.bash";
import fish from "./usdot.fish";
import zsh from "./usdot.zsh";

/**
 * The script for each shell: it writes the words up to the cursor to `usdot
 * completion --offers`, and evaluates no answer.
 */
export const shellScripts: Readonly<Record<"bash" | "zsh" | "fish", string>> = {
  bash,
  zsh,
  fish,
};

/**
 * Answers a shell: `words`, or `files` where a file is expected, then a line
 * for each word: it, a tab, its summary.
 */
export function complete(
  program: Command,
  typed: string,
  defaultCommand: Command,
): string {
  // bash makes words of = and : themselves.
  const words = typed
    .replace(/\n$/, "")
    .replace(/\n([=:]+)(?:\n|$)/g, "$1")
    .split("\n");
  const current = words.pop() ?? "";
  const { command, place, options, optionNamed, expecting } = positionAfter(
    words,
    program,
    defaultCommand,
  );
  const [, before = "", flag = ""] = /^((--[^=]+)=)/.exec(current) ?? [];
  if (expecting || flag) {
    const option = expecting ?? optionNamed(flag);
    const isFile = /<(path|dir|directory)>/.test(option?.flags ?? "");
    return offersText(
      isFile ? "files" : "words",
      option?.argChoices?.map((word) => [before + word]) ?? [],
    );
  }
  if (current.startsWith("-")) {
    const flags = options.flatMap(({ short, long, description }) =>
      [short, long].map((each) => [each, description]),
    );
    return offersText("words", flags);
  }
  const commands = place > 0 ? [] : commandsOf(command);
  const choices = command.registeredArguments[place]?.argChoices ?? [];
  return offersText("words", [
    ...commands.map((each) => [each.name(), each.summary()]),
    ...choices.map((word) => [word]),
  ]);
}

function positionAfter(
  words: readonly string[],
  program: Command,
  defaultCommand: Command,
) {
  let command = program;
  let expecting: Option | undefined;
  let place = 0;
  const options = () => {
    const own = command === program ? defaultCommand.options : command.options;
    return [...own, ...program.options].filter(({ hidden }) => !hidden);
  };
  const optionNamed = (word: string) =>
    options().find(({ short, long }) => word === short || word === long);
  const takeArgument = (word: string) => {
    const subcommand =
      place === 0
        ? commandsOf(command).find((each) => each.name() === word)
        : undefined;
    if (subcommand) command = subcommand;
    else place++;
  };
  for (const word of words) {
    if (expecting) expecting = undefined;
    else if (!word.startsWith("-") || word === "-") takeArgument(word);
    else if (optionNamed(word)?.required) expecting = optionNamed(word);
  }
  return { command, place, options: options(), optionNamed, expecting };
}

function commandsOf(command: Command): Command[] {
  return command.createHelp().visibleCommands(command);
}

function offersText(
  kind: "words" | "files",
  offers: readonly (readonly (string | undefined)[])[],
): string {
  const lines = offers
    .filter(([text]) => text !== undefined)
    .map(([text, summary = ""]) => `${text}\t${summary}`);
  return [kind, ...lines, ""].join("\n");
}
