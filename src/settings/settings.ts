/**
 * Resolves the settings: each from the nearest place that has it, all checked
 * in one pass.
 */
import { dirname, resolve } from "node:path";
import { safeParse } from "zod/mini";
import { UsageError } from "../errors.ts";
import { isObject } from "../text/json.ts";
import { shellWord } from "../text/shell-word.ts";
import { nearest } from "../text/suggestion.ts";
import type { ConfigValues } from "./config-file.ts";
import {
  declarationOf,
  environmentName,
  exclusivePairs,
  type Flags,
  formatOfFile,
  type OptionName,
  optionNames,
  options,
} from "./options.ts";
import { type SettingValues, settingTypes } from "./values.ts";

/**
 * Where a value was found, as the user would change it: `--timeout`,
 * `USDOT_TIMEOUT`, a file's path.
 */
export interface Origin {
  from: (typeof nearness)[number];
  name: string;
}

const nearness = ["default", "file", "environment", "flag"] as const;

export interface Settings {
  values: SettingValues;
  origins: Origins;
  /**
   * The base URL in the configuration file, perhaps not the one in effect: a
   * key in that file is for it.
   */
  fileBaseUrl: unknown;
}

type Origins = Partial<Record<OptionName, Origin>>;

export interface Sources {
  flags: Flags;
  env: NodeJS.ProcessEnv;
  file: { path: string; values: ConfigValues };
}

/**
 * Resolves every setting: the first of flag, environment, file and default that
 * has it. Every mistake is named at once.
 */
export function resolveSettings(sources: Sources): Settings {
  const values: Record<string, unknown> = {};
  const origins: Origins = {};
  const mistakes = unknownKeys(sources);
  for (const name of optionNames) {
    const nearestPlace = placesOf(name, sources).find(
      ({ value }) => value !== undefined,
    );
    if (nearestPlace === undefined) continue;
    const { value, origin } = nearestPlace;
    origins[name] = origin;
    values[name] = value;
    if (origin.from === "default") continue;
    const given = asTyped(value);
    const { data, error } = safeParse(settingTypes[name](), given);
    values[name] = data;
    const remedy = `; change it with: ${configCommand(["set", name, "VALUE"], sources.flags.config)}`;
    for (const { message } of error?.issues ?? [])
      mistakes.push(
        mistakeText(name, given, message, origin.name) +
          (origin.from === "file" ? remedy : ""),
      );
  }
  if (mistakes.length > 0) throw new UsageError(mistakes.join("\n"), { hint });
  const fileBaseUrl = sources.file.values["base-url"];
  const settings = { values: values as SettingValues, origins, fileBaseUrl };
  dropWeaker(settings);
  takeFormatOfOutput(settings);
  return settings;
}

const hint = "see: usdot help options";

/** Where a setting may stand, the nearest first. An empty variable is unset. */
function placesOf(name: OptionName, { flags, env, file }: Sources) {
  const { fallback, isPath } = declarationOf(name);
  const variable = environmentName(name);
  const kept = Object.hasOwn(file.values, name) ? file.values[name] : undefined;
  const isRelative = isPath && typeof kept === "string" && kept !== "";
  const place = (value: unknown, from: Origin["from"], where: string) => {
    return { value, origin: { from, name: where } };
  };
  return [
    place(flags[name], "flag", `--${name}`),
    place(
      env[variable]?.trim() ? env[variable] : undefined,
      "environment",
      variable,
    ),
    place(
      isRelative ? resolve(dirname(file.path), kept) : kept,
      "file",
      file.path,
    ),
    place(fallback, "default", "default"),
  ];
}

/** A number, a switch or a list of the configuration file as it would be typed. */
function asTyped(value: unknown): unknown {
  return isObject(value) || value === null ? value : String(value);
}

function unknownKeys({ flags, file: { path, values } }: Sources): string[] {
  const unknown = Object.keys(values).filter(
    (name) => !Object.hasOwn(options, name) || name === "config",
  );
  return unknown.map((name) => {
    const meant = nearest(name, optionNames);
    const suggestion =
      meant && meant !== name ? ` (did you mean ${meant}?)` : "";
    const remedy = configCommand(["unset", name], flags.config);
    return `unknown setting ${JSON.stringify(name)} in ${path}${suggestion}; remove it with: ${remedy}`;
  });
}

/**
 * `timeout "0" (from USDOT_TIMEOUT) is not a number of seconds from 0.001 to
 * 3600`, without what may be a secret.
 */
function mistakeText(
  name: OptionName,
  value: unknown,
  message: string,
  place: string | undefined,
): string {
  // A URL may have a password or a query, and an object may be anything.
  const isHidden =
    declarationOf(name).isSecret ||
    typeof value === "object" ||
    /[@?#]/.test(String(value));
  const words = [
    name,
    isHidden ? "" : JSON.stringify(value),
    place && `(from ${place})`,
    message,
  ];
  return words.filter(Boolean).join(" ");
}

/**
 * One value, checked and normalized; the error names the file that it was read
 * from, and ends with the `remedy`.
 */
export function parseSetting<Name extends OptionName>(
  name: Name,
  value: unknown,
  remedy = hint,
  path?: string,
): NonNullable<SettingValues[Name]> {
  const { data, error } = safeParse(settingTypes[name](), value);
  const message = error?.issues[0]?.message;
  if (message !== undefined)
    throw new UsageError(mistakeText(name, value, message, path), {
      hint: remedy,
    });
  return data as NonNullable<SettingValues[Name]>;
}

function dropWeaker({ values, origins }: Settings): void {
  for (const [one, other] of exclusivePairs) {
    if (!values[one] || !values[other]) continue;
    const weaker = isNearer(origins[other], origins[one]) ? one : other;
    delete values[weaker];
    delete origins[weaker];
  }
}

function takeFormatOfOutput({ values, origins }: Settings): void {
  const { output } = origins;
  if (values.output === undefined || !isNearer(output, origins.format)) return;
  values.format = formatOfFile(values.output) ?? values.format;
  origins.format = output;
}

function isNearer(
  one: Origin | undefined,
  other: Origin | undefined,
): one is Origin {
  const rank = (origin?: Origin) =>
    origin === undefined ? -1 : nearness.indexOf(origin.from);
  return rank(one) > rank(other);
}

/** A config command for a hint, ready to paste; `config` is the value of `--config`. */
export function configCommand(
  words: readonly string[],
  config: unknown,
): string {
  const named = config === undefined ? [] : ["--config", String(config)];
  return ["usdot", "config", ...words, ...named].map(shellWord).join(" ");
}
