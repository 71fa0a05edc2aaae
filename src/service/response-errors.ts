/** What an answer other than 2xx means: an error in the user's words, and whether another attempt may help. */
import { type ErrorBody, readErrorBody } from "./error-body.ts";
import {
  NotFoundError,
  RateLimitedError,
  RefusedKeyError,
  RefusedRequestError,
  type ServiceError,
  type ServiceErrorClass,
  type ServiceErrorReason,
  UnreachableError,
} from "./errors.ts";
import type { HttpAnswer } from "./http.ts";
import { redact, type Subject } from "./question.ts";
import { retryAfter } from "./rate-limit.ts";
import type { FailedAttempt } from "./retry.ts";

/** An answer other than 2xx, and what tells its meaning. */
interface Refusal {
  status: number;
  /** undefined when it is not JSON. */
  body: ErrorBody | undefined;
  /** Whether the body is empty. */
  blank: boolean;
  location: string | undefined;
  subject: Subject;
}

interface Meaning {
  matches(refusal: Refusal): boolean;
  error: ServiceErrorClass;
  reason: ServiceErrorReason;
  /** "permanent" unless stated. */
  kind?: "rate-limited" | "transient";
  message(refusal: Refusal): string;
}

/** The first match counts. */
const meanings: readonly Meaning[] = [
  {
    matches: ({ status }) => status === 429,
    error: RateLimitedError,
    reason: "rate-limited",
    kind: "rate-limited",
    message: () => "too many requests",
  },
  {
    matches: ({ status }) => status === 408 || status >= 500,
    error: UnreachableError,
    reason: "service-failed",
    kind: "transient",
    message: () => "the service failed",
  },
  {
    // A 404 that is neither empty nor JSON most likely comes from another program, and says nothing about a carrier.
    matches: ({ status, body, blank, subject }) => status === 404 && subject.aboutOne && (blank || body !== undefined),
    error: NotFoundError,
    reason: "no-such-carrier",
    message: () => "the service knows no such carrier",
  },
  {
    matches: ({ status }) => status === 404 || status === 405,
    error: RefusedRequestError,
    reason: "not-a-carrier-service",
    message: () => "no carrier lookup service answers at this address",
  },
  {
    matches: (refusal) => refusal.subject.apiKey === undefined && concernsTheKey(refusal),
    error: RefusedKeyError,
    reason: "key-required",
    message: () => "the service refused to answer without an API key",
  },
  {
    matches: concernsTheKey,
    error: RefusedKeyError,
    reason: "key-refused",
    message: () => "the service refused the API key",
  },
  {
    matches: ({ status }) => isRedirect(status),
    error: RefusedRequestError,
    reason: "redirected",
    message: (refusal) => `the service redirects${targetOf(refusal)}; redirects are not followed`,
  },
  {
    matches: () => true,
    error: RefusedRequestError,
    reason: "request-refused",
    message: () => "the service refused the request",
  },
];

/** Without a key, a 403 may be about anything: it concerns the key only if it says so. */
function concernsTheKey({ status, body, subject }: Refusal): boolean {
  if (status === 401) return true;
  return status === 403 && (subject.apiKey !== undefined || /key|auth/i.test(`${body?.code} ${body?.message}`));
}

/**
 * An attempt that was answered with anything but 2xx.
 *
 * @param now milliseconds since 1970, for a Retry-After that is a date
 */
export function failureOfStatus({ status, headers, text }: HttpAnswer, subject: Subject, now: number): FailedAttempt {
  const refusal: Refusal = {
    status,
    // What a redirect has to say is its target.
    body: isRedirect(status) ? undefined : readErrorBody(text, (said) => redact(said, subject.apiKey)),
    blank: text.trim() === "",
    location: headers["location"],
    subject,
  };
  // The last one matches everything.
  const { error, reason, kind, message } = meanings.find((each) => each.matches(refusal)) as Meaning;
  const { code, message: said } = refusal.body ?? {};
  const wait = retryAfter(headers["retry-after"], now);
  const quoted = ["HTTP", status, code].filter((part) => part !== undefined).join(" ");
  const details = { reason, status, code, subject: subject.subject, origin: subject.origin, wait };
  return {
    error: new error(`${message(refusal)} (${said === undefined ? quoted : `${quoted}: ${said}`})`, {
      ...details,
      withKey: subject.apiKey !== undefined,
    }),
    failure: kind ? { kind, retryAfter: wait } : { kind: "permanent" },
  };
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Where a redirect leads, without its query: what that holds is between the service and us. */
function targetOf({ location, subject }: Refusal): string {
  const [target = ""] = redact(location ?? "", subject.apiKey).split(/[?#]/);
  return target === "" ? "" : ` to ${target.length > 80 ? `${target.slice(0, 79)}…` : target}`;
}

/**
 * The service asks for a wait that is longer than we are allowed to wait.
 *
 * @param wait milliseconds
 * @param cause the answer that asks for it, if it was one
 */
export function waitTooLong(
  { subject, origin, apiKey }: Subject,
  wait: number,
  now: number,
  cause?: ServiceError,
): RateLimitedError {
  const message = `the service asks us to wait ${Math.ceil(wait / 1_000)} s${until(now + wait)}, longer than allowed`;
  const { status, code } = cause ?? {};
  const withKey = apiKey !== undefined;
  return new RateLimitedError(message, {
    reason: "wait-too-long",
    subject,
    origin,
    wait,
    withKey,
    status,
    code,
    cause,
  });
}

/** ` (until 2026-11-21 13:00 UTC)`, for a time that anyone will see. */
function until(time: number): string {
  const text = time < Date.UTC(10_000, 0) ? new Date(time).toISOString() : "";
  return text && ` (until ${text.slice(0, 10)} ${text.slice(11, 16)} UTC)`;
}
