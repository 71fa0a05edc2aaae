/**
 * Which API key goes to the service, if any: a key is sent only where its owner
 * meant it to go.
 */
import { readTextFile } from "../files/read.ts";
import { parseSetting, type Settings } from "./settings.ts";

export interface ApiKey {
  key?: string;
  /** Why the key is not sent, in words for the user. */
  withheld?: string | undefined;
}

/**
 * The key for a base URL. One that the configuration file has or names goes
 * only to the origin of the base URL beside it.
 */
export async function apiKeyFor(
  baseUrl: string,
  settings: Settings,
  resolve: (path: string) => string,
): Promise<ApiKey> {
  const { values, sources, fileBaseUrl } = settings;
  const source = sources["api-key"] ?? sources["api-key-file"];
  if (source === undefined) return {};
  const service = originOf(baseUrl);
  const isForeign =
    source.layer === "file" && originOf(fileBaseUrl) !== service;
  const withheld = isForeign
    ? `the API key in ${source.name} is only for the base-url in the same file, so it was not sent to ${service}; set that service's key with --api-key-file or USDOT_API_KEY`
    : whyExposed(baseUrl);
  if (withheld) return { withheld };
  if (values["api-key"] !== undefined) return { key: values["api-key"] };
  const path = String(values["api-key-file"]);
  const text = await readTextFile(resolve(path));
  return { key: String(parseSetting("api-key", text, path)) };
}

/** The origin of a URL; undefined for what is not one. */
export function originOf(url: unknown): string | undefined {
  return typeof url === "string" && URL.canParse(url)
    ? new URL(url).origin
    : undefined;
}

/** Why others could read a key on its way; undefined if they couldn't. */
export function whyExposed(baseUrl: string): string | undefined {
  const { protocol } = new URL(baseUrl);
  if (protocol === "https:" || isPlainLoopback(baseUrl)) return undefined;
  return "API keys are never sent over plain http, where anyone on the network can read them; use an https base URL";
}

/** Whether a URL is plain http and certainly of this machine. */
export function isPlainLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const isLoopback =
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname);
  return protocol === "http:" && isLoopback;
}
