/**
 * What went wrong, in the user's words: an answer that is not 2xx, or an
 * attempt that got none.
 */
import type { Response } from "../answer.ts";
import { isObject, type JsonObject } from "../text/json.ts";
import { cutTo } from "../text/safe-text.ts";
import { bodyText, jsonIn } from "./body.ts";
import { deniesCarrier, topicOf403 } from "./error-words.ts";
import {
  ServiceError,
  type ServiceErrorDetails,
  type ServiceErrorReason,
} from "./errors.ts";

export type ErrorContext = Pick<
  ServiceErrorDetails,
  "baseUrl" | "withKey" | "dotNumber" | "record"
>;

type Meaning = readonly [
  reason: ServiceErrorReason,
  words: string,
  hint?: string | undefined,
];

const wrongKey: Meaning = ["key-refused", "the service refused the API key"];
const noKey: Meaning = [
  "key-missing",
  "the service refused to answer without an API key",
];
const serviceFailed: Meaning = ["service-failed", "the service failed"];
const requestRefused: Meaning = [
  "request-refused",
  "the service refused the request",
];

const certificateWanted =
  "the service wants a client certificate, which usdot cannot send";

const statuses: Readonly<Record<number, Meaning>> = {
  407: ["proxy-authentication", "the proxy asks for a user and password"],
  408: serviceFailed,
  429: ["rate-limited", "too many requests"],
  // The service will never do what was asked.
  501: requestRefused,
  505: requestRefused,
};

/** The error that an answer is; undefined for one that holds what was asked for. */
export function failureOfAnswer(
  response: Response,
  context: ErrorContext,
  wait?: number,
): ServiceError | undefined {
  const { status } = response;
  if (status >= 200 && status <= 299) return undefined;
  const { code, message } = errorIn(jsonIn(response.body));
  const [reason, words, hint] = meaningOfAnswer(response, context);
  const quoted = `${words} (HTTP ${status}${code ? ` ${code}` : ""}${message ? `: ${message}` : ""})`;
  const details = { ...context, reason, response, code, wait, hint };
  return new ServiceError(quoted, details);
}

function meaningOfAnswer(response: Response, context: ErrorContext): Meaning {
  const { status, url, body } = response;
  const { withKey } = context;
  if (status === 401) return withKey ? wrongKey : noKey;
  if (status === 403) return meaningOf403(response, withKey);
  if (status === 404) return meaningOf404(response, context);
  if (status === 405) return noServiceAt(url);
  if (status >= 300 && status < 400) return redirected(response, context);
  if (status === 400 && /^<.*SSL certificate/s.test(bodyText(body)))
    return ["unsupported-transport", certificateWanted];
  return statuses[status] ?? (status >= 500 ? serviceFailed : requestRefused);
}

function meaningOf403(response: Response, withKey: boolean): Meaning {
  const topic = topicOf403(response);
  switch (topic) {
    case "limit":
      return ["rate-limited", "the quota or rate limit is used up"];
    case "plan":
      return [
        "request-refused",
        "your plan with the service does not include this",
        "ask the service's operator about your plan or subscription",
      ];
    case "gateway":
      return [
        "request-refused",
        "a gateway or firewall refused the request, or the path is wrong",
      ];
    case "key":
      return withKey ? wrongKey : noKey;
    default:
      return topic === "status" && withKey ? wrongKey : requestRefused;
  }
}

function meaningOf404(
  { body, url }: Response,
  { dotNumber, record }: ErrorContext,
): Meaning {
  const isDefinite = deniesCarrier(body, dotNumber);
  // It may be about any one of several.
  if (isDefinite && !dotNumber) return requestRefused;
  if (!isDefinite && !record) return noServiceAt(url);
  const nothing =
    !record || record === "carrier" ? "no such carrier" : `no ${record} record`;
  if (isDefinite) return ["not-found", `the service has ${nothing}`];
  return ["doubtful-not-found", `${nothing}, or the base URL is wrong: ${url}`];
}

function noServiceAt(url: string): Meaning {
  return ["no-service", `no carrier lookup service answers at ${url}`];
}

/**
 * Where it leads is said without the query: what that holds is between the
 * service and us.
 */
function redirected(response: Response, { baseUrl }: ErrorContext): Meaning {
  const { url, headers } = response;
  const { location = "" } = headers;
  const shown = cutTo(location.replace(/[?#].*/s, ""), 80);
  const words = `the service redirects${shown && ` to ${shown}`}, which usdot does not follow`;
  const moved = baseUrlBehind(location, url, url.slice(baseUrl.length));
  const isNew = moved !== undefined && moved !== baseUrl;
  const hint = `if that is the service, set the base URL to ${moved}`;
  return ["redirected", words, isNew ? hint : undefined];
}

/**
 * The base URL that would lead to the same path of the service; undefined where
 * a redirect leads to another.
 */
function baseUrlBehind(
  location: string,
  url: string,
  path: string,
): string | undefined {
  if (!URL.canParse(location, url)) return undefined;
  const { origin, pathname } = new URL(location, url);
  const end = pathname.replace(/\/$/, "");
  return end.endsWith(path) ? origin + end.slice(0, -path.length) : undefined;
}

type StatedError = Partial<Record<"code" | "message", string | undefined>>;

/**
 * The code and message of a parsed error body: `{error:{code,message}}`,
 * `{error,message}`, `{detail}`, `{errors:[...]}`.
 */
export function errorIn(body: unknown): StatedError {
  if (!isObject(body)) return {};
  const [inner] = [body["errors"] ?? body["error"]].flat();
  const said = isObject(inner) ? inner : body;
  const text = printableText(inner);
  const message =
    printableText(said["message"]) ??
    printableText(said["detail"]) ??
    printableText(said["title"]);
  const code =
    printableText(said["code"]) ?? (message === undefined ? undefined : text);
  // Cut, so that an error with its hint stays one line.
  return {
    code: code && cutTo(code, 32),
    message: cutTo(message ?? text ?? "", 110) || undefined,
  };
}

function printableText(value: unknown): string | undefined {
  const text =
    typeof value === "string" || typeof value === "number"
      ? String(value).trim()
      : "";
  return text === "" || text.startsWith("<") ? undefined : text;
}

/**
 * Whether an object in place of a record is an error: it states one, or has a
 * message and no number.
 */
export function isError(value: JsonObject): boolean {
  const { message, detail, dot_number } = value;
  if (statesError(value)) return true;
  return (
    dot_number === undefined && (hasContent(message) || hasContent(detail))
  );
}

/** Whether an object says that something failed, whatever is beside that. */
export function statesError({ success, error, errors }: JsonObject): boolean {
  return success === false || hasContent(error) || hasContent(errors);
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.some(Boolean) : Boolean(value);
}

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
    /^Z_/,
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
): ServiceError {
  const code = codeOf(thrown);
  if (/^(TypeError|ReferenceError|UND_ERR_INVALID_ARG)$/.test(code))
    throw thrown;
  const { baseUrl } = context;
  const [reason, words] =
    thrown instanceof ProxyError
      ? meaningOfProxy(thrown, baseUrl)
      : meaningOfCode(code, baseUrl);
  return new ServiceError(words, { ...context, reason, cause: thrown });
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
