/** What the headers of an answer say of the service's limits, in milliseconds. */
import type { Response } from "../answer.ts";

type Headers = Response["headers"];

/**
 * What the stated limit comes to per request. The time until a reset is at most
 * the limit's window, and all of it right after a reset: the caller keeps the longest.
 */
export function paceIn(headers: Headers, ourTime: number): number {
  const limit = Number(headers["x-ratelimit-limit"]);
  const left = waitIn(headers, "x-ratelimit-reset", ourTime) ?? 0;
  return limit > 0 ? left / limit : 0;
}

/** How long the service wants no more requests. */
export function waitAskedFor(headers: Headers, ourTime: number): number {
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
