/** The fields that `--fields` names. */
import { UsageError } from "../errors.ts";
import type { View } from "../screen/views.ts";
import { isObject, isWithin, type JsonObject } from "../text/json.ts";
import { nearest } from "../text/suggestion.ts";

function memberPaths(value: unknown, start = ""): string[] {
  if (Array.isArray(value))
    return value.flatMap((element) => memberPaths(element, start));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    start + name,
    ...memberPaths(member, `${start}${name}.`),
  ]);
}

/**
 * So many records without a field are not yet a mistake, but rows are not held
 * back for it any longer.
 */
const maxUndecided = 100;

/**
 * Looks in every record for the fields of `--fields` that the interface does
 * not name; `complaint` is about those that none had.
 */
export function watchFields({ paths }: View, fields: readonly string[] = []) {
  const isKnown = (field: string) =>
    paths.some((path) => isWithin(path, field));
  // In every list, `error` says why a row has no record.
  const unseen = new Set(
    fields.filter((field) => !isKnown(field) && field !== "error"),
  );
  let seen = 0;
  return {
    /** A record that lacks a part may lack the field for that. */
    see(record: JsonObject, isWhole = true): void {
      if (isWhole) seen += 1;
      if (unseen.size > 0)
        for (const path of memberPaths(record)) unseen.delete(path);
    },
    /** Whether it is open if there are such fields. */
    isUndecided: () => unseen.size > 0 && seen < maxUndecided,
    complaint(): UsageError | undefined {
      const [first] = unseen;
      if (first === undefined || seen === 0) return undefined;
      const near =
        paths.find((path) => path.endsWith(`.${first}`)) ??
        nearest(first, paths);
      const names = `the interface names ${[...new Set(paths.map((path) => path.split(".")[0]))].join(", ")}`;
      const hint = near === undefined ? names : `did you mean ${near}?`;
      return new UsageError(
        `--fields: no record has the field ${JSON.stringify(first)}`,
        { hint },
      );
    },
  };
}

/**
 * The fields at these paths alone, in this order, also of the elements of
 * lists; null where there is none.
 */
export function pick(value: unknown, paths: readonly string[]): unknown {
  if (paths.includes("")) return value;
  if (Array.isArray(value)) return value.map((element) => pick(element, paths));
  if (!isObject(value)) return value;
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const [name = "", ...rest] = path.split(".");
    groups.set(name, [...(groups.get(name) ?? []), rest.join(".")]);
  }
  const members = [...groups].map(([name, rest]) => [
    name,
    (Object.hasOwn(value, name) ? pick(value[name], rest) : undefined) ?? null,
  ]);
  return Object.fromEntries(members);
}
