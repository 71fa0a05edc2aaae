/** What the snapshot of a carrier is: its three records, as far as they are known, and the findings on them. */
import type { RecordAnswer } from "../../service/records.ts";
import { jsonObject } from "../../text/json-text.ts";
import { coverOf, readFilings } from "../../vet/cover.ts";
import { publicFinding } from "../../vet/finding.ts";
import type { CarrierRecords, Finding, RecordState } from "../../vet/model.ts";
import { dayOfTime } from "../../vet/values.ts";
import { briefly, isProblem, isUnknown, labelOf, marksOf } from "./findings.ts";

/** A carrier's records, and what the rules say about them. Times in milliseconds since 1970. */
export interface Snapshot {
  dotNumber: string;
  records: CarrierRecords["records"];
  findings: readonly Finding[];
  /** The day from which "in 41 days" counts. */
  asOf: number;
  askedAt: number;
}

/** A snapshot as the formats take it: JSON of the three records, and columns for lists and CSV. */
export interface SnapshotAnswer extends RecordAnswer {
  snapshot: Snapshot;
}

/** The record in an answer; an empty one if there is none. */
export function recordIn(state: RecordState | undefined): Readonly<Record<string, unknown>> {
  return state?.state === "answered" ? state.value : {};
}

/** Joins the records to one answer. In its JSON each record is exactly as the service wrote it; null says that there is none. */
export function joined(snapshot: Snapshot, schemaIssues: readonly string[]): SnapshotAnswer {
  const { dotNumber, records, findings } = snapshot;
  const { carrier, insurance, safety } = records;
  const text = jsonObject([
    ["dot_number", JSON.stringify(dotNumber)],
    ["carrier", textOf(carrier)],
    ["insurance", textOf(insurance)],
    ["safety", textOf(safety)],
    ["findings", JSON.stringify(findings.map(publicFinding))],
  ]);
  const record = {
    dot_number: dotNumber,
    carrier: recordIn(carrier),
    insurance: recordIn(insurance),
    safety: recordIn(safety),
    ...derivedColumns(snapshot),
  };
  return { record, text, schemaIssues, snapshot };
}

function textOf(state: RecordState | undefined): string {
  if (state?.state === "answered") return state.text ?? JSON.stringify(state.value);
  if (state?.state !== "unanswered") return "null";
  return JSON.stringify({ error: { code: state.code, message: state.message } });
}

/** What lists and CSV say beside the records' own fields. */
function derivedColumns({ records, findings, asOf }: Snapshot): object {
  const { policies } = recordIn(records.insurance);
  const filings = Array.isArray(policies) ? readFilings(policies, dayOfTime(asOf)) : undefined;
  const inForce = (kind: "bipd" | "cargo") => {
    if (filings === undefined) return null;
    const { amount, doubt } = coverOf(filings, kind);
    // An amount that nobody can be sure of is left out rather than understated.
    return doubt === null && amount.lower === amount.upper ? amount.lower : null;
  };
  const words = (isOfKind: typeof isProblem) =>
    findings
      .filter(isOfKind)
      .map(({ rule, message }) => `${labelOf(rule)}: ${message}`)
      .join("; ");
  const marks = marksOf(findings);
  const brief = (isOfKind: typeof isProblem) => [...new Set(marks.filter(isOfKind).map(briefly))];
  return {
    in_force: { bipd: inForce("bipd"), cargo: inForce("cargo") },
    problems: words(isProblem),
    unknown: words(isUnknown),
    marks: { problems: brief(isProblem), unknown: brief(isUnknown) },
  };
}
