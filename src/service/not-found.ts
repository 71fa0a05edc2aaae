/** Whether a 404 is about the carrier or the base URL, by what it says. */
import { bodyText, jsonIn } from "./body.ts";

const carrier =
  /\bcarrier\b|\b(?:no|any) carriers\b|\bu\.?s\.? ?dot\b|\bdot(?=\W*#|\W*n(?:o|um(?:ber)?)?\b)/i;
const definiteNo =
  /\b(?:no|not|none|nothing|never|unknown|invalid|cannot|unable|deleted|removed|\w+n['’]t)\b/i;
/**
 * Words of programs that have nothing at a path, and of services that may well
 * know the carrier and do not answer; also within words.
 */
const aboutSomethingElse = new RegExp(
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
  if (
    said.startsWith("<") ||
    aboutSomethingElse.test(said) ||
    !definiteNo.test(said)
  )
    return false;
  const number = new RegExp(`(?<![\\w.-])0*${dotNumber}(?![\\w-]|\\.\\d)`);
  // Shorter numbers stand in many messages: the status, a year, a count.
  return carrier.test(said) || (dotNumber.length >= 5 && number.test(said));
}

/**
 * The words of a body, without the paths, URLs and names of hosts that it
 * repeats; codes such as CARRIER_NOT_FOUND and CarrierNotFound as words.
 */
export function plainWords(body: Uint8Array): string {
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
