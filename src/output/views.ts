/** The columns of each record: declared once, read by every format and by `--fields`. */
import { inspectionGroups } from "../vet/values.ts";
import { address, amount, authority, docket, liability, rating, status, town } from "./cells.ts";
import { date, plainDate, standingOf, term } from "./date-cells.ts";
import { coverage, filingRows, filingType, inForce } from "./filings.ts";
import { brieflyComparedWith, comparedWith, inspections } from "./inspection-cells.ts";
import { type Column, keysOf, type View } from "./view.ts";

export const usdot: Column = { path: "dot_number", label: "USDOT", least: 8 };
const name: Column = { path: "legal_name", label: "name", cut: 24, least: 26 };
const statusColumn: Column = { path: "status", label: "status", cell: status, cut: 14 };
const drivers: Column = { path: "fleet.drivers", label: "drivers", cell: amount, align: "right" };

const addressParts = ["street", "city", "state", "zip"].map(
  (label): Column => ({ path: `address.${label}`, label, only: "csv" }),
);

const onFileColumns: readonly Column[] = [
  { path: "insurance.bipd_on_file", label: "BIPD", standaloneLabel: "BIPD on file", cell: liability, align: "right" },
  { path: "insurance.cargo_on_file", label: "cargo", standaloneLabel: "cargo on file", cell: amount, align: "right" },
];

const driverRate: Column = {
  path: "safety.driver_oos_rate",
  label: "driver OOS rate",
  standaloneLabel: "driver OOS",
  cell: comparedWith("safety.driver_oos_rate_national"),
  brief: brieflyComparedWith("safety.driver_oos_rate_national"),
};

export const carrierView: View = {
  name: "carrier",
  ownMembers: ["safety", "insurance"],
  layout: "card",
  title: ["legal_name", "dot_number", "mc_number"],
  standing: standingOf,
  line: [
    "dot_number",
    "legal_name",
    "status",
    "authority.status",
    "insurance.bipd_on_file",
    "safety.rating",
    "safety.driver_oos_rate",
    "fleet.power_units",
    "fleet.drivers",
    "address",
  ],
  sections: [
    { columns: [usdot, name, statusColumn, { path: "mc_number", label: "docket", cell: docket }] },
    {
      heading: "Authority",
      columns: [
        { path: "authority.status", label: "status", standaloneLabel: "authority", cell: authority, cut: 14 },
        { path: "authority.common_authority_date", label: "since", standaloneLabel: "authority since", cell: date },
      ],
    },
    {
      heading: "Fleet",
      columns: [{ path: "fleet.power_units", label: "power units", cell: amount, align: "right" }, drivers],
    },
    { heading: "Insurance on file", columns: onFileColumns },
    {
      heading: "Safety",
      columns: [
        { path: "safety.rating", label: "rating", cell: rating, cut: 14 },
        driverRate,
        { path: "safety.driver_oos_rate_national", label: "national driver OOS rate", only: "csv" },
        { path: "safety.total_crashes", label: "total crashes", cell: amount },
      ],
    },
    {
      heading: "Contact",
      columns: [
        { path: "address", label: "address", cell: address, brief: town, only: "table", cut: 12 },
        ...addressParts,
        { path: "contact.phone", label: "phone" },
        { path: "contact.email", label: "email" },
      ],
    },
  ],
};

export const bulkView: View = {
  name: "bulk",
  ownMembers: [],
  layout: "list",
  title: [],
  sections: [
    {
      columns: [
        usdot,
        name,
        statusColumn,
        { path: "fleet.power_units", label: "units", cell: amount, align: "right" },
        drivers,
        { path: "address", label: "address", cell: town, only: "table", cut: 6 },
        ...addressParts,
      ],
    },
  ],
};

