/** Help on what no single command is about, made from the tables that the program itself works with. */
import { lookupFormats } from "../output/formats/index.ts";
import { exitStatuses } from "../runtime/exit-status.ts";
import {
  declarationOf,
  environmentName,
  type FormatName,
  flagOf,
  formatExtensions,
  formatNames,
  formats,
  type OptionName,
  optionNames,
  otherVariables,
} from "../settings/options.ts";
import { paragraph, type Term, terms } from "./help-layout.ts";
import { shorthands } from "./setting-flags.ts";

const topics = {
  options: (width: number) => [
    ...paragraph(
      `For every command, before or after its name. --base-url is also ${environmentName("base-url")} in the environment and base-url in the configuration file, and so on; flags win.`,
      width,
    ),
    "",
    ...terms([...optionNames.map((name): Term => [flagOf(name), summaryOf(name)]), ...shorthands], width),
  ],
  formats: (width: number) => [
    ...paragraph("Values of --format (case-insensitive). Without it, the extension of --output decides.", width),
    "",
    ...terms(lookupFormats.map(formatTerm), width),
    "",
    "Only for usdot vet:",
    "",
    ...terms(formatNames.filter((name) => !lookupFormats.some((each) => each === name)).map(formatTerm), width),
  ],
  environment: (width: number) => [
    ...paragraph(
      "Every option is also a variable. Flags win over variables, and variables over the configuration file.",
      width,
    ),
    "",
    ...terms(
      optionNames.map((name): Term => [environmentName(name), summaryOf(name)]),
      width,
    ),
    "",
    ...terms(otherVariables, width),
  ],
  "exit-status": (width: number) =>
    terms(
      exitStatuses.map(({ status, meaning }): Term => [String(status).padStart(3), meaning]),
      width,
    ),
};

type HelpTopic = keyof typeof topics;

/** What has help besides the commands: `usdot help formats`. */
export const helpTopics = Object.keys(topics) as HelpTopic[];

/** The help on a topic. */
export function topicHelp(topic: HelpTopic, width: number): string {
  return `${topics[topic](width).join("\n")}\n`;
}

function summaryOf(name: OptionName): string {
  const { summary, fallback } = declarationOf(name);
  return fallback === undefined ? summary : `${summary} (default: ${fallback})`;
}

function formatTerm(name: FormatName): Term {
  const extensions = Object.keys(formatExtensions).filter((extension) => formatExtensions[extension] === name);
  return [name, extensions.length === 0 ? formats[name] : `${formats[name]} (${extensions.join(", ")})`];
}
