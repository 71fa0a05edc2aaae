/** The columns of a list of snapshots, and of their CSV: the carrier's, what is in force, the safety record's, the findings. */

import { visible } from "../../text/safe-text.ts";
import { amount, authority, type Cell, liability, notStated, rating, status } from "../cells.ts";
import { inspectionGroups, inspections, noInspections } from "../inspection-cells.ts";
import { plainText, type RecordRow, valueAt } from "../value.ts";
import { allColumns, type Column, type View } from "../view.ts";
import { carrierView, safetyView, snapshotMembers, usdot } from "../views.ts";

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
    const [rate, national] = ["oos_rate", "national_avg"].map((name) => valueAt(row, `${path}.${group}.${name}`));
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
    (kind) => valueAt(row, `marks.${kind}`) as string[],
  );
  const words = (sign: string, own: readonly string[]) =>
    own.map((word, index) => (index === 0 ? `${sign} ${word}` : word));
  const items = [...words("!", problems), ...words("?", unknown)].map(visible);
  return { text: items.join(", "), items, tone: problems.length > 0 ? "error" : "warning" };
}
