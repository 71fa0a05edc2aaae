/**
 * What an answer that is not 2xx means, in the user's words.
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

/** What went wrong, for the user. */
export type Meaning = readonly [
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

export const certificateWanted =
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
  const details = { ...context, reason, source: response, code, wait, hint };
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
