/**
 * What can go wrong between us and the service, and all that is said of it.
 * How it is recognized: answer-failures.ts, connection-failures.ts.
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
import { waitText } from "../text/time.ts";

type Hint = (details: ServiceErrorDetails) => string;

interface Meaning {
  /** It determines the exit status. */
  kind: ErrorKind;
  words: string | ((details: Details & Specifics) => string);
  /** What to do next. */
  hint: string | Hint;
  /**
   * A wrong setting may be the cause: where there is a command line, `usdot
   * config check` finds out.
   */
  mayBeSettings?: true;
}

type Details = Omit<ServiceErrorDetails, "reason">;

/** What the words about a failure name besides its details. */
interface Specifics {
  /** `ECONNREFUSED` */
  code?: string;
  /** What was sent or is wanted instead, where a redirect leads, the last error. */
  what?: string | undefined;
  /** The service's own words; they follow all of ours. */
  quoted?: string;
}

const tryLater: Hint = ({ wait = 0 }) =>
  wait > 0 ? `try again in ${waitText(wait)}` : "try again later";

const checkBaseUrl: Hint = ({ baseUrl }) => `check the base URL (${baseUrl})`;

/** What each reason means. */
const meanings = {
  "not-found": {
    kind: "not-found",
    words: ({ record }) => `the service has ${nothingText(record)}`,
    hint: ({ record = "carrier" }) =>
      record === "carrier"
        ? "check the number with the carrier"
        : "a carrier may have none; usdot carrier NUMBER says whether the carrier exists",
  },
  "doubtful-not-found": {
    kind: "unusable",
    words: ({ record, exchange }) =>
      `${nothingText(record)}, or the base URL is wrong: ${exchange.url}`,
    hint: ({ baseUrl }) => `check the number and the base URL (${baseUrl})`,
    mayBeSettings: true,
  },
  "key-missing": {
    kind: "key",
    words: "the service refused to answer without an API key",
    hint: "set USDOT_API_KEY, or run usdot config set api-key",
  },
  "key-refused": {
    kind: "key",
    words: "the service refused the API key",
    hint: "check the API key (usdot config list says where it is set); usdot config unset api-key removes a saved one",
  },
  "rate-limited": {
    kind: "unreachable",
    words: "the rate limit or quota is used up",
    hint: (details) =>
      `${tryLater(details)}, or wait longer with --retries and --max-wait${details.withKey ? "" : "; with an API key the limit is higher"}`,
  },
  "wait-too-long": {
    kind: "unreachable",
    words: ({ wait = 0 }) =>
      `the service asks clients to wait ${waitText(wait)}, longer than --max-wait allows`,
    hint: "try again then, or raise --max-wait (seconds)",
  },
  "service-failed": {
    kind: "unreachable",
    words: "the service failed",
    hint: tryLater,
  },
  "gave-up": {
    kind: "unreachable",
    words: ({ what }) =>
      `not asked, since several requests in a row had no answer: ${what}`,
    hint: "try again later",
  },
  "timed-out": {
    kind: "unreachable",
    words: ({ baseUrl }) => `${baseUrl} did not answer in time`,
    hint: "try again, with a longer --timeout if the service is slow",
  },
  "no-connection": {
    kind: "unreachable",
    words: ({ baseUrl, what = "", code }) =>
      `${baseUrl} cannot be reached${what} (${code})`,
    hint: "check the base URL and the network",
    mayBeSettings: true,
  },
  certificate: {
    kind: "unreachable",
    words: ({ baseUrl, code }) =>
      `the certificate of ${baseUrl} is not trusted (${code})`,
    hint: "check the base URL and this machine's clock; if a company or private authority issued it, name its PEM file in NODE_EXTRA_CA_CERTS",
  },
  "proxy-authentication": {
    kind: "unreachable",
    words: "the proxy asks for a user and password",
    hint: "put the proxy's user and password in its URL: HTTPS_PROXY, HTTP_PROXY",
  },
  proxy: {
    kind: "unreachable",
    words: ({ baseUrl, code }) =>
      `cannot connect through the proxy to ${baseUrl} (${code})`,
    hint: "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY",
    mayBeSettings: true,
  },
  "unusable-answer": {
    kind: "unusable",
    words: ({ what }) => `the service sent ${what}`,
    hint: "ask the service's operator, or check the base URL",
    mayBeSettings: true,
  },
  redirected: {
    kind: "unusable",
    words: ({ what = "" }) =>
      `the service redirects${what}, which usdot does not follow`,
    hint: checkBaseUrl,
    mayBeSettings: true,
  },
  "unsupported-transport": {
    kind: "unusable",
    words: ({ what }) =>
      `the service wants ${what}, which usdot does not support`,
    hint: "ask the service's operator for an address without that",
  },
  "no-service": {
    kind: "unusable",
    words: ({ exchange }) =>
      `no carrier lookup service answers at ${exchange.url}`,
    hint: checkBaseUrl,
    mayBeSettings: true,
  },
  "request-refused": {
    kind: "unusable",
    words: "the service refused the request",
    hint: "check the number and the base URL, or ask the service's operator",
  },
  gateway: {
    kind: "unusable",
    words: "a gateway or firewall refused the request, or the path is wrong",
    hint: "check the base URL, or ask the service's operator",
  },
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
 * @example if (error instanceof ServiceError) console.log(error.reason);
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
    const { kind, hint, mayBeSettings }: Meaning = meanings[reason];
    const usual = typeof hint === "string" ? hint : hint(details);
    super(message, { cause, hint: details.hint ?? usual });
    this.kind = kind;
    this.reason = reason;
    this.status = exchange.status;
    this.mayBeSettings = !details.hint && mayBeSettings === true;
    this.details = details;
  }
}

/** The error for a reason, with what else its words name. */
export function serviceError(
  reason: ServiceErrorReason,
  details: Details,
  specifics: Specifics = {},
): ServiceError {
  const { words }: Meaning = meanings[reason];
  const said =
    typeof words === "string" ? words : words({ ...details, ...specifics });
  const message = said + (specifics.quoted ?? "");
  return new ServiceError(message, { ...details, reason });
}

/** The error with which a request failed. Throws whatever else went wrong. */
export function serviceErrorOrThrow(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  throw thrown;
}

/** What a request that failed says about a carrier. */
export function failedAnswer(error: ServiceError): Answer {
  const state = error.kind === "not-found" ? "none" : "unanswered";
  return { state, error, exchange: error.details.exchange };
}
