/**
 * The columns of cards and lists, declared once for both: where a value is in a
 * row, its label, which function makes its cell, and how narrow it gets. Cards,
 * tables and snapshots call this; it calls the `show` functions.
 */
import { inspectionGroups } from "../vet/record/safety.ts";
import { chosenPaths, type LookupName, type View } from "../views.ts";
import {
  type ScreenRow,
  type Show,
  showAddress,
  showAmount,
  showAsSent,
  showDate,
  showFindings,
  showName,
} from "./cells.ts";
import {
  showBipdInForce,
  showBipdOnFile,
  showCargoOnFile,
  showCoverage,
  showInForce,
  showTerm,
} from "./insurance-cells.ts";
import { type Look, oneLine, type StyledText } from "./lines.ts";
import {
  showCrashes,
  showDriverRate,
  showInspections,
  showRating,
  showViolations,
} from "./safety-cells.ts";

/** What is shown of carriers, and how it is looked at. */
export interface ScreenOptions {
  view: View;
  /**
   * The dotted paths of `--fields`, for a list always with the number that a
   * line is about; undefined for all fields.
   */
  fields: readonly string[] | undefined;
  look: Look;
}

export interface Column {
  /** Where the value is in the record, dotted: its name for `--fields`. */
  path: string;
  label: string;
  show?: Show;
  align?: "right";
  /** How narrow it may get in a list. */
  least?: number;
  /** Without room, a column goes first in which nothing else stands. */
  usual?: string;
  /** Whether it is kept longest, and folds where other text is cut. */
  decides?: boolean;
  only?: "card" | "list";
}

/** The first two columns of every list; a card has them in its title. */
const numberColumn: Column = {
  path: "dot_number",
  label: "USDOT",
  only: "list",
  decides: true,
};
const nameColumn: Column = {
  path: "legal_name",
  label: "name",
  show: showName,
  least: 14,
  only: "list",
};

const amount = (
  path: string,
  label: string,
  show: Show = showAmount,
): Column => ({ path, label, show, align: "right" });

const fleetColumns: readonly Column[] = [
  amount("fleet.power_units", "power units"),
  amount("fleet.drivers", "drivers"),
  { path: "address.city", label: "city", only: "list" },
  { path: "address.state", label: "state", only: "list" },
  { path: "address", label: "address", show: showAddress, only: "card" },
];
/** The one value that the interface documents. */
const usualStatus = "ACTIVE";
const statusColumn: Column = {
  path: "status",
  label: "status",
  usual: usualStatus,
  decides: true,
};

export const filingColumns: readonly Column[] = [
  { path: "policies.policy_type", label: "type", decides: true },
  {
    path: "policies.coverage_amount",
    label: "coverage",
    show: showCoverage,
    least: 14,
    align: "right",
    decides: true,
  },
  {
    path: "policies.expiration_date",
    label: "term",
    show: showTerm,
    least: 16,
    decides: true,
  },
  { path: "policies.insurer_name", label: "insurer", decides: true },
  { path: "policies.effective_date", label: "effective", show: showDate },
  { path: "policies.policy_number", label: "policy" },
  { path: "policies.form_code", label: "form" },
];

const columnsOf: Readonly<Record<LookupName, readonly Column[]>> = {
  carrier: [
    numberColumn,
    nameColumn,
    statusColumn,
    {
      path: "authority.status",
      label: "authority",
      usual: usualStatus,
      decides: true,
    },
    {
      path: "authority.common_authority_date",
      label: "authority since",
      show: showDate,
      only: "card",
    },
    amount("insurance.bipd_on_file", "BIPD on file", showBipdOnFile),
    amount("insurance.cargo_on_file", "cargo on file", showCargoOnFile),
    { path: "safety.rating", label: "rating" },
    {
      path: "safety.driver_oos_rate",
      label: "driver OOS rate",
      show: showDriverRate,
    },
    {
      path: "safety.total_crashes",
      label: "total crashes",
      show: showAmount,
      only: "card",
    },
    ...fleetColumns,
    { path: "contact.phone", label: "phone", only: "card" },
    { path: "contact.email", label: "email", only: "card" },
  ],
  insurance: [
    numberColumn,
    nameColumn,
    { path: "in_force", label: "in force", show: showInForce, only: "card" },
    ...filingColumns,
  ],
  /**
   * The interface does not state what the rate of crashes is a rate of, so no
   * screen shows it.
   */
  safety: [
    numberColumn,
    nameColumn,
    ...inspectionGroups.map(
      (group): Column => ({
        path: `inspections.${group}`,
        label: `${group} OOS`,
        show: showInspections,
        least: 14,
        decides: true,
      }),
    ),
    { path: "rating", label: "rating" },
    { path: "crashes", label: "crashes", show: showCrashes },
    {
      path: "violations",
      label: "violations",
      show: showViolations,
      only: "card",
    },
  ],
  bulk: [numberColumn, nameColumn, statusColumn, ...fleetColumns],
  /** What a dispatcher decides by. */
  snapshot: [
    numberColumn,
    {
      path: "findings",
      label: "what is wrong",
      show: showFindings,
      least: 30,
      decides: true,
    },
    { ...nameColumn, path: "carrier.legal_name" },
    amount("in_force.bipd", "BIPD in force", showBipdInForce),
    {
      path: "carrier.safety.rating",
      label: "rating",
      show: showRating,
      least: 14,
    },
    {
      path: "carrier.authority.status",
      label: "authority",
      usual: usualStatus,
    },
    { path: "carrier.status", label: "status", usual: usualStatus },
  ],
};

/**
 * The columns of a card or a list: all that are declared, or those of the
 * fields that `--fields` names, in that order.
 */
export function chosenColumns(
  { view, fields }: ScreenOptions,
  screen: "card" | "list",
): Column[] {
  const declared = columnsOf[view.name];
  if (fields === undefined)
    return declared.filter(({ only = screen }) => only === screen);
  return chosenPaths(view, fields).map(
    (path) =>
      declared.find((column) => column.path === path) ?? {
        path,
        label: path,
        ...(path.endsWith("_date") && { show: showDate }),
      },
  );
}

/** The cell of a row in a column; dimmed, if the row is history. */
export function cellOf(
  row: ScreenRow,
  { show = showAsSent, path }: Column,
): StyledText {
  const cell = show(row, path);
  return row.isPast ? { ...cell, tone: "dim" } : cell;
}

/**
 * What a row states, in words: `BIPD/Primary · 750,000 · until canceled · form
 * 91X`. What decides needs no label.
 */
export function rowText(
  row: ScreenRow,
  columns: readonly Column[],
): StyledText {
  const texts = columns.flatMap((column) => {
    const { label, decides } = column;
    const cell = cellOf(row, column);
    if (cell.isBlank) return decides ? `${label} not stated` : [];
    return `${decides ? "" : label} ${oneLine(cell)}`.trim();
  });
  const text = texts.join(" · ");
  return row.isPast ? { text, tone: "dim" } : { text };
}
