/**
 * Resolves the settings: each from the nearest layer that has it, all checked
 * in one pass.
 */
import { dirname, resolve } from "node:path";
import { safeParse } from "zod/mini";
import { refuse, UsageError } from "../errors.ts";
import { nearest } from "../text/hint.ts";
import { isObject, type JsonObject, quoted } from "../text/json.ts";
import {
  declarationOf,
  environmentName,
  exclusivePairs,
  type Flags,
  type SettingName,
  savedNames,
  settingNames,
} from "./declarations.ts";
import { formatOfFile } from "./formats.ts";
import { type SettingValues, settingTypes } from "./setting-values.ts";

/**
 * Where a value was found, as the user would change it: `--timeout`,
 * `USDOT_TIMEOUT`, a file's path.
 */
export interface Source {
  layer: keyof typeof nearness;
  name: string;
}

const nearness = { default: 0, file: 1, environment: 2, flag: 3 };

export interface Settings {
  values: SettingValues;
  sources: Partial<Record<SettingName, Source | undefined>>;
  /** Variables that are named like settings and are none. */
  ignored: readonly string[];
  /**
   * The base URL in the configuration file, perhaps not the one in effect: a
   * key in that file is for it.
   */
  fileBaseUrl: unknown;
}

/** What the settings lie in, the nearest first; then come the defaults. */
export interface Layers {
  flags: Flags;
  env: NodeJS.ProcessEnv;
  file: { path: string; values: JsonObject };
}

/** Resolves every setting. Every mistake is named at once. */
export function resolveSettings(layers: Layers): Settings {
  const { ignored, misspelled } = unknownVariables(layers.env);
  const mistakes = [...unknownKeys(layers.file), ...misspelled];
  const values: Record<string, unknown> = {};
  const sources: Settings["sources"] = {};
  for (const name of settingNames) {
    const [source, typed] =
      layersOf(name, layers).find(([, value]) => value !== undefined) ?? [];
    if (source === undefined) continue;
    sources[name] = source;
    try {
      values[name] = valueIn(source, name, typed);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      mistakes.push(error.message);
    }
  }
  if (mistakes.length > 0) refuse(mistakes, optionsHint);
  dropExcluded(values, sources);
  const { output, format } = sources;
  const ofOutput =
    isNearer(output, format) && formatOfFile(String(values["output"]));
  if (ofOutput) {
    values["format"] = ofOutput;
    sources.format = output;
  }
  return {
    values: values as SettingValues,
    sources,
    ignored,
    fileBaseUrl: layers.file.values["base-url"],
  };
}

/** The value of a setting, from what a layer has. */
function valueIn(
  { layer, name: where }: Source,
  name: SettingName,
  typed: unknown,
): unknown {
  // A number, a switch or a list of the file as it would be typed.
  const isText = !isObject(typed) && typed !== null;
  const value = parseSetting(name, isText ? String(typed) : typed, where);
  const isRelative = layer === "file" && declarationOf(name).isPath;
  return isRelative ? resolve(dirname(where), String(value)) : value;
}

/** Where settings exclude each other, the one that is set nearer counts. */
function dropExcluded(
  values: Record<string, unknown>,
  sources: Settings["sources"],
): void {
  for (const [first, second] of exclusivePairs) {
    if (!values[first] || !values[second]) continue;
    const weaker = isNearer(sources[second], sources[first]) ? first : second;
    delete values[weaker];
    delete sources[weaker];
  }
}

/** Whether the layer of a value is nearer than another's, or than none. */
function isNearer(source?: Source, other?: Source): boolean {
  const rankOf = (each?: Source) => (each ? nearness[each.layer] : -1);
  return rankOf(source) > rankOf(other);
}

const optionsHint = "see: usdot help options";

/** A job whose policy's name got lost must fail, not judge by another policy. */
const neverEmpty: readonly SettingName[] = ["policy", "evidence"];

/** A setting in each layer, nearest first. Other empty variables count as unset. */
function layersOf(
  name: SettingName,
  { flags, env, file }: Layers,
): [Source, typed: unknown][] {
  const variable = environmentName(name);
  const text = env[variable];
  const isUnset = !text?.trim() && !neverEmpty.includes(name);
  return [
    [{ layer: "flag", name: `--${name}` }, flags[name]],
    [{ layer: "environment", name: variable }, isUnset ? undefined : text],
    [{ layer: "file", name: file.path }, file.values[name]],
    [{ layer: "default", name: "default" }, declarationOf(name).fallback],
  ];
}

function unknownKeys({ path, values }: Layers["file"]): string[] {
  return Object.keys(values)
    .filter((key) => !savedNames.includes(key))
    .map((key) => `unknown setting ${quoted(key)} in ${path}`);
}

/**
 * Variables that are not settings: misspelled, or perhaps for another program.
 * Nobody is taken to have meant BY, which too many words resemble.
 */
function unknownVariables(env: Layers["env"]) {
  const variables = settingNames.map(environmentName);
  const guessed = settingNames.filter((name) => name.length > 2);
  const ignored: string[] = [];
  const misspelled: string[] = [];
  for (const variable of Object.keys(env)) {
    const [, name] = /^USDOT_(.+)/.exec(variable) ?? [];
    if (!name || variables.includes(variable)) continue;
    const meant = nearest(name, guessed);
    if (meant)
      misspelled.push(
        `unknown variable ${variable} (did you mean ${environmentName(meant)}?)`,
      );
    else ignored.push(variable);
  }
  return { ignored, misspelled };
}

/**
 * A value, checked and normalized. What is wrong is said without what may be a
 * secret: `timeout "0" (from USDOT_TIMEOUT) is not a number of seconds`.
 */
export function parseSetting(
  name: SettingName,
  typed: unknown,
  where?: string,
): unknown {
  const { data, error } = safeParse(settingTypes[name](), typed);
  if (error === undefined) return data;
  // A URL may have a password or a query, and an object may be anything.
  const isHidden =
    declarationOf(name).isSecret ||
    typeof typed === "object" ||
    /[@?#]/.test(String(typed));
  const words = [
    name,
    !isHidden && quoted(typed),
    where && `(from ${where})`,
    error.issues[0]?.message,
  ];
  refuse(words.filter(Boolean).join(" "), optionsHint);
}
