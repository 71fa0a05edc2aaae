/** The snapshot of a carrier: its three records, as far as they are known, and what the vetting rules found in them. */
import { answerJson, type RecordName, recordNames } from "../answer.ts";
import { type JsonObject, textAt, valueAt } from "../text/json.ts";
import type { Dossier, Finding } from "../vet/model.ts";

/** A record as the service wrote it; null where it has none; `{"error"}` where it did not answer; undefined where nobody asked. */
export type SnapshotPart = JsonObject | null | undefined;

export type SnapshotRecord = {
  dot_number: string;
  findings: readonly Finding[];
  notes: readonly string[];
} & Partial<Record<RecordName, SnapshotPart>>;

/** Joins what is known about a carrier. */
export function snapshotRecord(
  { dotNumber, answers }: Pick<Dossier, "dotNumber" | "answers">,
  findings: readonly Finding[],
  notes: readonly string[],
): SnapshotRecord {
  const parts = recordNames.map((name) => [name, answerJson(answers[name])]);
  return {
    dot_number: dotNumber,
    ...Object.fromEntries(parts),
    findings,
    notes,
  };
}

/** Why a part says nothing, in words; empty for a record. */
export function absenceOf(part: SnapshotPart): string {
  if (part === null) return "no record";
  if (part === undefined) return "not asked: your vetting rules do without it";
  return Object.keys(part).join() === "error"
    ? `not answered: ${valueAt(part, "error.message")}`
    : "";
}

/** The service's record; undefined where there is none. */
export function recordIn(part: SnapshotPart): JsonObject | undefined {
  return part && absenceOf(part) === "" ? part : undefined;
}

/** The rating, from both records where they differ; empty where neither states one. */
export function ratingOf({ carrier, safety }: Partial<SnapshotRecord>): string {
  const ratings = [
    textAt(recordIn(carrier) ?? {}, "safety.rating"),
    textAt(recordIn(safety) ?? {}, "rating"),
  ];
  return [...new Set(ratings.filter((text) => text !== undefined))].join(
    " or ",
  );
}
