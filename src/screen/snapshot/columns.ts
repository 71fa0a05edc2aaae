/** The columns of snapshots in a list: what a dispatcher decides by. */
import type { Finding } from "../../vet/model.ts";
import { quoted } from "../../vet/record/facts.ts";
import { readDay } from "../../vet/record/readers.ts";
import { rulesByName } from "../../vet/rules/index.ts";
import { numberColumn, type ShownColumn } from "../columns.ts";
import { lackedBy, openFindings, signs, toneOf } from "../findings.ts";
import { dotSeparated, type StyledText } from "../look.ts";
import { type RecordRow, showBipdOnFile, showName, spanOf } from "../values.ts";
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
function findingsText({ findings, notes, today }: RecordRow): StyledText {
  const marks = openFindings(findings).map((finding): StyledText => {
    const { sign, tone } = signs[finding.effect];
    const remark = finding.effect === "warning" ? " (a warning)" : "";
    return { text: `${sign} ${briefOf(finding, today)}${remark}`, tone };
  });
  const parts = [...marks, ...notes.map((text) => ({ text }))];
  return parts.length === 0
    ? { text: "nothing wrong found" }
    : dotSeparated(parts);
}

/** A longer message is said by its rule's label and the values that decide. */
const shortMessage = 32;

/**
 * A finding in few words: `no BIPD policy`, `authority age 29 days`,
 * `inspections driver 12.9, vehicle 35`.
 */
function briefOf(finding: Finding, today: number): string {
  const { rule, message, observed, parts = [] } = finding;
  if (message.length <= shortMessage) return message;
  const lacks = lackedBy(finding);
  // What another record states of it would look like what is wrong.
  if (lacks) return `${lacks} not answered`;
  const { label = rule, decides = [] } = rulesByName.get(rule) ?? {};
  const values = decides
    .flatMap((path) => observed[path] ?? [])
    .map((value) => decidingText(value, today));
  const rates = parts.flatMap(({ about, outcome }) => {
    const [rate] = observed[`safety.inspections.${about}.oos_rate`] ?? [];
    return outcome === "pass" || rate === undefined ? [] : `${about} ${rate}`;
  });
  const texts = [...new Set([...values, ...rates])].join(", ");
  return texts === "" ? message : `${label} ${texts}`;
}

/** A day past is said by how long ago it is. */
function decidingText(value: unknown, today: number): string {
  const { value: date = today + 1 } = readDay(value);
  return date <= today ? spanOf(today - date) : quoted(value);
}

/** What is in force, or why nobody knows, in the color of what was found. */
function coverToday(row: RecordRow, path: string): StyledText {
  const absence = absenceOf("insurance", row.answers);
  const cover =
    absence === undefined ? showBipdOnFile(row, path) : { text: absence };
  return { ...cover, tone: toneOf(row.findings, "policies.bipd") };
}
