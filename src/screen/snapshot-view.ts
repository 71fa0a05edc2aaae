/** The snapshot's columns: for a list, what a dispatcher decides by; for CSV, all that the records say. */
import { coverOn, filingsOf } from "../vet/cover.ts";
import { dayOfTime } from "../vet/facts.ts";
import { type Cell, name, notStated, onFile, type RecordRow } from "./cells.ts";
import { labelOf, marksOf, signOf, toneAt, worstTone } from "./marks.ts";
import { snapshotScreen } from "./snapshot.ts";
import { absenceOf, ratingOf, type SnapshotRecord } from "./snapshot-record.ts";
import type { View } from "./view.ts";
import { carrierView, safetyView, usdot } from "./views.ts";

const under = (record: string, { paths }: View) =>
  paths
    .filter((path) => path !== "dot_number")
    .map((path) => `${record}.${path}`);

export const snapshotView: View = {
  name: "snapshot",
  paths: [
    "dot_number",
    ...under("carrier", carrierView),
    ...["in_force.bipd", "in_force.cargo"],
    ...under("safety", safetyView),
    ...["problems", "unknown"],
  ],
  columns: [
    usdot,
    {
      path: "findings",
      label: "what is wrong",
      cell: marksCell,
      least: 34,
      decides: true,
    },
    { path: "carrier.legal_name", label: "name", cell: name, least: 14 },
    {
      path: "in_force.bipd",
      label: "BIPD in force",
      cell: coverCell,
      align: "right",
    },
    {
      path: "carrier.safety.rating",
      label: "rating",
      cell: ratingCell,
      least: 14,
    },
    { path: "carrier.authority.status", label: "authority", least: 14 },
    { path: "carrier.status", label: "status", least: 14 },
  ],
  derived: ({ record, now }) => derivedColumns(record as SnapshotRecord, now),
  screen: (record, look) => snapshotScreen(record as SnapshotRecord, look),
};

function derivedColumns({ insurance, findings }: SnapshotRecord, now: number) {
  const policies = insurance?.["policies"];
  const today = dayOfTime(now);
  const sureOf = (kind: "bipd" | "cargo") => {
    if (!Array.isArray(policies)) return null;
    const { sure, possible } = coverOn(today, filingsOf(policies), kind);
    return sure === possible ? sure : null;
  };
  const marks = marksOf(findings);
  const words = (sign: string) =>
    marks
      .flatMap((finding) => (signOf(finding) === sign ? finding.message : []))
      .join("; ");
  return {
    in_force: { bipd: sureOf("bipd"), cargo: sureOf("cargo") },
    problems: words("!"),
    unknown: words("?"),
  };
}

/** `! no BIPD policy, authority, ? rating`: short messages, and what a dispatcher calls the other rules. A clean carrier says so. */
function marksCell({ record }: RecordRow): Cell {
  const snapshot = record as SnapshotRecord;
  const marks = marksOf(snapshot.findings);
  const words = (sign: string) => {
    const own = marks.filter((mark) => signOf(mark) === sign);
    const texts = own.map(({ message, rule }) =>
      message.length <= 24 ? message : labelOf(rule),
    );
    return texts.length === 0
      ? []
      : [`${sign} ${[...new Set(texts)].join(", ")}`];
  };
  const parts = [...words("!"), ...words("?"), ...snapshot.notes].filter(
    (part) => part !== "",
  );
  if (parts.length === 0) return { text: "nothing found" };
  return { text: parts.join("; "), tone: worstTone(marks) ?? "doubt" };
}

function ratingCell({ record }: RecordRow): Cell {
  return { text: ratingOf(record as SnapshotRecord) || notStated.text };
}

function coverCell(row: RecordRow, path: string): Cell {
  const { insurance, findings } = row.record as SnapshotRecord;
  // Why there is no answer is told on standard error.
  const [absence] = absenceOf(insurance).split(":");
  return {
    ...(absence ? { text: absence } : onFile(row, path)),
    tone: toneAt(findings, "cover.bipd"),
  };
}
