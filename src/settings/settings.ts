/** Resolves the settings: flag, environment, configuration file, default; each is checked once, and kept with its origin. */
import { dirname, resolve } from "node:path";
// The small build: the large one takes longer to load than the rest of the program.
import * as z from "zod/mini";
import { SettingError } from "../errors.ts";
import { shellWord } from "../text/shell-word.ts";
import type { ConfigValues } from "./config-file.ts";
import {
  canonicalFormat,
  declarationOf,
  environmentName,
  formatOfFile,
  type OptionName,
  optionNames,
  options,
} from "./options.ts";

/** Where a value was found. `name` is what the user would change: `--timeout`, `USDOT_TIMEOUT`, a file's path. */
export interface Origin {
  from: "flag" | "environment" | "file" | "default";
  name: string;
}

const decimalText = /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/;

/** A decimal number, possibly as text. Not `z.coerce`, which makes 0 of an empty text and of null, and 1 of true. */
const decimal = (what: string, ...checks: z.core.$ZodCheck<number>[]) =>
  z.pipe(
    z.transform((value) => (typeof value === "string" && decimalText.test(value) ? Number(value) : value)),
    z.number(what).check(...checks),
  );
const seconds = (least: number, tooLittle: string) =>
  decimal("is not a number of seconds", z.minimum(least, tooLittle), z.maximum(86_400, "is more than a day"));
const count = (least: number, most: number) =>
  decimal(
    "is not a number",
    z.multipleOf(1, "is not a whole number"),
    z.minimum(least, `is below ${least}`),
    z.maximum(most, `is above ${most}`),
  );
const text = () => z.string("is not text").check(z.minLength(1, "is empty"));
const onOff = () => z.union([z.boolean(), z.stringbool()], "is neither true nor false");
const oneOf = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, `is not one of ${names.join(", ")}`);

/** Each is built when a value of its setting is checked: most runs give one or two. */
const schemas = {
  "base-url": () =>
    z.pipe(
      text().check((context) => {
        const message = faultOfBaseUrl(context.value);
        if (message) context.issues.push({ code: "custom", input: context.value, message });
      }),
      z.transform(normalizedBaseUrl),
    ),
  "api-key": () =>
    text().check(z.regex(/^[\x21-\x7e]+$/, "contains a space, a line break, a control or a non-ASCII character")),
  "api-key-file": text,
  config: text,
  sample: onOff,
  format: () =>
    z.pipe(
      z.transform((value) => (typeof value === "string" ? canonicalFormat(value) : value)),
      oneOf(options.format.choices),
    ),
  policy: text,
  fields: () =>
    z
      .pipe(
        z.union(
          [
            z.pipe(
              text(),
              z.transform((list) => list.split(",")),
            ),
            z.array(text()),
          ],
          "is not a list of fields",
        ),
        z.transform((paths) => paths.map((path) => path.trim()).filter(Boolean)),
      )
      .check(z.refine((paths) => paths.length > 0, "names no field")),
  output: text,
  "csv-raw": onOff,
  timeout: () => seconds(0.001, "must be above 0"),
  retries: () => count(0, 10),
  "max-wait": () => seconds(0, "is below 0"),
  "batch-size": () => count(1, 10_000),
  concurrency: () => count(1, 64),
  quiet: onOff,
  verbose: onOff,
  color: () => oneOf(options.color.choices),
} satisfies Record<OptionName, () => z.ZodMiniType>;

type Schemas = { [K in OptionName]: ReturnType<(typeof schemas)[K]> };
type Fallbacks = { [K in OptionName]: (typeof options)[K] extends { fallback: infer V } ? V : never };
/** Settings with a default always have a value; others may be undefined. */
export type SettingValues = {
  [K in OptionName]: [Fallbacks[K]] extends [never] ? z.output<Schemas[K]> | undefined : z.output<Schemas[K]>;
};

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
 * Resolves every setting: the first of flag, environment, file and default that has it. An empty environment variable
 * counts as unset, since `FOO= command` is how a shell clears a value.
 *
 * @throws {SettingError} for an invalid value, and for an unknown setting in the file; the message names the setting, its
 * origin and the remedy
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

/** Where a value was set, for the words of an error. */
export interface SettingSource {
  /** `the flag --timeout`; without it the message names no source. */
  words?: string;
  /** What to do about a bad value there. */
  remedy: string;
}

/**
 * One value, checked and normalized.
 *
 * @throws {SettingError} that says what is wrong with it, where it was set, and what to do
 */
export function checkSetting(name: OptionName, value: unknown, { words, remedy }: SettingSource): unknown {
  const result = schemas[name]().safeParse(value);
  if (result.success) return result.data;
  const source = words === undefined ? "" : ` (from ${words})`;
  const { choices } = declarationOf(name);
  throw new SettingError(`${name}${quoted(name, value)}${source} ${result.error.issues[0]?.message}`, {
    hint: remedy,
    mistyped: choices && { word: String(value), names: choices },
  });
}

/** The value, unless it may contain a secret: a key, a URL with a password or a query, an arbitrary object. */
function quoted(name: OptionName, value: unknown): string {
  const hidden = declarationOf(name).secret || typeof value === "object" || /[@?#]/.test(String(value));
  return hidden ? "" : ` ${JSON.stringify(value)}`;
}

/**
 * A config command for a hint, ready to paste.
 *
 * @param config the value of `--config`, without which the command would change another file
 */
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

/** Why a text cannot be a base URL; undefined if it can. */
function faultOfBaseUrl(given: string): string | undefined {
  if (!URL.canParse(given)) return "is not a URL such as https://carriers.example.com";
  const url = new URL(given);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "is neither an https nor an http URL";
  if (url.username || url.password) return "contains a user name or password; set the key with api-key";
  if (url.search || url.hash) return "contains a query or a fragment, which a base URL cannot have";
  return undefined;
}

/**
 * A base URL without any trailing slashes and `/v1`s (every path of the interface begins with `/v1`); the path before them is
 * kept. Normalizing twice changes nothing.
 */
function normalizedBaseUrl(given: string): string {
  const { origin, pathname } = new URL(given);
  return `${origin}${pathname.replace(/(?:\/(?:v1)?)+$/, "")}`;
}
