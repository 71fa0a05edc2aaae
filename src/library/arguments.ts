/** What a program passes in: checked here for those that are written without the types. */
import { setTimeout as sleep } from "node:timers/promises";
import packageJson from "../../package.json" with { type: "json" };
import { type DotNumber, quoteInput } from "../dot-number.ts";
import { InputError, SettingError } from "../errors.ts";
import { inputOf } from "../input/arguments.ts";
import type { ClientOptions, Clock } from "../service/client.ts";
import { exposed } from "../settings/api-key.ts";
import { options as settings } from "../settings/options.ts";
import { parseSetting } from "../settings/settings.ts";
import { didYouMean } from "../text/suggestion.ts";
import type { CarrierLookupOptions } from "./types.ts";

export function invalidInput({
  text,
  invalid,
}: {
  text: string;
  invalid: string;
}): InputError {
  return new InputError(`${quoteInput(text)} ${invalid}`);
}

/** @throws {InputError} for what is not a USDOT number */
export function dotNumberOf(given: unknown): DotNumber {
  const input = inputOf(String(given));
  if ("invalid" in input) throw invalidInput(input);
  return input.dotNumber;
}

/** Refuses what is not a plain object of options, and names that it cannot have: `asof` would not be the day. */
export function checkNames(
  what: string,
  given: object,
  names: readonly string[],
): void {
  if (String(given) !== "[object Object]")
    throw new SettingError(`${what} are not a plain object`);
  const other = Object.keys(given).find((key) => !names.includes(key));
  if (other === undefined) return;
  const hint = didYouMean(other, names) ?? `there are ${names.join(", ")}`;
  throw new SettingError(
    `${what} cannot have ${JSON.stringify(other)}; ${hint}`,
  );
}

const settingOf = {
  baseUrl: "base-url",
  apiKey: "api-key",
  timeout: "timeout",
  retries: "retries",
  maxWait: "max-wait",
  concurrency: "concurrency",
  batchSize: "batch-size",
} as const;

const names = [
  ...Object.keys(settingOf),
  "userAgent",
  "proxy",
  "signal",
  "onNotice",
];

const clock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: (milliseconds, signal) =>
    sleep(milliseconds, undefined, signal ? { signal } : {}).catch(() =>
      signal?.throwIfAborted(),
    ),
};

/** Fills in the defaults. Throws a `SettingError` that names an option and says what is wrong with it. */
export function checkOptions(
  given: CarrierLookupOptions,
): ClientOptions & { batchSize: number } {
  checkNames("the options of a CarrierLookup", given, names);
  const {
    userAgent = `usdot/${packageJson.version}`,
    proxy,
    onNotice = () => {},
  } = given;
  const { signal = new AbortController().signal } = given;
  if (given.baseUrl === undefined)
    throw new SettingError(
      "baseUrl is required: the service to look carriers up in",
    );
  const baseUrl = checked("baseUrl", given.baseUrl);
  const apiKey =
    given.apiKey === undefined ? undefined : checked("apiKey", given.apiKey);
  const withheld = apiKey && exposed(baseUrl);
  if (withheld) throw new SettingError(withheld);
  // It is not quoted: it may contain a password.
  if (proxy !== undefined && !(/^https?:/.test(proxy) && URL.canParse(proxy)))
    throw new SettingError("proxy is not an http or https URL");
  return {
    baseUrl,
    apiKey,
    userAgent,
    timeout:
      1_000 * checked("timeout", given.timeout, settings.timeout.fallback),
    retries: checked("retries", given.retries, settings.retries.fallback),
    maxWait: 1_000 * checked("maxWait", given.maxWait, 60),
    concurrency: checked(
      "concurrency",
      given.concurrency,
      settings.concurrency.fallback,
    ),
    batchSize: checked(
      "batchSize",
      given.batchSize,
      settings["batch-size"].fallback,
    ),
    signal,
    clock,
    proxyEnv: { ALL_PROXY: proxy },
    notify: onNotice,
  };
}

function checked<Name extends keyof typeof settingOf>(
  option: Name,
  value: unknown,
  fallback?: number,
) {
  const setting = settingOf[option];
  try {
    return parseSetting(setting, value === undefined ? fallback : value, "");
  } catch (error) {
    const { message } = error as Error;
    throw new SettingError(
      message
        .replace(setting, option)
        .replace("set the key with api-key", "give it as apiKey"),
    );
  }
}
