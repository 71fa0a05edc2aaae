/** The fields that `--fields` names. */
import { UsageError } from "../errors.ts";
import { didYouMean } from "../text/hint.ts";
import {
  isObject,
  isWithin,
  type JsonObject,
  quoted,
  valueAt,
} from "../text/json.ts";
import { chosenPaths, type View } from "../views.ts";

/**
 * After so many records without a field, rows are no longer held back; whether
 * it is a mistake is known at the end.
 */
const maxUndecided = 100;

/**
 * Looks in every record for the fields of `--fields` that the interface does
 * not name; `complaint` is about those that none had.
 */
export function watchFields(view: View, fields: readonly string[] = []) {
  const { paths } = view;
  let unseen = chosenPaths(view, fields).filter(
    (path) => !paths.includes(path),
  );
  let seen = 0;
  return {
    /** A record that lacks a part may lack the field for that. */
    see(record: JsonObject, isWhole = true): void {
      if (isWhole) seen += 1;
      unseen = unseen.filter((field) => !hasField(record, field.split(".")));
    },
    /** Whether a later record may still have what none had. */
    isUndecided: () => unseen.length > 0 && seen < maxUndecided,
    complaint(): UsageError | undefined {
      const [first] = unseen;
      if (first === undefined || seen === 0) return undefined;
      const groups = new Set(paths.map((path) => path.split(".")[0]));
      const hint =
        didYouMean(first, paths) ??
        `the interface names ${[...groups].join(", ")}`;
      return new UsageError(
        `--fields: no record has the field ${quoted(first)}`,
        { hint },
      );
    },
  };
}

function hasField(value: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (Array.isArray(value)) return value.some((each) => hasField(each, path));
  return (
    isObject(value) && Object.hasOwn(value, name) && hasField(value[name], rest)
  );
}

/**
 * The fields at these paths alone, in this order, also of the elements of
 * lists; null where there is none.
 */
export function pick(value: unknown, paths: readonly string[]): unknown {
  if (paths.includes("")) return value;
  if (Array.isArray(value)) return value.map((element) => pick(element, paths));
  if (!isObject(value)) return value;
  const names = new Set(paths.map((path) => path.replace(/\..*/, "")));
  const members = Array.from(names, (name) => {
    const within = paths
      .filter((path) => isWithin(path, name))
      .map((path) => path.slice(name.length + 1));
    return [name, pick(valueAt(value, [name]), within) ?? null];
  });
  return Object.fromEntries(members);
}
