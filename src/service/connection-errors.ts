/** What to make of a request that got no response: an error in the user's words, and whether another attempt may help. */
import {
  BodyError,
  BrokenConnectionError,
  DeadlineError,
  ProxyError,
  type ServiceErrorClass,
  type ServiceErrorReason,
  UnreachableError,
  UnusableAnswerError,
} from "./errors.ts";
import { detailsOf, type Subject } from "./request.ts";
import type { FailedAttempt, Failure } from "./retry.ts";

interface Meaning {
  error: ServiceErrorClass;
  reason: ServiceErrorReason;
  kind: Failure["kind"];
  /** With ORIGIN and CODE in the places of what they are. */
  words: string;
}

const unusable = (words: string): Meaning => {
  return { error: UnusableAnswerError, reason: "unusable-answer", kind: "unusable", words };
};
const unreachable = (reason: ServiceErrorReason, words: string, kind: Failure["kind"] = "transient"): Meaning => {
  return { error: UnreachableError, reason, kind, words };
};

const malformed = /^HPE_|^HTTPParserError$|^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$/;
const wrongName = /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/;
const wrongDate = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/;
const untrusted = /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/;
const outOfMemory = /^(ENOMEM|ENOBUFS|Z_MEM_ERROR|ERR_MEMORY_ALLOCATION_FAILED)$/;

/** What the codes of Node.js, OpenSSL, undici and its HTTP parser mean to us; the first match counts. */
const meanings: readonly (readonly [code: RegExp, Meaning])[] = [
  [malformed, unusable("ORIGIN sent malformed HTTP (CODE)")],
  [/^(EPROTO|ERR_SSL_)/, unreachable("tls-handshake", "TLS handshake with ORIGIN failed (CODE)")],
  [wrongName, unreachable("certificate-name", "the certificate of ORIGIN is for another name (CODE)", "permanent")],
  [wrongDate, unreachable("certificate-date", "the certificate of ORIGIN is not valid today (CODE)", "permanent")],
  [untrusted, unreachable("certificate-untrusted", "the certificate of ORIGIN is not trusted (CODE)", "permanent")],
  [/^E[MN]FILE$/, unreachable("too-many-open-files", "too many open files to connect to ORIGIN (CODE)", "crowded")],
  [outOfMemory, unreachable("out-of-memory", "not enough memory to ask ORIGIN (CODE)", "crowded")],
  [/TIMEOUT|ETIMEDOUT/, unreachable("timed-out", "ORIGIN did not answer in time (CODE)")],
  [/^(ENOTFOUND|EAI_AGAIN)$/, unreachable("host-unreachable", "the host of ORIGIN cannot be found (CODE)")],
  [/^ECONNREFUSED$/, unreachable("host-unreachable", "nothing answers at ORIGIN (connection refused)")],
];

/**
 * An attempt that got no response, or one that could not be read to its end.
 * @throws what is a mistake of our own, unchanged
 */
export function failureOfConnection(thrown: unknown, subject: Subject): FailedAttempt {
  const code = codeOf(thrown);
  if (/^(TypeError|ReferenceError|UND_ERR_INVALID_ARG)$/.test(code) && !refusedByProxy(thrown)) throw thrown;
  const { error, reason, kind, words } = meaningOf(thrown, code);
  const message = words.replace("ORIGIN", () => subject.origin).replace("CODE", () => code);
  return { error: new error(message, { ...detailsOf(subject), reason, cause: thrown }), failure: { kind } };
}

function meaningOf(thrown: unknown, code: string): Meaning {
  if (thrown instanceof BodyError) return unusable(`the answer of ORIGIN ${thrown.message}`);
  if (thrown instanceof DeadlineError) return unreachable("timed-out", "ORIGIN did not answer in time");
  if (thrown instanceof BrokenConnectionError) {
    const kind = thrown.stale ? "stale" : "transient";
    return unreachable("connection-broken", "the connection to ORIGIN broke (CODE)", kind);
  }
  if (thrown instanceof ProxyError)
    return unreachable("proxy-unreachable", "cannot connect through the proxy to ORIGIN (CODE)");
  const status = refusedByProxy(thrown);
  if (status) {
    const reason = status === "407" ? "proxy-authentication" : "proxy-unreachable";
    return unreachable(reason, `the proxy refused to connect to ORIGIN (HTTP ${status})`);
  }
  const [, known] = meanings.find(([pattern]) => pattern.test(code)) ?? [];
  return known ?? unreachable("connection-broken", "ORIGIN cannot be reached (CODE)");
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
