/** Values of a record by dotted path, and their plain text, which no format may lose. */
import type { RecordAnswer } from "../service/records.ts";
import { isObject, jsonElements, jsonMembers } from "../text/json-text.ts";

/** One row of a format: a record, or one element of a list within it (one of a carrier's policies). */
export interface RecordRow {
  /** The record, with its JSON text for what a JavaScript number can't hold. */
  answer: Pick<RecordAnswer, "record" | "text" | "plain">;
  /** The list within the record, and the index of the element that this row is about; undefined for a whole record. */
  element?: { list: string; index: number } | undefined;
  /** Milliseconds since 1970: "in 41 days" counts from here. */
  now: number;
  /** Whether it is about the past, such as a policy that has expired: shown dimmed. */
  isFormer?: true;
}

/** The value at a path; undefined if there is none. */
export function valueInRow(row: RecordRow, path: string): unknown {
  const known = row.answer.plain?.valueAt(path);
  if (known !== undefined) return known;
  const names = path.split(".");
  const { value, depth } = follow(row, names);
  return depth === names.length ? value : undefined;
}

/** A value on a path, after how many of its names it is, and its JSON text, which is looked for only when it is needed. */
interface Found {
  value: unknown;
  depth: number;
  text: () => string | undefined;
}

/** Follows a path as far as it leads. */
function follow({ answer, element }: RecordRow, names: readonly string[]): Found {
  let found: Found = { value: answer.record, depth: 0, text: () => answer.text };
  for (const [index, name] of names.entries()) {
    const { value, text } = found;
    if (!isObject(value)) break;
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    found = { value: member, depth: index + 1, text: () => membersOf(value, text())?.get(name) };
    if (index === 0 && element?.list === name && Array.isArray(member)) found = elementIn(member, found, element.index);
  }
  return found;
}

function elementIn(list: readonly unknown[], { depth, text }: Found, index: number): Found {
  return { value: list[index], depth, text: () => elementsOf(list, text())?.[index] };
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
  const { value, depth, text } = follow(row, names);
  if (value === null || value === undefined || value === "") return undefined;
  if (depth < names.length && Array.isArray(value) && value.length === 0) return undefined;
  // A number with all its digits, or an unexpected object, is as the service wrote it.
  const isExact = typeof value === "string" || Number.isSafeInteger(value);
  const shown = isExact ? String(value) : (text() ?? String(value));
  return depth === names.length ? shown : `${names.slice(0, depth).join(".")}: ${shown}`;
}

/**
 * The JSON texts within objects and lists. Each is split once, when it is first needed: every cell asks, and an answer may have thousands
 * of policies.
 */
const membersOf = onceForEach(jsonMembers);
const elementsOf = onceForEach(jsonElements);

function onceForEach<T>(split: (text: string) => T): (value: object, text: string | undefined) => T | undefined {
  const known = new WeakMap<object, T>();
  return (value, text) => {
    const parts = known.get(value) ?? (text === undefined ? undefined : split(text));
    if (parts !== undefined) known.set(value, parts);
    return parts;
  };
}

/** Whether the value at a path is an object with members. */
export function isObjectAt(row: RecordRow, path: string): boolean {
  return row.answer.plain?.isObjectAt(path) || isObject(valueInRow(row, path));
}
