/** The columns of each record: declared once, read by every format and by `--fields`. */
import { UsageError } from "../errors.ts";
import {
  address,
  amount,
  asItCame,
  authority,
  beginning,
  briefExpiration,
  brieflyComparedWith,
  brieflyInspected,
  type Cell,
  comparedWith,
  date,
  docket,
  expiration,
  inspections,
  liability,
  rating,
  status,
  type ToCell,
  withForm,
} from "./cells.ts";
import { coverage, filingRows, filingType, inForceToday } from "./filings.ts";
import type { RecordRow } from "./value.ts";

export interface Column {
  /** Where the value is in the record; also the CSV header and the name for `--fields`. */
  path: string;
  /** The name of a card's row, beside the heading of its section, in lowercase. */
  label: string;
  /** Its name where no heading stands beside it: in a list, and on a narrow terminal. */
  alone?: string;
  cell: ToCell;
  /** What a list shows, where that is shorter. */
  brief?: ToCell;
  align?: "right";
  /** For text that a list may cut off on a narrow terminal, the fewest columns it keeps. A number that is cut off would be another one. */
  cut?: number;
  /** Set for a column that only one format has: tables join what CSV keeps separate. */
  only?: "table" | "csv";
}

/** A list within the record whose elements are rows. */
export interface RowList {
  path: string;
  /** The rows in the order in which they matter, for tables; CSV keeps the service's. */
  arranged(row: RecordRow): RecordRow[];
  /** What they add up to, in one line; undefined where the record has no such list. */
  summary(row: RecordRow): Cell | undefined;
}

/** A group of columns. The CSV has the columns of all sections, in order. */
export interface Section {
  /** Its heading on a card; the first section, which identifies the carrier, has none. */
  heading?: string;
  columns: readonly Column[];
  /** The list that the columns are about, unless they are about the record itself. */
  rows?: RowList;
}

export interface View {
  /** The name of the record in messages and in the journal of `--resume`. */
  name: string;
  /** Members that only this record has, according to the interface. They identify a file of such records. */
  marks: readonly string[];
  /** Members that have no columns. */
  otherMembers?: readonly string[];
  /** How tables show a single carrier: as a card, as a list's line like several, or as the snapshot screen. */
  layout: "card" | "list" | "snapshot";
  sections: readonly Section[];
  /** The paths of a list's columns, the most important first: a narrow terminal has no room for the last. All columns if absent. */
  line?: readonly string[];
  /** The paths in a card's title: the first on a line of its own, the others with their labels on the next. */
  title: readonly string[];
}

const usdot: Column = { path: "dot_number", label: "USDOT", cell: asItCame };
const name: Column = { path: "legal_name", label: "name", cell: asItCame, cut: 24 };

const addressParts: readonly Column[] = [
  { path: "address.street", label: "street", cell: asItCame, only: "csv" },
  { path: "address.city", label: "city", cell: asItCame, only: "csv" },
  { path: "address.state", label: "state", cell: asItCame, only: "csv" },
  { path: "address.zip", label: "zip", cell: asItCame, only: "csv" },
];

export const carrierView: View = {
  name: "carrier",
  marks: ["safety", "insurance"],
  layout: "card",
  title: ["legal_name", "status", "dot_number", "mc_number"],
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
    {
      columns: [
        usdot,
        name,
        { path: "status", label: "status", cell: status, cut: 14 },
        { path: "mc_number", label: "docket", cell: docket },
      ],
    },
    {
      heading: "Authority",
      columns: [
        { path: "authority.status", label: "status", alone: "authority", cell: authority, cut: 14 },
        { path: "authority.common_authority_date", label: "since", alone: "authority since", cell: date },
      ],
    },
    {
      heading: "Fleet",
      columns: [
        { path: "fleet.power_units", label: "power units", cell: amount, align: "right" },
        { path: "fleet.drivers", label: "drivers", cell: amount, align: "right" },
      ],
    },
    {
      heading: "Insurance on file",
      columns: [
        { path: "insurance.bipd_on_file", label: "BIPD", alone: "BIPD on file", cell: liability, align: "right" },
        { path: "insurance.cargo_on_file", label: "cargo", alone: "cargo on file", cell: amount, align: "right" },
      ],
    },
    {
      heading: "Safety",
      columns: [
        { path: "safety.rating", label: "rating", cell: rating, cut: 14 },
        {
          path: "safety.driver_oos_rate",
          label: "driver OOS rate",
          cell: comparedWith("safety.driver_oos_rate_national"),
          brief: brieflyComparedWith("safety.driver_oos_rate_national"),
        },
        { path: "safety.driver_oos_rate_national", label: "national driver OOS rate", cell: asItCame, only: "csv" },
        { path: "safety.total_crashes", label: "total crashes", cell: amount },
      ],
    },
    {
      heading: "Contact",
      columns: [
        {
          path: "address",
          label: "address",
          cell: address("address"),
          brief: address("address", { townFirst: true }),
          only: "table",
          cut: 12,
        },
        ...addressParts,
        { path: "contact.phone", label: "phone", cell: asItCame },
        { path: "contact.email", label: "email", cell: asItCame },
      ],
    },
  ],
};

