/** What the records' columns are: declared once, read by every format and by `--fields`. */
import { UsageError } from "../errors.ts";
import {
  address,
  amount,
  asItCame,
  beginning,
  comparedWith,
  date,
  docket,
  expiration,
  inspections,
  type Show,
  status,
  striking,
  withForm,
} from "./cells.ts";

export interface Column {
  /** Where the value is in the record; the head of the CSV column and the word for `--fields`. */
  path: string;
  /** The name of the table's column or row, in lower case. */
  label: string;
  show: Show;
  /** The card's part that the row stands in; without one it stands in the card's title. */
  section?: string;
  align?: "right";
  /** Free text, of which a list on a narrow terminal may cut the end. A number or a status would mean something else then. */
  cut?: true;
  /** Columns that only one format has: a table joins what CSV keeps apart. */
  only?: "table" | "csv";
}

export interface View {
  /** `card`: a block for each carrier. `list`: a line for each. */
  layout: "card" | "list";
  columns: readonly Column[];
  /** What stands in a card's title: the first on a line of its own, the others with their labels on the next. */
  title: readonly string[];
  /** Where a record holds a list whose elements are rows of their own, and what to say of an empty one. */
  rows?: { path: string; none: string };
}

const usdot: Column = { path: "dot_number", label: "USDOT", show: asItCame };
const name: Column = { path: "legal_name", label: "name", show: asItCame, cut: true };

const addressParts: readonly Column[] = [
  { path: "address.street", label: "street", show: asItCame, only: "csv" },
  { path: "address.city", label: "city", show: asItCame, only: "csv" },
  { path: "address.state", label: "state", show: asItCame, only: "csv" },
  { path: "address.zip", label: "zip", show: asItCame, only: "csv" },
];

export const carrierView: View = {
  layout: "card",
  title: ["legal_name", "status", "dot_number", "mc_number"],
  columns: [
    usdot,
    name,
    { path: "status", label: "status", show: status },
    { path: "mc_number", label: "docket", show: docket },
    { section: "Authority", path: "authority.status", label: "status", show: striking },
    { section: "Authority", path: "authority.common_authority_date", label: "common date", show: date },
    { section: "Fleet", path: "fleet.power_units", label: "power units", show: amount },
    { section: "Fleet", path: "fleet.drivers", label: "drivers", show: amount },
    { section: "Insurance on file", path: "insurance.bipd_on_file", label: "BIPD", show: amount },
    { section: "Insurance on file", path: "insurance.cargo_on_file", label: "cargo", show: amount },
    { section: "Safety", path: "safety.rating", label: "rating", show: striking },
    {
      section: "Safety",
      path: "safety.driver_oos_rate",
      label: "driver OOS rate",
      show: comparedWith("safety.driver_oos_rate_national"),
    },
    { path: "safety.driver_oos_rate_national", label: "national driver OOS rate", show: asItCame, only: "csv" },
    { section: "Safety", path: "safety.total_crashes", label: "total crashes", show: amount },
    { section: "Contact", path: "address", label: "address", show: address("address"), only: "table" },
    ...addressParts,
    { section: "Contact", path: "contact.phone", label: "phone", show: asItCame },
    { section: "Contact", path: "contact.email", label: "email", show: asItCame },
  ],
};

export const bulkView: View = {
  layout: "list",
  title: [],
  columns: [
    usdot,
    name,
    { path: "status", label: "status", show: status },
    { path: "fleet.power_units", label: "units", show: amount, align: "right" },
    { path: "fleet.drivers", label: "drivers", show: amount, align: "right" },
    { path: "address", label: "address", show: address("address", { townFirst: true }), only: "table", cut: true },
    ...addressParts,
  ],
};

const filing = withForm("policies.form_code");
const ending = expiration("policies.effective_date");

export const insuranceView: View = {
  layout: "card",
  title: ["legal_name", "dot_number"],
  rows: { path: "policies", none: "no active policies" },
  columns: [
    usdot,
    name,
    { section: "Policy", path: "policies.policy_type", label: "type", show: filing },
    { section: "Policy", path: "policies.insurer_name", label: "insurer", show: asItCame },
    { section: "Policy", path: "policies.policy_number", label: "policy", show: asItCame },
    { section: "Policy", path: "policies.coverage_amount", label: "coverage", show: amount, align: "right" },
    { section: "Policy", path: "policies.effective_date", label: "effective", show: beginning },
    { section: "Policy", path: "policies.expiration_date", label: "expires", show: ending },
    // In the tables it stands with the type.
    { path: "policies.form_code", label: "form", show: asItCame, only: "csv" },
  ],
};

const inspectionColumns = (group: string): Column[] => [
  { section: "Inspections", path: `inspections.${group}`, label: group, show: inspections, only: "table" },
  { path: `inspections.${group}.total`, label: `${group} inspections`, show: amount, only: "csv" },
  { path: `inspections.${group}.oos`, label: `${group} out of service`, show: amount, only: "csv" },
  {
    path: `inspections.${group}.oos_rate`,
    label: `${group} OOS rate`,
    show: comparedWith(`inspections.${group}.national_avg`),
    only: "csv",
  },
  { path: `inspections.${group}.national_avg`, label: `${group} national average`, show: asItCame, only: "csv" },
];

export const safetyView: View = {
  layout: "card",
  title: ["legal_name", "dot_number"],
  columns: [
    usdot,
    name,
    { section: "Safety", path: "rating", label: "rating", show: striking },
    ...["driver", "vehicle", "hazmat"].flatMap(inspectionColumns),
    ...["fatal", "injury", "towaway", "total", "rate"].map(
      (kind): Column => ({ section: "Crashes", path: `crashes.${kind}`, label: kind, show: amount }),
    ),
    { section: "Violations", path: "violations.unsafe_driving", label: "unsafe driving", show: amount },
    { section: "Violations", path: "violations.driver_fitness", label: "driver fitness", show: amount },
    { section: "Violations", path: "violations.hos", label: "hours of service", show: amount },
    { section: "Violations", path: "violations.drug_alcohol", label: "drugs and alcohol", show: amount },
    { section: "Violations", path: "violations.vehicle_maint", label: "vehicle maintenance", show: amount },
  ],
};

/**
 * Checks `--fields` against what the interface names: a field, or an object of fields (`fleet`).
 *
 * @throws {UsageError} that lists the known ones
 */
export function checkFields(view: View, fields: readonly string[]): void {
  const unknown = fields.find((field) => columnsAt(view, field).length === 0);
  if (unknown === undefined) return;
  const known = view.columns.filter((column) => column.only !== "table").map((column) => column.path);
  throw new UsageError(`--fields ${JSON.stringify(unknown)} is no field of this record`, {
    hint: `it has ${known.join(", ")}`,
  });
}

/** The columns that a format shows: all of its own, or those that `--fields` names, in that order. */
export function columnsOf(
  view: View,
  format: "table" | "csv",
  fields: readonly string[] | undefined,
): readonly Column[] {
  if (fields === undefined) return view.columns.filter((column) => (column.only ?? format) === format);
  return fields.flatMap((field) => {
    const columns = columnsAt(view, field);
    return (
      columns.find((column) => column.path === field && column.only !== otherThan(format)) ??
      columns.filter((column) => column.only !== "table")
    );
  });
}

function otherThan(format: "table" | "csv"): "table" | "csv" {
  return format === "table" ? "csv" : "table";
}

function columnsAt(view: View, field: string): Column[] {
  return view.columns.filter(({ path }) => path === field || path.startsWith(`${field}.`));
}
