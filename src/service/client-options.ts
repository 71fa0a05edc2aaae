/** What a client is made with. */
import { setTimeout as sleep } from "node:timers/promises";
import { settingDeclarations, usualMaxWait } from "../settings/declarations.ts";
import type { ServiceError } from "./service-error.ts";

/** What the user may want to know while we wait. Times are milliseconds. */
export type Notice =
  /** An attempt ended: `result` is `HTTP 200`, or why there is no answer. */
  | {
      kind: "request";
      method: "GET" | "POST";
      url: string;
      result: string;
      took: number;
    }
  | { kind: "retry"; error: ServiceError; wait: number }
  /** All requests wait. */
  | { kind: "pause"; why: "rate-limit" | "unavailable"; wait: number };

export interface Clock {
  now(): number;
  /** @throws the signal's reason when it is aborted meanwhile */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  random(): number;
}

/** The options that have defaults. */
interface DefaultedOptions {
  userAgent: string;
  /** Milliseconds per attempt (60,000). */
  timeout: number;
  /** Attempts after the first (3). */
  retries: number;
  /** Requests at a time (4). */
  concurrency: number;
  /** Milliseconds: the longest wait for a rate limit (60,000). */
  maxWait: number;
  /** Stops all requests. */
  signal: AbortSignal;
  clock: Clock;
  notify(notice: Notice): void;
}

export interface ClientOptions extends Partial<DefaultedOptions> {
  /** Where the service is, without `/v1`. */
  baseUrl: string;
  apiKey?: string | undefined;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are looked for; no proxy without it. */
  proxyEnv?: Readonly<Record<string, string | undefined>> | undefined;
  /** Called once HTTP is loaded, for the first request. */
  onLoaded?: (() => void) | undefined;
}

export type CompleteOptions = ClientOptions & DefaultedOptions;

/** The clock of this machine. */
export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: (milliseconds, signal) =>
    sleep(milliseconds, undefined, signal && { signal }).catch(() =>
      signal?.throwIfAborted(),
    ),
};

/** The options with what is usual where nothing is said. */
export const withDefaults = ({
  userAgent = "usdot",
  timeout = settingDeclarations.timeout.fallback * 1_000,
  retries = settingDeclarations.retries.fallback,
  concurrency = settingDeclarations.concurrency.fallback,
  maxWait = usualMaxWait.single * 1_000,
  signal = new AbortController().signal,
  clock = systemClock,
  notify = () => {},
  ...others
}: ClientOptions): CompleteOptions => ({
  userAgent,
  timeout,
  retries,
  concurrency,
  maxWait,
  signal,
  clock,
  notify,
  ...others,
});
