/** What the body of an answer says. */
import { isUtf8 } from "node:buffer";
import { isObject, type JsonObject, parsedJson } from "../text/json.ts";
import { cutTo } from "../text/safe-text.ts";

const utf8 = new TextDecoder();

/** A body as text, whatever it is. */
export function bodyText(body: Uint8Array): string {
  return utf8.decode(body).trim();
}

/**
 * The body as JSON, which is UTF-8 between systems (RFC 8259, 8.1); undefined
 * where it is something else, or so deep that it could not be walked through.
 */
export function jsonIn(body: Uint8Array): unknown {
  const value = isUtf8(body) ? parsedJson(utf8.decode(body)) : undefined;
  return isWithinLevels(value, 100) ? value : undefined;
}

function isWithinLevels(value: unknown, most: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return (
    most > 0 &&
    Object.values(value).every((inner) => isWithinLevels(inner, most - 1))
  );
}

/** What a body may be instead of JSON; the first that matches. */
const flaws: readonly (readonly [text: RegExp, words: string])[] = [
  [/^$/, "nothing"],
  [/^</, "a web page instead of JSON"],
  [
    /^(?:\)\]\}'|(?:while|for) ?\(|[\w$.]+\()/,
    "JSON with something before it, such as )]}'",
  ],
  [/[:,[]\s*-?(?:NaN|Infinity)\b/, "NaN or Infinity, which JSON does not have"],
];

/** Why a body is not JSON that we can use, in words that follow "the service sent". */
export function flawOf(body: Uint8Array): string {
  const text = bodyText(body);
  const [, words] = flaws.find(([pattern]) => pattern.test(text)) ?? [];
  if (words !== undefined) return words;
  if (!isUtf8(body)) return "text that is not UTF-8 (is it Latin-1?)";
  return parsedJson(text) === undefined
    ? "broken JSON"
    : "JSON of more than 100 levels";
}

/**
 * What a parsed error body says, after its status: ` (HTTP 400 CODE: message)`.
 * Reads `{error:{code,message}}`, `{error:code,message}`, `{detail}` and
 * `{errors:[...]}`; cuts, so that an error with its hint stays one line.
 */
export function quotedError(body: unknown, status = ""): string {
  const { error, errors, ...outer }: JsonObject = isObject(body) ? body : {};
  const [inner] = [errors ?? error].flat();
  const said: JsonObject = isObject(inner) ? inner : outer;
  const message = firstText(said["message"], said["detail"], said["title"]);
  const bare = firstText(inner);
  // In {error: CODE, message} the error is a code; alone, it is the message.
  const code = firstText(said["code"], message && bare);
  const start = [status, cutTo(code, 32)].filter(Boolean).join(" ");
  const rest = cutTo(message || bare, 110);
  const words = [start, rest].filter(Boolean).join(": ");
  return words && ` (${words})`;
}

/** The first value that can be shown and is not markup; empty without one. */
function firstText(...values: unknown[]): string {
  const texts = values
    .filter((each) => typeof each === "string" || typeof each === "number")
    .map((each) => String(each).trim());
  return texts.find((text) => text !== "" && !text.startsWith("<")) ?? "";
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
