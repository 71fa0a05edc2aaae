/** What the snapshot of a carrier is: its three records, as far as they are known, and the findings on them. */
import type { DotNumber } from "../../dot-number.ts";
import type { Part } from "../../lookup/parts.ts";
import type { RecordAnswer } from "../../service/records.ts";
import { jsonObject } from "../../text/json-text.ts";
import { coverOf, readFilings } from "../../vet/cover.ts";
import { publicFinding } from "../../vet/finding.ts";
import type { Finding } from "../../vet/model.ts";
import { dayOfTime } from "../../vet/values.ts";
import { briefly, isProblem, isUnknown, labelOf, marksOf } from "./findings.ts";

/** What the screen shows of one of the records. */
export type ShownRecord =
  | { state: "answered"; answer: Pick<RecordAnswer, "record" | "text"> }
  /** The service has no such record of the carrier. */
  | { state: "none" }
  | { state: "unanswered"; error: { message: string } }
  /** No rule of the policy needs it. */
  | { state: "not-asked" };

/** What the screen shows: of a carrier that was looked up, or of one that was vetted. Times in milliseconds since 1970. */
export interface ScreenFacts {
  dotNumber: string;
  carrier: ShownRecord;
  insurance: ShownRecord;
  safety: ShownRecord;
  findings: readonly Finding[];
  /** The day from which "in 41 days" counts. */
  asOf: number;
  askedAt: number;
}

/** The three records of a carrier that was looked up, and what the rules say about them. */
export interface Snapshot extends ScreenFacts {
  dotNumber: DotNumber;
  carrier: Part;
  insurance: Part;
  safety: Part;
}

/** A snapshot as the formats take it: JSON of the three records, and columns for lists and CSV. */
export interface SnapshotAnswer extends RecordAnswer {
  snapshot: Snapshot;
}

/** The record of a part, if it was answered. */
export function recordIn(part: ShownRecord): Readonly<Record<string, unknown>> {
  return part.state === "answered" ? (part.answer.record as Record<string, unknown>) : {};
}

/** Joins the parts to one answer. In its JSON each record is exactly as the service wrote it; null says that there is none. */
export function joined(snapshot: Snapshot): SnapshotAnswer {
  const { dotNumber, carrier, insurance, safety, findings } = snapshot;
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
  return { record, text, schemaIssues: schemaIssuesOf(snapshot), snapshot };
}

function textOf(part: Part): string {
  if (part.state === "answered") return part.answer.text;
  if (part.state === "none") return "null";
  return JSON.stringify({ error: { code: part.error.kind, message: part.error.message } });
}

function schemaIssuesOf({ carrier, insurance, safety }: Snapshot): string[] {
  return Object.entries({ carrier, insurance, safety }).flatMap(([name, part]) =>
    part.state === "answered" ? part.answer.schemaIssues.map((issue) => `${name}.${issue}`) : [],
  );
}

/** What lists and CSV say beside the records' own fields. */
function derivedColumns(snapshot: Snapshot): object {
  const policies = recordIn(snapshot.insurance)["policies"];
  const filings = Array.isArray(policies) ? readFilings(policies, dayOfTime(snapshot.asOf)) : undefined;
  const inForce = (kind: "bipd" | "cargo") => {
    if (filings === undefined) return null;
    const { amount, doubt } = coverOf(filings, kind);
    // An amount that nobody can be sure of is left out rather than understated.
    return doubt === null && amount.lower === amount.upper ? amount.lower : null;
  };
  const problems = snapshot.findings.filter(isProblem);
  const unknown = snapshot.findings.filter(isUnknown);
  const words = (findings: readonly Finding[]) =>
    findings.map(({ rule, message }) => `${labelOf(rule)}: ${message}`).join("; ");
  const marks = marksOf(snapshot.findings);
  const brief = (isOfKind: typeof isProblem) => [...new Set(marks.filter(isOfKind).map(briefly))];
  return {
    in_force: { bipd: inForce("bipd"), cargo: inForce("cargo") },
    problems: words(problems),
    unknown: words(unknown),
    marks: { problems: brief(isProblem), unknown: brief(isUnknown) },
  };
}
