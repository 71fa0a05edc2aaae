/**
 * The settings that every command shares, declared once. A setting is one word in three spellings: the flag `--base-url`, the environment
 * variable `USDOT_BASE_URL` and the key `base-url` of the configuration file. Help reads this without loading what checks the values.
 */

export interface OptionDeclaration {
  /** What the flag takes, as help shows it; a switch takes nothing. */
  argument?: string;
  /** The letter of its short flag. */
  short?: string;
  summary: string;
  /** The default, which help mentions. */
  fallback?: string | number | boolean;
  choices?: readonly string[];
  /** Cannot be kept in the configuration file, because it names that file. */
  notInFile?: true;
  /** Shown by `config list` only as asterisks. */
  secret?: true;
}

/** Every format of every command; each command says which of them it has. */
export const formats = {
  table: "for people: one carrier on a screen, several in a line each",
  json: "the service's own records: one as it is, several in an array",
  ndjson: "a record per line; also called jsonl",
  csv: "a line per record or policy, for spreadsheets",
  junit: "a suite per carrier, a case per rule, for CI",
  sarif: "findings, for code scanning",
  github: "annotations and a job summary, for GitHub Actions",
  markdown: "a summary for comments and wikis",
  html: "a page to mail or archive",
} as const;

export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as [FormatName, ...FormatName[]];

/** Other words for a format. */
const formatAliases: Readonly<Record<string, FormatName>> = { jsonl: "ndjson" };

/** A format as it is named here: `NDJSON` and `jsonl` are `ndjson`. Any other word comes back in lowercase. */
export function canonicalFormat(word: string): string {
  const name = word.trim().toLowerCase();
  return formatAliases[name] ?? name;
}

/** The formats that a file's extension stands for. `.txt` may be anything. */
export const formatExtensions: Readonly<Record<string, FormatName>> = {
  ".csv": "csv",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".sarif": "sarif",
  ".sarif.json": "sarif",
  ".json": "json",
  ".html": "html",
  ".htm": "html",
  ".md": "markdown",
  ".xml": "junit",
};

/** The format that a file's extension stands for; undefined for any other file. */
export function formatOfFile(path: string): FormatName | undefined {
  const name = path.toLowerCase();
  return Object.entries(formatExtensions).find(([extension]) => name.endsWith(extension))?.[1];
}

export const options = {
  "base-url": { argument: "<url>", summary: "the service to look carriers up in" },
  "api-key": { argument: "<key>", summary: "API key (visible in process lists)", secret: true },
  "api-key-file": { argument: "<path>", summary: "read the API key from a file" },
  config: { argument: "<path>", summary: "the configuration file", notInFile: true },
  sample: { summary: "use the embedded sample service" },
  format: {
    argument: "<format>",
    summary: "table, json, ndjson, csv; vet has more",
    fallback: "table",
    choices: formatNames,
  },
  policy: { argument: "<path>", summary: "judge carriers by this policy (vet)" },
  fields: { argument: "<paths>", summary: "show only these, such as legal_name,fleet.power_units" },
  output: { argument: "<path>", short: "o", summary: "write to a file, replaced only when complete" },
  "csv-raw": { summary: "leave formulas in CSV cells as they are" },
  timeout: { argument: "<seconds>", summary: "time limit per lookup, including retries", fallback: 60 },
  retries: { argument: "<count>", summary: "attempts after the first", fallback: 3 },
  "max-wait": { argument: "<seconds>", summary: "longest wait for a rate limit (60; for a list 300)" },
  "batch-size": { argument: "<count>", summary: "numbers per bulk request", fallback: 50 },
  concurrency: { argument: "<count>", summary: "requests at once, for a list", fallback: 4 },
  quiet: { short: "q", summary: "print no notes, warnings, counts or progress" },
  verbose: { short: "v", summary: "print every request to stderr, never the key" },
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

/** The flag of a setting, with what it takes: `-o, --output <path>`. */
export function flagOf(name: OptionName): string {
  const { argument, short } = declarationOf(name);
  return `${short ? `-${short}, ` : ""}--${name}${argument ? ` ${argument}` : ""}`;
}

/** `base-url` as an environment variable: `USDOT_BASE_URL`. */
export function environmentName(name: OptionName): string {
  return `USDOT_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** The environment variables that are honored besides the settings, `USDOT_*`. */
export const otherVariables: readonly (readonly [name: string, meaning: string])[] = [
  ["HTTPS_PROXY, HTTP_PROXY, NO_PROXY", "the proxy to the service, and the hosts that are asked without it"],
  ["NODE_EXTRA_CA_CERTS", "a file with certificate authorities to trust besides the well-known ones"],
  ["NO_COLOR, FORCE_COLOR, TERM", "whether to use color, where --color is auto"],
  ["XDG_CONFIG_HOME", "where the configuration file is; on Windows APPDATA"],
  ["GITHUB_ACTIONS", "if true, nothing in the output can start a workflow command"],
  ["GITHUB_STEP_SUMMARY", "with the github report of vet, the file that gets the job summary"],
];
