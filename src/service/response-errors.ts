/** What an answer that is no good answer means -> an error in the user's words, and whether another try may help. */
import {
  NotFoundError,
  RateLimitedError,
  RefusedKeyError,
  RefusedRequestError,
  type ServiceDetails,
  type ServiceError,
  UnreachableError,
} from "../errors.ts";
import { type ErrorBody, readErrorBody } from "./error-body.ts";
import type { HttpAnswer } from "./http.ts";
import { retryAfter } from "./rate-limit.ts";
import type { Failure } from "./retry.ts";

/** What one try came to that brought nothing to use. */
export interface FailedTry {
  error: ServiceError;
  failure: Failure;
}

/** What was asked, for the words of an error. */
export interface Question {
  /** `USDOT 2233855`, or `USDOT 1 and 49 more`. */
  subject: string;
  /** Whether an answer of 404 is about the carrier; else it is about the path. */
  aboutOne: boolean;
  origin: string;
  /** The key that went with it: told of, never shown. */
  apiKey: string | undefined;
}

/** What the service says, without the key, should it repeat it to us. */
export function conceal(said: string, { apiKey }: Question): string {
  if (apiKey === undefined) return said;
  return said.replaceAll(apiKey, "[API key]").replaceAll(encodeURIComponent(apiKey), "[API key]");
}

export type ErrorClass = new (message: string, details: ServiceDetails) => ServiceError;

/** An answer that is not 2xx, and what it is known by. */
interface Refusal {
  status: number;
  /** undefined when it is not JSON. */
  body: ErrorBody | undefined;
  /** Whether the body is empty. */
  blank: boolean;
  location: string | undefined;
  /** Milliseconds until which the service does not want to see us. */
  retryAfter: number | undefined;
  question: Question;
}

interface Meaning {
  of(refusal: Refusal): boolean;
  error: ErrorClass;
  /** "final" unless said otherwise. */
  kind?: "rate-limited" | "passing";
  message(refusal: Refusal): string;
  hint(refusal: Refusal): string;
}

/** What the answers that are not 2xx mean to us; the first that applies. */
const meanings: readonly Meaning[] = [
  {
    of: ({ status }) => status === 429,
    error: RateLimitedError,
    kind: "rate-limited",
    message: () => "too many requests",
    hint: (refusal) =>
      refusal.question.apiKey === undefined
        ? `${again(refusal)}, or ask with an API key, which has a higher limit`
        : again(refusal),
  },
  {
    of: ({ status }) => status === 408 || status >= 500,
    error: UnreachableError,
    kind: "passing",
    message: () => "the service failed",
    hint: again,
  },
  {
    // A 404 that is neither empty nor JSON is most likely another program's, and says nothing about a carrier.
    of: ({ status, body, blank, question }) => status === 404 && question.aboutOne && (blank || body !== undefined),
    error: NotFoundError,
    message: () => "the service knows no such carrier",
    hint: () => "check the number with the carrier",
  },
  {
    of: ({ status }) => status === 404 || status === 405,
    error: RefusedRequestError,
    message: () => "no carrier lookup service answers at this address",
    hint: ({ question }) => `check the base URL (${question.origin})`,
  },
  {
    of: ({ status, body, question }) =>
      status === 401 ||
      (status === 403 && (question.apiKey !== undefined || /key|auth/i.test(`${body?.code} ${body?.message}`))),
    error: RefusedKeyError,
    message: ({ question }) =>
      `the service refused ${question.apiKey === undefined ? "to answer without an API key" : "the API key"}`,
    hint: ({ question }) =>
      question.apiKey === undefined
        ? "give an API key: see usdot help options"
        : "check the API key: usdot config list",
  },
  {
    of: ({ status }) => redirects(status),
    error: RefusedRequestError,
    message: (refusal) => `the service redirects${targetOf(refusal)}, which is not followed`,
    hint: () => "if that is the service's new address, make it the base URL",
  },
  {
    of: () => true,
    error: RefusedRequestError,
    message: () => "the service refused the request",
    hint: () => "check the number and the base URL",
  },
];

/** An answer that is not 2xx. */
export function failureOfStatus({ status, headers, text }: HttpAnswer, question: Question, now: number): FailedTry {
  const refusal: Refusal = {
    status,
    // A redirect says what it has to say by its target.
    body: redirects(status) ? undefined : readErrorBody(text, (said) => conceal(said, question)),
    blank: text.trim() === "",
    location: headers["location"],
    retryAfter: retryAfter(headers["retry-after"], now),
    question,
  };
  // The last one applies to everything.
  const meaning = meanings.find((each) => each.of(refusal)) as Meaning;
  const { code, message } = refusal.body ?? {};
  const said = ["HTTP", status, code].filter((part) => part !== undefined).join(" ");
  const error = new meaning.error(
    `${meaning.message(refusal)} (${message === undefined ? said : `${said}: ${message}`})`,
    { status, subject: question.subject, hint: meaning.hint(refusal), ...(code === undefined ? {} : { code }) },
  );
  const { kind } = meaning;
  return { error, failure: kind ? { kind, retryAfter: refusal.retryAfter } : { kind: "final" } };
}

function redirects(status: number): boolean {
  return status >= 300 && status < 400;
}

function again({ retryAfter = 0 }: Refusal): string {
  return retryAfter > 0 ? `try again in ${Math.ceil(retryAfter / 1_000)} s` : "try again later";
}

/** Where a redirect leads, without its query: what it holds is between the service and us. */
function targetOf({ location, question }: Refusal): string {
  const [place = ""] = conceal(location ?? "", question).split(/[?#]/);
  return place === "" ? "" : ` to ${place.length > 80 ? `${place.slice(0, 79)}…` : place}`;
}

/** The most that `--max-wait` takes, in seconds. */
const longestMaxWait = 86_400;

/** The service asks for a wait that is longer than we may take; `cause` is the answer in which it does. */
export function tooLong({ subject }: Question, wait: number, now: number, cause?: ServiceError): RateLimitedError {
  const seconds = Math.ceil(wait / 1_000);
  const allow = seconds <= longestMaxWait ? `, or allow it with --max-wait ${seconds}` : "";
  return new RateLimitedError(
    `the service asks us to wait ${seconds} s${until(now + wait)}, longer than --max-wait allows`,
    {
      subject,
      hint: `try again then${allow}`,
      ...(cause?.status === undefined ? {} : { status: cause.status }),
      ...(cause?.code === undefined ? {} : { code: cause.code }),
      cause,
    },
  );
}

/** ` (until 2026-11-21 13:00 UTC)`, where that is a time that anyone will see. */
function until(time: number): string {
  const text = time < Date.UTC(10_000, 0) ? new Date(time).toISOString() : "";
  return text && ` (until ${text.slice(0, 10)} ${text.slice(11, 16)} UTC)`;
}
