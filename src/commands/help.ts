/** Help: commander's own, with examples, and topics, made from the tables that the program works with. */
import { Argument, type Command, type Option } from "commander";
import { exitStatuses, UsageError } from "../errors.ts";
import type { Host } from "../run/host.ts";
import {
  environmentName,
  flagOf,
  formatNames,
  formats,
  optionNames,
  otherVariables,
} from "../settings/options.ts";
import { didYouMean } from "../text/suggestion.ts";
import {
  optionOf,
  settingsOf,
  shorthands,
  suggesting,
} from "./setting-flags.ts";

/** The heading of options that a command's help leaves out, so that it fits a screen: `usdot help options` has them. */
export const moreOptions = "More options:";

const widestHelp = 80;

const rarelySet: readonly string[] = ["batch-size", "by"];

/** Configures help for the program and the commands that are declared after. */
export function configureHelp(program: Command, host: Host): void {
  const width = () =>
    Math.min(
      (host.stdout.isTTY && host.stdout.columns) || widestHelp,
      widestHelp,
    );
  program
    .configureOutput({ getOutHelpWidth: width, getErrHelpWidth: width })
    .configureHelp({
      visibleOptions,
      visibleArguments: () => [],
      subcommandTerm: (command) => command.name(),
      optionDescription: ({ description }) => description,
      groupItems: (_, shown, groupOf) => grouped(shown, groupOf),
    })
    .helpCommand(false)
    .helpOption("-h, --help", "print this help");
}

function visibleOptions(command: Command): Option[] {
  if (command.parent === null) return [];
  const common = settingsOf(command).filter(
    (name) => !rarelySet.includes(name),
  );
  const own = command.options.filter(
    ({ hidden, helpGroupHeading }) =>
      !hidden && helpGroupHeading !== moreOptions,
  );
  return [...common.map(optionOf), ...own];
}

function grouped<T>(
  items: readonly T[],
  groupOf: (item: T) => string,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items)
    groups.set(groupOf(item), [...(groups.get(groupOf(item)) ?? []), item]);
  return groups;
}

/** Gives a command the examples that its help ends with, each at most 78 columns wide. */
export function withExamples(
  command: Command,
  lines: readonly string[],
): Command {
  const others = command.parent
    ? ""
    : "; also formats, environment, exit-status";
  const examples = lines.map((line) => `  ${line}\n`).join("");
  return command.addHelpText(
    "after",
    `\nExamples:\n${examples}All options: usdot help options${others}`,
  );
}

type Term = readonly [term: string, meaning: string];

const topics: Readonly<
  Record<string, (program: Command) => readonly (string | readonly Term[])[]>
> = {
  options: (program) => [
    "For every command, before or after its name. --base-url is also USDOT_BASE_URL in the environment and base-url in the configuration file, and so on; flags win.",
    [
      ...optionNames.map(
        (name): Term => [flagOf(name), optionOf(name).description],
      ),
      ...shorthands,
    ],
    ...ownOptions(program),
  ],
  formats: () => [
    "Values of --format, in any case. Without it, the extension of --output decides.",
    formatNames.map((name): Term => {
      const [meaning, ...extensions] = formats[name];
      return [name, `${meaning} (${extensions.join(", ") || "no extension"})`];
    }),
    "junit, github, markdown and html are only for usdot vet.",
  ],
  environment: () => [
    "Every option for all commands is also a variable. Flags win over variables, and variables over the configuration file.",
    optionNames.map(
      (name): Term => [environmentName(name), optionOf(name).description],
    ),
    otherVariables,
  ],
  "exit-status": () => [
    exitStatuses.map(
      ([status, , meaning]): Term => [String(status).padStart(3), meaning],
    ),
  ],
};

function ownOptions(program: Command): (string | readonly Term[])[] {
  const all = program.commands.flatMap(({ options }) =>
    options.filter(({ hidden }) => !hidden),
  );
  const distinct = new Map(
    all.map((option) => [option.flags, option.description]),
  );
  const heading = ([flags]: Term) => {
    const users = program.commands.filter(({ options }) =>
      options.some((option) => option.flags === flags),
    );
    return `For usdot ${users.map((command) => command.name()).join(", ")}:`;
  };
  return [...grouped<Term>([...distinct], heading)].flat();
}

/** Declares `usdot help`, on the commands declared before. */
export function declareHelp(program: Command, host: Host): void {
  const topicNames = Object.keys(topics);
  const names = [...program.commands.map((each) => each.name()), ...topicNames];
  withExamples(program.command("help"), [
    "usdot help bulk",
    "usdot help exit-status",
  ])
    .summary(`on a command, ${topicNames.join(", ")}`)
    .description(`Help on a command, or on ${topicNames.join(", ")}`)
    .addArgument(suggesting(new Argument("[topic...]"), names))
    .action((words: string[]) => {
      const named = (command: Command | undefined, name: string) =>
        command?.commands.find((each) => each.name() === name);
      const command = words.reduce(named, program);
      if (command) return command.outputHelp();
      const word = words.join(" ");
      if (!topicNames.includes(word)) {
        const hint =
          didYouMean(word, names) ?? `there is on ${names.join(", ")}`;
        throw new UsageError(`there is no help on ${JSON.stringify(word)}`, {
          hint,
        });
      }
      host.stdout.write(topicHelp(word, program));
    });
}

function topicHelp(word: string, program: Command): string {
  const help = program.createHelp();
  const helpWidth = program.configureOutput().getOutHelpWidth?.() ?? widestHelp;
  help.prepareContext({ helpWidth });
  const blocks = topics[word]?.(program).map((section) => {
    if (typeof section === "string") return help.boxWrap(section, helpWidth);
    const width = Math.max(...section.map(([term]) => term.length));
    return section
      .map(([term, meaning]) => help.formatItem(term, width, meaning, help))
      .join("\n");
  });
  return `${blocks?.join("\n\n")}\n`;
}
