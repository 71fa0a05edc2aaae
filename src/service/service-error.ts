/**
 * What can go wrong between us and the service, and all that is said of it.
 * How it is recognized: failures.ts.
 */
import {
  type Answer,
  type Exchange,
  nothingText,
  type RecordName,
  type Response,
} from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { type ErrorDetails, type ErrorKind, UsdotError } from "../errors.ts";
import { inWords } from "../text/time.ts";

type Hint = (details: ServiceErrorDetails) => string;
type Meaning = readonly [
  ErrorKind,
  words: string | ((details: Details, facts: Facts) => string),
  hint: string | Hint,
  mayBe?: "settings",
];

type Details = Omit<ServiceErrorDetails, "reason">;

/** What the words about a failure name besides its details. */
interface Facts {
  /** `ECONNREFUSED` */
  code?: string;
  /** What was sent or is wanted instead, where a redirect leads, the last error. */
  what?: string | undefined;
  /** The service's own words; they follow all of ours. */
  quoted?: string;
}

const tryLater: Hint = ({ wait = 0 }) =>
  wait > 0 ? `try again in ${inWords(wait)}` : "try again later";

const checkBaseUrl: Hint = ({ baseUrl }) => `check the base URL (${baseUrl})`;

/**
 * For each reason, the kind that determines the exit status; what is said; what
 * to do next; and whether a wrong setting may be the cause: where there is a
 * command line, `usdot config check` finds out.
 */
const meanings = {
  "not-found": [
    "not-found",
    ({ record }) => `the service has ${nothingText(record)}`,
    ({ record = "carrier" }) =>
      record === "carrier"
        ? "check the number with the carrier"
        : "a carrier may have none; usdot carrier NUMBER says whether the carrier exists",
  ],
  "doubtful-not-found": [
    "unusable",
    ({ record, exchange }) =>
      `${nothingText(record)}, or the base URL is wrong: ${exchange.url}`,
    ({ baseUrl }) => `check the number and the base URL (${baseUrl})`,
    "settings",
  ],
  "key-missing": [
    "key",
    "the service refused to answer without an API key",
    "set USDOT_API_KEY, or run usdot config set api-key",
  ],
  "key-refused": [
    "key",
    "the service refused the API key",
    "check the API key (usdot config list says where it is set); usdot config unset api-key removes a saved one",
  ],
  "rate-limited": [
    "unreachable",
    "the rate limit or quota is used up",
    (details) =>
      `${tryLater(details)}, or wait longer with --retries and --max-wait${details.withKey ? "" : "; an API key has a higher limit"}`,
  ],
  "wait-too-long": [
    "unreachable",
    ({ wait = 0 }) =>
      `the service asks clients to wait ${inWords(wait)}, longer than --max-wait allows`,
    "try again then, or raise --max-wait (seconds)",
  ],
  "service-failed": ["unreachable", "the service failed", tryLater],
  "gave-up": [
    "unreachable",
    (_, { what }) =>
      `not asked, since several requests in a row had no answer: ${what}`,
    "try again later",
  ],
  "timed-out": [
    "unreachable",
    ({ baseUrl }) => `${baseUrl} did not answer in time`,
    "try again, with a longer --timeout if the service is slow",
  ],
  "no-connection": [
    "unreachable",
    ({ baseUrl }, { what = "", code }) =>
      `${baseUrl} cannot be reached${what} (${code})`,
    "check the base URL and the network",
    "settings",
  ],
  certificate: [
    "unreachable",
    ({ baseUrl }, { code }) =>
      `the certificate of ${baseUrl} is not trusted (${code})`,
    "check the base URL and this machine's clock; if a company or private authority issued it, name its PEM file in NODE_EXTRA_CA_CERTS",
  ],
  "proxy-authentication": [
    "unreachable",
    "the proxy asks for a user and password",
    "put the proxy's user and password in its URL: HTTPS_PROXY, HTTP_PROXY",
  ],
  proxy: [
    "unreachable",
    ({ baseUrl }, { code }) =>
      `cannot connect through the proxy to ${baseUrl} (${code})`,
    "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY",
    "settings",
  ],
  "unusable-answer": [
    "unusable",
    (_, { what }) => `the service sent ${what}`,
    "ask the service's operator, or check the base URL",
    "settings",
  ],
  redirected: [
    "unusable",
    (_, { what = "" }) =>
      `the service redirects${what}, which usdot does not follow`,
    checkBaseUrl,
    "settings",
  ],
  "unsupported-transport": [
    "unusable",
    (_, { what }) => `the service wants ${what}, which usdot does not support`,
    "ask the service's operator for an address without that",
  ],
  "no-service": [
    "unusable",
    ({ exchange }) => `no carrier lookup service answers at ${exchange.url}`,
    checkBaseUrl,
    "settings",
  ],
  "request-refused": [
    "unusable",
    "the service refused the request",
    "check the number and the base URL, or ask the service's operator",
  ],
  gateway: [
    "unusable",
    "a gateway or firewall refused the request, or the path is wrong",
    "check the base URL, or ask the service's operator",
  ],
} satisfies Record<string, Meaning>;

export type ServiceErrorReason = keyof typeof meanings;

/** What was asked, of whom and with what. */
export interface ErrorContext {
  baseUrl: string;
  withKey: boolean;
  /** Absent for a bulk request about several. */
  dotNumber?: DotNumber | undefined;
  /** Absent for a bulk request. */
  record?: RecordName | undefined;
}

/** An answer to what was asked. */
export interface Received extends ErrorContext {
  exchange: Response;
}

export interface ServiceErrorDetails extends ErrorContext, ErrorDetails {
  reason: ServiceErrorReason;
  /** The request, as far as it was sent, and what came back. */
  exchange: Exchange;
  /** Milliseconds that the service asks us to wait. */
  wait?: number | undefined;
}

/**
 * Something went wrong between us and the service.
 * @example if (error instanceof ServiceError) console.log(error.reason satisfies ServiceErrorReason, error.status);
 */
export class ServiceError extends UsdotError {
  readonly kind: ErrorKind;
  readonly reason: ServiceErrorReason;
  override readonly status: number | undefined;
  /** Whether a wrong setting may be the cause, and no other hint is given. */
  readonly mayBeSettings: boolean;
  readonly details: ServiceErrorDetails;

  constructor(message: string, details: ServiceErrorDetails) {
    const { reason, exchange, cause } = details;
    const [kind, , usual, mayBe]: Meaning = meanings[reason];
    const hint = typeof usual === "string" ? usual : usual(details);
    super(message, { cause, hint: details.hint ?? hint });
    this.kind = kind;
    this.reason = reason;
    this.status = exchange.status;
    this.mayBeSettings = !details.hint && mayBe === "settings";
    this.details = details;
  }
}

/** The error for a reason, with what else its words name. */
export function serviceError(
  reason: ServiceErrorReason,
  details: Details,
  facts: Facts = {},
): ServiceError {
  const [, words]: Meaning = meanings[reason];
  const said = typeof words === "string" ? words : words(details, facts);
  const message = said + (facts.quoted ?? "");
  return new ServiceError(message, { ...details, reason });
}

/** The error with which a request failed. Throws whatever else went wrong. */
export function serviceErrorIn(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  throw thrown;
}

/** What a request that failed says about a carrier. */
export function failedAnswer(error: ServiceError): Answer {
  const state = error.kind === "not-found" ? "none" : "unanswered";
  return { state, error, exchange: error.details.exchange };
}
