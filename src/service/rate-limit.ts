/** Reads what a service says about its rate limit in the headers of a response. Pure; times are milliseconds. */

/** Most seconds to wait for a rate limit, unless the user says otherwise: a list is worth a longer wait than a single carrier. */
export const defaultMaxWait = { single: 60, list: 300 };

type Headers = Readonly<Record<string, string | undefined>>;

/** The most that a header may ask for; more digits than a number can hold are not a time. */
const maxWait = Number.MAX_SAFE_INTEGER;

/** How long a Retry-After header asks us to wait: seconds, in the field also fractions of one, or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1_000, maxWait);
  const date = httpDate(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}

const weekday = /^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?,? .*\d\d:\d\d:\d\d/i;

/**
 * An HTTP date in any of its three forms (RFC 9110, 5.6.7). `Date.parse` reads them all, but also reads much that is not a
 * date ("try 5"), and takes the form of C's `asctime`, which names no time zone, for local time.
 */
function httpDate(text: string): number | undefined {
  if (!weekday.test(text)) return undefined;
  const date = Date.parse(/(GMT|UTC|[+-]\d{4})$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : date;
}

/**
 * The time by the service's clock, from the Date header (RFC 9110, 6.6.1), or ours without one. The dates in a response are compared
 * with it, since our own clock may be wrong.
 */
export function timeOfResponse({ date }: Headers, now: number): number {
  return (date && httpDate(date.trim())) || now;
}

/** The headers that say how many requests are left. */
const remainingHeaders = ["x-ratelimit-remaining", "ratelimit-remaining", "ratelimit"];

/**
 * When the next request may be sent, if a response says that none is left now: `X-RateLimit-Remaining: 0` with a reset time, or the IETF's
 * `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers, old and new spelling). If several say so, the longest counts.
 */
export function exhaustedUntil(headers: Headers, now: number): number | undefined {
  // Few responses say anything about it, and a list has thousands.
  if (remainingHeaders.every((name) => headers[name] === undefined)) return undefined;
  const times = [
    resetTime(headers["x-ratelimit-remaining"], headers["x-ratelimit-reset"], now),
    resetTime(headers["ratelimit-remaining"], headers["ratelimit-reset"], now),
    ...fromField(headers, now),
  ];
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** One or more policies: `"default";r=0;t=30`; in older drafts a single one, `limit=100, remaining=0, reset=30`. */
function fromField({ ratelimit = "" }: Headers, now: number): (number | undefined)[] {
  // Policy names are quoted and may hold anything.
  const policies = ratelimit.replace(/"(?:[^"\\]|\\.)*"/g, '"').split(/,(?=\s*")/);
  return policies.map((policy) => {
    const value = (name: string) => new RegExp(`(?:^|[;,\\s])${name}=([^;,\\s]+)`).exec(policy)?.[1];
    return resetTime(value("(?:r|remaining)"), value("(?:t|reset)"), now);
  });
}

/** Services send a Unix time in seconds or milliseconds, or the seconds from now; their size tells them apart. */
function resetTime(remaining: string | undefined, reset: string | undefined, now: number): number | undefined {
  // Negative once the limit is overdrawn.
  if (!/^\s*(0+|-\d+)\s*$/.test(remaining ?? "") || !/^\s*\d+(\.\d+)?\s*$/.test(reset ?? "")) return undefined;
  const number = Number(reset);
  if (number > 1e11) return Math.min(number, maxWait);
  return number > 1e9 ? number * 1_000 : now + number * 1_000;
}
