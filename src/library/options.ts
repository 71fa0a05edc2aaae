/** The options of a client: checked once, by the rules of the settings of the same names. */
import packageJson from "../../package.json" with { type: "json" };
import { SettingError } from "../errors.ts";
import { defaultMaxWait } from "../service/rate-limit.ts";
import { exposed } from "../settings/api-key.ts";
import { options as declared, type OptionName } from "../settings/options.ts";
import { proxyFor } from "../settings/proxy.ts";
import { checkSetting } from "../settings/setting-values.ts";
import type { CarrierLookupOptions, Notice } from "./types.ts";

/** Options with their defaults: times in milliseconds, the base URL without trailing slashes and `/v1`. */
export type CheckedOptions = ReturnType<typeof checkOptions>;

/**
 * Checks the options of a client, and fills in the defaults.
 * @throws {SettingError} that names the option and says what is wrong with it
 */
export function checkOptions(given: CarrierLookupOptions) {
  if (given?.baseUrl === undefined) throw new SettingError("baseUrl is required: the service to look carriers up in");
  const baseUrl = checked("baseUrl", "base-url", given.baseUrl) as string;
  const apiKey = given.apiKey === undefined ? undefined : (checked("apiKey", "api-key", given.apiKey) as string);
  const proxy = checkedProxy(given.proxy, baseUrl);
  const withheld = apiKey && exposed(baseUrl, proxy);
  if (withheld) throw new SettingError(withheld);
  // Null is a mistake, and so is any other object, such as a promise.
  const number = (option: string, name: OptionName, value: unknown, fallback: number) =>
    checked(option, name, typeof value === "object" ? null : (value ?? fallback)) as number;
  const { signal = new AbortController().signal, onNotice = (_: Notice) => {} } = given;
  if (!(signal instanceof AbortSignal)) throw new SettingError("signal is not an AbortSignal");
  if (typeof onNotice !== "function") throw new SettingError("onNotice is not a function");
  const seconds = (wait: number) => 1_000 * number("maxWait", "max-wait", given.maxWait, wait);
  return {
    baseUrl,
    apiKey,
    proxy,
    timeout: 1_000 * number("timeout", "timeout", given.timeout, declared.timeout.fallback),
    retries: number("retries", "retries", given.retries, declared.retries.fallback),
    maxWait: { single: seconds(defaultMaxWait.single), list: seconds(defaultMaxWait.list) },
    concurrency: number("concurrency", "concurrency", given.concurrency, declared.concurrency.fallback),
    batchSize: number("batchSize", "batch-size", given.batchSize, declared["batch-size"].fallback),
    userAgent: checkedUserAgent(given.userAgent),
    signal,
    onNotice,
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

function checkedUserAgent(value = `usdot/${packageJson.version}`): string {
  if (typeof value !== "string") throw new SettingError("userAgent is not text");
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return value;
  throw new SettingError("userAgent is empty or contains a line break, a control or a non-ASCII character");
}

function checkedProxy(proxy: string | undefined, baseUrl: string): string | undefined {
  if (proxy === undefined) return undefined;
  if (typeof proxy !== "string") throw new SettingError("proxy is not text");
  try {
    // As if the environment named it, for either scheme.
    const found = proxyFor(baseUrl, { http_proxy: proxy, https_proxy: proxy });
    if (found !== undefined) return found;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
  }
  // It is not quoted: it may contain a password.
  throw new SettingError("proxy is not an http or https URL");
}
