/**
 * The settings, declared once: `--base-url`, `USDOT_BASE_URL` and the key
 * `base-url` of the file are one. What a value may be: setting-values.ts.
 */
import { formatNames } from "./formats.ts";

interface SettingDeclaration {
  argument?: string;
  short?: string;
  description: string;
  fallback?: string | number;
  choices?: readonly string[];
  /**
   * In the configuration file, a relative path is relative to that file. Not so
   * for `output`: that is relative to where usdot runs.
   */
  isPath?: true;
  isSecret?: true;
}

/** What is said wherever `sample` is set. */
export const sampleText = "sample data: the carriers are invented";

/** Longest wait for a rate limit in seconds: a person waits for one carrier. */
export const usualMaxWait = { single: 60, list: 300 };

export const colorChoices = ["auto", "always", "never"] as const;

export const settingDeclarations = {
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
    description: "who is vetting, for reports and evidence",
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
} as const satisfies Record<string, SettingDeclaration>;

export type SettingName = keyof typeof settingDeclarations;

/** The settings that have a value if nobody sets them. */
export type DefaultedName = {
  [Name in SettingName]: (typeof settingDeclarations)[Name] extends {
    fallback: unknown;
  }
    ? Name
    : never;
}[SettingName];

export const settingNames = Object.keys(settingDeclarations) as SettingName[];

/** The settings that the configuration file may have. */
export const savedNames: readonly string[] = settingNames.filter(
  (name) => name !== "config",
);

/**
 * Settings that exclude each other: the one that is set nearer counts; in one
 * layer, the first of the pair. As flags they are refused together.
 */
export const exclusivePairs: readonly (readonly [SettingName, SettingName])[] =
  [
    ["api-key", "api-key-file"],
    ["quiet", "verbose"],
    ["sample", "base-url"],
  ];

/** The settings that were typed on the command line. */
export type Flags = Partial<Record<SettingName, unknown>>;

/** A setting, with all that a declaration may say. */
export function declarationOf(name: SettingName): SettingDeclaration {
  return settingDeclarations[name];
}

/** The flag of a setting, with what it takes: `-o, --output <path>`. */
export function flagOf(name: SettingName): string {
  const { argument, short } = declarationOf(name);
  return `${short ? `-${short}, ` : ""}--${name}${argument ? ` ${argument}` : ""}`;
}

/** `base-url` as an environment variable: `USDOT_BASE_URL`. */
export function environmentName(name: SettingName): string {
  return `USDOT_${name.toUpperCase().replaceAll("-", "_")}`;
}
