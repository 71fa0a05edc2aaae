/** What the config commands do, except for check. */
import { createInterface } from "node:readline";
import { InterruptedError, refuse, UsageError } from "../../errors.ts";
import { decode, gather } from "../../files/read.ts";
import { openContext } from "../../run/context.ts";
import type { Host } from "../../run/host.ts";
import { createReporter, type Reporter } from "../../run/reporter.ts";
import { originOf } from "../../settings/api-key.ts";
import {
  configFileOf,
  readConfigFile,
  writeConfigFile,
} from "../../settings/config-file.ts";
import {
  declarationOf,
  exclusivePairs,
  type Flags,
  type SettingName,
  savedNames,
  settingNames,
} from "../../settings/declarations.ts";
import { parseSetting } from "../../settings/settings.ts";
import type { JsonObject } from "../../text/json.ts";
import { visible } from "../../text/safe-text.ts";
import { tablePrinter } from "../destination.ts";

/**
 * `usdot config list`: each setting as it counts for a run, and where it comes
 * from; null without a value. A secret is asterisks.
 */
export async function listSettings(host: Host, flags: Flags): Promise<void> {
  const { values, sources, configFile } = await openContext(host, flags);
  const listed = settingNames.map((name) => {
    const { layer, name: source = null } = sources[name] ?? {};
    if (name === "config")
      return { name, value: configFile, origin: source ?? "default" };
    const { [name]: value = null } = values;
    const isHidden = value !== null && declarationOf(name).isSecret;
    return {
      name,
      value: isHidden ? "********" : value,
      origin: layer === "file" ? layer : source,
    };
  });
  const rows = listed.map(({ name, value, origin }) => [
    name,
    origin ?? "none",
    visible([value ?? ""].flat().join(",")),
  ]);
  const header = ["setting", "from", "value"];
  await tablePrinter(host, flags)([header, ...rows], listed);
}

/** `usdot config set`: saves a value in the file. Without a value, it asks for one. */
export async function setSetting(
  host: Host,
  flags: Flags,
  name: SettingName,
  given?: string,
): Promise<void> {
  const reporter = createReporter(host, flags);
  const { isPath, isSecret } = declarationOf(name);
  if (given === undefined && !isSecret)
    refuse(`no value for ${name} was given`);
  const isRead = isSecret && (given === undefined || given === "-");
  const typed = isRead ? await readSecret(host, name) : (given ?? "");
  const value = parseSetting(name, typed);
  const pair = exclusivePairs.find((each) => value && each.includes(name));
  const excluded = pair?.find((other) => other !== name);
  // A path is relative to where it was typed, and used from anywhere.
  const saved = isPath ? host.resolve(typed) : value;
  const before = await changeFile(host, flags, (values) => ({
    ...without(values, excluded),
    [name]: saved,
  }));
  if (excluded && before[excluded] !== undefined)
    reporter.note(`${excluded} is no longer in the file; ${name} replaces it`);
  if (name === "base-url") warnOfSavedKey(reporter, before, saved);
}

/** A key in the file goes where the base URL beside it says. */
function warnOfSavedKey(
  reporter: Reporter,
  before: JsonObject,
  baseUrl: unknown,
): void {
  const key = (["api-key", "api-key-file"] as const).find(
    (name) => before[name] !== undefined,
  );
  const service = originOf(baseUrl);
  if (key === undefined || originOf(before["base-url"]) === service) return;
  reporter.warning(
    `the ${key} in the file is now sent to ${service}; if it is not for that service: usdot config unset ${key}`,
  );
}

/**
 * `usdot config unset`: removes what the file has, also an unknown setting,
 * which would stop every other command.
 */
export async function unsetSetting(
  host: Host,
  flags: Flags,
  name: string,
): Promise<void> {
  await changeFile(host, flags, (values) => {
    if (!Object.hasOwn(values, name) && !savedNames.includes(name))
      refuse(`${name} is neither a setting nor in the file`);
    return without(values, name);
  });
}

function without(values: JsonObject, name?: string): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(([key]) => key !== name),
  );
}

async function changeFile(
  host: Host,
  flags: Flags,
  changed: (values: JsonObject) => JsonObject,
) {
  const { path } = configFileOf(host, flags.config);
  const before = await readConfigFile(path, true);
  await writeConfigFile(path, changed(before));
  return before;
}

async function readSecret(host: Host, name: string): Promise<string> {
  if (!host.stdin.isTTY) {
    const text = decode(await gather(host.stdin, "standard input"));
    return text.split("\n", 1)[0] ?? "";
  }
  host.stderr.write(`${name} (not shown): `);
  // Readline puts the terminal in raw mode, which echoes nothing, and without
  // an output echoes nothing itself.
  const prompt = createInterface({
    input: host.stdin,
    terminal: true,
    historySize: 0,
  });
  try {
    return await new Promise<string>((resolve, reject) => {
      prompt.once("line", resolve);
      // In raw mode Ctrl-C is a key, not a signal.
      prompt.once("SIGINT", () => reject(new InterruptedError("SIGINT")));
      prompt.once("close", () => reject(new UsageError("nothing was entered")));
    });
  } finally {
    prompt.close();
    host.stderr.write("\n");
  }
}
