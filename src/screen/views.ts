/** How each record is shown: the columns of cards and lists. CSV has all that the interface names. */
import { pathsOf } from "../service/fields.ts";
import { inspectionGroups } from "../vet/facts.ts";
import {
  address,
  amount,
  crashes,
  date,
  driverRate,
  inspections,
  name,
  onFile,
  violations,
} from "./cells.ts";
import { absentCover, coverage, filingRows, inForce, term } from "./filings.ts";
import type { Column, View } from "./view.ts";

/** The first two columns of every list; a card has them in its title. */
export const usdot: Column = {
  path: "dot_number",
  label: "USDOT",
  only: "list",
  decides: true,
};
const legalName: Column = {
  path: "legal_name",
  label: "name",
  cell: name,
  least: 14,
  only: "list",
};

const fleet: readonly Column[] = [
  {
    path: "fleet.power_units",
    label: "power units",
    cell: amount,
    align: "right",
  },
  { path: "fleet.drivers", label: "drivers", cell: amount, align: "right" },
  { path: "address.city", label: "city", least: 10, only: "list" },
  { path: "address.state", label: "state", only: "list" },
  { path: "address", label: "address", cell: address, only: "card" },
];
const status: Column = {
  path: "status",
  label: "status",
  least: 14,
  decides: true,
};
const rating: Column = { path: "safety.rating", label: "rating", least: 14 };

export const carrierView: View = {
  name: "carrier",
  paths: pathsOf("carrier"),
  columns: [
    usdot,
    legalName,
    status,
    { path: "authority.status", label: "authority", least: 14, decides: true },
    {
      path: "authority.common_authority_date",
      label: "authority since",
      cell: date,
      only: "card",
    },
    {
      path: "insurance.bipd_on_file",
      label: "BIPD on file",
      cell: onFile,
      align: "right",
    },
    {
      path: "insurance.cargo_on_file",
      label: "cargo on file",
      cell: onFile,
      align: "right",
    },
    rating,
    {
      path: "safety.driver_oos_rate",
      label: "driver OOS rate",
      cell: driverRate,
    },
    {
      path: "safety.total_crashes",
      label: "total crashes",
      cell: amount,
      only: "card",
    },
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
  { path: "policies.policy_type", label: "type", least: 16, decides: true },
  {
    path: "policies.coverage_amount",
    label: "coverage",
    cell: coverage,
    align: "right",
    decides: true,
  },
  {
    path: "policies.expiration_date",
    label: "term",
    cell: term,
    least: 16,
    decides: true,
  },
  { path: "policies.insurer_name", label: "insurer", least: 14 },
  { path: "policies.effective_date", label: "effective", cell: date },
  { path: "policies.policy_number", label: "policy" },
  { path: "policies.form_code", label: "form" },
];

export const insuranceView: View = {
  name: "insurance",
  paths: pathsOf("insurance"),
  columns: [
    usdot,
    legalName,
    { path: "in_force", label: "in force", cell: inForce, only: "card" },
    ...policyColumns,
  ],
  list: {
    name: "policies",
    rows: (row) => [...filingRows(row), ...absentCover(row)],
  },
};

/** The interface does not state what the rate of crashes is a rate of, so no screen shows it. */
export const safetyView: View = {
  name: "safety",
  paths: pathsOf("safety"),
  columns: [
    usdot,
    legalName,
    ...inspectionGroups.map((group): Column => {
      return {
        path: `inspections.${group}`,
        label: `${group} OOS`,
        cell: inspections,
        decides: true,
      };
    }),
    { ...rating, path: "rating" },
    { path: "crashes", label: "crashes", cell: crashes },
    { path: "violations", label: "violations", cell: violations, only: "card" },
  ],
};

/** The views of the records, by the lookups that show them. */
export const views = {
  carrier: carrierView,
  insurance: insuranceView,
  safety: safetyView,
  bulk: summaryView,
};
