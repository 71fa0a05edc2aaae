/** What a view of a record is, and which of its columns each format shows. */
import type { Cell, ToCell } from "./cells.ts";
import type { RecordRow } from "./value.ts";

export interface Column {
  /** Where the value is in the record; also the CSV header and the name for `--fields`. */
  path: string;
  /** The name of a card's row, beside the heading of its section, in lowercase. */
  label: string;
  /** Its name where no heading stands beside it: in a list, and on a narrow terminal. */
  standaloneLabel?: string;
  /** How tables show it; as it came, if absent. */
  cell?: ToCell;
  /** What a list shows, where that is shorter. */
  brief?: ToCell;
  align?: "right";
  /** For text that a list may cut off on a narrow terminal, its minimum width. A number that is cut off would be another one. */
  cut?: number;
  /** Its minimum width where there is room, so that later lines of a list are not shifted. */
  least?: number;
  /** Whether a list cuts every other column before it. */
  decides?: true;
  /** Set where a table on a narrow terminal has it on a line of its own below the row. */
  mayGoBelow?: boolean;
  /** Set for a column that only one format has: tables join what CSV keeps separate. */
  only?: "table" | "csv";
}

/** A list within the record whose elements are rows. */
export interface RowList {
  path: string;
  /** The rows in the order in which they matter, for tables; CSV keeps the service's. */
  arranged(row: RecordRow): RecordRow[];
  /** What they add up to, in one line, or that the record has no such list. */
  summary(row: RecordRow): Cell;
}

/** A group of columns. The CSV has the columns of all sections, in order. */
export interface Section {
  /** Its heading on a card; the first section, which identifies the carrier, has none. */
  heading?: string;
  columns: readonly Column[];
  /** Set for the inspections, which a card shows as a table. */
  isTable?: true;
  /** The list that the columns are about, unless they are about the record itself. */
  rows?: RowList;
}

export interface View {
  /** The name of the record in messages and in the journal of `--resume`. */
  name: string;
  /** Members that only this record has, according to the interface. They identify a file of such records. */
  ownMembers: readonly string[];
  /** Members that have no columns. */
  otherMembers?: readonly string[];
  /** How tables show a single carrier: as a card, as a list's line like several, or as the snapshot screen. */
  layout: "card" | "list" | "snapshot";
  sections: readonly Section[];
  /** The paths of a list's columns, the most important first: a narrow terminal has no room for the last. All columns if absent. */
  line?: readonly string[];
  /** The paths in a card's title: the name, the USDOT number, and the docket. */
  title: readonly string[];
  /** What stands below the title of a card. */
  standing?(row: RecordRow): readonly Cell[];
}

/** The members of a record, according to the interface. */
export function keysOf(view: View): readonly string[] {
  return [...new Set(allColumns(view).map(({ path }) => path.replace(/\..*$/, "")))];
}

/** All columns of a view, for every format. */
export function allColumns({ sections }: View): readonly Column[] {
  return sections.flatMap(({ columns }) => columns);
}

/** The columns of a field or an object of fields; none if the interface has no field of this name. */
export function columnsAt(view: View, field: string): readonly Column[] {
  return allColumns(view).filter(({ path }) => path === field || path.startsWith(`${field}.`));
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
  const named = fields.flatMap((field) => {
    const known = columnsAt(view, field);
    // As it came, if the interface does not name it.
    if (known.length === 0) return { path: field, label: field };
    const own = known.find(({ path, only = format }) => path === field && only === format);
    return own ?? known.filter(({ only }) => only !== "table");
  });
  // A field and the object that it is in have it once; in CSV, `error` is the column that says why a row has no values.
  return [...new Set(named)].filter(({ path }) => format !== "csv" || path !== "error");
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
export function labelOf({ standaloneLabel, label }: Column): string {
  return standaloneLabel ?? label;
}

/**
 * The sections that a card shows: all of them, or those named by `--fields`, in that order, but without what its title says. If any
 * field is from a list within the record, all fields become columns of that list.
 */
export function sectionsOf(view: View, fields: readonly string[] | undefined): readonly Section[] {
  if (fields === undefined) {
    const said = [...view.title, ...standingPaths];
    const sections = view.sections.map((section) => ({
      ...section,
      columns: section.columns.filter((column) => column.only !== "csv" && !said.includes(column.path)),
    }));
    return sections.filter(({ columns }) => columns.length > 0);
  }
  const columns = columnsOf(view, "table", fields).filter(({ path }) => !view.title.slice(0, 2).includes(path));
  const listed = view.sections.find(
    (section) => section.rows && columns.some((each) => section.columns.includes(each)),
  );
  return listed ? [{ ...listed, columns }] : grouped(columns, view);
}

/** What `standing` says. */
const standingPaths = ["status", "authority.status", "authority.common_authority_date"];

/** Adjacent columns of a section share its heading. */
function grouped(columns: readonly Column[], { sections }: View): Section[] {
  const groups: { heading: string; columns: Column[] }[] = [];
  for (const column of columns) {
    const heading = sections.find((section) => section.columns.includes(column))?.heading ?? "";
    const last = groups.at(-1);
    if (last?.heading === heading) last.columns.push(column);
    else groups.push({ heading, columns: [column] });
  }
  return groups;
}
