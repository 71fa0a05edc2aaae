/** Resolves the settings: flag, environment, configuration file, default; each is checked once, and kept with its origin. */
import { dirname, resolve } from "node:path";
import { SettingError } from "../errors.ts";
import { shellWord } from "../text/shell-word.ts";
import type { ConfigValues } from "./config-file.ts";
import { declarationOf, environmentName, formatOfFile, type OptionName, optionNames, options } from "./options.ts";
import { checkSetting, type SettingSource, type SettingValues } from "./setting-values.ts";

/** Where a value was found. `name` is what the user would change: `--timeout`, `USDOT_TIMEOUT`, a file's path. */
export interface Origin {
  from: "flag" | "environment" | "file" | "default";
  name: string;
}

/** Every setting's value and where it came from; a setting without a value has no origin. */
export interface Settings {
  values: SettingValues;
  origins: Partial<Record<OptionName, Origin>>;
}

/** Where settings are looked for. */
export interface Sources {
  flags: Partial<Record<OptionName, unknown>>;
  env: NodeJS.ProcessEnv;
  file: { path: string; values: ConfigValues };
}

/**
 * Resolves every setting: the first of flag, environment, file and default that has it. An empty environment variable counts as unset.
 * @throws {SettingError} for an invalid value, and for an unknown setting in the file
 */
export function resolveSettings(sources: Sources): Settings {
  checkKeys(sources);
  const values: Record<string, unknown> = {};
  const origins: Settings["origins"] = {};
  for (const name of optionNames) {
    const found = find(name, sources);
    if (found === undefined) continue;
    const { value, origin } = found;
    values[name] = origin.from === "default" ? value : checkSetting(name, value, sourceOf(name, origin, sources));
    origins[name] = origin;
  }
  const settings = { values: values as SettingValues, origins };
  formatByExtension(settings);
  for (const [one, other] of exclusivePairs) settle(one, other, settings);
  return settings;
}

/**
 * `-o fleet.csv` means CSV. The extension counts like a format that is set where the output is: `--output` beats a format in the
 * environment or the file, and `--format` beats them all.
 */
function formatByExtension({ values, origins }: Settings): void {
  const [named, output] = [origins.format, origins.output];
  if (named === undefined || output === undefined || strength[named.from] >= strength[output.from]) return;
  const format = formatOfFile(values.output as string);
  if (format === undefined) return;
  values.format = format;
  origins.format = output;
}

function find(name: OptionName, { flags, env, file }: Sources): { value: unknown; origin: Origin } | undefined {
  if (flags[name] !== undefined) return { value: flags[name], origin: { from: "flag", name: `--${name}` } };
  const variable = environmentName(name);
  if (env[variable]) return { value: env[variable], origin: { from: "environment", name: variable } };
  if (Object.hasOwn(file.values, name)) {
    return { value: besideFile(name, file), origin: { from: "file", name: file.path } };
  }
  const { fallback } = declarationOf(name);
  return fallback === undefined ? undefined : { value: fallback, origin: { from: "default", name: "default" } };
}

/** Settings that name a file to read. */
export function isPath(name: OptionName): boolean {
  return name === "api-key-file" || name === "policy";
}

/** A relative path in the configuration file is relative to that file, wherever the command runs. */
function besideFile(name: OptionName, { path, values }: Sources["file"]): unknown {
  const value = values[name];
  return isPath(name) && typeof value === "string" && value !== "" ? resolve(dirname(path), value) : value;
}

/** A config command for a hint, ready to paste; `config` is the value of `--config`, without which it would change another file. */
export function configCommand(words: readonly string[], config: unknown): string {
  // A word that looks like an option must follow `--`.
  const guard = words.some((word) => word.startsWith("-")) ? ["--"] : [];
  const named = config === undefined ? [] : ["--config", String(config)];
  return ["usdot", "config", words[0] as string, ...named, ...guard, ...words.slice(1)].map(shellWord).join(" ");
}

function sourceOf(name: OptionName, origin: Origin, { flags }: Sources): SettingSource {
  if (origin.from === "file") {
    return { words: origin.name, remedy: `change it with: ${configCommand(["set", name, "VALUE"], flags.config)}` };
  }
  if (origin.from === "flag") return { words: `the flag ${origin.name}`, remedy: "see: usdot help options" };
  return { words: `the environment variable ${origin.name}`, remedy: `change or unset ${origin.name}` };
}

function checkKeys({ flags, file: { path, values } }: Sources): void {
  for (const key of Object.keys(values)) {
    if (!Object.hasOwn(options, key) || declarationOf(key as OptionName).notInFile) {
      throw new SettingError(`unknown setting ${JSON.stringify(key)} in ${path}`, {
        hint: `remove it with: ${configCommand(["unset", key], flags.config)}; see usdot help options`,
      });
    }
  }
}

/** Settings that exclude each other. */
const exclusivePairs: readonly (readonly [OptionName, OptionName])[] = [
  ["api-key", "api-key-file"],
  ["quiet", "verbose"],
  ["sample", "base-url"],
];

/** The setting that cannot be kept in the configuration file together with this one. (`base-url` can, beside `sample`: it is the service to go back to.) */
export function exclusiveOf(name: OptionName): OptionName | undefined {
  return exclusivePairs.find((pair) => pair.includes(name) && !pair.includes("sample"))?.find((each) => each !== name);
}

const strength = { flag: 3, environment: 2, file: 1, default: 0 };

/** Of two settings that exclude each other, the one set at the stronger level counts; set at the same level, they are an error. */
function settle(one: OptionName, other: OptionName, { values, origins }: Settings): void {
  const [first, second] = [origins[one], origins[other]];
  if (!first || !second || !values[one] || !values[other]) return;
  if (first.from !== second.from) {
    const loser = strength[first.from] > strength[second.from] ? other : one;
    delete values[loser];
    delete origins[loser];
  } else if (one !== "sample" || first.from === "flag") {
    const level = { flag: "as flags", environment: "in the environment", file: `in ${first.name}`, default: "" };
    throw new SettingError(`${one} and ${other} are both set ${level[first.from]}`, { hint: "set only one of them" });
  }
}
