/** What the config commands do. */
import { resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { configPathOf, type Flags, openContext } from "../runtime/context.ts";
import type { Host } from "../runtime/host.ts";
import { Reporter } from "../runtime/reporter.ts";
import { type ConfigValues, changeConfigFile } from "../settings/config-file.ts";
import { declarationOf, environmentName, type OptionName, optionNames, options } from "../settings/options.ts";
import { checkSetting } from "../settings/setting-values.ts";
import { configCommand, exclusiveOf, isPath } from "../settings/settings.ts";
import { visible } from "../text/safe-text.ts";
import { readValue } from "./config-prompt.ts";
import { printTextOrJson } from "./print.ts";

export { getSetting as get, listSettings as list, printPath as path, setSetting as set, unsetSetting as unset };

/** `usdot config path`: where the file is, whether or not it exists. */
async function printPath(host: Host, flags: Flags): Promise<void> {
  const setting = configSetting(host, flags);
  await printTextOrJson(host, flags, `${setting.value}\n`, setting);
}

/** `usdot config get`: the value alone, for `$(usdot config get base-url)`; nothing for a setting without a value. */
async function getSetting(host: Host, flags: Flags, name: string): Promise<void> {
  const setting = settingNamed(name);
  const found = (await settingsInEffect(host, flags)).find((each) => each.name === setting) as SettingInEffect;
  const text = found.value === null ? "" : `${shown(found.value)}\n`;
  await printTextOrJson(host, flags, text, found);
}

/** `usdot config set`: saves a value in the file, checked and normalized. Without a value, it asks for one. */
async function setSetting(host: Host, flags: Flags, name: string, given: string | undefined): Promise<void> {
  const setting = settingNamed(name);
  if (declarationOf(setting).notInFile) {
    throw new UsageError(`${name} cannot be saved in the file that it names`, { hint: "use its flag or USDOT_CONFIG" });
  }
  const text = given ?? (await readValue(host, setting));
  const value = checkSetting(setting, text, { remedy: "see: usdot help options" });
  // A path is relative to where it was typed, and used from anywhere.
  const kept = isPath(setting) ? resolve(host.cwd, text) : value;
  const { before, after } = await changeFile(host, flags, (values) => {
    checkExclusive(setting, kept, values, flags);
    return { ...values, [setting]: kept };
  });
  const warning = keyWarning(setting, before, after, flags);
  if (warning) new Reporter(host, { quiet: flags.quiet === true }).warning(warning);
}

/** `usdot config unset`: removes a value; also of an unknown setting in the file, which would stop every other command. */
async function unsetSetting(host: Host, flags: Flags, name: string): Promise<void> {
  await changeFile(host, flags, (values) => {
    if (!Object.hasOwn(values, name)) settingNamed(name);
    return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
  });
}

/** Changes the file, and says so where it has to wait for another process. */
function changeFile(host: Host, flags: Flags, changed: (values: ConfigValues) => ConfigValues) {
  const reporter = new Reporter(host, { quiet: flags.quiet === true });
  return changeConfigFile(configPathOf(host, flags), host, changed, (text) => reporter.note(text));
}

/** `usdot config list`: a line for each setting: name, origin, value; the key as asterisks. */
async function listSettings(host: Host, flags: Flags): Promise<void> {
  const found = await settingsInEffect(host, flags);
  // The value comes last, so that a long one pushes nothing else out of sight.
  const rows = found.map(({ name, value, origin }) => [name, origin ?? "not set", value === null ? "" : shown(value)]);
  const { plainTable } = await import("../output/table.ts");
  await printTextOrJson(host, flags, plainTable(rows, host.columns(), ["setting", "from", "value"]), found);
}

/** A setting as `--json` prints it. */
interface SettingInEffect {
  name: OptionName;
  /** null without one; asterisks for a secret. */
  value: unknown;
  /** `--timeout`, `USDOT_TIMEOUT`, `file` (the one that `config` names), `default`; null without a value. */
  origin: string | null;
}

async function settingsInEffect(host: Host, flags: Flags): Promise<SettingInEffect[]> {
  const { values, origins } = (await openContext(host, flags)).settings;
  return optionNames.map((name) => {
    if (name === "config") return configSetting(host, flags);
    const [value, origin] = [values[name], origins[name]];
    const secret = value !== undefined && declarationOf(name).secret;
    const word = origin?.from === "file" ? "file" : origin?.name;
    return { name, value: secret ? "********" : (value ?? null), origin: word ?? null };
  });
}

/** The path of the file, which is known even if its content is invalid. */
function configSetting(host: Host, flags: Flags): SettingInEffect {
  const variable = environmentName("config");
  const origin = flags.config === undefined ? (host.env[variable] ? variable : "default") : "--config";
  return { name: "config", value: resolve(host.cwd, configPathOf(host, flags)), origin };
}

function shown(value: unknown): string {
  return visible(Array.isArray(value) ? value.join(",") : String(value));
}

function settingNamed(name: string): OptionName {
  if (Object.hasOwn(options, name)) return name as OptionName;
  throw new UsageError(`unknown setting ${JSON.stringify(name)}`, {
    hint: `the settings are ${optionNames.join(", ")}`,
    mistyped: { word: name, names: optionNames },
  });
}

/** With two settings that exclude each other in the file, no command would work. */
function checkExclusive(setting: OptionName, value: unknown, values: ConfigValues, flags: Flags): void {
  const other = exclusiveOf(setting);
  if (!other || !value || !values[other]) return;
  throw new UsageError(`${setting} cannot be saved beside ${other}, which is in the file`, {
    hint: `remove that with: ${configCommand(["unset", other], flags.config)}`,
  });
}

/** Where the key in the file now goes: nowhere without a base URL beside it, and to another service with another base URL. */
function keyWarning(
  setting: OptionName,
  before: ConfigValues,
  after: ConfigValues,
  { config }: Flags,
): string | undefined {
  const key = (["api-key", "api-key-file"] as const).find((name) => after[name] !== undefined);
  const [old, now] = [originOf(before), originOf(after)];
  if (key === setting && now === undefined) {
    return `${key} is only sent to the base-url in the same file, and there is none yet: ${configCommand(["set", "base-url", "URL"], config)}`;
  }
  if (key === undefined || setting !== "base-url" || old === now) return undefined;
  return `the ${key} in the file is now sent to ${now}; if it is not for that service: ${configCommand(["unset", key], config)}`;
}

function originOf({ "base-url": url }: ConfigValues): string | undefined {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).origin : undefined;
}
