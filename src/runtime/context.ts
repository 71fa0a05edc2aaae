/** What a command works with: settings, streams and clock, wired once. connection.ts connects to the service. */
import { SettingError } from "../errors.ts";
import { configPath, readConfigFile } from "../settings/config-file.ts";
import type { OptionName } from "../settings/options.ts";
import { resolveSettings, type Settings } from "../settings/settings.ts";
import type { Host } from "./host.ts";
import { Reporter } from "./reporter.ts";

/** The flags of a command line that are settings. */
export type Flags = Partial<Record<OptionName, unknown>>;

export interface Context {
  host: Host;
  settings: Settings;
  reporter: Reporter;
  configPath: string;
  /** The base URL in the configuration file: a key in that file is for its origin. */
  fileBaseUrl: string | undefined;
}

/**
 * Reads the settings.
 * @throws {SettingError} when one is invalid
 */
export async function openContext(host: Host, flags: Flags): Promise<Context> {
  const path = configPathOf(host, flags);
  const file = { path, values: await readConfigFile(path, host) };
  const settings = resolveSettings({ flags, env: host.env, file });
  const fileBaseUrl = file.values["base-url"];
  return {
    host,
    settings,
    reporter: new Reporter(host, settings.values),
    configPath: path,
    fileBaseUrl: typeof fileBaseUrl === "string" && URL.canParse(fileBaseUrl) ? fileBaseUrl : undefined,
  };
}

/** Where the configuration file is: `--config`, `USDOT_CONFIG`, or the system's usual place. */
export function configPathOf(host: Host, flags: Flags): string {
  const path = String(flags.config ?? (host.env["USDOT_CONFIG"] || configPath(host)));
  if (path !== "" && path !== "-") return path;
  const named = flags.config === undefined ? "USDOT_CONFIG" : "--config";
  throw new SettingError(`${named} names no file`, { hint: "give its path" });
}
