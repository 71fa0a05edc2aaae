/** The settings, declared once: `--base-url`, `USDOT_BASE_URL` and the key `base-url` of the file are one. */
import { extname } from "node:path";
import { UsageError } from "../errors.ts";
import {
  apiKey,
  baseUrl,
  oneOf,
  onOff,
  paths,
  seconds,
  text,
  wholeNumber,
} from "./values.ts";

interface OptionDeclaration {
  argument?: string;
  short?: string;
  summary: string;
  parse(given: unknown): unknown;
  fallback?: string | number;
  choices?: readonly string[];
  /** Names a file to read: in the configuration file, a relative one is relative to that file. */
  isPath?: true;
  secret?: true;
}

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
  markdown: ["a summary for comments and wikis", ".md"],
  html: ["a page to mail or archive", ".html", ".htm"],
} as const;

export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];

/** A format by any of its names: `NDJSON` and `jsonl` are `ndjson`. */
export function formatNamed(word: string): FormatName | undefined {
  const name = word.trim().toLowerCase();
  return formatNames.find(
    (each) => each === (name === "jsonl" ? "ndjson" : name),
  );
}

const extensionsOf = (name: FormatName): readonly string[] =>
  formats[name].slice(1);

/** The format that a file's extension asks for; undefined without an extension. */
export function formatOfFile(
  path: string,
  option = "--output",
): FormatName | undefined {
  const extension = extname(path).toLowerCase();
  if (extension === "") return undefined;
  const format = formatNames.find((name) =>
    extensionsOf(name).includes(extension),
  );
  if (format !== undefined) return format;
  throw new UsageError(
    `${option} ${path}: there is no format for ${extension} files`,
    {
      hint: `give one with --format, or use ${formatNames.flatMap(extensionsOf).join(", ")}`,
    },
  );
}

const when = ["auto", "always", "never"] as const;

export const options = {
  "base-url": {
    argument: "<url>",
    summary: "the service to look carriers up in",
    parse: baseUrl,
  },
  "api-key": {
    argument: "<key>",
    summary: "API key (as a flag, others can see it)",
    parse: apiKey,
    secret: true,
  },
  "api-key-file": {
    argument: "<path>",
    summary: "read the API key from a file",
    parse: text,
    isPath: true,
  },
  config: {
    argument: "<path>",
    summary: "the configuration file",
    parse: text,
  },
  sample: { summary: "ask the embedded sample service", parse: onOff },
  format: {
    argument: "<format>",
    summary: "see usdot help formats",
    parse: oneOf(formatNames, formatNamed),
    fallback: "table",
    choices: formatNames,
  },
  output: {
    argument: "<path>",
    short: "o",
    summary: "write to a file; its extension decides the format",
    parse: text,
  },
  fields: {
    argument: "<paths>",
    summary: "show only these: legal_name,dot_number",
    parse: paths,
  },
  policy: {
    argument: "<path>",
    summary: "your vetting rules (usdot vet --print-policy)",
    parse: text,
    isPath: true,
  },
  by: {
    argument: "<text>",
    summary: "who vets, as reports and evidence name them",
    parse: text,
  },
  timeout: {
    argument: "<seconds>",
    summary: "seconds per attempt",
    parse: seconds(0.001, 3_600),
    fallback: 60,
  },
  retries: {
    argument: "<count>",
    summary: "attempts after the first",
    parse: wholeNumber(0, 10),
    fallback: 3,
  },
  "max-wait": {
    argument: "<seconds>",
    summary: "longest wait for a rate limit (60; for a list 300)",
    parse: seconds(0, 86_400),
  },
  concurrency: {
    argument: "<count>",
    summary: "requests at once, for a list",
    parse: wholeNumber(1, 64),
    fallback: 4,
  },
  "batch-size": {
    argument: "<count>",
    summary: "numbers per bulk request",
    parse: wholeNumber(1, 1e4),
    fallback: 50,
  },
  quiet: { short: "q", summary: "print only errors on stderr", parse: onOff },
  verbose: {
    short: "v",
    summary: "print every request on stderr, never the key",
    parse: onOff,
  },
  color: {
    argument: "<when>",
    summary: "auto, always or never",
    parse: oneOf(when),
    fallback: "auto",
    choices: when,
  },
} as const satisfies Record<string, OptionDeclaration>;

export type OptionName = keyof typeof options;

export const optionNames = Object.keys(options) as OptionName[];

export const specialOptions: readonly OptionName[] = [
  "format",
  "output",
  "fields",
  "policy",
  "by",
  "batch-size",
];

export type SettingValues = {
  [Name in OptionName]:
    | ReturnType<(typeof options)[Name]["parse"]>
    | ((typeof options)[Name] extends { fallback: unknown }
        ? never
        : undefined);
};

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

/** The variables that are honored besides the settings. */
export const otherVariables: readonly (readonly [
  name: string,
  meaning: string,
])[] = [
  [
    "HTTPS_PROXY, HTTP_PROXY, NO_PROXY",
    "the proxy to the service, also ALL_PROXY, and which hosts need none",
  ],
  [
    "NODE_EXTRA_CA_CERTS",
    "a PEM file with certificate authorities to trust besides the well-known ones",
  ],
  [
    "NO_COLOR, FORCE_COLOR, TERM",
    "whether to use color, where --color is auto",
  ],
  ["XDG_CONFIG_HOME", "where the configuration file is; on Windows APPDATA"],
  [
    "GITHUB_ACTIONS",
    "if true, nothing in the output can start a workflow command",
  ],
];
