import { dirname, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { shellWord } from "../text/shell-word.ts";
import type { ConfigValues } from "./config-file.ts";
import type { SettingValues } from "./options.ts";
import {
  declarationOf,
  environmentName,
  formatOfFile,
  type OptionName,
  optionNames,
  options,
} from "./options.ts";
import { Mistake } from "./values.ts";

/** Where a value was found, as the user would change it: `--timeout`, `USDOT_TIMEOUT`, a file's path. */
export interface Origin {
  from: "flag" | "environment" | "file" | "default";
  name: string;
}

export interface Settings {
  values: SettingValues;
  origins: Partial<Record<OptionName, Origin>>;
  /** The base URL in the configuration file, perhaps not the one in effect: a key in that file is for it. */
  fileBaseUrl: unknown;
}

export type Flags = Partial<Record<OptionName, unknown>>;

export interface Sources {
  flags: Flags;
  env: NodeJS.ProcessEnv;
  file: { path: string; values: ConfigValues };
}

const strength = { flag: 3, environment: 2, file: 1, default: 0 };

/** Settings that exclude each other: the one that is set nearer counts. As flags they are refused together. */
export const exclusivePairs: readonly (readonly [OptionName, OptionName])[] = [
  ["api-key", "api-key-file"],
  ["quiet", "verbose"],
  ["sample", "base-url"],
];

/** Resolves every setting: the first of flag, environment, file and default that has it. An empty variable is unset. */
export function resolveSettings(sources: Sources): Settings {
  refuseUnknownKeys(sources);
  const values: Record<string, unknown> = {};
  const origins: Settings["origins"] = {};
  for (const name of optionNames) {
    const [value, origin] = find(name, sources) ?? [];
    if (origin === undefined) continue;
    const change = `change it with: ${configCommand(["set", name, "VALUE"], sources.flags.config)}`;
    values[name] = parseSetting(
      name,
      value,
      origin.from === "file" ? change : "see: usdot help options",
      origin.name,
    );
    origins[name] = origin;
  }
  const settings = {
    values: values as SettingValues,
    origins,
    fileBaseUrl: sources.file.values["base-url"],
  };
  takeFormatOfOutput(settings);
  for (const [one, other] of exclusivePairs) settle(one, other, settings);
  return settings;
}

function find(
  name: OptionName,
  { flags, env, file }: Sources,
): [value: unknown, origin: Origin] | undefined {
  const variable = environmentName(name);
  const { fallback, isPath } = declarationOf(name);
  if (flags[name] !== undefined)
    return [flags[name], { from: "flag", name: `--${name}` }];
  if (env[variable]?.trim())
    return [env[variable], { from: "environment", name: variable }];
  if (Object.hasOwn(file.values, name)) {
    const kept = file.values[name];
    const value =
      isPath && kept && typeof kept === "string"
        ? resolve(dirname(file.path), kept)
        : kept;
    return [value, { from: "file", name: file.path }];
  }
  return fallback === undefined
    ? undefined
    : [fallback, { from: "default", name: "default" }];
}

function refuseUnknownKeys({ flags, file: { path, values } }: Sources): void {
  for (const key of Object.keys(values)) {
    if (Object.hasOwn(options, key) && key !== "config") continue;
    throw new UsageError(`unknown setting ${JSON.stringify(key)} in ${path}`, {
      hint: `remove it with: ${configCommand(["unset", key], flags.config)}; see usdot help options`,
    });
  }
}

/** One value, checked and normalized; the error names its `source` and ends with the `remedy`. */
export function parseSetting<Name extends OptionName>(
  name: Name,
  value: unknown,
  remedy: string,
  source?: string,
): NonNullable<SettingValues[Name]> {
  const { parse, secret } = declarationOf(name);
  try {
    return parse(value) as NonNullable<SettingValues[Name]>;
  } catch (cause) {
    if (!(cause instanceof Mistake)) throw cause;
    // It may contain a secret: a key, a URL with a password or a query, an arbitrary object.
    const isHidden =
      secret || typeof value === "object" || /[@?#]/.test(String(value));
    const what = [
      name,
      isHidden ? "" : JSON.stringify(value),
      source && `(from ${source})`,
      cause.message,
    ];
    throw new UsageError(what.filter(Boolean).join(" "), { hint: remedy });
  }
}

function takeFormatOfOutput({ values, origins }: Settings): void {
  const [named, output] = [origins.format, origins.output];
  if (
    named === undefined ||
    output === undefined ||
    values.output === undefined
  )
    return;
  if (strength[named.from] >= strength[output.from]) return;
  values.format = formatOfFile(values.output) ?? values.format;
  origins.format = output;
}

function settle(
  one: OptionName,
  other: OptionName,
  { values, origins }: Settings,
): void {
  const [first, second] = [origins[one], origins[other]];
  if (!first || !second || !values[one] || !values[other]) return;
  const loser = strength[first.from] >= strength[second.from] ? other : one;
  delete (values as Partial<SettingValues>)[loser];
  delete origins[loser];
}

/** A config command for a hint, ready to paste; `config` is the value of `--config`. */
export function configCommand(
  words: readonly string[],
  config: unknown,
): string {
  const named = config === undefined ? [] : ["--config", String(config)];
  return ["usdot", "config", ...words, ...named].map(shellWord).join(" ");
}
