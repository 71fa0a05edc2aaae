/** How each record is shown: the columns of cards and lists. CSV has all that the interface names. */
import { recordFields } from "../service/fields.ts";
import { address, amount, date, driverRate, inspectionGroups, inspections, name, onFile, plainDate } from "./cells.ts";
import { absentCover, coverage, filingRows, inForce, term } from "./filings.ts";
import type { Column, View } from "./view.ts";

function pathsIn(fields: object, start = ""): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (typeof field === "string") return start + name;
    return pathsIn(Array.isArray(field) ? field[0] : field, `${start}${name}.`);
  });
}

const pathsOf = (record: keyof typeof recordFields) => ["dot_number", ...pathsIn(recordFields[record])];

/** The first two columns of every list; a card has them in its title. */
export const usdot: Column = { path: "dot_number", label: "USDOT", only: "list" };
const legalName: Column = { path: "legal_name", label: "name", cell: name, least: 10, only: "list" };

const fleet: readonly Column[] = [
  { path: "fleet.power_units", label: "power units", cell: amount, align: "right" },
  { path: "fleet.drivers", label: "drivers", cell: amount, align: "right" },
  { path: "address.city", label: "city", least: 10, only: "list" },
  { path: "address.state", label: "state", only: "list" },
  { path: "address", label: "address", cell: address, only: "card" },
];
const status: Column = { path: "status", label: "status", least: 14 };
const rating: Column = { path: "safety.rating", label: "rating", least: 11 };

export const carrierView: View = {
  name: "carrier",
  paths: pathsOf("carrier"),
  columns: [
    usdot,
    legalName,
    status,
    { path: "authority.status", label: "authority", least: 14 },
    { path: "authority.common_authority_date", label: "authority since", cell: date, only: "card" },
    { path: "insurance.bipd_on_file", label: "BIPD on file", cell: onFile, align: "right" },
    { path: "insurance.cargo_on_file", label: "cargo on file", cell: onFile, align: "right" },
    rating,
    { path: "safety.driver_oos_rate", label: "driver OOS rate", cell: driverRate },
    { path: "safety.total_crashes", label: "total crashes", cell: amount, only: "card" },
    ...fleet,
    { path: "contact.phone", label: "phone", only: "card" },
    { path: "contact.email", label: "email", only: "card" },
  ],
};

export const summaryView: View = {
  name: "bulk",
  paths: pathsOf("summary"),
  columns: [usdot, legalName, status, ...fleet],
};

export const policyColumns: readonly Column[] = [
  { path: "policies.policy_type", label: "type", least: 16 },
  { path: "policies.coverage_amount", label: "coverage", cell: coverage, align: "right" },
  { path: "policies.expiration_date", label: "term", cell: term },
  { path: "policies.insurer_name", label: "insurer", least: 10 },
  { path: "policies.effective_date", label: "effective", cell: plainDate },
  { path: "policies.policy_number", label: "policy" },
  { path: "policies.form_code", label: "form" },
];

export const insuranceView: View = {
  name: "insurance",
  paths: pathsOf("insurance"),
  columns: [
    usdot,
    { ...legalName, least: 7 },
    { path: "in_force", label: "in force", cell: inForce, only: "card" },
    ...policyColumns,
  ],
  list: { name: "policies", rows: (row) => [...filingRows(row), ...absentCover(row)] },
};

export const violationColumns: readonly Column[] = [
  { path: "violations.unsafe_driving", label: "unsafe driving", cell: amount, only: "card" },
  { path: "violations.driver_fitness", label: "driver fitness", cell: amount, only: "card" },
  { path: "violations.hos", label: "hours of service", cell: amount, only: "card" },
  { path: "violations.drug_alcohol", label: "drugs and alcohol", cell: amount, only: "card" },
  { path: "violations.vehicle_maint", label: "vehicle maintenance", cell: amount, only: "card" },
];

/** The interface does not state what the rate of crashes is a rate of, so no screen shows it. */
export const safetyView: View = {
  name: "safety",
  paths: pathsOf("safety"),
  columns: [
    usdot,
    legalName,
    ...inspectionGroups.map(
      (group): Column => ({ path: `inspections.${group}`, label: `${group} OOS`, cell: inspections }),
    ),
    { ...rating, path: "rating" },
    ...["total", "fatal", "injury", "towaway"].map(
      (kind): Column => ({ path: `crashes.${kind}`, label: `${kind} crashes`, cell: amount, align: "right" }),
    ),
    ...violationColumns.map((column) => ({ ...column, label: `${column.label} violations` })),
  ],
};
