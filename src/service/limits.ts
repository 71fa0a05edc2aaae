/** How many requests the service takes, and when, as far as its answers show. */
import pLimit from "p-limit";
import type { Response } from "../answer.ts";
import type { CompleteOptions, Notice } from "./client-options.ts";
import {
  type ErrorContext,
  type ServiceError,
  serviceError,
} from "./service-error.ts";

type Why = Extract<Notice, { kind: "pause" }>["why"];

/** What all requests of one client share: their turns, and the pauses. */
export function serviceLimits(options: CompleteOptions) {
  const { clock, concurrency, maxWait, notify } = options;
  /**
   * How many requests are under way at most: only one after a 429, and one more
   * with each answer. If all that waited were sent at once, most would be
   * refused again.
   */
  const turns = pLimit(concurrency);
  /** See `Client.pace`. */
  const pace = { requests: 0, milliseconds: 0 };
  let pauseEnd = 0;
  let pauseWhy: Why = "rate-limit";
  /** Whether the user is to hear of the pause from the first request that waits. */
  let isNews = false;

  /** How many milliseconds the pause still takes. */
  const pauseLeft = () => Math.max(0, pauseEnd - clock.now());

  /** Makes all requests wait. A pause that is on does not become shorter. */
  function pause(wait: number, why: Why): void {
    const more = wait - pauseLeft();
    if (more <= 0) return;
    pauseEnd = clock.now() + wait;
    pauseWhy = why;
    // Of requests that wait together, each asks for slightly more: said once.
    isNews ||= more >= 1_000;
  }

  return {
    turns,
    pace,
    pause,
    pauseLeft,
    /** Waits for the end of the pause, which may have moved meanwhile. */
    async waitOut(context: ErrorContext, signal: AbortSignal): Promise<void> {
      for (let wait = pauseLeft(); wait > 0; wait = pauseLeft()) {
        const exchange = { askedAt: new Date(clock.now()).toISOString() };
        if (wait > maxWait)
          throw serviceError("wait-too-long", { ...context, exchange, wait });
        if (isNews) notify({ kind: "pause", why: pauseWhy, wait });
        isNews = false;
        await clock.sleep(wait, signal);
      }
    },
    /** Takes in an answer, and how long it asks us to wait. */
    learnFrom({ headers }: Response, wait: number, error?: ServiceError): void {
      pace.requests += 1;
      pace.milliseconds = Math.max(
        pace.milliseconds,
        paceIn(headers, clock.now()),
      );
      if (error === undefined)
        turns.concurrency = Math.min(concurrency, turns.concurrency + 1);
      if (error?.reason === "rate-limited") turns.concurrency = 1;
      const isFailure = error?.reason === "service-failed";
      pause(wait, isFailure ? "unavailable" : "rate-limit");
    },
  };
}

type Headers = Response["headers"];

/**
 * How long to wait if the service does not say: with "full jitter", so that
 * clients that failed together do not come back together.
 */
export function backoff(
  { reason }: ServiceError,
  attempts: number,
  random: number,
): number {
  const base = reason === "rate-limited" ? 1_000 : 500;
  return random * Math.min(20_000, base * 2 ** (attempts - 1));
}

/**
 * What the stated limit comes to per request. The time until a reset is at most
 * the limit's window, and all of it right after a reset: the caller keeps the longest.
 */
function paceIn(headers: Headers, ourTime: number): number {
  const limit = Number(headers["x-ratelimit-limit"]);
  const left = waitIn(headers, "x-ratelimit-reset", ourTime) ?? 0;
  return limit > 0 ? left / limit : 0;
}

/** How long the service wants no more requests. */
export function waitAskedFor({ headers }: Response, ourTime: number): number {
  const isSpent = Number(headers["x-ratelimit-remaining"] || 1) <= 0;
  return (
    waitIn(headers, "retry-after", ourTime) ??
    (isSpent ? waitIn(headers, "x-ratelimit-reset", ourTime) : 0) ??
    0
  );
}

/**
 * The wait that a header asks for: seconds, an HTTP date (RFC 9110, 10.2.3), or
 * a Unix time, as some services send it. Undefined if it is none of them.
 */
function waitIn(
  headers: Headers,
  name: string,
  ourTime: number,
): number | undefined {
  const text = headers[name]?.trim() ?? "";
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (number < 1e9) return number * 1_000;
  const unix = number < 1e11 ? number * 1_000 : number;
  const time = /^[a-z]+, .*GMT$/i.test(text) ? Date.parse(text) : unix;
  // The service's own clock counts: ours may be wrong.
  const now = Date.parse(headers["date"] ?? "") || ourTime;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
