/** What can break where no answer came -> an error in the user's words, and whether another try may help. */
import { UnreachableError, UnusableAnswerError } from "../errors.ts";
import { BodyError } from "./body.ts";
import { BrokenConnectionError, DeadlineError, ProxyError } from "./http.ts";
import type { ErrorClass, FailedTry, Question } from "./response-errors.ts";
import type { Failure } from "./retry.ts";

interface Breakdown {
  code: RegExp;
  error: ErrorClass;
  failure: Failure;
  message(origin: string, code: string): string;
  hint: string;
}

const operator = "ask the service's operator, or check the base URL";
const network = "check the base URL, and the network";
const proxy = "check the proxy: HTTPS_PROXY, HTTP_PROXY";
const slow = "try again, with a longer --timeout if the service is slow";

const unusable = { error: UnusableAnswerError, failure: { kind: "unusable" }, hint: operator } as const;
const unreachable = { error: UnreachableError, failure: { kind: "passing", retryAfter: undefined } } as const;
const untrusted = { error: UnreachableError, failure: { kind: "final" } } as const;

/** What the codes of Node.js, OpenSSL, undici and its HTTP parser mean to us; the first that applies. */
const breakdowns: readonly Breakdown[] = [
  {
    ...unusable,
    code: /^HPE_|^HTTPParserError$|^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$/,
    message: (origin, code) => `what ${origin} sends is not proper HTTP (${code})`,
  },
  {
    ...unreachable,
    code: /^(EPROTO|ERR_SSL_)/,
    message: (origin, code) => `${origin} does not speak TLS as we do (${code})`,
    hint: network,
  },
  {
    ...untrusted,
    code: /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    message: (origin, code) => `the certificate of ${origin} is for another name (${code})`,
    hint: network,
  },
  {
    ...untrusted,
    code: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    message: (origin, code) => `the certificate of ${origin} is not valid today (${code})`,
    hint: "check this machine's clock, or ask the service's operator",
  },
  {
    ...untrusted,
    code: /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/,
    message: (origin, code) => `the certificate of ${origin} is not trusted (${code})`,
    hint: "if your company or a private authority issued it, name its file in NODE_EXTRA_CA_CERTS",
  },
  {
    ...unreachable,
    code: /TIMEOUT|ETIMEDOUT/,
    message: (origin, code) => `${origin} did not answer in time (${code})`,
    hint: slow,
  },
  {
    ...unreachable,
    code: /^(ENOTFOUND|EAI_AGAIN)$/,
    message: (origin, code) => `the host of ${origin} cannot be found (${code})`,
    hint: network,
  },
  {
    ...unreachable,
    code: /^ECONNREFUSED$/,
    message: (origin) => `nothing answers at ${origin} (connection refused)`,
    hint: network,
  },
  { ...unreachable, code: /(?:)/, message: (origin, code) => `${origin} cannot be reached (${code})`, hint: slow },
];

/**
 * No answer came, or one that could not be read to its end.
 *
 * @throws what is a mistake of our own, unchanged
 */
export function failureOfConnection(thrown: unknown, question: Question): FailedTry {
  const code = codeOf(thrown);
  if (/^(TypeError|ReferenceError|UND_ERR_INVALID_ARG)$/.test(code) && !refusedByProxy(thrown)) throw thrown;
  const breakdown = ourOwn(thrown, code) ?? (breakdowns.find((each) => each.code.test(code)) as Breakdown);
  const { error, failure, message, hint } = breakdown;
  return {
    error: new error(message(question.origin, code), { subject: question.subject, hint, cause: thrown }),
    failure,
  };
}

/** What is known by its class, or by its words, and not by a code. */
function ourOwn(thrown: unknown, code: string): Omit<Breakdown, "code"> | undefined {
  if (thrown instanceof RangeError)
    return { ...unusable, message: (origin) => `the answer of ${origin} is larger than 32 MB` };
  if (thrown instanceof BodyError)
    return { ...unusable, message: (origin) => `the answer of ${origin} ${thrown.message}` };
  if (thrown instanceof DeadlineError)
    return { ...unreachable, message: (origin) => `${origin} did not answer in time`, hint: slow };
  if (thrown instanceof BrokenConnectionError) {
    const failure: Failure = thrown.stale ? { kind: "stale" } : unreachable.failure;
    return { ...unreachable, failure, message: (origin) => `the connection to ${origin} broke (${code})`, hint: slow };
  }
  if (thrown instanceof ProxyError)
    return { ...unreachable, message: (origin) => `the proxy gives no way to ${origin} (${code})`, hint: proxy };
  const status = refusedByProxy(thrown);
  if (status === undefined) return undefined;
  const hint = status === "407" ? "give the proxy's user and password in its URL: HTTPS_PROXY, HTTP_PROXY" : proxy;
  return { ...unreachable, message: (origin) => `the proxy refused the way to ${origin} (HTTP ${status})`, hint };
}

/** The status with which a proxy does not let us through: in a tunnel's case, or else in that of 407. undici has words for it, and no code. */
function refusedByProxy(thrown: unknown): string | undefined {
  const [, tunnel, plain] =
    /Proxy response \((\d+)\)|Proxy Authentication Required \((407)\)/.exec(messagesOf(thrown)) ?? [];
  return tunnel ?? plain;
}

/** Codes of undici that only wrap what happened. */
const wrappers = new Set(["UND_ERR_ABORTED", "UND_ERR_PRX_TLS"]);

function codeOf(thrown: unknown): string {
  const { code, cause, name, errors } = thrown as { [part in "code" | "cause" | "name" | "errors"]?: unknown };
  if (typeof code === "string" && !(wrappers.has(code) && cause !== undefined)) return code;
  // Of several addresses of one host, each failed by itself: `AggregateError`.
  const inner = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  return inner === undefined ? String(name ?? "unknown") : codeOf(inner);
}

function messagesOf(thrown: unknown): string {
  const { message, cause } = thrown as { message?: string; cause?: unknown };
  return cause === undefined ? String(message) : `${message} ${messagesOf(cause)}`;
}
