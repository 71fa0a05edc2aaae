/** What the config commands do, but for check. */
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { InterruptedError, refuse, UsageError } from "../../errors.ts";
import { decode, gather } from "../../files/read.ts";
import { type Context, openContext } from "../../run/context.ts";
import type { Host } from "../../run/host.ts";
import { createReporter } from "../../run/reporter.ts";
import { originOf } from "../../settings/api-key.ts";
import {
  type ConfigValues,
  configFileOf,
  readConfigFile,
  writeConfigFile,
} from "../../settings/config-file.ts";
import {
  declarationOf,
  type Flags,
  type OptionName,
  optionNames,
} from "../../settings/options.ts";
import { configCommand, parseSetting } from "../../settings/settings.ts";
import { didYouMean } from "../../text/hint.ts";
import { visible } from "../../text/safe-text.ts";
import { printTables } from "../destination.ts";

type SettingInEffect = {
  name: OptionName;
  value: unknown;
  origin: string | null;
};

/** `usdot config list`: name, origin and value of each setting. */
export async function listSettings(host: Host, flags: Flags): Promise<void> {
  const settings = settingsInEffect(await openContext(host, flags));
  await printTables(host, flags, [settingRows(settings)], settings);
}

/** `usdot config set`: saves a value in the file. Without a value, it asks for one. */
export async function setSetting(
  host: Host,
  flags: Flags,
  name: string,
  given?: string,
): Promise<void> {
  const setting = settingNamed(name);
  if (setting === "config") {
    refuse(
      "config cannot be saved in the file that it names",
      "use its flag or USDOT_CONFIG",
    );
  }
  const typed = given ?? (await readValue(host, setting));
  if (typed.trim() === "") refuseNoValue(setting);
  const value = parseSetting(setting, typed);
  // A path is relative to where it was typed, and used from anywhere.
  const saved = declarationOf(setting).isPath
    ? resolve(host.cwd, typed)
    : value;
  const before = await changeFile(host, flags, (values) => ({
    ...values,
    [setting]: saved,
  }));
  if (setting === "base-url") warnOfSavedKey(host, flags, before, saved);
}

function refuseNoValue(setting: OptionName): never {
  refuse(
    `no value was given for ${setting}`,
    `such as: ${configCommand(["set", setting, "VALUE"], undefined)}`,
  );
}

/** A key in the file goes where the base URL beside it says. */
function warnOfSavedKey(
  host: Host,
  flags: Flags,
  before: ConfigValues,
  baseUrl: unknown,
): void {
  const key = (["api-key", "api-key-file"] as const).find(
    (name) => before[name] !== undefined,
  );
  const service = originOf(baseUrl);
  if (key === undefined || originOf(before["base-url"]) === service) return;
  const undo = configCommand(["unset", key], flags.config);
  createReporter(host, { quiet: flags.quiet === true }).warning(
    `the ${key} in the file is now sent to ${service}; if it is not for that service: ${undo}`,
  );
}

/**
 * `usdot config unset`: removes a value, also of an unknown setting, which
 * would stop every other command.
 */
export async function unsetSetting(
  host: Host,
  flags: Flags,
  name: string,
): Promise<void> {
  await changeFile(host, flags, (values) => {
    if (!Object.hasOwn(values, name)) settingNamed(name);
    return Object.fromEntries(
      Object.entries(values).filter(([key]) => key !== name),
    );
  });
}

async function changeFile(
  host: Host,
  flags: Flags,
  changed: (values: ConfigValues) => ConfigValues,
) {
  const { path } = configFileOf(host, flags.config);
  const before = await readConfigFile(path, true);
  await writeConfigFile(path, changed(before));
  return before;
}

/**
 * Every setting as it counts for a run, with its origin; null without a value,
 * and of one that loses against another. A secret is asterisks.
 */
export function settingsInEffect({
  settings,
  configFile,
}: Context): SettingInEffect[] {
  const { values, origins, unused } = settings;
  return optionNames.map((name) => {
    const { from, name: origin } = origins[name] ?? unused[name] ?? {};
    if (name === "config")
      return { name, value: configFile, origin: origin ?? "default" };
    const { [name]: value = null } = values;
    const isHidden = value !== null && declarationOf(name).isSecret;
    return {
      name,
      value: isHidden ? "********" : value,
      origin: from === "file" ? from : (origin ?? null),
    };
  });
}

/** The settings as rows of a table, under a header. */
export function settingRows(settings: readonly SettingInEffect[]): string[][] {
  const unused = (origin: string | null) => (origin ? "(not used)" : "");
  const rows = settings.map(({ name, value, origin }) => [
    name,
    origin ?? "not set",
    value === null ? unused(origin) : visible([value].flat().join(",")),
  ]);
  return [["setting", "from", "value"], ...rows];
}

function settingNamed(name: string): OptionName {
  const setting = optionNames.find((each) => each === name);
  if (setting !== undefined) return setting;
  refuse(
    `unknown setting ${JSON.stringify(name)}`,
    didYouMean(name, optionNames) ??
      `the settings are ${optionNames.join(", ")}`,
  );
}

async function readValue(host: Host, setting: OptionName): Promise<string> {
  if (!host.stdin.isTTY) {
    const text = decode(await gather(host.stdin, "standard input"));
    return (text.split("\n", 1)[0] ?? "").trim();
  }
  const { isSecret } = declarationOf(setting);
  host.stderr.write(`${setting}${isSecret ? " (not shown)" : ""}: `);
  // Readline puts the terminal in raw mode, which echoes nothing, and without
  // an output echoes nothing itself.
  const output = isSecret ? {} : { output: host.stderr };
  const prompt = createInterface({
    input: host.stdin,
    terminal: true,
    historySize: 0,
    ...output,
  });
  try {
    return await new Promise<string>((resolve, reject) => {
      prompt.once("line", resolve);
      // In raw mode Ctrl-C is a key, not a signal.
      prompt.once("SIGINT", () => reject(new InterruptedError("SIGINT")));
      prompt.once("close", () =>
        reject(
          new UsageError("nothing was entered", {
            hint: "nothing was changed",
          }),
        ),
      );
    });
  } finally {
    prompt.close();
    host.stderr.write("\n");
  }
}
