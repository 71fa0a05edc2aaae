/**
 * The settings that every command shares, declared once.
 *
 * A setting is one word in three spellings: the flag `--base-url`, the environment variable `USDOT_BASE_URL` and the
 * key `base-url` of the configuration file. This file is data: the help reads it without loading what checks the
 * values (settings.ts).
 */

export interface OptionDeclaration {
  /** What the flag takes, as the help shows it; a switch takes nothing. */
  argument?: string;
  summary: string;
  /** What holds when nothing is set; said in the help too. */
  fallback?: string | number | boolean;
  choices?: readonly string[];
  /** A setting that cannot stand in the configuration file, because it names that file. */
  notInFile?: true;
  /** Shown by `config list` as stars only. */
  secret?: true;
}

export const formatNames = ["table", "json", "ndjson", "csv"] as const;
export type FormatName = (typeof formatNames)[number];

export const options = {
  "base-url": { argument: "<url>", summary: "the service to ask" },
  "api-key": {
    argument: "<key>",
    summary: "the key to ask with; here others on the machine see it",
    secret: true,
  },
  "api-key-file": { argument: "<path>", summary: "a file that holds the key" },
  config: { argument: "<path>", summary: "the configuration file", notInFile: true },
  sample: { summary: "ask the embedded sample service" },
  format: {
    argument: "<format>",
    summary: "table, json, ndjson or csv",
    fallback: "table",
    choices: formatNames,
  },
  fields: { argument: "<paths>", summary: "only these, such as legal_name,fleet.power_units" },
  output: { argument: "<path>", summary: "write to a file, replaced when all is written" },
  "csv-raw": { summary: "leave CSV cells that are formulas as they are" },
  timeout: { argument: "<seconds>", summary: "an answer's longest time, tries included", fallback: 60 },
  retries: { argument: "<count>", summary: "tries after the first", fallback: 3 },
  "max-wait": {
    argument: "<seconds>",
    summary: "a rate limit's longest hold (60, and 300 for a list)",
  },
  "batch-size": { argument: "<count>", summary: "numbers in a bulk request", fallback: 50 },
  concurrency: { argument: "<count>", summary: "requests under way at once, in a list", fallback: 4 },
  quiet: { summary: "no notes, warnings, counts or progress" },
  verbose: { summary: "say every request on stderr, never the key" },
  color: {
    argument: "<when>",
    summary: "auto, always or never",
    fallback: "auto",
    choices: ["auto", "always", "never"],
  },
} as const satisfies Record<string, OptionDeclaration>;

export type OptionName = keyof typeof options;

export const optionNames = Object.keys(options) as OptionName[];

/** The declaration of a setting, with all that a declaration may say. */
export function declarationOf(name: OptionName): OptionDeclaration {
  return options[name];
}

/** `base-url` as an environment variable: `USDOT_BASE_URL`. */
export function environmentName(name: OptionName): string {
  return `USDOT_${name.toUpperCase().replaceAll("-", "_")}`;
}
