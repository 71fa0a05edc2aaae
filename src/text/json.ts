/** JSON that is safe to print, and values in it. */
import { cutTo, visible } from "./safe-text.ts";

/** An object of a parsed answer. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with members: not null, not a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value that a text is as JSON; undefined where it is none. The parser's
 * own message would quote the text, which may contain a key.
 */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object that a text is as JSON; an empty one where it is something else. */
export function objectIn(text: string): JsonObject {
  const value = parsedJson(text);
  return isObject(value) ? value : {};
}

/**
 * The value as JSON, on one line or indented, with unsafe characters as
 * escapes, which mean the same.
 */
export function jsonText(value: unknown, indent?: number): string {
  const lines = JSON.stringify(value, null, indent).split("\n");
  return lines.map(visible).join("\n");
}

/** The members of an object, each with what is made of its value. */
export function mapMembers<T, R>(
  members: Readonly<Record<string, T>>,
  convert: (value: T) => R,
): Record<string, R> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, convert(value)]),
  );
}

/** Null for what is absent: whoever reads JSON looks for each member. */
export const withNulls = (members: object): object =>
  mapMembers({ ...members }, (value: unknown) => value ?? null);

/**
 * A parsed value within a sentence: texts without quotes, objects as JSON. Not
 * yet safe to print.
 */
export function plainText(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value);
}

/**
 * A value in quotes for a message, at most 60 characters of it. Not yet safe to
 * print.
 */
export function quoted(value: unknown): string {
  if (typeof value === "string") return `"${cutTo(value, 60)}"`;
  if (isObject(value)) return "an object";
  return Array.isArray(value) ? "a list" : String(value);
}

/**
 * The value at a path through objects, dotted or split at the dots; undefined
 * if there is none.
 */
export function valueAt(
  record: JsonObject,
  path: string | readonly string[],
): unknown {
  let value: unknown = record;
  for (const name of typeof path === "string" ? path.split(".") : path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/**
 * The text at a path; undefined if it is null, absent or empty. Not yet safe to
 * print.
 */
export function textAt(record: JsonObject, path: string): string | undefined {
  const value = valueAt(record, path) ?? "";
  return value === "" ? undefined : plainText(value);
}

/**
 * The members of an object, and of the objects in it, that no dotted path
 * mentions, neither as its end nor on the way to it, each with its own path.
 */
export function* membersBeyond(
  value: unknown,
  paths: readonly string[],
  start = "",
): Generator<[path: string, value: unknown]> {
  if (Array.isArray(value))
    for (const each of value) yield* membersBeyond(each, paths, start);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const path = start + name;
    if (paths.some((each) => isWithin(each, path)))
      yield* membersBeyond(member, paths, `${path}.`);
    else yield [path, member];
  }
}

/** Whether a dotted path is another one, or within it. */
export function isWithin(path: string, whole: string): boolean {
  return `${path}.`.startsWith(`${whole}.`);
}
