/**
 * What lookups and vetting show, as data: the fields of each record, those that
 * `--fields` names, and the names of all columns.
 */
import type { Answers, RecordName } from "./answer.ts";
import type { DotNumber } from "./dot-number.ts";
import { UsageError, type UsdotError } from "./errors.ts";
import { pathsOf } from "./service/record-fields.ts";
import { didYouMean } from "./text/hint.ts";
import {
  isObject,
  isWithin,
  type JsonObject,
  quoted,
  valueAt,
} from "./text/json.ts";
import type { Vetted } from "./vet/model.ts";

export type LookupName = RecordName | "bulk" | "snapshot";

export interface View {
  name: LookupName;
  /**
   * The fields that the interface names, and those that are derived: the
   * columns of CSV.
   */
  paths: readonly string[];
  /** The member whose elements are rows of their own. */
  rowsPath?: string;
}

const ofRecord = (name: RecordName): View => ({ name, paths: pathsOf(name) });

/** The view of each lookup. */
export const views: Readonly<Record<LookupName, View>> = {
  carrier: ofRecord("carrier"),
  insurance: { ...ofRecord("insurance"), rowsPath: "policies" },
  safety: ofRecord("safety"),
  bulk: { name: "bulk", paths: pathsOf("summary") },
  snapshot: {
    name: "snapshot",
    paths: [
      "dot_number",
      ...pathsUnder("carrier"),
      "in_force.bipd",
      "in_force.cargo",
      ...pathsUnder("safety"),
      "problems",
      "unknown",
      "warnings",
    ],
  },
};

function pathsUnder(name: "carrier" | "safety"): string[] {
  return pathsOf(name)
    .filter((path) => path !== "dot_number")
    .map((path) => `${name}.${path}`);
}

/** The columns of a vetting. */
export const vetColumns = [
  "dot_number",
  "legal_name",
  "verdict",
  "reasons",
  "warnings",
  "waived",
  "notes",
  "failed",
  "to_review",
  "as_of",
  "answers_from",
  "place",
  "service",
  "reference",
  "by",
  "policy",
  "judged_on",
] as const;

/** Those beside the user's own, what a dispatcher reads first. */
export const vetColumnsBeside = [
  "verdict",
  "reasons",
  "name_of_record",
  "warnings",
  "waived",
  "notes",
  "as_of",
  "answers_from",
  "service",
  "reference",
  "by",
] as const;

/** The names of the columns that the commands write, in all formats. */
export const writtenNames: ReadonlySet<string> = new Set([
  ...vetColumns,
  ...vetColumnsBeside,
  "error",
  ...Object.values(views).flatMap(({ paths }) => paths),
]);

/** A number that was looked up: its record, or why there is none or only a part. */
export interface LookupRow {
  dotNumber: DotNumber;
  record?: JsonObject | undefined;
  error?: UsdotError | undefined;
  /** The answers that the record of a snapshot was joined from. */
  snapshot?: Snapshot;
  /** What `--fields` and CSV have beside the record. */
  derived?: JsonObject;
}

/** All answers about a carrier, and what the rules found in them. */
export interface Snapshot extends Pick<Vetted, "findings" | "notes"> {
  answers: Answers;
  /** Whether the user has no policy, and the built-in one was used. */
  isBuiltIn?: boolean | undefined;
}

/** The record with the number as it was asked for, and what is derived. */
export function wholeRecord(row: LookupRow): JsonObject {
  const { record, dotNumber, derived } = row;
  return { ...record, dot_number: dotNumber, ...derived };
}

/** The record once for each element of a list in it, which takes its place. */
export function elementRecords(record: JsonObject, name: string): JsonObject[] {
  const elements = record[name];
  if (!Array.isArray(elements)) return [];
  return elements.map((element) => ({ ...record, [name]: element }));
}

/**
 * The paths that are shown: of all fields, or of those that `--fields` names,
 * each of which stands for what the interface names within it, or for itself.
 * `error`, why a row has no values, is a column of its own.
 */
export function chosenPaths(
  { paths }: View,
  fields: readonly string[] | undefined,
): readonly string[] {
  if (fields === undefined) return paths;
  const named = fields.flatMap((field) => {
    const within = paths.filter((path) => isWithin(path, field));
    return within.length > 0 ? within : [field];
  });
  return [...new Set(named)].filter((path) => path !== "error");
}

/** Whether a path is within the list whose elements are rows. */
export function isInRows({ rowsPath }: View, path: string): boolean {
  return rowsPath !== undefined && isWithin(path, rowsPath);
}

/**
 * The fields at these paths alone, in this order, also of the elements of
 * lists; null where there is none.
 */
export function pick(value: unknown, paths: readonly string[]): unknown {
  // One of the paths ends here: all of the value is asked for.
  if (paths.includes("")) return value;
  if (Array.isArray(value)) return value.map((element) => pick(element, paths));
  if (!isObject(value)) return value;
  const names = new Set(paths.map((path) => path.replace(/\..*/, "")));
  const members = Array.from(names, (name) => {
    const pathsWithin = paths
      .filter((path) => isWithin(path, name))
      .map((path) => path.slice(name.length + 1));
    return [name, pick(valueAt(value, [name]), pathsWithin) ?? null];
  });
  return Object.fromEntries(members);
}

/** Whether a value has a field, or an element of a list in it has. */
function hasField(value: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (Array.isArray(value)) return value.some((each) => hasField(each, path));
  return (
    isObject(value) && Object.hasOwn(value, name) && hasField(value[name], rest)
  );
}

/**
 * After so many records without a field, rows are no longer held back; whether
 * it is a mistake is known at the end.
 */
const maxUndecided = 100;

/**
 * Looks in every record for the fields of `--fields` that the interface does
 * not name: the service may send more, or the name is a mistake.
 */
export function watchFields(view: View, fields: readonly string[] = []) {
  const { paths } = view;
  let unseen = chosenPaths(view, fields).filter(
    (path) => !paths.includes(path),
  );
  let wholeRecords = 0;
  return {
    /** A record that lacks a part may lack the field for that. */
    see(record: JsonObject, isWhole = true): void {
      if (isWhole) wholeRecords += 1;
      unseen = unseen.filter((field) => !hasField(record, field.split(".")));
    },
    /** Whether a later record may still have what none had. */
    mayStillAppear: () => unseen.length > 0 && wholeRecords < maxUndecided,
    /** About the first field that no record had. */
    complaint(): UsageError | undefined {
      const [first] = unseen;
      if (first === undefined || wholeRecords === 0) return undefined;
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