export const bulkView: View = {
  name: "bulk",
  marks: [],
  layout: "list",
  title: [],
  sections: [
    {
      columns: [
        usdot,
        name,
        { path: "status", label: "status", cell: status, cut: 14 },
        { path: "fleet.power_units", label: "units", cell: amount, align: "right" },
        { path: "fleet.drivers", label: "drivers", cell: amount, align: "right" },
        { path: "address", label: "address", cell: address("address", { townFirst: true }), only: "table", cut: 6 },
        ...addressParts,
      ],
    },
  ],
};

const filing = filingType(withForm("policies.form_code"));
const ending = expiration("policies.effective_date");
const briefEnding = briefExpiration("policies.effective_date");

export const insuranceView: View = {
  name: "insurance",
  marks: ["policies"],
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
      rows: { path: "policies", arranged: filingRows, summary: inForceToday },
      columns: [
        { path: "policies.policy_type", label: "type", cell: filing, brief: filingType(asItCame), cut: 12 },
        { path: "policies.insurer_name", label: "insurer", cell: asItCame, cut: 12 },
        { path: "policies.policy_number", label: "policy", cell: asItCame },
        { path: "policies.coverage_amount", label: "coverage", cell: coverage, align: "right" },
        { path: "policies.effective_date", label: "effective", cell: beginning },
        { path: "policies.expiration_date", label: "expires", cell: ending, brief: briefEnding },
        // Tables show it with the type.
        { path: "policies.form_code", label: "form", cell: asItCame, only: "csv" },
      ],
    },
  ],
};

const inspectionColumns = (group: string): Column[] => [
  {
    path: `inspections.${group}`,
    label: group,
    alone: `${group} OOS rate`,
    cell: inspections,
    brief: brieflyInspected,
    only: "table",
  },
  { path: `inspections.${group}.total`, label: `${group} inspections`, cell: amount, only: "csv" },
  { path: `inspections.${group}.oos`, label: `${group} out of service`, cell: amount, only: "csv" },
  {
    path: `inspections.${group}.oos_rate`,
    label: `${group} OOS rate`,
    cell: comparedWith(`inspections.${group}.national_avg`),
    only: "csv",
  },
  { path: `inspections.${group}.national_avg`, label: `${group} national average`, cell: asItCame, only: "csv" },
];

export const safetyView: View = {
  name: "safety",
  marks: ["inspections", "crashes", "violations"],
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
    { heading: "Inspections", columns: ["driver", "vehicle", "hazmat"].flatMap(inspectionColumns) },
    {
      heading: "Crashes",
      columns: ["fatal", "injury", "towaway", "total", "rate"].map(
        (kind): Column => ({
          path: `crashes.${kind}`,
          label: kind,
          alone: kind === "rate" ? "crash rate" : `${kind} crashes`,
          cell: amount,
          align: "right",
        }),
      ),
    },
    {
      heading: "Violations",
      columns: [
        { path: "violations.unsafe_driving", label: "unsafe driving", cell: amount },
        { path: "violations.driver_fitness", label: "driver fitness", cell: amount },
        { path: "violations.hos", label: "hours of service", cell: amount },
        { path: "violations.drug_alcohol", label: "drugs and alcohol", cell: amount },
        { path: "violations.vehicle_maint", label: "vehicle maintenance", cell: amount },
      ],
    },
  ],
};

/** What identifies a snapshot, whose view is in snapshot/view.ts. */
export const snapshotMarks: readonly string[] = ["findings"];

const allMarks = [
  ...[carrierView, bulkView, insuranceView, safetyView].flatMap(({ marks }) => marks),
  ...snapshotMarks,
];

/** The members of a record, according to the interface. */
export function keysOf(view: View): readonly string[] {
  return [...new Set(allColumns(view).map(({ path }) => path.replace(/\..*$/, "")))];
}

/**
 * Whether records with these members may belong to a view: they have one of its marks, if it has any, and none of another view's. Since
 * services add and omit fields, nothing stricter is possible.
 */
