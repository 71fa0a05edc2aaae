/** What the config commands do. */
import { resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { StreamSink } from "../output/sink.ts";
import { configPathOf, type Flags, openContext } from "../runtime/context.ts";
import { type Host, reporterOf } from "../runtime/host.ts";
import { type ConfigValues, readConfigFile, writeConfigFile } from "../settings/config-file.ts";
import { declarationOf, type OptionName, optionNames, options } from "../settings/options.ts";
import { checkSetting, exclusiveOf, isPath, type Origin } from "../settings/settings.ts";
import { visible } from "../text/safe-text.ts";
import { readValue } from "./config-prompt.ts";

/** `usdot config path`: where the file is, whether or not it exists. */
export async function printPath(host: Host, flags: Flags): Promise<void> {
  await print(host, `${fullPath(host, flags)}\n`);
}

/** `usdot config get`: the value alone, for `$(usdot config get base-url)`; nothing for a setting without a value. */
export async function getSetting(host: Host, flags: Flags, name: string): Promise<void> {
  const setting = settingNamed(name);
  const { settings } = await openContext(host, flags);
  const value = setting === "config" ? fullPath(host, flags) : settings.values[setting];
  if (value !== undefined) await print(host, `${shown(setting, value)}\n`);
}

/**
 * `usdot config set`: saves a value in the file, checked and normalized. Without a value, it prompts on a terminal, without
 * echo for a secret, and otherwise reads standard input.
 */
export async function setSetting(host: Host, flags: Flags, name: string, given: string | undefined): Promise<void> {
  const setting = settingNamed(name);
  if (declarationOf(setting).notInFile) {
    throw new UsageError(`${name} cannot be saved in the file that it names`, { hint: "use its flag or USDOT_CONFIG" });
  }
  const text = given ?? (await readValue(host, setting));
  const value = checkSetting(setting, text, { remedy: "see: usdot help options" });
  // A path is relative to where it was typed, and used from anywhere.
  const kept = isPath(setting) ? resolve(host.cwd, text) : value;
  const { before, after } = await change(host, flags, (values) => {
    checkExclusive(setting, kept, values);
    return { ...values, [setting]: kept };
  });
  const warning = keyWarning(setting, before, after);
  if (warning) reporterOf(host, { quiet: flags.quiet === true }).warning(warning);
}

/** `usdot config unset`: removes a value; also of an unknown setting in the file, which would stop every other command. */
export async function unsetSetting(host: Host, flags: Flags, name: string): Promise<void> {
  await change(host, flags, (values) => {
    if (!Object.hasOwn(values, name)) settingNamed(name);
    return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
  });
}

/** `usdot config list`: a line for each setting: name, origin, value; the key as asterisks. */
export async function listSettings(host: Host, flags: Flags): Promise<void> {
  const { values, origins } = (await openContext(host, flags)).settings;
  const found: typeof origins = { config: { from: "default", name: "default" }, ...origins };
  const rows = optionNames.map((name) => {
    const origin = found[name];
    const value = name === "config" ? fullPath(host, flags) : values[name];
    return {
      name,
      origin: origin ? originWord(origin) : "not set",
      value: value === undefined ? "" : shown(name, value),
    };
  });
  const width = (column: "name" | "origin") => Math.max(...rows.map((row) => row[column].length));
  const [names, places] = [width("name"), width("origin")];
  // The value comes last: however long it is, it pushes nothing else out of sight.
  const lines = rows.map(({ name, origin, value }) => `${name.padEnd(names)}  ${origin.padEnd(places)}  ${value}`);
  await print(host, lines.map((line) => `${line.trimEnd()}\n`).join(""));
}

/** `--timeout`, `USDOT_TIMEOUT`, `file` (the one named in the line `config`), `default`. */
function originWord({ from, name }: Origin): string {
  return from === "file" ? "file" : name;
}

function shown(name: OptionName, value: unknown): string {
  if (declarationOf(name).secret) return "********";
  return visible(Array.isArray(value) ? value.join(",") : String(value));
}

function settingNamed(name: string): OptionName {
  if (Object.hasOwn(options, name)) return name as OptionName;
  throw new UsageError(`unknown setting ${JSON.stringify(name)}`, {
    hint: `the settings are ${optionNames.join(", ")}`,
  });
}

function fullPath(host: Host, flags: Flags): string {
  return resolve(host.cwd, configPathOf(host, flags));
}

/** With two settings that exclude each other in the file, no command would work. */
function checkExclusive(setting: OptionName, value: unknown, values: ConfigValues): void {
  const other = exclusiveOf(setting);
  if (!other || !value || !values[other]) return;
  throw new UsageError(`${setting} cannot be saved beside ${other}, which is in the file`, {
    hint: `remove that with: usdot config unset ${other}`,
  });
}

/** Where the key in the file now goes: nowhere without a base URL beside it, and to another service with another base URL. */
function keyWarning(setting: OptionName, before: ConfigValues, after: ConfigValues): string | undefined {
  const key = (["api-key", "api-key-file"] as const).find((name) => after[name] !== undefined);
  const [old, now] = [originOf(before), originOf(after)];
  if (key === setting && now === undefined) {
    return `${key} is only sent to the base-url in the same file, and there is none yet: usdot config set base-url URL`;
  }
  if (key === undefined || setting !== "base-url" || old === now) return undefined;
  return `the ${key} in the file is now sent to ${now}; if it is not for that service: usdot config unset ${key}`;
}

function originOf({ "base-url": url }: ConfigValues): string | undefined {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).origin : undefined;
}

async function change(
  host: Host,
  flags: Flags,
  changed: (values: ConfigValues) => ConfigValues,
): Promise<{ before: ConfigValues; after: ConfigValues }> {
  const path = configPathOf(host, flags);
  const before = await readConfigFile(path, host, { mayBeMissing: true });
  const after = changed(before);
  await writeConfigFile(path, after, host);
  return { before, after };
}

async function print(host: Host, text: string): Promise<void> {
  const sink = new StreamSink(host.stdout);
  await sink.write(text);
  await sink.finish();
}
