/** The snapshot of a carrier: its three records, as far as they are known, and what the vetting rules found in them. */
import { type RecordName, recordNames } from "../../service/types.ts";
import { type JsonObject, textAt, valueAt } from "../../text/json.ts";
import { filingsOf } from "../../vet/cover.ts";
import { number } from "../../vet/facts.ts";
import type { Answer, Dossier, Finding } from "../../vet/model.ts";

/** A record as the service wrote it; null where it has none; `{"error"}` where it did not answer; undefined where nobody asked. */
export type SnapshotPart = JsonObject | null | undefined;

export type SnapshotRecord = {
  dot_number: string;
  findings: readonly Finding[];
} & Partial<Record<RecordName, SnapshotPart>>;

/** Joins what is known about a carrier. A record without an answer is `{"error": {"code", "message"}}`, as in every list. */
export function snapshotRecord(
  { dotNumber, answers }: Dossier,
  findings: readonly Finding[],
): SnapshotRecord {
  const parts = recordNames.map((name) => [name, partOf(answers[name])]);
  return { dot_number: dotNumber, ...Object.fromEntries(parts), findings };
}

function partOf(answer: Answer | undefined): SnapshotPart {
  if (answer === undefined) return undefined;
  if (answer.state === "answered") return answer.value;
  return answer.state === "none"
    ? null
    : { error: { code: answer.code, message: answer.message } };
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

export const noCargo = "no cargo insurance on file";

/** In words, that a carrier has no cargo insurance: nobody must take the silence for good news. Empty where it may have. */
export function cargoAbsence({
  carrier,
  insurance,
}: Partial<SnapshotRecord>): string {
  const onFile = number(
    valueAt(carrier ?? {}, "insurance.cargo_on_file"),
  ).value;
  const mayBeCargo = hasPolicy("cargo", insurance);
  // Where nobody asked for policies, 0 may also mean that the limit is not stated.
  if (mayBeCargo === undefined)
    return onFile === 0
      ? "no cargo insurance on file, or its limit is not stated"
      : "";
  if (mayBeCargo) return "";
  return onFile ? "no cargo policy" : noCargo;
}

/** Whether a policy may be of a kind, on any day: a type says what it covers. Without an insurance record there is none. */
export function hasPolicy(
  kind: "bipd" | "cargo",
  insurance: SnapshotPart,
): boolean | undefined {
  const policies = insurance === null ? [] : insurance?.["policies"];
  if (!Array.isArray(policies)) return undefined;
  return filingsOf(policies, 0).some(
    (filing) => filing.kind === kind || filing.kind === "unknown",
  );
}