export function isRecordOf(view: View, members: ReadonlySet<string>): boolean {
  if (members.size === 0) return true;
  const own = [...keysOf(view), ...view.marks, ...(view.otherMembers ?? [])];
  const isMarked = view.marks.length === 0 || view.marks.some((mark) => members.has(mark));
  return isMarked && !allMarks.some((mark) => members.has(mark) && !own.includes(mark));
}

/** All columns of a view, for every format. */
export function allColumns({ sections }: View): readonly Column[] {
  return sections.flatMap(({ columns }) => columns);
}

/**
 * Checks `--fields` against the interface: each must name a field or an object of fields (`fleet`). Tables and CSV have no other columns.
 *
 * @throws {UsageError} for an unknown field, listing the known ones
 */
export function checkFields(view: View, fields: readonly string[]): void {
  const unknown = fields.find((field) => !isKnownField(view, field));
  if (unknown === undefined) return;
  throw new UsageError(`--fields ${JSON.stringify(unknown)} is not a field of this record`, {
    hint: `it has ${fieldsOf(view).join(", ")}`,
    mistyped: { word: unknown, names: fieldNames(view) },
  });
}

/** Whether the interface has a field or an object of fields of this name. */
export function isKnownField(view: View, field: string): boolean {
  return columnsAt(view, field).length > 0;
}

/** Everything that `--fields` may name: fields, and the objects that they are in. */
export function fieldNames(view: View): string[] {
  return [...new Set([...fieldsOf(view), ...keysOf(view)])];
}

/** The fields of a record that the interface names. */
export function fieldsOf(view: View): string[] {
  return allColumns(view)
    .filter(({ only }) => only !== "table")
    .map(({ path }) => path);
}

/** The columns that a format shows: all of its own, or those named by `--fields`, in that order. */
export function columnsOf(
  view: View,
  format: "table" | "csv",
  fields: readonly string[] | undefined,
): readonly Column[] {
  if (fields === undefined) return allColumns(view).filter((column) => (column.only ?? format) === format);
  return fields.flatMap((field) => {
    const columns = columnsAt(view, field);
    return (
      columns.find((column) => column.path === field && column.only !== otherThan(format)) ??
      columns.filter((column) => column.only !== "table")
    );
  });
}

/**
 * The columns of a list's lines: those that the view names for it, or those named by `--fields` after the carrier's number, which every
 * line has.
 */
export function lineColumns(view: View, fields: readonly string[] | undefined): readonly Column[] {
  const chosen = fields && !fields.includes(number) ? [number, ...fields] : (fields ?? view.line);
  return columnsOf(view, "table", chosen).map(({ brief, ...column }) => (brief ? { ...column, cell: brief } : column));
}

const number = "dot_number";

/** A column's name where no heading stands beside it. */
export function nameOf({ alone, label }: Column): string {
  return alone ?? label;
}

function otherThan(format: "table" | "csv"): "table" | "csv" {
  return format === "table" ? "csv" : "table";
}

function columnsAt(view: View, field: string): Column[] {
  return allColumns(view).filter(({ path }) => path === field || path.startsWith(`${field}.`));
}

/**
 * The sections that a card shows: all of them, or those named by `--fields`, in that order, but without what its title says. If any
 * field is from a list within the record, all fields become columns of that list.
 */
export function sectionsOf(view: View, fields: readonly string[] | undefined): readonly Section[] {
  const title = titleOf(view, fields);
  if (fields === undefined) {
    const sections = view.sections.map((section) => ({
      ...section,
      columns: section.columns.filter((column) => column.only !== "csv" && !title.includes(column.path)),
    }));
    return sections.filter(({ columns }) => columns.length > 0);
  }
  const columns = columnsOf(view, "table", fields).filter(({ path }) => !title.includes(path));
  const listed = view.sections.find(
    (section) => section.rows && columns.some((each) => section.columns.includes(each)),
  );
  return listed ? [{ ...listed, columns }] : grouped(columns, view);
}

/** The paths in a card's title. With `--fields` it only says whose card it is. */
export function titleOf({ title }: View, fields: readonly string[] | undefined): readonly string[] {
  return fields ? title.filter((path) => /^(?:.*\.)?legal_name$|^dot_number$/.test(path)) : title;
}

/** Adjacent columns of a section share its heading. */
function grouped(columns: readonly Column[], { sections }: View): Section[] {
  const groups: { heading: string | undefined; columns: Column[] }[] = [];
  for (const column of columns) {
    const heading = sections.find((section) => section.columns.includes(column))?.heading;
    const last = groups.at(-1);
    if (last && last.heading === heading) last.columns.push(column);
    else groups.push({ heading, columns: [column] });
  }
  return groups.map(({ heading, columns: own }) => ({ columns: own, ...(heading !== undefined && { heading }) }));
}
