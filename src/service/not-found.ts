/** Tells what a 404 is about: the carrier, or the path. A wrong base URL is answered with a 404, too. */
import type { DotNumber } from "../dot-number.ts";
import { type ErrorText, errorValue } from "./error-body.ts";
import { DoubtfulNotFoundError, NotFoundError, type ServiceErrorDetails } from "./errors.ts";
import { redact } from "./redact.ts";
import type { RecordName, Subject } from "./request.ts";

/** A request for a single record. */
export type AboutOne = Subject & { about: NonNullable<Subject["about"]> };

const lacking: Record<RecordName, { reason: "no-such-carrier" | "no-such-record"; doubtful: string }> = {
  carrier: { reason: "no-such-carrier", doubtful: "no such carrier" },
  insurance: { reason: "no-such-record", doubtful: "no insurance record" },
  safety: { reason: "no-such-record", doubtful: "no safety record" },
};

/**
 * The error for a 404. It is a definite no if it mentions the carrier, or if the service has answered with a record before;
 * otherwise the base URL may be wrong.
 *
 * @param quote adds the status and the service's words to a message
 */
export function notFound(
  subject: AboutOne,
  text: string,
  quote: (message: string) => string,
  details: Omit<ServiceErrorDetails, "reason">,
): NotFoundError | DoubtfulNotFoundError {
  const { dotNumber, record } = subject.about;
  const { reason, doubtful } = lacking[record];
  const definite =
    record === "carrier"
      ? new NotFoundError(quote("the service knows no such carrier"), { ...details, reason })
      : new NotFoundError(quote(`${doubtful} for USDOT ${dotNumber}`), { ...details, reason, subject: undefined });
  if (subject.isProven() || mentionsCarrier(text, dotNumber)) return definite;
  const url = redact(subject.url, subject.apiKey);
  const message = quote(`${doubtful}, or the base URL is wrong: ${url}`);
  return new DoubtfulNotFoundError(message, { ...details, reason: "not-found-or-wrong-url" }, definite);
}

/** Whether the body of a 404 is about this carrier, rather than about a path. */
export function mentionsCarrier(text: string, dotNumber: DotNumber): boolean {
  const body = errorTextOf(text);
  if (body.number === dotNumber) return true;
  const words = (body.message ?? "").slice(0, maxLength);
  const prose = words.replace(addresses, " ");
  if (hasNumber(prose, dotNumber)) return true;
  if (paths.test(words) || pathWords.test(prose)) return false;
  return carrierWords.test(prose) || [body.code, body.message].some(isNotFoundCode);
}

/** How much of a message is searched. */
const maxLength = 2_000;

/** Paths, URLs and host names: they repeat what was requested, and say nothing about it. */
const addresses = /\S*[/\\]\S*|[\w-]+\.[a-z][\w.-]*/gi;
/** A path quoted by a program that has nothing there: `Cannot GET /v1/carriers/1`, `/v1/carriers/1 does not exist`. */
const paths = /(?<![^\s"'`(:])\/\w/;
/** Words that gateways, frameworks and hosting services use when nothing is at a path. */
const pathWords =
  /\b(?:api|app|application|backend|bucket|deployment|domain|endpoint|function|gateway|handler|host|hostname|page|path|project|route|site|tenant|upstream|ur[il])s?\b|\bcannot (?:get|post)\b/i;
const carrierWords =
  /(?<![\w-])(?:carriers?|compan(?:y|ies)|insurance|polic(?:y|ies)|records?|safety)(?![\w-])|(?<![a-z])(?:us\W?)?dot(?![a-z])/i;

function hasNumber(prose: string, dotNumber: DotNumber): boolean {
  // USDOT 404 would be mentioned by every message that repeats the status.
  return dotNumber !== "404" && new RegExp(`(?<![\\w.-]|\\d:)0*${dotNumber}(?![\\w-]|[.:]\\d)`).test(prose);
}

/** The words that codes like `NOT_FOUND`, `CarrierNotFound`, `no-such-record` and `UNKNOWN_DOT_NUMBER` are made of. */
const codeWords =
  /^(?:carriers?|company|data|docket|dot|entity|err|error|exception|exists?|found|insurance|item|missing|motor|no|not|number|object|record|records|resource|result|results|safety|such|unknown|usdot)$/;

/** Whether a text is an error code for "not found", of anything but a path. `Not Found` is the status's own phrase, not a code. */
function isNotFoundCode(code: string | undefined): boolean {
  if (code === undefined || !/^[A-Za-z]+(?:[_-][A-Za-z]+)*$/.test(code)) return false;
  const words = code
    .replace(/([a-z])(?=[A-Z])/g, "$1_")
    .toLowerCase()
    .split(/[_-]/);
  return words.every((word) => codeWords.test(word)) && /not_?found|unknown|missing|^no_/.test(words.join("_"));
}

/** The message of a body; if it is not JSON, all of its text, unless that is markup. */
function errorTextOf(text: string): ErrorText & { number?: string | undefined } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { message: text.trimStart().startsWith("<") ? undefined : text };
  }
  return { ...errorValue(body), number: numberIn(body) };
}

/** The carrier's number, if it has its own field: `{"error":"Not Found","dot_number":"2233855"}`. */
function numberIn(body: unknown): string | undefined {
  const { error, ...fields } = (typeof body === "object" ? { ...body } : {}) as Record<string, unknown>;
  const all = { ...(typeof error === "object" ? error : {}), ...fields } as Record<string, unknown>;
  const number = all["dot_number"] ?? all["usdot_number"] ?? all["dotNumber"] ?? all["usdot"] ?? all["dot"];
  return typeof number === "string" || typeof number === "number" ? String(number).replace(/^0+/, "") : undefined;
}
