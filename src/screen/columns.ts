/**
 * How each record is shown: the columns of cards and lists, declared once for
 * every format, and the paths of CSV.
 */
import type { DotNumber } from "../dot-number.ts";
import type { UsdotError } from "../errors.ts";
import { pathsOf } from "../service/fields.ts";
import { isWithin, type JsonObject } from "../text/json.ts";
import { inspectionGroups } from "../vet/record/facts.ts";
import {
  address,
  amount,
  asSent,
  crashes,
  date,
  dotSeparated,
  driverRate,
  inspections,
  isStated,
  name,
  oneLine,
  onFile,
  type RecordRow,
  type Show,
  type Snapshot,
  type StyledText,
  unjudged,
  violations,
} from "./cells.ts";
import { coverage, inForce, insuranceRows, term } from "./filings.ts";
import type { Look } from "./look.ts";
import type { TableColumn } from "./table.ts";

export interface ShownColumn extends TableColumn {
  /** Where the value is in the record, dotted: its name for `--fields`. */
  path: string;
  cell?: Show;
  only?: "card" | "list";
}

export interface View {
  name: string;
  /**
   * The fields that the interface names, and those that are derived: the
   * columns of CSV.
   */
  paths: readonly string[];
  columns: readonly ShownColumn[];
  /**
   * A member whose elements are rows: the record once for each, in the list's
   * place, and what is absent.
   */
  list?: { name: string; rows(row: RecordRow): RecordRow[] };
  derived?(row: RecordRow): JsonObject;
  /** One carrier, shown whole, in place of a card. */
  screen?(row: RecordRow, look: Look): string;
}

/** A record, why there is none, or both where a part of it is missing. */
export interface LookupRow {
  dotNumber: DotNumber;
  record?: JsonObject | undefined;
  error?: UsdotError | undefined;
  /** Of a snapshot, what its record was dotSeparated of. */
  judged?: Snapshot;
}

export type Recorded = LookupRow & { record: JsonObject };

export const hasRecord = (row: LookupRow): row is Recorded =>
  row.record !== undefined;

/** A record with the number as it was asked for, and what the view derives. */
export function recordRow(
  { dotNumber, record, judged = unjudged }: Recorded,
  view: View,
  { today }: Pick<Look, "today">,
): RecordRow {
  const numbered = { ...record, dot_number: dotNumber };
  const row = { record: numbered, today, ...judged };
  return { ...row, record: { ...numbered, ...view.derived?.(row) } };
}

/**
 * What fields stand for: those that the interface names within each, or itself.
 * `error`, why a row has no values, is a column of its own.
 */
export function pathsNamed(
  { paths }: View,
  fields: readonly string[],
): string[] {
  const named = fields.flatMap((field) => {
    const within = paths.filter((path) => isWithin(path, field));
    return within.length > 0 ? within : [field];
  });
  return [...new Set(named)].filter((path) => path !== "error");
}

/** The fields of a list, which always has the number that a line is about. */
export function withNumber(fields: readonly string[]): readonly string[] {
  return fields.includes("dot_number") ? fields : ["dot_number", ...fields];
}

/**
 * The columns of a card or a list: those of the fields that `--fields` names,
 * in that order, or all.
 */
export function columnsShown(
  view: View,
  fields: readonly string[] | undefined,
  kind: "card" | "list",
): ShownColumn[] {
  if (fields === undefined)
    return view.columns.filter(({ only = kind }) => only === kind);
  const paths = pathsNamed(view, kind === "list" ? withNumber(fields) : fields);
  return paths.map(
    (path) =>
      view.columns.find((column) => column.path === path) ?? plain(path),
  );
}

const plain = (path: string): ShownColumn => ({
  path,
  label: path,
  cell: path.endsWith("_date") ? date : asSent,
  least: 10,
});

/** What a row shows in a column; dimmed, if it is history. */
export function cellIn(
  row: RecordRow,
  { cell = asSent, path }: ShownColumn,
): StyledText {
  return { ...cell(row, path), ...(row.tone && { tone: row.tone }) };
}

/**
 * What a row states, in words: `BIPD/Primary · 750,000 · until canceled · form
 * 91X`. What decides needs no label.
 */
export function rowText(
  row: RecordRow,
  columns: readonly ShownColumn[],
): StyledText {
  const cells = columns.map((column): StyledText => {
    const { label, decides } = column;
    const cell = cellIn(row, column);
    if (isStated(cell))
      return { text: `${decides ? "" : label} ${oneLine(cell)}`.trim() };
    return { text: decides && !row.isAbsence ? `${label} not stated` : "" };
  });
  const { text } = dotSeparated(cells.filter((cell) => cell.text !== ""));
  return { text, tone: row.tone };
}

/** Whether a path is within the list whose elements are rows. */
export function isInList({ list }: View, path: string): boolean {
  return list !== undefined && isWithin(path, list.name);
}

/** The first two columns of every list; a card has them in its title. */
export const numberColumn: ShownColumn = {
  path: "dot_number",
  label: "USDOT",
  only: "list",
  decides: true,
};
const legalName: ShownColumn = {
  path: "legal_name",
  label: "name",
  cell: name,
  least: 14,
  only: "list",
};

const fleet: readonly ShownColumn[] = [
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
const status: ShownColumn = {
  path: "status",
  label: "status",
  least: 14,
  decides: true,
};
const rating: ShownColumn = {
  path: "safety.rating",
  label: "rating",
  least: 14,
};

export const carrierView: View = {
  name: "carrier",
  paths: pathsOf("carrier"),
  columns: [
    numberColumn,
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
  columns: [numberColumn, legalName, status, ...fleet],
};

export const policyColumns: readonly ShownColumn[] = [
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
    numberColumn,
    legalName,
    { path: "in_force", label: "in force", cell: inForce, only: "card" },
    ...policyColumns,
  ],
  list: { name: "policies", rows: insuranceRows },
};

/**
 * The interface does not state what the rate of crashes is a rate of, so no
 * screen shows it.
 */
export const safetyView: View = {
  name: "safety",
  paths: pathsOf("safety"),
  columns: [
    numberColumn,
    legalName,
    ...inspectionGroups.map(
      (group): ShownColumn => ({
        path: `inspections.${group}`,
        label: `${group} OOS`,
        cell: inspections,
        decides: true,
      }),
    ),
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

/** The columns of a snapshot in CSV: all that the records say, and what was found. */
export const snapshotPaths: readonly string[] = [
  "dot_number",
  ...pathsUnder(carrierView),
  ...["in_force.bipd", "in_force.cargo"],
  ...pathsUnder(safetyView),
  ...["problems", "unknown", "warnings"],
];

function pathsUnder({ name, paths }: View): string[] {
  const others = paths.filter((path) => path !== "dot_number");
  return others.map((path) => `${name}.${path}`);
}
