/**
 * How a failure is recognized in what was thrown instead of an answer: by its
 * code. What is said of it: service-error.ts.
 */
import type { Exchange } from "../answer.ts";
import {
  type ErrorContext,
  type ServiceError,
  type ServiceErrorReason,
  serviceError,
} from "./service-error.ts";

/** What the codes of Node, OpenSSL and undici mean; the first match counts. */
const codes: readonly (readonly [
  code: RegExp,
  reason: ServiceErrorReason,
  what?: string,
])[] = [
  [
    /ECONNRESET|EPIPE|UND_ERR_SOCKET|LENGTH_MISMATCH/,
    "no-connection",
    ": the connection broke",
  ],
  [
    /ALERT_(BAD_CERTIFICATE|CERTIFICATE_REQUIRED)$/,
    "unsupported-transport",
    "a client certificate",
  ],
  [/NO_APPLICATION_PROTOCOL$/, "unsupported-transport", "only HTTP/2"],
  [
    /^HPE_|^HTTPParser|HEADERS_OVERFLOW/,
    "unusable-answer",
    "something other than HTTP/1.1",
  ],
  [
    /^ERR_BUFFER_TOO_LARGE$|EXCEEDED_MAX_SIZE$/,
    "unusable-answer",
    "more than 32 MiB",
  ],
  // Those of brotli begin with ERR__.
  [/^Z_|^ERR__/, "unusable-answer", "a damaged or cut body"],
  [/^EPROTO|^ERR_SSL_/, "no-connection", ": the TLS handshake failed"],
  [/CERT|SELF_SIGNED|^UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH/, "certificate"],
  [/TimeoutError|TIMEOUT|ETIMEDOUT/, "timed-out"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "no-connection", ": its host cannot be found"],
  [/^ECONNREFUSED$/, "no-connection", ": connection refused"],
];

/**
 * The proxy cannot be reached (`ECONNREFUSED`), or gives no tunnel to the
 * service (`HTTP 502`). If it had a code, undici would try again.
 */
export class ProxyError extends Error {
  readonly reason: "proxy" | "proxy-authentication";
  readonly why: string;

  constructor(reason: ProxyError["reason"], why = "") {
    super("proxy");
    this.reason = reason;
    this.why = why;
  }
}

/**
 * The code of what was thrown, by its innermost cause: `ECONNREFUSED`; its name
 * where it has none.
 */
export function codeOf(thrown: unknown): string {
  const { code, cause, name } = thrown as {
    code?: unknown;
    cause?: unknown;
    name?: string;
  };
  if (cause instanceof Error) return codeOf(cause);
  return typeof code === "string" ? code : String(name);
}

/**
 * The error of an attempt that got no answer, or not to its end. Throws what is
 * a mistake of our own.
 */
export function failureOfThrown(
  thrown: unknown,
  context: ErrorContext,
  exchange: Exchange,
): ServiceError {
  const details = { ...context, exchange, cause: thrown };
  if (thrown instanceof ProxyError)
    return serviceError(thrown.reason, details, { code: thrown.why });
  const code = codeOf(thrown);
  if (/^(TypeError|RangeError|ReferenceError|UND_ERR_INVALID_ARG)$/.test(code))
    throw thrown;
  const [, reason = "no-connection", what] =
    codes.find(([pattern]) => pattern.test(code)) ?? [];
  return serviceError(reason, details, { code, what });
}
