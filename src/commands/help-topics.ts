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
import { page, paragraph, type Term, terms } from "./help-layout.ts";
import { shorthands } from "./setting-flags.ts";

/** Paragraphs, and lists of terms. */
type Sections = readonly (string | readonly Term[])[];

const topics = {
  options: () => [
    `For every command, before or after its name. --base-url is also ${environmentName("base-url")} in the environment and base-url in the configuration file, and so on; flags win.`,
    [...optionNames.map((name): Term => [flagOf(name), summaryOf(name)]), ...shorthands],
  ],
  formats: () => [
    "Values of --format (case-insensitive). Without it, the extension of --output decides.",
    lookupFormats.map(formatTerm),
    "Only for usdot vet:",
    formatNames.filter((name) => !lookupFormats.some((each) => each === name)).map(formatTerm),
  ],
  environment: () => [
    "Every option is also a variable. Flags win over variables, and variables over the configuration file.",
    optionNames.map((name): Term => [environmentName(name), summaryOf(name)]),
    otherVariables,
  ],
  "exit-status": () => [exitStatuses.map(({ status, meaning }): Term => [String(status).padStart(3), meaning])],
} satisfies Record<string, () => Sections>;

type HelpTopic = keyof typeof topics;

/** What has help besides the commands: `usdot help formats`. */
export const helpTopics = Object.keys(topics) as HelpTopic[];

/** The help on a topic. */
export function topicHelp(topic: HelpTopic, width: number): string {
  const sections: Sections = topics[topic]();
  return page(sections.map((each) => (typeof each === "string" ? paragraph(each, width) : terms(each, width))));
}

function summaryOf(name: OptionName): string {
  const { summary, fallback } = declarationOf(name);
  return fallback === undefined ? summary : `${summary} (default: ${fallback})`;
}

function formatTerm(name: FormatName): Term {
  const extensions = Object.keys(formatExtensions).filter((extension) => formatExtensions[extension] === name);
  return [name, extensions.length === 0 ? formats[name] : `${formats[name]} (${extensions.join(", ")})`];
}
