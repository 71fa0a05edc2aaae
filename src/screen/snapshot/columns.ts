/** The columns of snapshots in a list: what a dispatcher decides by. */
import { numberColumn, type ShownColumn } from "../columns.ts";
import { lackedBy, openFindings, signs, toneOf } from "../findings.ts";
import { dotSeparated, type StyledText } from "../look.ts";
import { type RecordRow, showBipdOnFile, showName } from "../values.ts";
import { absenceOf, ratingOf } from "./sections.ts";

export const snapshotColumns: readonly ShownColumn[] = [
  numberColumn,
  {
    path: "findings",
    label: "what is wrong",
    show: findingsText,
    least: 34,
    decides: true,
  },
  { path: "carrier.legal_name", label: "name", show: showName, least: 14 },
  {
    path: "in_force.bipd",
    label: "BIPD in force",
    show: coverToday,
    align: "right",
  },
  { path: "carrier.safety.rating", label: "rating", show: ratingOf, least: 14 },
  { path: "carrier.authority.status", label: "authority", least: 14 },
  { path: "carrier.status", label: "status", least: 14 },
];

/**
 * `! no BIPD policy · ? rating "Conditional" · - crashes 18 (a warning)`. A
 * clean carrier says so.
 */
function findingsText({ findings, notes }: RecordRow): StyledText {
  const marks = openFindings(findings).map((finding): StyledText => {
    const { effect, message, brief = message } = finding;
    const { sign, tone } = signs[effect];
    const lacks = lackedBy(finding);
    const text = lacks ? `${lacks} not answered` : brief;
    const remark = effect === "warning" ? " (a warning)" : "";
    return { text: `${sign} ${text}${remark}`, tone };
  });
  const parts = [...marks, ...notes.map((text) => ({ text }))];
  return parts.length === 0
    ? { text: "nothing wrong found" }
    : dotSeparated(parts);
}

/** What is in force, or why nobody knows, in the color of what was found. */
function coverToday(row: RecordRow, path: string): StyledText {
  const absence = absenceOf("insurance", row.answers);
  const cover =
    absence === undefined ? showBipdOnFile(row, path) : { text: absence };
  return { ...cover, tone: toneOf(row.findings, "policies.bipd") };
}
