/** What the snapshot of a carrier is: its three records, as far as they are known, and the findings on them; its JSON and its columns. */
import type { RecordAnswer } from "../../service/records.ts";
import { jsonObject } from "../../text/json-text.ts";
import { visible } from "../../text/safe-text.ts";
import { answer } from "../../vet/changes.ts";
import { coverOf, filingsOf } from "../../vet/cover.ts";
import { publicFinding } from "../../vet/finding.ts";
import type { CarrierRecords, Finding, RecordState } from "../../vet/model.ts";
import { dayOfTime, inspectionGroups } from "../../vet/values.ts";
import { amount, authority, type Cell, liability, notStated, rating, status } from "../cells.ts";
import { inspections, noInspections } from "../inspection-cells.ts";
import { plainText, type RecordRow, valueInRow } from "../value.ts";
import { allColumns, type Column, type View } from "../view.ts";
import { carrierView, safetyView, snapshotMembers, usdot } from "../views.ts";
import { briefly, isProblem, isUnknown, marksOf, ruleLabel } from "./findings.ts";

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

/** Joins the records to one answer. In its JSON each record is exactly as the service wrote it; null says that there is none. */
export function snapshotAnswer(snapshot: Snapshot, schemaIssues: readonly string[]): SnapshotAnswer {
  const { dotNumber, records, findings } = snapshot;
  const names = ["carrier", "insurance", "safety"] as const;
  const text = jsonObject([
    ["dot_number", JSON.stringify(dotNumber)],
    ...names.map((name) => [name, textOf(records[name])] as const),
    ["findings", JSON.stringify(findings.map(publicFinding))],
  ]);
  const record = {
    dot_number: dotNumber,
    ...Object.fromEntries(names.map((name) => [name, answer(records, name) ?? {}])),
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
  const filings = filingsOf(answer(records, "insurance"), dayOfTime(asOf));
  const inForce = (kind: "bipd" | "cargo") => {
    if (filings === undefined) return null;
    const { amount, doubt } = coverOf(filings, kind);
    // An amount that nobody can be sure of is left out rather than understated.
    return doubt === null && amount.lower === amount.upper ? amount.lower : null;
  };
  const words = (isOfKind: typeof isProblem) =>
    findings
      .filter(isOfKind)
      .map(({ rule, message }) => `${ruleLabel(rule)}: ${message}`)
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

const listColumns: readonly Column[] = [
  { path: "carrier.legal_name", label: "name", cut: 24, least: 26, only: "table" },
  { path: "marks", label: "what is wrong", cell: marksCell, cut: 16, decides: true, only: "table" },
  { path: "carrier.status", label: "status", cell: statusCell, cut: 14, only: "table" },
  { path: "carrier.authority.status", label: "authority", cell: authority, cut: 14, only: "table" },
  { path: "in_force.bipd", label: "BIPD in force", cell: liability, align: "right", only: "table" },
  { path: "safety.rating", label: "rating", cell: ratingCell, cut: 14, only: "table" },
  { path: "safety.inspections", label: "worst OOS rate", cell: worstRate, only: "table" },
];

const findingColumns: readonly Column[] = [
  { path: "in_force.bipd", label: "BIPD in force", cell: amount, only: "csv" },
  { path: "in_force.cargo", label: "cargo in force", cell: amount, only: "csv" },
];

const markColumns: readonly Column[] = [
  { path: "problems", label: "problems", only: "csv" },
  { path: "unknown", label: "unknown", only: "csv" },
];

/** The columns of another record's CSV, below its name: `carrier.legal_name`. */
function columnsUnder(name: string, view: View): Column[] {
  return allColumns(view)
    .filter(({ path, only }) => only !== "table" && path !== "dot_number")
    .map(({ path, label }) => ({ path: `${name}.${path}`, label: `${name} ${label}`, only: "csv" }));
}

export const snapshotView: View = {
  name: "snapshot",
  ownMembers: snapshotMembers,
  otherMembers: ["insurance"],
  layout: "snapshot",
  title: ["carrier.legal_name", "dot_number"],
  sections: [
    { columns: [usdot, ...listColumns] },
    { columns: [...columnsUnder("carrier", carrierView), ...findingColumns] },
    { columns: [...columnsUnder("safety", safetyView), ...markColumns] },
  ],
};

/** The status, which is green only beside no mark. */
function statusCell(row: RecordRow, path: string): Cell {
  const shown = status(row, path);
  return shown.tone === "success" && marksCell(row).text !== "" ? { text: shown.text } : shown;
}

/** The rating in either record; the carrier's own first, as its safety record may not exist. */
function ratingCell(row: RecordRow, path: string): Cell {
  const own = "carrier.safety.rating";
  return rating(row, plainText(row, own) === undefined ? path : own);
}

/** The group that is furthest above its national average, or nearest to it, with its counts: `vehicle 35 above 22.26 (36 of 103)`. */
function worstRate(row: RecordRow, path: string): Cell {
  const rated = inspectionGroups.flatMap((group) => {
    const [rate, national] = ["oos_rate", "national_avg"].map((name) => valueInRow(row, `${path}.${group}.${name}`));
    const isRated = typeof rate === "number" && typeof national === "number" && national > 0;
    return isRated ? [{ group, ratio: rate / national }] : [];
  });
  const [worst] = rated.sort((one, other) => other.ratio - one.ratio);
  if (worst === undefined) return notStated;
  const { text, ...rest } = inspections(row, `${path}.${worst.group}`);
  return { text: text === noInspections.text ? text : `${worst.group} ${text}`, ...rest };
}

/** `! OUT-OF-SERVICE, no BIPD, ? rating` */
function marksCell(row: RecordRow): Cell {
  const [problems = [], unknown = []] = ["problems", "unknown"].map(
    (kind) => valueInRow(row, `marks.${kind}`) as string[],
  );
  const words = (sign: string, own: readonly string[]) =>
    own.map((word, index) => (index === 0 ? `${sign} ${word}` : word));
  const items = [...words("!", problems), ...words("?", unknown)].map(visible);
  return { text: items.join(", "), items, tone: problems.length > 0 ? "error" : "warning" };
}
