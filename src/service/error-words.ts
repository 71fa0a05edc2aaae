/**
 * Tells what a 404 or a 403 is about by its words: a wrong base URL is answered
 * with a 404, too, and a firewall or a quota with a 403.
 */
import type { Response } from "../answer.ts";
import { bodyText, jsonIn } from "./body.ts";

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

/** USDOT numbers with their label. */
const labeledNumber =
  /dot[^\w\n]*(?:n(?:o|um(?:ber)?)\b)?[^\w\n]*0*(\d[\d,]*)/gi;

/** Whether a text is about other USDOT numbers than the one that was asked for. */
function namesAnother(said: string, dotNumber: string): boolean {
  const numbers = [...said.matchAll(labeledNumber)].map(([, digits = ""]) =>
    digits.replaceAll(",", ""),
  );
  return numbers.length > 0 && !numbers.includes(dotNumber);
}

/**
 * Whether the body of a 404 is a definite no: it is not markup, names the
 * carrier or its number and no other, denies, and speaks of nothing else.
 */
export function deniesCarrier(body: Uint8Array, dotNumber = ""): boolean {
  const said = plainWords(body);
  if (said.startsWith("<") || otherwise.test(said) || !denial.test(said))
    return false;
  if (dotNumber !== "" && namesAnother(said, dotNumber)) return false;
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
  const text = json === undefined ? bodyText(body) : textsIn(json).join("\n");
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
function textsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(textsIn);
}

/**
 * Words of a 403, in the order in which they count. The last are none: they
 * only repeat the status.
 */
const topicsOf403 = [
  ["limit", /quota|limit|throttl|too many requests/i],
  [
    "gateway",
    /^<|missing authentication token|firewall|\bwaf\b|blocked|captcha|cloudflare|cloudfront|akamai|incapsula/i,
  ],
  ["plan", /\bplans?\b|subscri|\bupgrade\b|\btier\b|entitle/i],
  ["key", /\bkeys?\b|api ?key|token|credential|unauthori[sz]ed/i],
  [
    "status",
    /^(?:forbidden|access denied|exception|error|http|403|false|null|\W)*$/i,
  ],
] as const;

export type Topic = (typeof topicsOf403)[number][0] | "other";

/**
 * What a 403 is about: the key only if it says so, and a limit even if it is a
 * page.
 */
export function topicOf403({ headers, body }: Response): Topic {
  if (headers["retry-after"] !== undefined) return "limit";
  const isTokenMissing = /^MissingAuthenticationToken/.test(
    headers["x-amzn-errortype"] ?? "",
  );
  if (isTokenMissing) return "gateway";
  const words = plainWords(body);
  return topicsOf403.find(([, pattern]) => pattern.test(words))?.[0] ?? "other";
}
