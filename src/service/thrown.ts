/** What an attempt that got no answer means, in the user's words. */
import type { Source } from "../answer.ts";
import { ServiceError, type ServiceErrorReason } from "./errors.ts";
import {
  certificateWanted,
  type ErrorContext,
  type Meaning,
} from "./failure.ts";

/** What the codes of Node, OpenSSL and undici mean; the first match counts. */
const codes: readonly (readonly [
  code: RegExp,
  reason: ServiceErrorReason,
  words: (service: string, code: string) => string,
])[] = [
  [
    /ECONNRESET|EPIPE|UND_ERR_SOCKET|LENGTH_MISMATCH/,
    "connection-broken",
    (service, code) => `the connection to ${service} broke (${code})`,
  ],
  [
    /ALERT_(BAD_CERTIFICATE|CERTIFICATE_REQUIRED)$/,
    "unsupported-transport",
    () => certificateWanted,
  ],
  [
    /NO_APPLICATION_PROTOCOL$/,
    "unsupported-transport",
    (service) => `${service} speaks only HTTP/2, and usdot only HTTP/1.1`,
  ],
  [
    /^HPE_|^HTTPParser|HEADERS_OVERFLOW/,
    "unusable-answer",
    (service, code) =>
      `${service} sent something other than HTTP/1.1 (${code})`,
  ],
  [
    /^(zstd|(x-)?compress)$/,
    "unusable-answer",
    (service, code) =>
      `the answer of ${service} is compressed by ${code}, which usdot cannot unpack`,
  ],
  [
    /^ERR_BUFFER_TOO_LARGE$|EXCEEDED_MAX_SIZE$/,
    "unusable-answer",
    (service) => `the answer of ${service} is larger than 32 MiB`,
  ],
  [
    // Those of brotli begin with ERR__.
    /^Z_|^ERR__/,
    "unusable-answer",
    (service, code) =>
      `the answer of ${service} is damaged or cut short (${code})`,
  ],
  [
    /ALTNAME_INVALID|HOSTNAME_MISMATCH/,
    "certificate",
    (service, code) =>
      `the certificate of ${service} is for another name (${code})`,
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    "certificate",
    (service, code) =>
      `the certificate of ${service} is not valid today (${code})`,
  ],
  [
    /^EPROTO|^ERR_SSL_/,
    "no-connection",
    (service, code) => `TLS handshake with ${service} failed (${code})`,
  ],
  [
    /CERT|SELF_SIGNED|^UNABLE_TO_|INVALID_CA/,
    "certificate",
    (service, code) => `the certificate of ${service} is not trusted (${code})`,
  ],
  [
    /TimeoutError|TIMEOUT|ETIMEDOUT/,
    "timed-out",
    (service) => `${service} did not answer in time`,
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    "no-connection",
    (service, code) => `the host of ${service} cannot be found (${code})`,
  ],
  [
    /^ECONNREFUSED$/,
    "no-connection",
    (service) => `nothing answers at ${service} (connection refused)`,
  ],
];

/**
 * The proxy could not be reached, or gave no tunnel to the service; `status` is
 * what it answered.
 */
export class ProxyError extends Error {
  readonly status: number | undefined;

  constructor(message: string, options: ErrorOptions, status?: number) {
    super(message, options);
    this.status = status;
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
  source: Source,
): ServiceError {
  const code = codeOf(thrown);
  if (/^(TypeError|ReferenceError|UND_ERR_INVALID_ARG)$/.test(code))
    throw thrown;
  const { baseUrl } = context;
  const [reason, words] =
    thrown instanceof ProxyError
      ? meaningOfProxy(thrown, baseUrl)
      : meaningOfCode(code, baseUrl);
  return new ServiceError(words, { ...context, reason, source, cause: thrown });
}

function meaningOfCode(code: string, service: string): Meaning {
  for (const [pattern, reason, words] of codes)
    if (pattern.test(code)) return [reason, words(service, code)];
  return ["no-connection", `${service} cannot be reached (${code})`];
}

function meaningOfProxy(error: ProxyError, service: string): Meaning {
  const { status } = error;
  if (status === undefined)
    return [
      "proxy",
      `cannot connect through the proxy to ${service} (${codeOf(error)})`,
    ];
  const reason = status === 407 ? "proxy-authentication" : "proxy";
  return [
    reason,
    `the proxy refused to connect to ${service} (HTTP ${status})`,
  ];
}
