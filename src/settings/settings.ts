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
  savedNames,
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
    const place = nearestPlace(name, sources);
    if (place === undefined) continue;
    const [origin, typed] = place;
    origins[name] = origin;
    values[name] = typed;
    if (origin.from === "default") continue;
    const { value, mistake } = checked(name, asTyped(typed), origin.name);
    values[name] = value;
    if (origin.from === "file" && mistake)
      mistakes.push(
        `${mistake}; change it with: ${configCommand(["set", name, "VALUE"], sources.flags.config)}`,
      );
    else if (mistake) mistakes.push(mistake);
    else if (origin.from === "file" && declarationOf(name).isPath)
      values[name] = resolve(dirname(origin.name), String(value));
  }
  if (mistakes.length > 0) throw new UsageError(mistakes, { hint });
  const fileBaseUrl = sources.file.values["base-url"];
  const settings = { values: values as SettingValues, origins, fileBaseUrl };
  dropWeaker(settings);
  takeFormatOfOutput(settings);
  return settings;
}

const hint = "see: usdot help options";

/**
 * The nearest place that has the setting, and its value there. An empty
 * variable is unset.
 */
function nearestPlace(
  name: OptionName,
  { flags, env, file }: Sources,
): [Origin, unknown] | undefined {
  const variable = environmentName(name);
  const places: [Origin["from"], string, unknown][] = [
    ["flag", `--${name}`, flags[name]],
    [
      "environment",
      variable,
      env[variable]?.trim() ? env[variable] : undefined,
    ],
    ["file", file.path, file.values[name]],
    ["default", "default", declarationOf(name).fallback],
  ];
  const place = places.find(([, , value]) => value !== undefined);
  return place && [{ from: place[0], name: place[1] }, place[2]];
}

/** A number, a switch or a list of the configuration file as it would be typed. */
function asTyped(value: unknown): unknown {
  return isObject(value) || value === null ? value : String(value);
}

function unknownKeys({ flags, file: { path, values } }: Sources): string[] {
  const unknown = Object.keys(values).filter(
    (key) => !savedNames.some((name) => name === key),
  );
  return unknown.map((key) => {
    const meant = nearest(key, savedNames);
    const suggestion = meant ? ` (did you mean ${meant}?)` : "";
    const remedy = configCommand(["unset", key], flags.config);
    return `unknown setting ${JSON.stringify(key)} in ${path}${suggestion}; remove it with: ${remedy}`;
  });
}

/** A value, normalized, or what is wrong with it; `place` is where it was found. */
function checked(name: OptionName, typed: unknown, place?: string) {
  const { data, error } = safeParse(settingTypes[name](), typed);
  const message = error?.issues[0]?.message;
  return {
    value: data,
    mistake: message && mistakeText(name, typed, message, place),
  };
}

/**
 * `timeout "0" (from USDOT_TIMEOUT) is not a number of seconds from 0.001 to
 * 3600`, without what may be a secret.
 */
function mistakeText(
  name: OptionName,
  value: unknown,
  message: string,
  place?: string,
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
  typed: unknown,
  remedy = hint,
  path?: string,
): NonNullable<SettingValues[Name]> {
  const { value, mistake } = checked(name, typed, path);
  if (mistake) throw new UsageError(mistake, { hint: remedy });
  return value as NonNullable<SettingValues[Name]>;
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
  if (values.output === undefined || output === undefined) return;
  if (!isNearer(output, origins.format)) return;
  values.format = formatOfFile(values.output) ?? values.format;
  origins.format = output;
}

function isNearer(one: Origin | undefined, other: Origin | undefined): boolean {
  const rank = (origin: Origin | undefined) =>
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
