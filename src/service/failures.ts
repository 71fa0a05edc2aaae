/**
 * How a failure is recognized: in an answer that is not 2xx, by its status and
 * what it says, or in what was thrown, by its code. What is said of it:
 * service-error.ts.
 */
import type { Exchange, Response } from "../answer.ts";
import { cutTo } from "../text/safe-text.ts";
import { bodyText, errorIn, jsonIn } from "./body.ts";
import {
  type ErrorContext,
  type ServiceError,
  type ServiceErrorReason,
  serviceError,
} from "./service-error.ts";

/** The error that an answer is; undefined for one that holds what was asked for. */
export function failureOfAnswer(
  response: Response,
  context: ErrorContext,
  wait?: number,
): ServiceError | undefined {
  const { status, body } = response;
  if (status >= 200 && status <= 299) return undefined;
  const { code, message } = errorIn(jsonIn(body));
  const quoted = ` (HTTP ${status}${code ? ` ${code}` : ""}${message ? `: ${message}` : ""})`;
  const details = { ...context, exchange: response, wait };
  if (status >= 300 && status <= 399) {
    const { to, hint } = redirectIn(response, context);
    return serviceError("redirected", { ...details, hint }, { quoted, to });
  }
  const known = { quoted, what: clientCertificate };
  return serviceError(reasonOf(response, context), details, known);
}

const clientCertificate = "a client certificate";

/** The others are failures from 500 up, and refusals below. */
const statuses: Readonly<Record<number, ServiceErrorReason>> = {
  405: "no-service",
  407: "proxy-authentication",
  408: "service-failed",
  429: "rate-limited",
  // The service will never do what was asked.
  501: "request-refused",
  505: "request-refused",
};

function reasonOf(
  response: Response,
  context: ErrorContext,
): ServiceErrorReason {
  const { status, body } = response;
  if (status === 401) return context.withKey ? "key-refused" : "key-missing";
  if (status === 403) return reasonOf403(response, context);
  if (status === 404) return reasonOf404(response, context);
  if (status === 400 && /^<.*SSL certificate/s.test(bodyText(body)))
    return "unsupported-transport";
  return (
    statuses[status] ?? (status >= 500 ? "service-failed" : "request-refused")
  );
}

/**
 * Words of a 403, in the order in which they count, with what it is with a key
 * and without. The last are none: they only repeat the status.
 */
const words403: readonly (readonly [
  words: RegExp,
  withKey: ServiceErrorReason,
  withoutKey?: ServiceErrorReason,
])[] = [
  [/quota|limit|throttl|too many requests/i, "rate-limited"],
  [
    /^<|missing authentication token|firewall|\bwaf\b|blocked|captcha|cloudflare|cloudfront|akamai|incapsula/i,
    "gateway",
  ],
  [
    /\bkeys?\b|api ?key|token|credential|unauthori[sz]ed/i,
    "key-refused",
    "key-missing",
  ],
  [
    /^(?:forbidden|access denied|exception|error|http|403|false|null|\W)*$/i,
    "key-refused",
    "request-refused",
  ],
];

/** It is about the key only if it says so, and about a limit even if it is a page. */
function reasonOf403(
  { headers, body }: Response,
  { withKey }: ErrorContext,
): ServiceErrorReason {
  if (headers["retry-after"] !== undefined) return "rate-limited";
  if (headers["x-amzn-errortype"]?.startsWith("MissingAuthenticationToken"))
    return "gateway";
  const said = plainWords(body);
  const [, keyed = "request-refused", keyless = keyed] =
    words403.find(([words]) => words.test(said)) ?? [];
  return withKey ? keyed : keyless;
}

function reasonOf404(
  { body }: Response,
  { dotNumber, record }: ErrorContext,
): ServiceErrorReason {
  // It may be about any one of several.
  if (deniesCarrier(body, dotNumber))
    return dotNumber ? "not-found" : "request-refused";
  return record ? "doubtful-not-found" : "no-service";
}

