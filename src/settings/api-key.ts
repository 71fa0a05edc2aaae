/** Which API key goes to the service, if any: a key is sent only where its owner meant it to go. */
import { type Machine, readSecretFile } from "./config-file.ts";
import { checkSetting } from "./setting-values.ts";
import type { Settings } from "./settings.ts";

/** The key to send, or why one that is set is not sent, or neither. */
export interface ApiKey {
  key?: string;
  /** A clause that says why, and what to do: for a warning, or for the error where a key is required. */
  withheld?: string;
  /** What is wrong with the file the key was read from, and how to fix it. */
  warning?: string;
}

/** What determines where a key may go, besides the base URL. */
export interface KeyRoute {
  settings: Settings;
  /** The base URL in the configuration file: a key in that file is for its origin. */
  fileBaseUrl: string | undefined;
  proxy: string | undefined;
}

/**
 * The key for a base URL. A key from the configuration file goes only to the origin of the base URL in that same file, so that trying
 * another service (`--base-url`) doesn't hand it over. No key goes over plain http, except within this machine.
 * @throws {FileError} when the key's file cannot be read
 * @throws {SettingError} when its content cannot be a key
 */
export async function apiKeyFor(
  baseUrl: string,
  { settings: { values, origins }, fileBaseUrl, proxy }: KeyRoute,
  machine: Machine,
): Promise<ApiKey> {
  const origin = origins["api-key"] ?? origins["api-key-file"];
  if (origin === undefined) return {};
  const withheld = (origin.from === "file" && foreign(baseUrl, fileBaseUrl, origin.name)) || exposed(baseUrl, proxy);
  if (withheld) return { withheld };
  const key = values["api-key"];
  return key === undefined ? await keyIn(values["api-key-file"] as string, machine) : { key };
}

/** Why a key from the configuration file is not for the service at hand; undefined if it is. */
function foreign(baseUrl: string, fileBaseUrl: string | undefined, path: string): string | undefined {
  const { origin } = new URL(baseUrl);
  const meant = fileBaseUrl && new URL(fileBaseUrl).origin;
  if (meant === origin) return undefined;
  const owner = meant ? `is for ${meant}` : "has no base-url beside it";
  return `the API key in ${path} ${owner}, so it is not sent to ${origin}; set that service's key with --api-key-file or USDOT_API_KEY`;
}

/** Why others could read a key on its way, and what to do; undefined if they couldn't. */
export function exposed(baseUrl: string, proxy: string | undefined): string | undefined {
  if (baseUrl.startsWith("https:")) return undefined;
  const isLocal = isLoopback(baseUrl);
  if (isLocal && (proxy === undefined || isLoopback(proxy))) return undefined;
  return isLocal
    ? "an API key is never sent over plain http through a proxy, which can read it; go around the proxy, or use an https base URL"
    : "an API key is never sent over plain http, where anyone on the network can read it; use an https base URL";
}

async function keyIn(path: string, machine: Machine): Promise<ApiKey> {
  const source = { words: path, remedy: "the file must contain the key and nothing else" };
  const { text, ...warning } = await readSecretFile(path, machine);
  return { key: checkSetting("api-key", text, source) as string, ...warning };
}

/**
 * Whether a URL is certainly of this machine: `localhost` and 127/8 (RFC 1122). Not `*.localhost`, which RFC 6761 also assigns to
 * this machine: Node leaves it to the system's resolver, and not every resolver knows.
 */
function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
