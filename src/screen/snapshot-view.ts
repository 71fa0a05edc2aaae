/**
 * The snapshot of a carrier: its three records dotSeparated. For a list, what a
 * dispatcher decides by; for CSV, all that the records say.
 */

import type { Finding } from "../vet/model.ts";
import { coverOn, filingsOf } from "../vet/record/cover.ts";
import { ruleLabels } from "../vet/rules/index.ts";
import {
  dotSeparated,
  missing,
  name,
  onFile,
  type RecordRow,
  type Show,
  type StyledText,
} from "./cells.ts";
import { numberColumn, snapshotPaths, type View } from "./columns.ts";
import { insuranceOf } from "./filings.ts";
import { briefOf, openFindings, signs, toneOf } from "./findings.ts";
import { absenceOf, ratingOf } from "./sections.ts";
import { snapshotScreen } from "./snapshot.ts";

/** A cell in the color of what these rules found. */
const toned =
  (cell: Show, ...rules: readonly string[]): Show =>
  (row, path) => ({ ...cell(row, path), tone: toneOf(row.findings, ...rules) });

export const snapshotView: View = {
  name: "snapshot",
  paths: snapshotPaths,
  columns: [
    numberColumn,
    {
      path: "findings",
      label: "what is wrong",
      cell: findingsCell,
      least: 34,
      decides: true,
    },
    { path: "carrier.legal_name", label: "name", cell: name, least: 14 },
    {
      path: "in_force.bipd",
      label: "BIPD in force",
      cell: toned(coverCell, "policies.bipd"),
      align: "right",
    },
    {
      path: "carrier.safety.rating",
      label: "rating",
      cell: (row) => ({ text: ratingOf(row) || missing.text }),
      least: 14,
    },
    { path: "carrier.authority.status", label: "authority", least: 14 },
    { path: "carrier.status", label: "status", least: 14 },
  ],
  derived: derivedColumns,
  screen: snapshotScreen,
};

function derivedColumns(row: RecordRow) {
  const { policies } = insuranceOf(row).record;
  const sureOf = (kind: "bipd" | "cargo") => {
    if (!Array.isArray(policies)) return null;
    const { sure, possible } = coverOn(row.today, filingsOf(policies), kind);
    return sure === possible ? sure : null;
  };
  const messages = (effect: Finding["effect"]) =>
    openFindings(row.findings)
      .filter((finding) => finding.effect === effect)
      .map(({ message }) => message)
      .join("; ");
  return {
    in_force: { bipd: sureOf("bipd"), cargo: sureOf("cargo") },
    problems: messages("fail"),
    unknown: messages("review"),
    warnings: messages("warning"),
  };
}

/**
 * `! no BIPD policy · ? rating "Conditional" · - crashes 18 (a warning)`. A
 * clean carrier says so.
 */
function findingsCell({ findings, notes, today }: RecordRow): StyledText {
  const found = openFindings(findings).map((finding): StyledText => {
    const { rule, effect } = finding;
    const { sign, tone } = signs[effect];
    const label = ruleLabels.get(rule) ?? rule;
    const remark = effect === "warning" ? " (a warning)" : "";
    return { text: `${sign} ${briefOf(finding, label, today)}${remark}`, tone };
  });
  const parts = [...found, ...notes.map((text) => ({ text }))];
  return parts.length === 0
    ? { text: "nothing wrong found" }
    : dotSeparated(parts);
}

/** What is in force, or why nobody knows. */
function coverCell(row: RecordRow, path: string): StyledText {
  const absence = absenceOf("insurance", row.answers);
  return absence === "" ? onFile(row, path) : { text: absence };
}
