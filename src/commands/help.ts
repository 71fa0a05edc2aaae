/**
 * Help: commander's own, with examples, and topics, made from the tables that
 * the program works with.
 */
import { Argument, Help, type Option } from "commander";
import { exitStatuses, refuse } from "../errors.ts";
import { type Host, terminalWidth } from "../run/host.ts";
import { formatNames, formats, recordFormats } from "../settings/formats.ts";
import { didYouMean } from "../text/hint.ts";
import { quoted } from "../text/json.ts";
import { inColumns, wrap } from "../text/width.ts";
import {
  nameOf,
  optionOf,
  suggesting,
  type UsdotCommand,
} from "./usdot-command.ts";

/**
 * The heading of options that a command's help leaves out, so that it fits a
 * screen: `usdot help options` has them.
 */
export const moreOptions = "More options:";

const widestHelp = 80;

const rarelySet: readonly string[] = ["batch-size", "by"];

/** Configures help for the program and the commands that are declared after. */
export function configureHelp(program: UsdotCommand, host: Host): void {
  const width = () =>
    Math.min(terminalWidth(host.stdout) ?? widestHelp, widestHelp);
  program
    .configureOutput({ getOutHelpWidth: width, getErrHelpWidth: width })
    .configureHelp({
      visibleOptions,
      visibleArguments: () => [],
      subcommandTerm: nameOf,
      optionDescription: ({ description }) => description,
      minWidthToWrap: 20,
    })
    .helpCommand(false)
    .helpOption("-h, --help", "print this help");
}

/**
 * What a command's help lists: the settings that it uses, then its own options.
 * Those of every command are listed by `usdot help options` alone.
 */
function visibleOptions(command: UsdotCommand): Option[] {
  if (command.parent === null) return [];
  const common = command.settings.filter((name) => !rarelySet.includes(name));
  const special = command.options.filter(
    ({ hidden, helpGroupHeading }) =>
      !hidden && helpGroupHeading !== moreOptions,
  );
  return [...common.map(optionOf), ...special];
}

/** The variables that are honored besides those of the options. */
const otherVariables: readonly Term[] = [
  [
    "HTTPS_PROXY, HTTP_PROXY, NO_PROXY",
    "the proxy to the service, also ALL_PROXY, and which hosts need none",
  ],
  ["NODE_EXTRA_CA_CERTS", "a PEM file of certificate authorities to trust"],
  ["NO_COLOR, FORCE_COLOR, TERM", "whether to use color with --color auto"],
  ["XDG_CONFIG_HOME", "where the configuration file is; on Windows APPDATA"],
  ["GITHUB_ACTIONS", "if true, no output can start a workflow command"],
];

type Term = readonly [term: string, meaning: string];

const optionTerm = ({ flags, description }: Option): Term => [
  flags,
  description,
];

const topics: Readonly<
  Record<string, (program: UsdotCommand) => (string | readonly Term[])[]>
> = {
  options: (program) => [
    "For every command, before or after its name. Most are also a variable and a key of the configuration file (USDOT_BASE_URL, base-url); flags win, then variables.",
    program.options.map(optionTerm),
    ...optionsOfCommands(program),
    "Other environment variables:",
    otherVariables,
  ],
  formats: () => [
    "Values of --format, in any case. Without it, the extension of --output decides.",
    formatNames.map((name): Term => {
      const [meaning, ...extensions] = formats[name];
      return [name, `${meaning} (${extensions.join(", ") || "no extension"})`];
    }),
    `${formatNames.slice(recordFormats.length).join(", ")} are only for usdot vet.`,
  ],
  "exit-status": () => [
    exitStatuses.map(
      ([status, , meaning]): Term => [String(status).padStart(3), meaning],
    ),
  ],
};

/** The options that only some commands have, by the commands that have them. */
function optionsOfCommands(program: UsdotCommand): (string | Term[])[] {
  const shown = program.commands.flatMap(({ options }) =>
    options.filter(({ hidden }) => !hidden),
  );
  const distinct = new Map(shown.map((option) => [option.flags, option]));
  const headingOf = ({ flags }: Option) => {
    const users = program.commands.filter(({ options }) =>
      options.some((option) => option.flags === flags),
    );
    return `For usdot ${users.map(nameOf).join(", ")}:`;
  };
  const groups = new Help().groupItems([], [...distinct.values()], headingOf);
  return [...groups].flatMap(([heading, options]) => [
    heading,
    options.map(optionTerm),
  ]);
}

/** Declares `usdot help`, on the commands declared before. */
export function declareHelp(program: UsdotCommand): void {
  const topicNames = Object.keys(topics);
  const names = [...program.commands.map(nameOf), ...topicNames];
  program
    .command("help")
    .withExamples("usdot help bulk", "usdot help exit-status")
    .summary(`on a command, ${topicNames.join(", ")}`)
    .description(`Help on a command, or on ${topicNames.join(", ")}`)
    .addArgument(suggesting(new Argument("[topic...]"), names))
    .action((words: string[]) => {
      const command = words.reduce<UsdotCommand | undefined>(
        (parent, word) => parent?.commands.find((each) => each.name() === word),
        program,
      );
      if (command) return command.outputHelp();
      const word = words.join(" ");
      if (!topicNames.includes(word))
        refuse(
          `no help for ${quoted(word)}`,
          didYouMean(word, names) ?? `topics are ${names.join(", ")}`,
        );
      program.configureOutput().writeOut?.(topicHelp(word, program));
    });
}

function topicHelp(word: string, program: UsdotCommand): string {
  const width = program.configureOutput().getOutHelpWidth?.() ?? widestHelp;
  const blocks = topics[word]?.(program).map((section) =>
    typeof section === "string"
      ? `${wrap(section, { width, long: "keep" }).join("\n")}\n`
      : inColumns(
          section.map(([term, meaning]) => [`  ${term}`, meaning]),
          width,
        ),
  );
  return blocks?.join("\n") ?? "";
}
