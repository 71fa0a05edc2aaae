/** How long the service makes us wait, as far as its answers show. */
import type { Response } from "../answer.ts";
import type { CompleteOptions, Notice } from "./client-options.ts";
import { type ErrorContext, serviceError } from "./service-error.ts";

/** The pauses in which all requests of one client wait. */
export function servicePauses({ clock, maxWait, notify }: CompleteOptions) {
  let end = 0;
  let reason: PauseReason = "rate-limit";
  /** Whether the first request that waits is to tell the user of the pause. */
  let isNews = false;

  /** How many milliseconds the pause still takes. */
  const left = () => Math.max(0, end - clock.now());

  return {
    left,
    /** A pause that is on does not become shorter. */
    begin(wait: number, why: PauseReason): void {
      const more = wait - left();
      if (more <= 0) return;
      end = clock.now() + wait;
      reason = why;
      // Of requests that wait together, each asks for slightly more: said once.
      isNews ||= more >= 1_000;
    },
    /** Waits for the end of the pause, which may have moved meanwhile. */
    async waitOut(context: ErrorContext, signal: AbortSignal): Promise<void> {
      for (let wait = left(); wait > 0; wait = left()) {
        const exchange = { askedAt: new Date(clock.now()).toISOString() };
        if (wait > maxWait)
          throw serviceError("wait-too-long", { ...context, exchange, wait });
        if (isNews) notify({ kind: "pause", why: reason, wait });
        isNews = false;
        await clock.sleep(wait, signal);
      }
    },
  };
}

type PauseReason = Extract<Notice, { kind: "pause" }>["why"];

type Headers = Response["headers"];

/**
 * Milliseconds per request that the stated limit allows. A reset header tells
 * the whole window only right after a reset, so callers keep the largest value.
 */
export function paceIn(headers: Headers, ourTime: number): number {
  const limit = Number(headers["x-ratelimit-limit"]);
  const left = waitIn(headers, "x-ratelimit-reset", ourTime) ?? 0;
  return limit > 0 ? left / limit : 0;
}

/** How long the service wants no more requests. */
export function waitAskedFor(headers: Headers, ourTime: number): number {
  const isSpent = Number(headers["x-ratelimit-remaining"] || 1) <= 0;
  const stated = waitIn(headers, "retry-after", ourTime);
  if (stated !== undefined || !isSpent) return stated ?? 0;
  return waitIn(headers, "x-ratelimit-reset", ourTime) ?? 0;
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
