/** Fields that `--fields` names and the interface does not: a service may send them, or somebody mistyped. */
import { UsageError } from "../errors.ts";
import { isObject } from "../text/json-text.ts";
import { columnsAt, fieldNames, fieldsOf, keysOf, type View } from "./view.ts";

/** The fields in which a record states something, and which the interface does not name: `dba_name`, `authority.broker`. */
export function extraFields(view: View, record: unknown): string[] {
  return [...new Set(extraFieldsIn(record, "", fieldsOf(view)))];
}

function* extraFieldsIn(value: unknown, path: string, known: readonly string[]): Generator<string> {
  if (value === null || value === "" || known.includes(path)) return;
  const isGroup = path === "" || known.some((each) => each.startsWith(`${path}.`));
  if (!isGroup) yield path;
  else if (Array.isArray(value)) {
    // A list within a list, which may be nested 60,000 deep, has no fields.
    for (const element of value.slice(0, maxElements).filter(isObject)) yield* extraFieldsIn(element, path, known);
  } else if (isObject(value)) {
    const start = path === "" ? "" : `${path}.`;
    for (const [name, member] of Object.entries(value)) yield* extraFieldsIn(member, start + name, known);
  }
}

/** Elements of a list that are looked at: the others have the same fields. */
const maxElements = 50;

/**
 * Refuses fields that look mistyped, for formats that have a column for each. Others may be fields that a service adds.
 * @throws {UsageError} naming the field that was meant
 */
export async function checkFields(view: View, fields: readonly string[]): Promise<void> {
  for (const field of fields.filter((each) => columnsAt(view, each).length === 0)) {
    const meant = await meantBy(view, field);
    if (meant === undefined) continue;
    throw new UsageError(`--fields ${JSON.stringify(field)} is not a field of this record`, {
      hint: `did you mean ${meant}?`,
    });
  }
}

/** The field that was meant: `phone` is `contact.phone`. */
async function meantBy(view: View, field: string): Promise<string | undefined> {
  const names = fieldNames(view);
  const within = names.filter((name) => name.endsWith(`.${field}`));
  if (within.length > 0) return within[0];
  const { nearest } = await import("../text/suggestion.ts");
  return nearest(field, names);
}

/** Looks for the unknown fields in each record, until they have been seen. */
export function lookForUnknown(view: View, fields: readonly string[]) {
  // In every list, `error` says why a row has no record.
  const unknown = fields.filter((field) => columnsAt(view, field).length === 0 && field !== "error");
  const unseen = new Map(unknown.map((field) => [field, field.split(".")]));
  let hasLooked = false;
  return {
    look(record: unknown): void {
      hasLooked = true;
      for (const [field, names] of unseen) if (isIn(record, names)) unseen.delete(field);
    },
    /** What to tell the user about the fields that no record had; undefined if there are none. */
    async note(): Promise<string | undefined> {
      const [first, ...others] = unseen.keys();
      if (first === undefined || !hasLooked) return undefined;
      const names = [first, ...others].map((field) => JSON.stringify(field)).join(", ");
      const which = others.length === 0 ? "the field" : "the fields";
      const near = await meantBy(view, first);
      const remedy = near ? `did you mean ${near}?` : `the interface names ${fieldsBeside(view, first).join(", ")}`;
      return `no record has ${which} ${names}; ${remedy}`;
    },
  };
}

function fieldsBeside(view: View, field: string): readonly string[] {
  const [group] = field.split(".", 1);
  const within = fieldsOf(view).filter((known) => known.startsWith(`${group}.`));
  return within.length > 0 ? within : keysOf(view);
}

/** Whether a path leads to something, through the elements of lists. */
function isIn(value: unknown, names: readonly string[]): boolean {
  const [name, ...rest] = names;
  if (name === undefined) return true;
  if (Array.isArray(value)) return value.some((element) => isObject(element) && isIn(element, names));
  return isObject(value) && Object.hasOwn(value, name) && isIn(value[name], rest);
}
