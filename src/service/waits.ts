/** How long to wait before the next request. */
import type { Response } from "../answer.ts";
import type { ServiceError } from "./service-error.ts";

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

/** The service's own clock: ours may be wrong. */
function timeOf(headers: Headers, ourTime: number): number {
  return Date.parse(headers["date"] ?? "") || ourTime;
}

/**
 * How long a request takes by the limit that the service states. The time until
 * a limit is reset is at most its window, and right after a reset all of it.
 */
export function paceIn(headers: Headers, ourTime: number): number {
  const limit = Number(headers["x-ratelimit-limit"]);
  const now = timeOf(headers, ourTime);
  const left = waitUntil(headers["x-ratelimit-reset"], now) ?? 0;
  return limit > 0 ? left / limit : 0;
}

/** How long the service wants no more requests. */
export function waitAskedFor({ headers }: Response, ourTime: number): number {
  const now = timeOf(headers, ourTime);
  const isSpent = Number(headers["x-ratelimit-remaining"] ?? 1) <= 0;
  return (
    waitUntil(headers["retry-after"], now) ??
    (isSpent ? waitUntil(headers["x-ratelimit-reset"], now) : 0) ??
    0
  );
}

/**
 * The wait that a header asks for: seconds, an HTTP date (RFC 9110, 10.2.3), or
 * a Unix time, as some services send it.
 */
function waitUntil(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  const isNumber = /^\d+(\.\d+)?$/.test(text);
  const seconds = Number(text);
  if (isNumber && seconds < 1e9) return seconds * 1_000;
  const isDate = /^[a-z]+, .*GMT$/i.test(text);
  if (!isNumber && !isDate) return undefined;
  const inMilliseconds = seconds < 1e11 ? seconds * 1_000 : seconds;
  const time = isNumber ? inMilliseconds : Date.parse(text);
  return Math.max(0, time - now);
}
