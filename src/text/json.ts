/** JSON that keeps every digit of whole numbers, and is safe to print. */
import { visible } from "./safe-text.ts";

/** An object of a parsed answer. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with members: not null, not a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Stands before the digits of a number that JavaScript cannot hold, which is kept as a text. */
const mark = "\uE000";
const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const marked = new RegExp(`^${mark}${number}$`);

/** Where strings and numbers begin and end. A pattern for whole strings overflows V8's stack. */
const tokens = new RegExp(String.raw`\\.|"|${number}`, "gs");

/** A marked number that is a value. Inside a text, a quote stands behind a backslash; before a colon is a name. */
const markedValue = new RegExp(
  String.raw`(?<!\\)"${mark}(${number})"(?!:)`,
  "g",
);

/**
 * Parses JSON. A number that JavaScript cannot hold becomes a marked text, which `printJson` prints as the number again
 * and `numberIn` reads.
 * @throws {SyntaxError} when it is not JSON
 */
export function parseJson(text: string): unknown {
  if (!/\d{16}|[eE]\+?\d{3}/.test(text)) return JSON.parse(text);
  let isInString = false;
  const kept = text.replace(tokens, (token) => {
    if (token === '"') isInString = !isInString;
    return isInString || !/^-?\d/.test(token) || isHeld(token)
      ? token
      : `"${mark}${token}"`;
  });
  return JSON.parse(kept);
}

/** The object that a text is as JSON; an empty one where it is something else. */
export function objectIn(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Whether JavaScript holds every digit of a whole number; the digits after a point may be rounded. */
function isHeld(number: string): boolean {
  return /^-?\d+$/.test(number)
    ? Number.isSafeInteger(Number(number))
    : Number.isFinite(Number(number));
}

/** The value as JSON, on one line or indented, with unsafe characters as escapes, which mean the same. */
export function printJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  const exact = text.includes(mark) ? text.replace(markedValue, "$1") : text;
  return exact.split("\n").map(visible).join("\n");
}

/** The number that a parsed value is, also one beyond 2^53; undefined for anything else, texts included. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && marked.test(value)
    ? Number(value.slice(1))
    : undefined;
}

/** A parsed value within a sentence: texts without quotes, objects as JSON. Not yet safe to print. */
export function plainText(value: unknown): string {
  if (typeof value !== "string") return printJson(value);
  return marked.test(value) ? value.slice(1) : value;
}

/** The value at a dotted path through objects; undefined if there is none. */
export function valueAt(record: JsonObject, path: string): unknown {
  const member = (value: unknown, name: string) =>
    isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return path.split(".").reduce(member, record as unknown);
}

/** The text at a path; undefined if it is null, absent or empty. Not yet safe to print. */
export function textAt(record: JsonObject, path: string): string | undefined {
  const value = valueAt(record, path) ?? "";
  return value === "" ? undefined : plainText(value);
}
