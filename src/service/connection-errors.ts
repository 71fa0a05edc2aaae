/** What to make of a request that got no response: an error in the user's words, and whether another attempt may help. */
import {
  BodyError,
  BrokenConnectionError,
  DeadlineError,
  ProxyError,
  ResponseTooLargeError,
  type ServiceErrorClass,
  type ServiceErrorReason,
  UnreachableError,
  UnusableAnswerError,
} from "./errors.ts";
import type { Subject } from "./request.ts";
import type { FailedAttempt, Failure } from "./retry.ts";

interface Meaning {
  error: ServiceErrorClass;
  reason: ServiceErrorReason;
  failure: Failure;
  message(origin: string, code: string): string;
}

const unusable = {
  error: UnusableAnswerError,
  reason: "unusable-answer",
  failure: { kind: "unusable" },
} as const;
const unreachable = { error: UnreachableError, failure: { kind: "transient", retryAfter: undefined } } as const;
const untrusted = { error: UnreachableError, failure: { kind: "permanent" } } as const;

const outOfMemory = /^(ENOMEM|ENOBUFS|Z_MEM_ERROR|ERR_MEMORY_ALLOCATION_FAILED)$/;

/** What the codes of Node.js, OpenSSL, undici and its HTTP parser mean to us; the first match counts. */
const meanings: readonly (Meaning & { code: RegExp })[] = [
  {
    ...unusable,
    code: /^HPE_|^HTTPParserError$|^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$/,
    message: (origin, code) => `${origin} sent malformed HTTP (${code})`,
  },
  {
    ...unreachable,
    code: /^(EPROTO|ERR_SSL_)/,
    reason: "tls-handshake",
    message: (origin, code) => `TLS handshake with ${origin} failed (${code})`,
  },
  {
    ...untrusted,
    code: /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    reason: "certificate-name",
    message: (origin, code) => `the certificate of ${origin} is for another name (${code})`,
  },
  {
    ...untrusted,
    code: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    reason: "certificate-date",
    message: (origin, code) => `the certificate of ${origin} is not valid today (${code})`,
  },
  {
    ...untrusted,
    code: /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/,
    reason: "certificate-untrusted",
    message: (origin, code) => `the certificate of ${origin} is not trusted (${code})`,
  },
  {
    ...unreachable,
    code: /^(EMFILE|ENFILE)$/,
    reason: "too-many-open-files",
    failure: { kind: "crowded" },
    message: (origin, code) => `too many open files to connect to ${origin} (${code})`,
  },
  {
    ...unreachable,
    code: outOfMemory,
    reason: "out-of-memory",
    failure: { kind: "crowded" },
    message: (origin, code) => `not enough memory to ask ${origin} (${code})`,
  },
  {
    ...unreachable,
    code: /TIMEOUT|ETIMEDOUT/,
    reason: "timed-out",
    message: (origin, code) => `${origin} did not answer in time (${code})`,
  },
  {
    ...unreachable,
    code: /^(ENOTFOUND|EAI_AGAIN)$/,
    reason: "host-unreachable",
    message: (origin, code) => `the host of ${origin} cannot be found (${code})`,
  },
  {
    ...unreachable,
    code: /^ECONNREFUSED$/,
    reason: "host-unreachable",
    message: (origin) => `nothing answers at ${origin} (connection refused)`,
  },
  {
    ...unreachable,
    code: /(?:)/,
    reason: "connection-broken",
    message: (origin, code) => `${origin} cannot be reached (${code})`,
  },
];

/**
 * An attempt that got no response, or one that could not be read to its end.
 *
 * @throws what is a mistake of our own, unchanged
 */
export function failureOfConnection(thrown: unknown, { subject, origin, apiKey }: Subject): FailedAttempt {
  const code = codeOf(thrown);
  if (/^(TypeError|ReferenceError|UND_ERR_INVALID_ARG)$/.test(code) && !refusedByProxy(thrown)) throw thrown;
  const meaning = meaningOf(thrown, code) ?? (meanings.find((each) => each.code.test(code)) as Meaning);
  const { error, reason, failure, message } = meaning;
  const details = { reason, subject, origin, withKey: apiKey !== undefined, cause: thrown };
  return { error: new error(message(origin, code), details), failure };
}

/** What is known by its class or its message rather than by a code. */
function meaningOf(thrown: unknown, code: string): Meaning | undefined {
  if (thrown instanceof ResponseTooLargeError)
    return { ...unusable, message: (origin) => `the answer of ${origin} is larger than 32 MB` };
  if (thrown instanceof BodyError)
    return { ...unusable, message: (origin) => `the answer of ${origin} ${thrown.message}` };
  if (thrown instanceof DeadlineError)
    return { ...unreachable, reason: "timed-out", message: (origin) => `${origin} did not answer in time` };
  if (thrown instanceof BrokenConnectionError) {
    const failure: Failure = thrown.stale ? { kind: "stale" } : unreachable.failure;
    const message = (origin: string) => `the connection to ${origin} broke (${code})`;
    return { ...unreachable, reason: "connection-broken", failure, message };
  }
  if (thrown instanceof ProxyError) {
    const message = (origin: string) => `cannot connect through the proxy to ${origin} (${code})`;
    return { ...unreachable, reason: "proxy-unreachable", message };
  }
  const status = refusedByProxy(thrown);
  if (status === undefined) return undefined;
  return {
    ...unreachable,
    reason: status === "407" ? "proxy-authentication" : "proxy-unreachable",
    message: (origin) => `the proxy refused to connect to ${origin} (HTTP ${status})`,
  };
}

/** The status with which a proxy turned us away: of a tunnel, or 407 without one. undici has words for it and no code. */
function refusedByProxy(thrown: unknown): string | undefined {
  const [, tunnel, plain] =
    /Proxy response \((\d+)\)|Proxy Authentication Required \((407)\)/.exec(messagesOf(thrown)) ?? [];
  return tunnel ?? plain;
}

/** Codes of undici that only wrap what happened. */
const wrappers = new Set(["UND_ERR_ABORTED", "UND_ERR_PRX_TLS"]);

function codeOf(thrown: unknown): string {
  const { code, cause, name, errors, message } = thrown as {
    [part in "code" | "cause" | "name" | "errors" | "message"]?: unknown;
  };
  // V8 has words for it and no code: `WebAssembly.Instance(): Out of memory`, `Array buffer allocation failed`.
  if (code === undefined && /out of memory|allocation failed|cannot allocate/i.test(String(message))) return "ENOMEM";
  if (typeof code === "string" && !(wrappers.has(code) && cause !== undefined)) return code;
  // `AggregateError`: each of a host's addresses failed by itself.
  const inner = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  return inner === undefined ? String(name ?? "unknown") : codeOf(inner);
}

function messagesOf(thrown: unknown): string {
  const { message, cause } = thrown as { message?: string; cause?: unknown };
  return cause === undefined ? String(message) : `${message} ${messagesOf(cause)}`;
}
