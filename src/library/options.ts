/** The options of a client: checked once, by the rules of the settings of the same names. */
import packageJson from "../../package.json" with { type: "json" };
import { SettingError } from "../errors.ts";
import { defaultMaxWait } from "../service/rate-limit.ts";
import { isLoopback } from "../settings/api-key.ts";
import { options as declared, type OptionName } from "../settings/options.ts";
import { proxyFor } from "../settings/proxy.ts";
import { checkSetting } from "../settings/settings.ts";
import type { Notice } from "./types.ts";

export interface CarrierLookupOptions {
  /** The service: an http or https URL, with or without a path. There is no default. */
  baseUrl: string;
  /** Sent as `X-API-Key`, to the base URL's origin only. A bulk lookup needs one. */
  apiKey?: string | undefined;
  /** Seconds per lookup, including retries, without waits for a rate limit. Default 60. */
  timeout?: number | undefined;
  /** Attempts after the first: 0 to 10. Default 3. */
  retries?: number | undefined;
  /** Most seconds to wait for a rate limit. Default 60, for a bulk lookup 300. */
  maxWait?: number | undefined;
  /** Requests at once: 1 to 64. Default 4. Further calls wait for their turn. */
  concurrency?: number | undefined;
  /** Numbers per bulk request. Default 50; fewer where the service refuses that many. */
  batchSize?: number | undefined;
  /** What names your program to the service. Default `usdot/VERSION`. */
  userAgent?: string | undefined;
  /** The http or https URL of a proxy, perhaps with a user and a password. HTTPS_PROXY and NO_PROXY are not read. */
  proxy?: string | undefined;
  /** Stops every call, with its reason. */
  signal?: AbortSignal | undefined;
  /** Called with what happens along the way. Nothing is ever printed. If it throws, the call rejects. */
  onNotice?: ((notice: Notice) => void) | undefined;
}

/** Options with their defaults, times in milliseconds. */
export interface CheckedOptions {
  /** Without trailing slashes and `/v1`. */
  baseUrl: string;
  apiKey: string | undefined;
  timeout: number;
  retries: number;
  maxWait: { single: number; list: number };
  concurrency: number;
  batchSize: number;
  userAgent: string;
  proxy: string | undefined;
  signal: AbortSignal;
  onNotice(notice: Notice): void;
}

/**
 * Checks the options of a client, and fills in the defaults.
 *
 * @throws {SettingError} that names the option and says what is wrong with it
 */
export function checkOptions(given: CarrierLookupOptions): CheckedOptions {
  if (given?.baseUrl === undefined) throw new SettingError("baseUrl is required: the service to look carriers up in");
  const baseUrl = checked("baseUrl", "base-url", given.baseUrl) as string;
  const apiKey = given.apiKey === undefined ? undefined : (checked("apiKey", "api-key", given.apiKey) as string);
  const proxy = checkedProxy(given.proxy, baseUrl);
  if (apiKey !== undefined) refuseExposedKey(baseUrl, proxy);
  const number = (option: string, name: OptionName, value: number) => checked(option, name, value) as number;
  const seconds = (wait: number) => 1_000 * number("maxWait", "max-wait", given.maxWait ?? wait);
  return {
    baseUrl,
    apiKey,
    proxy,
    timeout: 1_000 * number("timeout", "timeout", given.timeout ?? declared.timeout.fallback),
    retries: number("retries", "retries", given.retries ?? declared.retries.fallback),
    maxWait: { single: seconds(defaultMaxWait.single), list: seconds(defaultMaxWait.list) },
    concurrency: number("concurrency", "concurrency", given.concurrency ?? declared.concurrency.fallback),
    batchSize: number("batchSize", "batch-size", given.batchSize ?? declared["batch-size"].fallback),
    userAgent: checkedUserAgent(given.userAgent ?? `usdot/${packageJson.version}`),
    signal: given.signal ?? new AbortController().signal,
    onNotice: given.onNotice ?? (() => {}),
  };
}

/** A value by the rules of the setting, its message in the words of the library. */
function checked(option: string, name: OptionName, value: unknown): unknown {
  try {
    return checkSetting(name, value, { remedy: "" });
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new SettingError(
      error.message.replace(name, option).replace(/set the key with api-key$/, "give the key as apiKey"),
    );
  }
}

function checkedUserAgent(value: unknown): string {
  if (typeof value === "string" && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return value;
  throw new SettingError("userAgent is empty or contains a line break, a control or a non-ASCII character");
}

function checkedProxy(proxy: unknown, baseUrl: string): string | undefined {
  if (proxy === undefined) return undefined;
  try {
    // As if the environment named it, for either scheme.
    const found = proxyFor(baseUrl, { http_proxy: String(proxy), https_proxy: String(proxy) });
    if (found !== undefined) return found;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
  }
  // It is not quoted: it may contain a password.
  throw new SettingError("proxy is not an http or https URL");
}

/**
 * A key goes over plain http only where nobody else can read it: within this machine.
 *
 * @throws {SettingError} where it would go further
 */
function refuseExposedKey(baseUrl: string, proxy: string | undefined): void {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:") return;
  if (!isLoopback(hostname)) {
    throw new SettingError(
      "an API key is never sent over plain http, where anyone on the network can read it; use an https base URL",
    );
  }
  if (proxy !== undefined && !isLoopback(new URL(proxy).hostname)) {
    throw new SettingError("an API key is never sent over plain http through a proxy, which can read it");
  }
}
