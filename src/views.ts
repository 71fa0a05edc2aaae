/**
 * What lookups and vetting show, as data: the fields of each record, which
 * screens, JSON, CSV and `--fields` need, and the names of all columns.
 */
import type { Answers, RecordName } from "./answer.ts";
import type { DotNumber } from "./dot-number.ts";
import type { UsdotError } from "./errors.ts";
import { pathsOf } from "./service/record-fields.ts";
import { isWithin, type JsonObject } from "./text/json.ts";
import type { Finding } from "./vet/model.ts";

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

/** The columns of `usdot vet` beside the user's own, what a dispatcher reads first. */
export const vetColumns = [
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
  ...["failed", "to_review", "place", "policy", "judged_on", "error"],
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
export interface Snapshot {
  answers: Answers;
  findings: readonly Finding[];
  notes: readonly string[];
  /** Whether the user has no policy, and the built-in one was used. */
  isBuiltIn: boolean;
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
