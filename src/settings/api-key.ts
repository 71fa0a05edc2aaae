/** Which API key goes to the service, if any: a key is only sent where its owner meant it to go. */
import { readSecretFile } from "./config-file.ts";
import { checkSetting, type Settings } from "./settings.ts";

/** The key to send; or why one that is set is not sent; or neither. */
export interface ApiKey {
  key?: string;
  /** A clause that says why, and what to do: for a warning, or for the error where a key is demanded. */
  withheld?: string;
}

/**
 * The key for a base URL.
 *
 * A key from the configuration file goes only to the origin of the base URL in that same file, so that a look at another
 * service (`--base-url`) does not hand it over. No key goes over plain http, except within this machine.
 *
 * @param proxied whether requests go through a proxy that is not on this machine
 * @throws {FileError} when the key's file cannot be read
 * @throws {SettingError} when what it holds cannot be a key
 */
export async function apiKeyFor(
  baseUrl: string,
  settings: Settings,
  fileBaseUrl: string | undefined,
  proxied: boolean,
): Promise<ApiKey> {
  const { values, origins } = settings;
  const origin = origins["api-key"] ?? origins["api-key-file"];
  if (origin === undefined) return {};
  const withheld = (origin.from === "file" && foreign(baseUrl, fileBaseUrl, origin.name)) || exposed(baseUrl, proxied);
  if (withheld) return { withheld };
  return { key: values["api-key"] ?? (await keyIn(values["api-key-file"] as string)) };
}

/** Why a key of the configuration file is not for the service that is asked; undefined when it is. */
function foreign(baseUrl: string, fileBaseUrl: string | undefined, path: string): string | undefined {
  const { origin } = new URL(baseUrl);
  const meant = fileBaseUrl && new URL(fileBaseUrl).origin;
  if (meant === origin) return undefined;
  const owner = meant ? `is for ${meant}` : "has no base-url beside it";
  return `the API key in ${path} ${owner}, so it is not sent to ${origin}; give that service's key with --api-key-file or USDOT_API_KEY`;
}

/** Why a key would be read by others on its way; undefined when it would not. */
function exposed(baseUrl: string, proxied: boolean): string | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:" || (isLoopback(hostname) && !proxied)) return undefined;
  return isLoopback(hostname)
    ? "an API key is never sent over plain http through a proxy, which can read it; ask without HTTP_PROXY, or use an https base URL"
    : "an API key is never sent over plain http, where anyone on the way can read it; use an https base URL";
}

async function keyIn(path: string): Promise<string> {
  const place = { words: path, remedy: "the file must hold the key and nothing else" };
  return checkSetting("api-key", await readSecretFile(path), place) as string;
}

/**
 * Whether a host name is this machine for certain: `localhost` and 127/8 (RFC 1122). Not `*.localhost`, which RFC 6761 gives to
 * this machine too: Node leaves it to the system's resolver, and not every one knows.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
