/**
 * Resolves the settings: each from the nearest layer that has it, all checked
 * in one pass.
 */
import { dirname, resolve } from "node:path";
import { safeParse } from "zod/mini";
import { refuse } from "../errors.ts";
import { nearest } from "../text/hint.ts";
import { isObject } from "../text/json.ts";
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
import { type SettingValues, settingTypes } from "./setting-values.ts";

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
  /** Variables that are named like settings and are none. */
  ignored: readonly string[];
  /**
   * The base URL in the configuration file, perhaps not the one in effect: a
   * key in that file is for it.
   */
  fileBaseUrl: unknown;
}

type Origins = Partial<Record<OptionName, Origin>>;

/** What the settings lie in, the nearest first; then come the defaults. */
export interface Layers {
  flags: Flags;
  env: NodeJS.ProcessEnv;
  file: { path: string; values: ConfigValues };
}

/**
 * Resolves every setting: the first of flag, environment, file and default that
 * has it. Every mistake is named at once.
 */
export function resolveSettings(layers: Layers): Settings {
  const values: Record<string, unknown> = {};
  const origins: Origins = {};
  const { ignored, misspelled } = unknownVariables(layers.env);
  const mistakes = [...unknownKeys(layers.file), ...misspelled];
  for (const name of optionNames) {
    const layer = valuesOf(name, layers).find(
      ([, , value]) => value !== undefined,
    );
    if (layer === undefined) continue;
    const [from, where, typed] = layer;
    origins[name] = { from, name: where };
    values[name] = typed;
    if (from === "default") continue;
    const { value, mistake } = checked(name, asTyped(typed), where);
    if (mistake) mistakes.push(mistake);
    const isRelative = from === "file" && declarationOf(name).isPath;
    values[name] = isRelative ? resolve(dirname(where), String(value)) : value;
  }
  if (mistakes.length > 0) refuse(mistakes, optionsHint);
  const fileBaseUrl = layers.file.values["base-url"];
  const settings = {
    values: values as SettingValues,
    origins,
    ignored,
    fileBaseUrl,
  };
  dropWeaker(settings);
  takeFormatOfOutput(settings);
  return settings;
}

const optionsHint = "see: usdot help options";

/** A job that lost the name of its policy must not be judged by another one. */
const neverEmpty: readonly OptionName[] = ["policy", "evidence"];

/** A setting in each layer, the nearest first. Other empty variables are unset. */
function valuesOf(
  name: OptionName,
  { flags, env, file }: Layers,
): [from: Origin["from"], where: string, value: unknown][] {
  const variable = environmentName(name);
  const text = env[variable];
  const isUnset = !text?.trim() && !neverEmpty.includes(name);
  return [
    ["flag", `--${name}`, flags[name]],
    ["environment", variable, isUnset ? undefined : text],
    ["file", file.path, file.values[name]],
    ["default", "default", declarationOf(name).fallback],
  ];
}

/** A number, a switch or a list of the configuration file as it would be typed. */
function asTyped(value: unknown): unknown {
  return isObject(value) || value === null ? value : String(value);
}

function unknownKeys({ path, values }: Layers["file"]): string[] {
  const settingNames: readonly string[] = savedNames;
  return Object.keys(values)
    .filter((key) => !settingNames.includes(key))
    .map((key) => `unknown setting ${JSON.stringify(key)} in ${path}`);
}

/** Variables that are not settings: misspelled, or perhaps for another program. */
function unknownVariables(env: Layers["env"]) {
  const ignored: string[] = [];
  const misspelled: string[] = [];
  for (const variable of Object.keys(env)) {
    const [, name] = /^USDOT_(.+)/.exec(variable) ?? [];
    const meant = name && nearest(name, optionNames);
    const right = meant && environmentName(meant);
    if (name && !right) ignored.push(variable);
    if (right && right !== variable)
      misspelled.push(`unknown variable ${variable} (did you mean ${right}?)`);
  }
  return { ignored, misspelled };
}

/**
 * A value, normalized, or what is wrong with it, without what may be a secret:
 * `timeout "0" (from USDOT_TIMEOUT) is not a number of seconds`.
 */
function checked(
  name: OptionName,
  typed: unknown,
  where?: string,
): { value?: unknown; mistake?: string } {
  const { data, error } = safeParse(settingTypes[name](), typed);
  if (error === undefined) return { value: data };
  // A URL may have a password or a query, and an object may be anything.
  const isHidden =
    declarationOf(name).isSecret ||
    typeof typed === "object" ||
    /[@?#]/.test(String(typed));
  const words = [
    name,
    !isHidden && JSON.stringify(typed),
    where && `(from ${where})`,
    error.issues[0]?.message,
  ];
  return { mistake: words.filter(Boolean).join(" ") };
}

/** One value, checked and normalized; the error names the file that has it. */
export function parseSetting(
  name: OptionName,
  typed: unknown,
  path?: string,
): unknown {
  const { value, mistake } = checked(name, typed, path);
  if (mistake) refuse(mistake, optionsHint);
  return value;
}

function dropWeaker({ values, origins }: Settings): void {
  for (const [first, second] of exclusivePairs) {
    if (!values[first] || !values[second]) continue;
    const weaker = isNearer(origins[second], origins[first]) ? first : second;
    delete values[weaker];
    delete origins[weaker];
  }
}

function takeFormatOfOutput({ values, origins }: Settings): void {
  const { output } = origins;
  const isNearest = isNearer(output, origins.format);
  const format = isNearest && formatOfFile(values.output ?? "");
  if (!format) return;
  values.format = format;
  Object.assign(origins, { format: output });
}

function isNearer(
  first: Origin | undefined,
  second: Origin | undefined,
): boolean {
  const places: readonly unknown[] = nearness;
  return places.indexOf(first?.from) > places.indexOf(second?.from);
}