const carrier =
  /\bcarrier\b|\b(?:no|any) carriers\b|\bu\.?s\.? ?dot\b|\bdot(?=\W*#|\W*n(?:o|um(?:ber)?)?\b)/i;
const denial =
  /\b(?:no|not|none|nothing|never|unknown|invalid|cannot|unable|deleted|removed|\w+n['’]t)\b/i;
/**
 * Words of programs that have nothing at a path, and of services that may well
 * know the carrier and do not answer; also within words.
 */
const otherwise = new RegExp(
  [
    "route|path|endpoint|resource|handler|controller|function|method|mapping|module|operation|procedure|action|api\\b",
    "page|site|url|host|domain|gateway|upstream|backend|service|application|project|deployment|tenant|bucket",
    "table|relation|collection|schema",
    "access|permi|allow|denied|forbid|refus|authori[sz]|authent|token|scope|licen[sc]|subscri|account|credit|quota|limit",
    "available|temporar|later|retry|try again|maintenance|time[d ]?-?out|fail|busy|load|\\bdown\\b",
  ].join("|"),
  "i",
);

/**
 * Whether the body of a 404 is a definite no, as a wrong base URL is answered
 * with a 404, too: it is not markup, names the carrier or its number, denies,
 * and speaks of nothing else.
 */
export function deniesCarrier(body: Uint8Array, dotNumber = ""): boolean {
  const said = plainWords(body);
  if (said.startsWith("<") || otherwise.test(said) || !denial.test(said))
    return false;
  const number = new RegExp(`(?<![\\w.-])0*${dotNumber}(?![\\w-]|\\.\\d)`);
  // Shorter numbers stand in many messages: the status, a year, a count.
  return carrier.test(said) || (dotNumber.length >= 5 && number.test(said));
}

/**
 * What is said, without the paths, URLs and names of hosts that it repeats;
 * codes such as CARRIER_NOT_FOUND and CarrierNotFound as words.
 */
function plainWords(body: Uint8Array): string {
  const json = jsonIn(body);
  const text = json === undefined ? bodyText(body) : scalarsIn(json).join("\n");
  return text
    .trim()
    .slice(0, 2_000)
    .replace(/&#x2f;|%2f/gi, "/")
    .replace(/\S*[/\\]\S*|[\w-]+\.[a-z]\S*/gi, " ")
    .replace(/([a-z])(?=[A-Z])/g, "$1 ")
    .replace(/[_-]/g, " ");
}

/**
 * All texts and numbers in a parsed body. Its keys say nothing: `path` stands
 * beside many a definite no.
 */
function scalarsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(scalarsIn);
}

/**
 * Where a redirect leads, and the base URL that would lead to the same path
 * there. It is said without the query: what that holds is between the service
 * and us.
 */
function redirectIn({ url, headers }: Response, { baseUrl }: ErrorContext) {
  const { location = "" } = headers;
  const shown = cutTo(location.replace(/[?#].*/s, ""), 80);
  const to = shown && ` to ${shown}`;
  if (!URL.canParse(location, url)) return { to };
  const { origin, pathname } = new URL(location, url);
  const end = pathname.replace(/\/$/, "");
  const path = url.slice(baseUrl.length);
  const moved = origin + end.slice(0, -path.length);
  if (!end.endsWith(path) || moved === baseUrl) return { to };
  return { to, hint: `if that is the service, set the base URL to ${moved}` };
}

/** What the codes of Node, OpenSSL and undici mean; the first match counts. */
const codes: readonly (readonly [
  code: RegExp,
  reason: ServiceErrorReason,
  words?: { what: string } | { why: string },
])[] = [
  [
    /ECONNRESET|EPIPE|UND_ERR_SOCKET|LENGTH_MISMATCH/,
    "no-connection",
    { why: ": the connection broke" },
  ],
  [
    /ALERT_(BAD_CERTIFICATE|CERTIFICATE_REQUIRED)$/,
    "unsupported-transport",
    { what: clientCertificate },
  ],
  [
    /NO_APPLICATION_PROTOCOL$/,
    "unsupported-transport",
    { what: "only HTTP/2" },
  ],
  [
    /^HPE_|^HTTPParser|HEADERS_OVERFLOW/,
    "unusable-answer",
    { what: "something other than HTTP/1.1" },
  ],
  [
    /^ERR_BUFFER_TOO_LARGE$|EXCEEDED_MAX_SIZE$/,
    "unusable-answer",
    { what: "more than 32 MiB" },
  ],
  // Those of brotli begin with ERR__.
  [/^Z_|^ERR__/, "unusable-answer", { what: "a damaged or cut body" }],
  [/^EPROTO|^ERR_SSL_/, "no-connection", { why: ": the TLS handshake failed" }],
  [/CERT|SELF_SIGNED|^UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH/, "certificate"],
  [/TimeoutError|TIMEOUT|ETIMEDOUT/, "timed-out"],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    "no-connection",
    { why: ": its host cannot be found" },
  ],
  [/^ECONNREFUSED$/, "no-connection", { why: ": connection refused" }],
];

/**
 * The proxy cannot be reached (`ECONNREFUSED`), or gives no tunnel to the
 * service (`HTTP 502`). By a `code`, undici would try again.
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
  const [, reason = "no-connection", words] =
    codes.find(([pattern]) => pattern.test(code)) ?? [];
  return serviceError(reason, details, { code, ...words });
}
