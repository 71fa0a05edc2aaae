/**
 * What can go wrong between us and the service: one class with a reason, and
 * one table of what each reason means.
 */

import type { RecordName, Source } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { type ErrorDetails, type ErrorKind, UsdotError } from "../errors.ts";
import { inWords } from "../text/digits.ts";

type Hint = (details: ServiceErrorDetails) => string;

const tryLater: Hint = ({ wait = 0 }) =>
  wait > 0 ? `try again in ${inWords(wait)}` : "try again later";

const checkBaseUrl: Hint = ({ baseUrl }) => `check the base URL (${baseUrl})`;

/** For each reason, the kind that determines the exit status, and what to do next. */
const meanings = {
  "not-found": ["not-found", "check the number with the carrier"],
  "doubtful-not-found": [
    "unusable",
    ({ baseUrl }) => `check the number and the base URL (${baseUrl})`,
  ],
  "key-missing": ["key", "set USDOT_API_KEY, or run usdot config set api-key"],
  "key-refused": [
    "key",
    ({ withoutKey }) =>
      `check the API key${withoutKey ? `, or run: ${withoutKey}` : ""}`,
  ],
  "rate-limited": [
    "unreachable",
    ({ wait = 0, withKey }) => {
      const later =
        wait > 0
          ? `try again in ${inWords(wait)}`
          : "try again later, or wait longer with --retries and --max-wait";
      const keyed = "; an API key has a higher limit";
      return withKey ? later : later + keyed;
    },
  ],
  "wait-too-long": [
    "unreachable",
    ({ wait = 0 }) =>
      wait > 86_400_000
        ? "try again then"
        : `try again then, or allow it with --max-wait ${Math.ceil(wait / 1_000)}`,
  ],
  "service-failed": ["unreachable", tryLater],
  "gave-up": ["unreachable", tryLater],
  "timed-out": [
    "unreachable",
    "try again, with a longer --timeout if the service is slow",
  ],
  "no-connection": ["unreachable", "check the base URL and the network"],
  "connection-broken": [
    "unreachable",
    "try again; if it persists, check the base URL",
  ],
  certificate: [
    "unreachable",
    "check the base URL and this machine's clock; if a company or private authority issued it, name its PEM file in NODE_EXTRA_CA_CERTS",
  ],
  "proxy-authentication": [
    "unreachable",
    "put the proxy's user and password in its URL: HTTPS_PROXY, HTTP_PROXY",
  ],
  proxy: ["unreachable", "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY"],
  "unusable-answer": [
    "unusable",
    "ask the service's operator, or check the base URL",
  ],
  redirected: ["unusable", checkBaseUrl],
  "unsupported-transport": [
    "unusable",
    "ask the service's operator for an address without that",
  ],
  "no-service": ["unusable", checkBaseUrl],
  "request-refused": [
    "unusable",
    "check the number and the base URL, or ask the service's operator",
  ],
} satisfies Record<string, readonly [ErrorKind, string | Hint]>;

export type ServiceErrorReason = keyof typeof meanings;

/**
 * What a wrong setting may have caused: where there is a command line, `usdot
 * config check` finds out.
 */
const settingsReasons: readonly ServiceErrorReason[] = [
  "doubtful-not-found",
  "no-connection",
  "connection-broken",
  "proxy",
  "unusable-answer",
  "redirected",
  "no-service",
];

export interface ServiceErrorDetails extends ErrorDetails {
  reason: ServiceErrorReason;
  baseUrl: string;
  withKey: boolean;
  /** How to do without the key, such as a command. */
  withoutKey?: string | undefined;
  /** Absent for a bulk request about several. */
  dotNumber?: DotNumber | undefined;
  /** Absent for a bulk request. */
  record?: RecordName | undefined;
  /** The request, as far as it was sent, and what came back. */
  source: Source;
  /** The service's own error code, such as `RATE_LIMITED`. */
  code?: string | undefined;
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
  readonly status: number | undefined;
  /** Whether a wrong setting may be the cause, and no other hint is given. */
  readonly mayBeSettings: boolean;
  readonly details: ServiceErrorDetails;

  constructor(message: string, details: ServiceErrorDetails) {
    const { reason, source, hint, cause } = details;
    const [kind, usual]: readonly [ErrorKind, string | Hint] = meanings[reason];
    const usualHint = typeof usual === "string" ? usual : usual(details);
    super(message, { cause, hint: hint ?? usualHint });
    this.kind = kind;
    this.reason = reason;
    this.status = source.status;
    this.mayBeSettings = !hint && settingsReasons.includes(reason);
    this.details = details;
  }
}
