/** What a view of a record is: its columns, declared once for every format, and its rows. */
import { isObject, type JsonObject } from "../text/json.ts";
import {
  asItCame,
  type Cell,
  date,
  notStated,
  oneLine,
  type RecordRow,
  type ToCell,
} from "./cells.ts";
import type { Look } from "./look.ts";
import type { TableColumn } from "./table.ts";

export interface Column extends TableColumn {
  /** Where the value is in the record, dotted: its name for `--fields`. */
  path: string;
  cell?: ToCell;
  only?: "card" | "list";
}

export interface View {
  name: string;
  paths: readonly string[];
  columns: readonly Column[];
  /** A member whose elements are rows: the record once for each, in the list's place, and what is absent. */
  list?: { name: string; rows(row: RecordRow): RecordRow[] };
  derived?(row: RecordRow): JsonObject;
  /** One carrier, shown whole, in place of a card. */
  screen?(record: JsonObject, look: Look): string;
}

/** What fields stand for: those that the interface names within each, or itself. `error`, why a row has no values, is a column of its own. */
export function pathsNamed(
  { paths }: View,
  fields: readonly string[],
): string[] {
  const named = fields.flatMap((field) => {
    const known = paths.filter((path) => `${path}.`.startsWith(`${field}.`));
    return known.length > 0 ? known : [field];
  });
  return [...new Set(named)].filter((path) => path !== "error");
}

/** The columns of a card or a list: those of the fields that `--fields` names, in that order, or all. */
export function columnsOf(
  view: View,
  fields: readonly string[] | undefined,
  kind: "card" | "list",
): Column[] {
  if (fields === undefined)
    return view.columns.filter(({ only = kind }) => only === kind);
  const plain = (path: string) => ({
    path,
    label: path,
    cell: path.endsWith("_date") ? date : asItCame,
    least: 10,
  });
  const paths = pathsNamed(view, kind === "list" ? withNumber(fields) : fields);
  return paths.map(
    (path) =>
      view.columns.find((column) => column.path === path) ?? plain(path),
  );
}

/** The fields of a list, which always has the number that a line is about. */
export function withNumber(fields: readonly string[]): readonly string[] {
  return fields.includes("dot_number") ? fields : ["dot_number", ...fields];
}

/** What a row shows in a column; dimmed, if it is history. */
export function cellIn(
  row: RecordRow,
  { cell = asItCame, path }: Column,
): Cell {
  return { ...cell(row, path), ...(row.tone && { tone: row.tone }) };
}

/** What a row states, in words: `BIPD/Primary · 750,000 · until canceled · form 91X`. What decides needs no label. */
export function told(row: RecordRow, columns: readonly Column[]): Cell {
  const texts = columns.flatMap((column) => {
    const cell = cellIn(row, column);
    if (cell.text !== notStated.text)
      return `${column.decides ? "" : column.label} ${oneLine(cell)}`.trim();
    return column.decides && !row.isAbsence ? `${column.label} not stated` : [];
  });
  return { text: texts.join(" · "), tone: row.tone };
}

/** The row of a record: with the number as it was asked for, and what the view derives. */
export function rowOf(
  { dotNumber, record }: { dotNumber: string; record: JsonObject },
  view: View,
  now: number,
): RecordRow {
  const row = { record: { ...record, dot_number: dotNumber }, now };
  return { record: { ...row.record, ...view.derived?.(row) }, now };
}

/** The members in which a record states something, and which the interface does not name. The DBA name stands beside the name. */
export function extraFields({ paths }: View, record: unknown): string[] {
  const known = new Set([
    "dba_name",
    ...paths.map((path) => path.split(".")[0]),
  ]);
  const stated = Object.entries(isObject(record) ? record : {}).filter(
    ([, value]) => value !== null && value !== "",
  );
  return stated.map(([name]) => name).filter((name) => !known.has(name));
}

/** Whether a path is within the list whose elements are rows. */
export function isInList({ list }: View, path: string): boolean {
  return list !== undefined && `${path}.`.startsWith(`${list.name}.`);
}

/** The record once for each element of a list in it, which stands in the list's place. */
export function elementRows(row: RecordRow, name: string): RecordRow[] {
  const elements = row.record[name];
  if (!Array.isArray(elements)) return [];
  return elements.map((element) => ({
    ...row,
    record: { ...row.record, [name]: element },
  }));
}
