/** What a response other than 2xx means: an error in the user's words, and whether another attempt may help. */
import { readJson } from "../text/json-text.ts";
import { cutTo } from "../text/safe-text.ts";
import { type ErrorBody, shown } from "./error-body.ts";
import {
  RateLimitedError,
  RefusedKeyError,
  RefusedRequestError,
  type ServiceError,
  type ServiceErrorClass,
  type ServiceErrorReason,
  UnreachableError,
} from "./errors.ts";
import type { HttpResponse } from "./http.ts";
import { notFound } from "./not-found.ts";
import { retryAfter } from "./rate-limit.ts";
import { redact } from "./redact.ts";
import { detailsOf, type Subject } from "./request.ts";
import type { FailedAttempt } from "./retry.ts";

type Meaning = readonly [
  error: ServiceErrorClass,
  reason: ServiceErrorReason,
  message: string,
  /** "permanent" unless stated. */
  kind?: "rate-limited" | "transient",
];

function meaningOf({ status, headers }: HttpResponse, body: ErrorBody, { url, apiKey }: Subject): Meaning {
  if (status === 429) return [RateLimitedError, "rate-limited", "too many requests", "rate-limited"];
  if (status === 408 || status >= 500) return [UnreachableError, "service-failed", "the service failed", "transient"];
  if (status === 404 || status === 405) {
    const message = `no carrier lookup service answers at ${redact(url, apiKey)}`;
    return [RefusedRequestError, "not-a-carrier-service", message];
  }
  // Without a key, a 403 may be about anything: it concerns the key only if it says so.
  const isAboutKey = apiKey !== undefined || /key|auth/i.test(`${body.code} ${body.message}`);
  if (status === 401 || (status === 403 && isAboutKey)) {
    return apiKey === undefined
      ? [RefusedKeyError, "key-required", "the service refused to answer without an API key"]
      : [RefusedKeyError, "key-refused", "the service refused the API key"];
  }
  if (status === 304) return [RefusedRequestError, "contradictory-answer", "the service sent nothing, as if we had it"];
  if (isRedirect(status)) {
    const message = `the service redirects${targetOf(headers["location"], apiKey)}; redirects are not followed`;
    return [RefusedRequestError, "redirected", message];
  }
  return [RefusedRequestError, "request-refused", "the service refused the request"];
}

/** An attempt that was answered with anything but 2xx. `now` is for a Retry-After that is a date, in milliseconds since 1970. */
export function failureOfStatus(response: HttpResponse, subject: Subject, now: number): FailedAttempt {
  const { status, headers, text } = response;
  const wait = retryAfter(headers["retry-after"], now);
  // All that matters about a redirect is its target.
  const body = isRedirect(status) ? {} : shown(readJson(text), (part) => redact(part, subject.apiKey));
  const details = { ...detailsOf(subject), status, code: body.code, wait };
  const quote = (message: string) => quoting(message, status, body);
  if (status === 404 && subject.about) {
    return { error: notFound(subject, subject.about, text, quote, details), failure: { kind: "permanent" } };
  }
  const [error, reason, message, kind] = meaningOf(response, body, subject);
  return {
    error: new error(quote(message), { ...details, reason }),
    failure: kind ? { kind, retryAfter: wait } : { kind: "permanent" },
  };
}

/** The service's words are cut to keep a message this short, so that the hint still fits on the line. */
const maxMessage = 210;

/** `the service failed (HTTP 500 CODE: words)`. */
function quoting(message: string, status: number, { code, message: text = "" }: ErrorBody): string {
  const answered = `${message} (HTTP ${status}${code === undefined ? "" : ` ${code}`}`;
  const room = Math.max(20, maxMessage - answered.length);
  return text === "" ? `${answered})` : `${answered}: ${cutTo(text, room)})`;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Where a redirect leads, without its query: what that holds is between the service and us. */
function targetOf(location = "", apiKey: string | undefined): string {
  const [target = ""] = redact(location, apiKey).split(/[?#]/);
  return target === "" ? "" : ` to ${cutTo(target, 80)}`;
}

/** We have to wait longer than we may, in milliseconds; `cause` is the error response that asks for it, if this request got it. */
export function waitTooLong(subject: Subject, wait: number, now: number, cause?: ServiceError): RateLimitedError {
  const what = cause ? "the service asks us to wait" : "the service takes no more requests now: nothing is sent for";
  const message = `${what} ${Math.ceil(wait / 1_000)} s${until(now + wait)}, longer than allowed`;
  const { status, code } = cause ?? {};
  return new RateLimitedError(message, { ...detailsOf(subject), reason: "wait-too-long", wait, status, code, cause });
}

/** ` (until 2026-11-21 13:00 UTC)`, for a time that anyone will see. */
function until(time: number): string {
  const text = time < Date.UTC(10_000, 0) ? new Date(time).toISOString() : "";
  return text && ` (until ${text.slice(0, 10)} ${text.slice(11, 16)} UTC)`;
}
