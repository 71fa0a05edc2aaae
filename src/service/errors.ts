/**
 * What can go wrong between us and the service, and all that is said of it.
 * How it is recognized: failures.ts.
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
 * For each failure, its reason and what is said of it, with {blanks} for what
 * differs; a third text is its own hint.
 */
const failures = {
  "no-record": ["not-found", "the service has {nothing}"],
  "maybe-no-record": [
    "doubtful-not-found",
    "{nothing}, or the base URL is wrong: {url}",
  ],
  "no-key": ["key-missing", "the service refused to answer without an API key"],
  "wrong-key": ["key-refused", "the service refused the API key"],
  "too-many": ["rate-limited", "too many requests"],
  quota: ["rate-limited", "the quota or rate limit is used up"],
  "long-wait": [
    "wait-too-long",
    "the service asks clients to wait {wait}, longer than --max-wait allows",
  ],
  failed: ["service-failed", "the service failed"],
  "given-up": [
    "gave-up",
    "not asked, since {count} requests in a row had no answer: {last}",
  ],
  "no-answer": ["timed-out", "{service} did not answer in time"],
  "no-host": [
    "no-connection",
    "the host of {service} cannot be found ({code})",
  ],
  "nothing-there": [
    "no-connection",
    "nothing answers at {service} (connection refused)",
  ],
  handshake: ["no-connection", "TLS handshake with {service} failed ({code})"],
  unreached: ["no-connection", "{service} cannot be reached ({code})"],
  broken: ["connection-broken", "the connection to {service} broke ({code})"],
  "other-name": [
    "certificate",
    "the certificate of {service} is for another name ({code})",
  ],
  "not-today": [
    "certificate",
    "the certificate of {service} is not valid today ({code})",
  ],
  untrusted: [
    "certificate",
    "the certificate of {service} is not trusted ({code})",
  ],
  "proxy-password": [
    "proxy-authentication",
    "the proxy asks for a user and password",
  ],
  "proxy-refused": [
    "proxy",
    "the proxy refused to connect to {service} ({code})",
  ],
  "no-proxy": [
    "proxy",
    "cannot connect through the proxy to {service} ({code})",
  ],
  "not-http": [
    "unusable-answer",
    "{service} sent something other than HTTP/1.1 ({code})",
  ],
  compressed: [
    "unusable-answer",
    "the answer of {service} is compressed by {code}, which usdot cannot unpack",
  ],
  "too-large": [
    "unusable-answer",
    "the answer of {service} is larger than 32 MiB",
  ],
  damaged: [
    "unusable-answer",
    "the answer of {service} is damaged or cut short ({code})",
  ],
  unusable: ["unusable-answer", "the service sent {instead}"],
  redirected: [
    "redirected",
    "the service redirects{to}, which usdot does not follow",
  ],
  "certificate-wanted": [
    "unsupported-transport",
    "the service wants a client certificate, which usdot cannot send",
  ],
  "only-http2": [
    "unsupported-transport",
    "{service} speaks only HTTP/2, and usdot only HTTP/1.1",
  ],
  "no-service": ["no-service", "no carrier lookup service answers at {url}"],
  refused: ["request-refused", "the service refused the request"],
  gateway: [
    "request-refused",
    "a gateway or firewall refused the request, or the path is wrong",
  ],
  plan: [
    "request-refused",
    "your plan with the service does not include this",
    "ask the service's operator about your plan or subscription",
  ],
} satisfies Record<
  string,
  readonly [reason: ServiceErrorReason, words: string, hint?: string]
>;

export type FailureName = keyof typeof failures;

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

/** What was asked, of whom and with what. */
export interface ErrorContext {
  baseUrl: string;
  withKey: boolean;
  /** How to do without the key, such as a command. */
  withoutKey?: string | undefined;
  /** Absent for a bulk request about several. */
  dotNumber?: DotNumber | undefined;
  /** Absent for a bulk request. */
  record?: RecordName | undefined;
}

export interface ServiceErrorDetails extends ErrorContext, ErrorDetails {
  reason: ServiceErrorReason;
  /** The request, as far as it was sent, and what came back. */
  source: Source;
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

/**
 * The error for a failure. `blanks` are the texts for its words; `quoted`, what
 * the service said itself, goes after them.
 */
export function serviceError(
  failure: FailureName,
  details: Omit<ServiceErrorDetails, "reason">,
  blanks: Readonly<Record<string, string>> = {},
): ServiceError {
  const { baseUrl: service, source, record } = details;
  const [reason, words, hint = details.hint]: readonly [
    ServiceErrorReason,
    string,
    string?,
  ] = failures[failure];
  const isCarrier = record === undefined || record === "carrier";
  const nothing = isCarrier ? "no such carrier" : `no ${record} record`;
  const texts: Readonly<Record<string, string | undefined>> = {
    service,
    url: source.url,
    nothing,
    ...blanks,
  };
  const message = `${words}{quoted}`.replace(
    /\{(\w+)\}/g,
    (_, blank: string) => texts[blank] ?? "",
  );
  return new ServiceError(message, { ...details, reason, hint });
}
