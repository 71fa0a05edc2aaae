/** Values of a record by dotted path, and their plain text, which no format may lose. */
import type { RecordAnswer } from "../service/records.ts";
import { jsonElements, jsonMembers } from "../text/json-text.ts";

/** What is shown of an answer. */
type ShownAnswer = Pick<RecordAnswer, "record" | "text" | "plain">;

/** One row of a format: a record, or one element of a list within it (one of a carrier's policies). */
export interface RecordRow {
  /** The record, with its JSON text for what a JavaScript number can't hold. */
  answer: ShownAnswer;
  /** The list within the record, and the index of the element that this row is about; undefined for a whole record. */
  element?: { list: string; index: number } | undefined;
  /** Milliseconds since 1970: "in 41 days" counts from here. */
  now: number;
  /** Whether it is about the past, such as a policy that has expired: shown in faint. */
  isFormer?: true;
}

/** The value at a path; undefined if there is none. */
export function valueAt(row: RecordRow, path: string): unknown {
  const known = row.answer.plain?.valueAt(path);
  if (known !== undefined) return known;
  const names = path.split(".");
  const { value, depth } = follow(row, names);
  return depth === names.length ? value : undefined;
}

/** Follows a path as far as it leads: the value there, and how many of its names were followed. */
function follow(row: RecordRow, names: readonly string[]): { value: unknown; depth: number } {
  const { element } = row;
  let value: unknown = row.answer.record;
  let depth = 0;
  for (; depth < names.length; depth++) {
    if (depth === 1 && element && element.list === names[0] && Array.isArray(value)) value = value[element.index];
    if (typeof value !== "object" || value === null || Array.isArray(value)) break;
    const name = names[depth] as string;
    value = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  }
  return { value, depth };
}

/**
 * A value as the service wrote it; undefined if it is null, absent or empty.
 *
 * If something other than the promised object came, the fields that should be in it show that, with its own name:
 * `address: 12 Main St, Boise`. It isn't lost, and isn't presented as the street. An empty list shows nothing.
 */
export function plainText(row: RecordRow, path: string): string | undefined {
  const known = row.answer.plain?.textAt(path);
  if (known !== undefined) return known === "" ? undefined : known;
  const names = path.split(".");
  const { value, depth } = follow(row, names);
  if (value === null || value === undefined || value === "") return undefined;
  if (depth < names.length && Array.isArray(value) && value.length === 0) return undefined;
  const text = typeof value === "string" ? value : literal(row, names, depth, value);
  return depth === names.length ? text : `${names.slice(0, depth).join(".")}: ${text}`;
}

/** A value other than a string, as the service wrote it: a number with all its digits, or an unexpected object. */
function literal(row: RecordRow, names: readonly string[], depth: number, value: unknown): string {
  return Number.isSafeInteger(value) ? String(value) : (rawText(row, names, depth) ?? String(value));
}

/** The JSON text of the value at the first `depth` names. */
function rawText({ answer, element }: RecordRow, names: readonly string[], depth: number): string | undefined {
  let text: string | undefined = answer.text;
  let value: unknown = answer.record;
  for (let at = 0; text !== undefined; at++) {
    if (at === 1 && element && element.list === names[0] && Array.isArray(value)) {
      text = elementsOf(value, text)?.[element.index];
      value = value[element.index];
    }
    if (at === depth || text === undefined) break;
    const name = names[at] as string;
    text = membersOf(value as object, text)?.get(name);
    value = (value as Record<string, unknown>)[name];
  }
  return text?.trim();
}

/**
 * The JSON texts within objects and lists. Each is split once, when it is first needed: every cell asks, and an answer may have thousands
 * of policies.
 */
const membersOf = onceForEach(jsonMembers);
const elementsOf = onceForEach(jsonElements);

function onceForEach<T>(split: (text: string) => T): (value: object, text: string) => T {
  const known = new WeakMap<object, { parts: T }>();
  return (value, text) => {
    const found = known.get(value) ?? { parts: split(text) };
    known.set(value, found);
    return found.parts;
  };
}

/** Whether the value at a path is an object with members. */
export function isObjectAt(row: RecordRow, path: string): boolean {
  if (row.answer.plain?.isObjectAt(path)) return true;
  const value = valueAt(row, path);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
