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
  showCrashes,
  showDate,
  showDriverRate,
  showInspections,
  showName,
  showRating,
  showViolations,
} from "./cells.ts";
import { showFindings } from "./findings.ts";
import {
  showBipdInForce,
  showBipdOnFile,
  showCargoOnFile,
  showCoverage,
  showInForce,
  showTerm,
} from "./insurance-cells.ts";
import { type Look, oneLine, type StyledText } from "./lines.ts";

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
  /** What it usually says: a column that says nothing else is dropped first. */
  usual?: string;
  /** Whether a list keeps it longest, and folds it where other text is cut. */
  isKept?: boolean;
  only?: "card" | "list";
}

const column = (
  path: string,
  label: string,
  more?: Partial<Column>,
): Column => ({ path, label, ...more });

const amount = (path: string, label: string, show: Show = showAmount) =>
  column(path, label, { show, align: "right" });

/** The first two columns of every list; a card has them in its title. */
const numberColumn = column("dot_number", "USDOT", {
  only: "list",
  isKept: true,
});
const nameColumn = column("legal_name", "name", {
  show: showName,
  least: 14,
  only: "list",
});

/** The one value that the interface documents. */
const activeText = "ACTIVE";
const statusColumn = column("status", "status", {
  usual: activeText,
  isKept: true,
});

const fleetColumns: readonly Column[] = [
  amount("fleet.power_units", "power units"),
  amount("fleet.drivers", "drivers"),
  column("address.city", "city", { only: "list" }),
  column("address.state", "state", { only: "list" }),
  column("address", "address", { show: showAddress, only: "card" }),
];

/** The columns of a filing's cover: `filingText` needs no labels for them. */
export const coverColumns: readonly Column[] = [
  column("policies.policy_type", "type", { isKept: true }),
  column("policies.coverage_amount", "coverage", {
    show: showCoverage,
    least: 14,
    align: "right",
    isKept: true,
  }),
  column("policies.expiration_date", "term", {
    show: showTerm,
    least: 16,
    isKept: true,
  }),
  column("policies.insurer_name", "insurer", { isKept: true }),
];

const columnsOf: Readonly<Record<LookupName, readonly Column[]>> = {
  carrier: [
    numberColumn,
    nameColumn,
    statusColumn,
    column("authority.status", "authority", {
      usual: activeText,
      isKept: true,
    }),
    column("authority.common_authority_date", "authority since", {
      show: showDate,
      only: "card",
    }),
    amount("insurance.bipd_on_file", "BIPD on file", showBipdOnFile),
    amount("insurance.cargo_on_file", "cargo on file", showCargoOnFile),
    column("safety.rating", "rating"),
    column("safety.driver_oos_rate", "driver OOS rate", {
      show: showDriverRate,
    }),
    column("safety.total_crashes", "total crashes", {
      show: showAmount,
      only: "card",
    }),
    ...fleetColumns,
    column("contact.phone", "phone", { only: "card" }),
    column("contact.email", "email", { only: "card" }),
  ],
  insurance: [
    numberColumn,
    nameColumn,
    column("in_force", "in force", { show: showInForce, only: "card" }),
    ...coverColumns,
    column("policies.effective_date", "effective", { show: showDate }),
    column("policies.policy_number", "policy"),
    column("policies.form_code", "form"),
  ],
  /**
   * The interface does not state what the rate of crashes is a rate of, so no
   * screen shows it.
   */
  safety: [
    numberColumn,
    nameColumn,
    ...inspectionGroups.map((group) =>
      column(`inspections.${group}`, `${group} OOS`, {
        show: showInspections,
        least: 14,
        isKept: true,
      }),
    ),
    column("rating", "rating"),
    column("crashes", "crashes", { show: showCrashes }),
    column("violations", "violations", { show: showViolations, only: "card" }),
  ],
  bulk: [numberColumn, nameColumn, statusColumn, ...fleetColumns],
  /** What a dispatcher decides by. */
  snapshot: [
    numberColumn,
    column("findings", "what is wrong", {
      show: showFindings,
      least: 30,
      isKept: true,
    }),
    { ...nameColumn, path: "carrier.legal_name" },
    amount("in_force.bipd", "BIPD in force", showBipdInForce),
    column("carrier.safety.rating", "rating", { show: showRating, least: 14 }),
    column("carrier.authority.status", "authority", { usual: activeText }),
    column("carrier.status", "status", { usual: activeText }),
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
      declared.find((each) => each.path === path) ??
      column(
        path,
        path,
        path.endsWith("_date") ? { show: showDate } : undefined,
      ),
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
 * What a filing states, in words:
 * `BIPD/Primary · 750,000 · until canceled · form 91X`.
 */
export function filingText(
  row: ScreenRow,
  columns: readonly Column[],
): StyledText {
  const texts = columns.flatMap((each) => {
    const isCover = coverColumns.includes(each);
    const cell = cellOf(row, each);
    if (cell.isBlank) return isCover ? `${each.label} not stated` : [];
    return `${isCover ? "" : each.label} ${oneLine(cell)}`.trim();
  });
  const text = texts.join(" · ");
  return row.isPast ? { text, tone: "dim" } : { text };
}
