/** Tells what a 404 is about: the carrier, or the path. A wrong base URL is answered with a 404, too. */
import type { DotNumber } from "../dot-number.ts";
import { readJson } from "../text/json-text.ts";
import { type ErrorBody, errorValue } from "./error-body.ts";
import { DoubtfulNotFoundError, NotFoundError, type ServiceErrorDetails } from "./errors.ts";
import { redact } from "./redact.ts";
import type { Subject } from "./request.ts";

/**
 * The error for a 404. It is a definite no if it mentions the carrier, or if the service has answered with a record before;
 * otherwise the base URL may be wrong.
 * @param quote adds the status and the service's words to a message
 */
export function notFound(
  subject: Subject,
  { dotNumber, record }: NonNullable<Subject["about"]>,
  text: string,
  quote: (message: string) => string,
  details: Omit<ServiceErrorDetails, "reason">,
): NotFoundError | DoubtfulNotFoundError {
  const what = record === "carrier" ? "no such carrier" : `no ${record} record`;
  const noRecord = { ...details, reason: "no-such-record", subject: undefined } as const;
  const definite =
    record === "carrier"
      ? new NotFoundError(quote(`the service knows ${what}`), { ...details, reason: "no-such-carrier" })
      : new NotFoundError(quote(`${what} for USDOT ${dotNumber}`), noRecord);
  if (subject.isProven() || mentionsCarrier(text, dotNumber)) return definite;
  const message = quote(`${what}, or the base URL is wrong: ${redact(subject.url, subject.apiKey)}`);
  return new DoubtfulNotFoundError(message, { ...details, reason: "not-found-or-wrong-url" }, definite);
}

/** Whether the body of a 404 is about this carrier, rather than about a path. */
export function mentionsCarrier(text: string, dotNumber: DotNumber): boolean {
  const body = errorTextOf(text);
  if (body.number === dotNumber) return true;
  const words = (body.message ?? "").slice(0, maxLength);
  const prose = words.replace(addresses, " ");
  const isAboutPath = pathWords.test(prose);
  if (hasNumber(isAboutPath ? prose.replace(pathInWords, " ") : prose, dotNumber)) return true;
  if (isAboutPath || paths.test(words)) return false;
  // `CARRIER_NOT_FOUND`, `CarrierNotFound` and `carrier-not-found` as words.
  const code = (body.code ?? "").replace(/([a-z])(?=[A-Z])/g, "$1 ").replace(/[_-]/g, " ");
  return [prose, code].some((said) => noCarrier.test(said) || carrierNot.test(said));
}

/** How much of a message is searched. */
const maxLength = 2_000;

/** Paths, URLs and host names: they repeat what was requested, and say nothing about it. */
const addresses = /\S*[/\\]\S*|[\w-]+\.[a-z][\w.-]*/gi;
/** A path quoted by a program that has nothing there: `Cannot GET /v1/carriers/1`, `/v1/carriers/1 does not exist`. */
const paths = /(?<![^\s"'`(:])\/\w/;
/** Words that gateways, frameworks and hosting services use when nothing is at a path. */
const pathWords =
  /\b(?:api|app|application|backend|bucket|deployment|domain|endpoint|function|gateway|handler|host|hostname|page|path|portal|project|route|server|site|tenant|upstream|ur[il]|website)s?\b|\bcannot (?:get|post)\b/i;
/** The path of a record without its slashes: `no handler for carriers 1000001`. */
const pathInWords = /\bcarriers\W+\d+/gi;

const carrier = "(?:carriers?|us[\\s.-]?dot|dot(?=\\s*(?:#|n(?:o|um(?:ber)?)?\\b)))(?![a-z-])";
/** `No carrier found with DOT# 1`, `no such carrier`, `No safety record for this carrier`, `Unknown DOT number`. */
const noCarrier = new RegExp(
  `\\b(?:no|not|unknown|invalid|missing|cannot find|unable to find)(?:\\s+[a-z]+){0,4}?\\s+${carrier}`,
  "i",
);
/** `Carrier not found`, `The carrier with number 1 does not exist`, `DOT# unknown`: not just any sentence with a carrier in it. */
const carrierNot = new RegExp(
  `(?<![\\w-])${carrier}(?:\\W+(?:[a-z]*\\d+|with|for|of|id|n(?:o|umber)|us|dot|usdot|records?|data|that|this|the|you|requested|given|is|was|were|does|do|did|could|can|be))*\\W+(?:not|\\w*n['’]t|unknown|missing|invalid)\\b`,
  "i",
);

/** Short numbers stand in many messages: the status, a year, a count. */
const minDigits = 5;

function hasNumber(prose: string, dotNumber: DotNumber): boolean {
  if (dotNumber.length < minDigits) return false;
  return new RegExp(`(?<![\\w.-]|\\d:)0*${dotNumber}(?![\\w-]|[.:]\\d)`).test(prose);
}

/** The message of a body; if it is not JSON, all of its text, unless that is markup. */
function errorTextOf(text: string): ErrorBody & { number?: string | undefined } {
  const body = readJson(text);
  if (body !== undefined) return { ...errorValue(body), number: numberIn(body) };
  return { message: text.trimStart().startsWith("<") ? undefined : text };
}

/** The carrier's number, if it has its own field: `{"error":"Not Found","dot_number":"2233855"}`. */
function numberIn(body: unknown): string | undefined {
  const { error, ...fields } = (typeof body === "object" ? { ...body } : {}) as Record<string, unknown>;
  const all = { ...(typeof error === "object" ? error : {}), ...fields } as Record<string, unknown>;
  const number = all["dot_number"] ?? all["usdot_number"] ?? all["dotNumber"] ?? all["usdot"] ?? all["dot"];
  return typeof number === "string" || typeof number === "number" ? String(number).replace(/^0+/, "") : undefined;
}