export const insuranceView: View = {
  name: "insurance",
  ownMembers: ["policies"],
  layout: "card",
  title: ["legal_name", "dot_number"],
  line: [
    "dot_number",
    "legal_name",
    "policies.policy_type",
    "policies.expiration_date",
    "policies.coverage_amount",
    "policies.effective_date",
    "policies.insurer_name",
    "policies.policy_number",
  ],
  sections: [
    { columns: [usdot, { ...name, cut: 16 }] },
    {
      heading: "Policy",
      rows: { path: "policies", arranged: filingRows, summary: inForce },
      columns: [
        { path: "policies.policy_type", label: "type", cell: filingType, cut: 12 },
        { path: "policies.insurer_name", label: "insurer", cut: 12, mayGoBelow: true },
        { path: "policies.policy_number", label: "policy" },
        { path: "policies.coverage_amount", label: "coverage", cell: coverage, align: "right" },
        { path: "policies.effective_date", label: "effective", cell: plainDate },
        { path: "policies.expiration_date", label: "term", cell: term("policies.effective_date") },
        { path: "policies.form_code", label: "form" },
      ],
    },
  ],
};

function columnsOfGroup(group: string): Column[] {
  const path = `inspections.${group}`;
  const rate = comparedWith(`${path}.national_avg`);
  return [
    { path, label: group, standaloneLabel: `${group} OOS`, cell: inspections, only: "table" },
    { path: `${path}.total`, label: `${group} inspections`, cell: amount, only: "csv" },
    { path: `${path}.oos`, label: `${group} out of service`, cell: amount, only: "csv" },
    { path: `${path}.oos_rate`, label: `${group} OOS rate`, cell: rate, only: "csv" },
    { path: `${path}.national_avg`, label: `${group} national average`, only: "csv" },
  ];
}

const crashColumns = ["fatal", "injury", "towaway", "total", "rate"].map((kind): Column => {
  const standaloneLabel = kind === "rate" ? "crash rate" : `${kind} crashes`;
  return { path: `crashes.${kind}`, label: kind, standaloneLabel, cell: amount, align: "right" };
});

export const violationColumns: readonly Column[] = [
  { path: "violations.unsafe_driving", label: "unsafe driving", cell: amount },
  { path: "violations.driver_fitness", label: "driver fitness", cell: amount },
  { path: "violations.hos", label: "hours of service", cell: amount },
  { path: "violations.drug_alcohol", label: "drugs and alcohol", cell: amount },
  { path: "violations.vehicle_maint", label: "vehicle maintenance", cell: amount },
];

export const safetyView: View = {
  name: "safety",
  ownMembers: ["inspections", "crashes", "violations"],
  layout: "card",
  title: ["legal_name", "dot_number"],
  line: [
    "dot_number",
    "legal_name",
    "rating",
    "inspections.vehicle",
    "inspections.driver",
    "crashes.total",
    "crashes.fatal",
    "inspections.hazmat",
  ],
  sections: [
    { columns: [usdot, name] },
    { heading: "Safety", columns: [{ path: "rating", label: "rating", cell: rating, cut: 14 }] },
    { heading: "Inspections", columns: inspectionGroups.flatMap(columnsOfGroup), isTable: true },
    { heading: "Crashes", columns: crashColumns },
    { heading: "Violations", columns: violationColumns },
  ],
};

/** What identifies a snapshot, whose view is in snapshot/snapshot.ts. */
export const snapshotMembers: readonly string[] = ["findings"];

const allOwnMembers = [
  ...[carrierView, bulkView, insuranceView, safetyView].flatMap(({ ownMembers }) => ownMembers),
  ...snapshotMembers,
];

/**
 * Whether records with these members may belong to a view: they have one of its own members, if it has any, and none of another view's. Since
 * services add and omit fields, nothing stricter is possible.
 */
export function isRecordOf(view: View, members: ReadonlySet<string>): boolean {
  if (members.size === 0) return true;
  const own = [...keysOf(view), ...view.ownMembers, ...(view.otherMembers ?? [])];
  const isMarked = view.ownMembers.length === 0 || view.ownMembers.some((member) => members.has(member));
  return isMarked && !allOwnMembers.some((member) => members.has(member) && !own.includes(member));
}
