/**
 * The settings, declared once: `--base-url`, `USDOT_BASE_URL` and the key
 * `base-url` of the file are one. What a value may be: setting-values.ts.
 */
import { extname } from "node:path";
import { refuse } from "../errors.ts";

interface OptionDeclaration {
  argument?: string;
  short?: string;
  description: string;
  fallback?: string | number;
  choices?: readonly string[];
  /**
   * Names a file or a directory: in the configuration file, a relative one is
   * relative to that file.
   */
  isPath?: true;
  isSecret?: true;
}

/** What is said wherever `sample` is set. */
export const sampleText = "sample data: the carriers are invented";

/** Longest wait for a rate limit in seconds: a person waits for one carrier. */
export const usualMaxWait = { single: 60, list: 300 };

/** Every format: what it is for, and the extensions of its files. */
export const formats = {
  table: [
    "for people: one carrier on a screen, several in a line each",
    ".txt",
  ],
  json: [
    "the service's own records: one as it is, several in an array",
    ".json",
  ],
  ndjson: ["a record per line; also called jsonl", ".ndjson", ".jsonl"],
  csv: ["a line per record or policy, for spreadsheets", ".csv"],
  xlsx: ["the same as an Excel workbook; to a file or a pipe", ".xlsx"],
  junit: ["a suite per carrier, a case per rule, for CI", ".xml"],
  github: ["annotations, for GitHub Actions"],
  line: ["one line about a carrier, to paste into a note or an email"],
  markdown: ["a summary for comments and wikis", ".md"],
  html: ["a page to mail or archive", ".html", ".htm"],
} as const;

/** The formats of a record; the others are for verdicts. */
export const recordFormats = [
  "table",
  "json",
  "ndjson",
  "csv",
  "xlsx",
] as const;

export type RecordFormat = (typeof recordFormats)[number];
export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];

/** A format by any of its names: `NDJSON` and `jsonl` are `ndjson`. */
export function formatNamed(word: string): FormatName | undefined {
  const name = word
    .trim()
    .toLowerCase()
    .replace(/^jsonl$/, "ndjson");
  return formatNames.find((each) => each === name);
}

const extensionsOf = (name: FormatName): readonly string[] =>
  formats[name].slice(1);

/** The format that a file's extension asks for; undefined without an extension. */
export function formatOfFile(path: string): FormatName | undefined {
  const extension = extname(path).toLowerCase();
  if (extension === "") return undefined;
  const format = formatNames.find((name) =>
    extensionsOf(name).includes(extension),
  );
  if (format) return format;
  refuse(
    `${path}: there is no format for ${extension} files`,
    `name one (--format NAME, --report NAME=FILE), or use ${formatNames.flatMap(extensionsOf).join(", ")}`,
  );
}

export const colorChoices = ["auto", "always", "never"] as const;

export const options = {
  "base-url": {
    argument: "<url>",
    description: "the service to look carriers up in",
  },
  "api-key": {
    argument: "<key>",
    description:
      "API key; prefer USDOT_API_KEY, since other users can see flags",
    isSecret: true,
  },
  "api-key-file": {
    argument: "<path>",
    description: "read the API key from a file",
    isPath: true,
  },
  config: {
    argument: "<path>",
    description: "the configuration file",
  },
  sample: { description: "ask the embedded sample service" },
  format: {
    argument: "<format>",
    description: "see usdot help formats",
    fallback: "table",
    choices: formatNames,
  },
  output: {
    argument: "<path>",
    short: "o",
    description: "write to a file; its extension decides the format",
  },
  fields: {
    argument: "<paths>",
    description: "show only these: legal_name,dot_number",
  },
  policy: {
    argument: "<path>",
    description: "your vetting rules (usdot vet --print-policy)",
    isPath: true,
  },
  evidence: {
    argument: "<path>",
    description: "record each vetting: a directory, or for vet a new file",
    isPath: true,
  },
  by: {
    argument: "<text>",
    description: "who vets, as reports and evidence name them",
  },
  timeout: {
    argument: "<seconds>",
    description: "seconds per attempt",
    fallback: 60,
  },
  retries: {
    argument: "<count>",
    description: "attempts after the first",
    fallback: 3,
  },
  "max-wait": {
    argument: "<seconds>",
    description: `longest wait for a rate limit (${usualMaxWait.single}; for a list ${usualMaxWait.list})`,
  },
  concurrency: {
    argument: "<count>",
    description: "requests at once, for a list",
    fallback: 4,
  },
  "batch-size": {
    argument: "<count>",
    description: "numbers per bulk request",
    fallback: 50,
  },
  quiet: { short: "q", description: "print only errors on stderr" },
  verbose: {
    short: "v",
    description: "print every request on stderr, never the key",
  },
  color: {
    argument: "<when>",
    description: "auto, always or never",
    fallback: "auto",
    choices: colorChoices,
  },
} as const satisfies Record<string, OptionDeclaration>;

export type OptionName = keyof typeof options;

/** The settings that have a value if nobody sets them. */
export type DefaultedName = {
  [Name in OptionName]: (typeof options)[Name] extends { fallback: unknown }
    ? Name
    : never;
}[OptionName];

export const optionNames = Object.keys(options) as OptionName[];

/** The settings that the configuration file may have. */
export const savedNames: readonly string[] = optionNames.filter(
  (name) => name !== "config",
);

/** Settings that only some commands use; the others refuse their flags. */
export const specialOptions: readonly OptionName[] = [
  "format",
  "output",
  "fields",
  "policy",
  "evidence",
  "by",
  "batch-size",
];

/**
 * Settings that exclude each other: the one that is set nearer counts. As flags
 * they are refused together.
 */
export const exclusivePairs: readonly (readonly [OptionName, OptionName])[] = [
  ["api-key", "api-key-file"],
  ["quiet", "verbose"],
  ["sample", "base-url"],
];

/** The settings that were typed on the command line. */
export type Flags = Partial<Record<OptionName, unknown>>;

/** A setting, with all that a declaration may say. */
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
