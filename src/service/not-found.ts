/** Tells what a 404 is about: the carrier, or the path. A wrong base URL is answered with a 404, too. */
import type { DotNumber } from "../dot-number.ts";
import { readJson } from "../text/json-text.ts";
import { type ErrorBody, errorValue } from "./error-body.ts";
import { DoubtfulNotFoundError, NotFoundError, type ServiceErrorDetails } from "./errors.ts";
import { redact } from "./redact.ts";
import type { Subject } from "./request.ts";

/**
 * The error for a 404. It is a definite no if it says so, or if the service has answered with a record before;
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
  if (subject.isProven() || saysNoSuchCarrier(text, dotNumber)) return definite;
  const message = quote(`${what}, or the base URL is wrong: ${redact(subject.url, subject.apiKey)}`);
  return new DoubtfulNotFoundError(message, { ...details, reason: "not-found-or-wrong-url" }, definite);
}

/** Whether the body of a 404 says that there is no such carrier, rather than no such path, or that it may not be asked for. */
export function saysNoSuchCarrier(text: string, dotNumber: DotNumber): boolean {
  const body = errorTextOf(text);
  const words = (body.message ?? "").slice(0, maxLength).replace(/&(?:#x2f|#47|sol);|%2f/gi, "/");
  const prose = words.replace(addresses, " ").replace(pathInWords, " ");
  const statements = prose.split(/[.!?;](?=\s|$)|\n/);
  if (statements.some((said) => deniesNumber(said, dotNumber))) return true;
  if (paths.test(words) || pathWords.test(prose)) return false;
  // `CARRIER_NOT_FOUND`, `CarrierNotFound` and `carrier-not-found` as words.
  const code = (body.code ?? "").replace(/([a-z])(?=[A-Z])/g, "$1 ").replace(/[_-]/g, " ");
  return (body.number === dotNumber && !refusal.test(prose)) || [...statements, code].some(deniesCarrier);
}

/** How much of a message is searched. */
const maxLength = 2_000;

/** Paths, URLs, and names of hosts and functions: they repeat what was requested, and say nothing about it. */
const addresses = /(?:\S*[/\\]\S*|[\w-]+\.[a-z]\S*)(?:\W+\d+)?/gi;
/** A path quoted by a program that has nothing there: `Cannot GET /v1/carriers/1`, `/v1/carriers/1 does not exist`. */
const paths = /(?<![^\s"'`(:])\/\w/;
/** The path of a record without its slashes: `no handler for carriers 1000001`, `"carriers", :id=>"1000001"`. */
const pathInWords = /(?<!\bour\s)\bcarriers\W+(?:id\W+)?\d+/gi;
/** Words that gateways, frameworks, databases and hosting services use when nothing is at a path. */
const pathWords =
  /\b(?:action|api|app|application|backend|bucket|collection|controller|deployment|domain|endpoint|function|gateway|handler|host|hostname|mapping|method|module|operation|page|path|portal|procedure|project|relation|resource|route|schema|server|service|site|table|tenant|upstream|ur[il]|website)s?\b|\bcannot (?:get|post)\b/i;
/** Words of a service that may well know the carrier, and does not answer. */
const refusal =
  /\b(?:access|account|allow|authori[sz]|busy|credit|denied|down|fail|forbid|later|licen[sc]e|limit|load|maintenance|permi|plan|quota|retry|role|scope|subscri|temporar|time[sd ]?-?out|token|(?:un)?available|unauthor)/i;

const carrier =
  /\b(?:(?:motor\s+)?carrier|u\.?s\.?[\s-]?dot|dot(?=\W*#|\s*n(?:o|um(?:ber)?)?\b))(?![a-z-])(?:\W*(?:n(?:o|um(?:ber)?)|id)\b)?/gi;
/** All that a plain denial says besides; one word more, and it may say something else: `Carrier database not found`. */
const plainWords =
  /\b(?:(?:in|on|from) (?:the |our )?(?:fmcsa |safer |census )?(?:database|file|list|records|registry|system)|(?:the|this|that|with|for|you) (?:given|provided|requested|specified)|an?|the|this|that|any|such|of|with|for|in|on|by|from|as|i[dst]|was|be|been|ha[sd]|have|d(?:oes|o|id)|can|could|we|our|there|sorry|error|\d{1,4}|f(?:i|ou)nd|exists?|known?|recogni[sz]ed|match(?:es|ed)?|registered|listed|requested|located?|identif(?:y|ied)|records?|data|entry|results?|company|safety|insurance|carrier|no|none|not|nothing|unknown|invalid|cannot|unable to|\w+n['’]t)\b/gi;
const denial = /\b(?:no|none|not|nothing|unknown|invalid|cannot|unable|\w+n['’]t)\b/i;

/** Short numbers stand in many messages: the status, a year, a count. */
const minDigits = 5;

/** Whether a statement denies the number. Among the words of a path only `carrier 1000001` counts, which is no part of one. */
function deniesNumber(said: string, dotNumber: DotNumber): boolean {
  if (dotNumber.length < minDigits || refusal.test(said) || !denial.test(said)) return false;
  const number = `(?<![\\w.-]|\\d:)0*${dotNumber}(?![\\w-]|[.:]\\d)`;
  return new RegExp(pathWords.test(said) ? `(?:${carrier.source})\\W*${number}` : number, "i").test(said);
}

/** `The carrier with id 1 does not exist`, `No safety record for this carrier`, `Unknown DOT number`. */
function deniesCarrier(said: string): boolean {
  const plain = said.replace(/\b(no|any) carriers\b/gi, "$1 carrier").replace(carrier, "carrier");
  return /\bcarrier\b/i.test(plain) && denial.test(plain) && !/[\p{L}\p{N}]/u.test(plain.replace(plainWords, " "));
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
