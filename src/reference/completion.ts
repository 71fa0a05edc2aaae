import type { Command, Option } from "commander";

/** Answers a shell: `words`, or `files` where a file is expected, then a line for each word: it, a tab, its summary. */
export function complete(program: Command, typed: string, defaultCommand: Command): string {
  // bash makes words of = and : themselves.
  const words = typed
    .replace(/\n$/, "")
    .replace(/\n([=:]+)(?:\n|$)/g, "$1")
    .split("\n");
  const current = words.pop() ?? "";
  const at = positionAfter(words, program, defaultCommand);
  const [, before = "", flag] = /^((--[^=]+)=)/.exec(current) ?? [];
  if (at.expecting) return valuesOf(at.expecting, "");
  if (flag) return valuesOf(at.optionNamed(flag), before);
  if (!current.startsWith("-")) return answer("words", argumentsAt(at));
  const flags = at.options.flatMap(({ short, long, description }) => [short, long].map((each) => [each, description]));
  return answer("words", flags);
}

function positionAfter(words: readonly string[], program: Command, defaultCommand: Command) {
  let command = program;
  let expecting: Option | undefined;
  let place = 0;
  const options = () => {
    const own = command === program ? defaultCommand.options : command.options;
    return [...own, ...program.options].filter(({ hidden }) => !hidden);
  };
  const optionNamed = (word: string) => options().find(({ short, long }) => word === short || word === long);
  const takeArgument = (word: string) => {
    const subcommand = place === 0 ? commandsOf(command).find((each) => each.name() === word) : undefined;
    if (subcommand) command = subcommand;
    else place++;
  };
  for (const word of words) {
    if (expecting) expecting = undefined;
    else if (!word.startsWith("-") || word === "-") takeArgument(word);
    else if (optionNamed(word)?.required) expecting = optionNamed(word);
  }
  return { command, options: options(), optionNamed, expecting, place };
}

function argumentsAt({ command, place }: ReturnType<typeof positionAfter>): Offer[] {
  const commands = place > 0 ? [] : commandsOf(command);
  const words = command.registeredArguments[place]?.argChoices ?? [];
  return [...commands.map((each) => [each.name(), each.summary()]), ...words.map((word) => [word, ""])];
}

function commandsOf(command: Command): Command[] {
  return command.createHelp().visibleCommands(command);
}

function valuesOf(option: Option | undefined, before: string): string {
  const isFile = /<(path|dir|directory)>/.test(option?.flags ?? "");
  return answer(isFile ? "files" : "words", option?.argChoices?.map((word) => [before + word, ""]) ?? []);
}

type Offer = readonly (string | undefined)[];

function answer(kind: "words" | "files", offers: readonly Offer[]): string {
  const lines = offers.filter(([text]) => text !== undefined).map(([text, summary]) => `${text}\t${summary}`);
  return [kind, ...lines, ""].join("\n");
}
