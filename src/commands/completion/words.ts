import type { Command, Option } from "commander";
import { UsdotOption } from "../usdot-command.ts";
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
  const optionsOf = (command: Command) =>
    [
      ...(command === program ? defaultCommand : command).options,
      ...program.options,
    ].filter(({ hidden }) => !hidden);
  const optionNamed = (word: string, command: Command) =>
    optionsOf(command).find(({ short, long }) => [short, long].includes(word));

  const { command, place, expecting } = positionAfter(
    words,
    program,
    optionNamed,
  );
  const [, before = "", flag = ""] = /^((--[^=]+)=)/.exec(current) ?? [];
  const option = expecting ?? optionNamed(flag, command);
  if (expecting || flag) return valuesOf(option, before);
  if (current.startsWith("-"))
    return offersText(
      "words",
      optionsOf(command).flatMap(({ short, long, description }) =>
        [short, long].map((each) => [each, description]),
      ),
    );
  const commands = place > 0 ? [] : commandsOf(command);
  const choices = command.registeredArguments[place]?.argChoices ?? [];
  return offersText("words", [
    ...commands.map((each) => [each.name(), each.summary()]),
    ...choices.map((word) => [word]),
  ]);
}

/**
 * The command that the words name, how many arguments it has got, and the
 * option whose value comes next.
 */
function positionAfter(
  words: readonly string[],
  program: Command,
  optionNamed: (word: string, command: Command) => Option | undefined,
) {
  let command = program;
  let place = 0;
  let expecting: Option | undefined;
  for (const word of words) {
    const subcommand = commandsOf(command).find((each) => each.name() === word);
    if (expecting) expecting = undefined;
    else if (word.startsWith("-") && word !== "-") {
      const option = optionNamed(word, command);
      if (option?.required) expecting = option;
    } else if (place === 0 && subcommand) command = subcommand;
    else place += 1;
  }
  return { command, place, expecting };
}

/** The values of an option; `before` stands before them in the same word. */
function valuesOf(option: Option | undefined, before: string): string {
  const isPath = option instanceof UsdotOption && option.isPath;
  const values = option?.argChoices ?? [];
  return offersText(
    isPath ? "files" : "words",
    values.map((value) => [before + value]),
  );
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
