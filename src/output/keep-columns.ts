/**
 * `--keep-columns`: every row of the user's own table in its order, with its
 * own cells, then ours.
 */
import { type DotNumber, quoteInput } from "../dot-number.ts";
import type { Input } from "../list/input.ts";
import type { List, ListTable } from "../list/list.ts";
import { cellText, type SheetCell } from "../list/workbook.ts";
import { snapshotPaths, views } from "../screen/columns.ts";
import { counted } from "../text/digits.ts";
import { plainText } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";
import {
  type Content,
  cellOfValue,
  collected,
  csvLines,
  csvText,
  type Format,
} from "./format.ts";
import { keptColumns } from "./reports/data.ts";

type RowValues = readonly unknown[];

/** Ours, beside the user's; the names without the prefix that tells them apart. */
export interface Added<Item> extends Pick<Content<Item>, "header" | "rows"> {
  numberOf(item: Item): DotNumber;
  /**
   * What stands beside a row of which there is no item: its text is invalid, or
   * nothing was asked.
   */
  without(invalid?: string): RowValues;
}

/** A list with columns of its own. */
export type OwnRows = Pick<List, "source" | "inputs"> & { table: ListTable };

const prefix = "usdot_";

/** The columns that this version and earlier ones write. */
const writtenNames = new Set([
  ...keptColumns,
  ...["dot_number", "failed", "to_review", "changes", "error"],
  ...Object.values(views).flatMap(({ paths }) => paths),
  ...snapshotPaths,
]);

/**
 * As a workbook, whose cells keep their values and types, or as CSV as the user
 * wrote it. The columns of an earlier run are left out.
 */
export function keepColumns<Item>(
  { table: given, inputs }: OwnRows,
  added: Added<Item>,
  format: string,
): Format<Item> {
  const left = leftOf(given, earlierColumns(given, added.header));
  const table = headed(left);
  const invented = table.rows.length - left.rows.length;
  const byRow = new Map(inputs.map((input) => [input.row, input]));
  const keep = (item: Item) =>
    [added.numberOf(item), merged(added.rows(item))] as const;
  return collected(keep, (kept) => {
    const byNumber = new Map(kept);
    const oursOf = (input: Input) => {
      if ("invalid" in input)
        return added.without(`${quoteInput(input.text)} ${input.invalid}`);
      return byNumber.get(input.dotNumber) ?? added.without();
    };
    const ours = table.rows.map((_, at) => {
      const input = byRow.get(at - invented);
      return input && oursOf(input);
    });
    ours[table.firstRow - 1] = added.header.map((name) => prefix + name);
    return format === "xlsx" ? workbookOf(table, ours) : csvOf(table, ours);
  });
}

/**
 * What a person should know before anything is sent: columns that are replaced,
 * and what of a workbook is not kept.
 */
export function keptNotes(
  { table, source }: OwnRows,
  header: readonly string[],
): string[] {
  const earlier = earlierColumns(table, header);
  const names = earlier.map((at) =>
    visible(cellText(headerOf(table)[at] ?? null).trim()),
  );
  const notes = {
    "replaced the columns of an earlier run": names,
    "not kept": lostIn(table, earlier),
  };
  return Object.entries(notes).flatMap(([words, what]) =>
    what.length === 0 ? [] : `${source}: ${words}: ${what.join(", ")}`,
  );
}

function lostIn(
  { look, otherSheets = [] }: ListTable,
  earlier: readonly number[],
): string[] {
  const sheets = counted(otherSheets.length, "other sheet");
  // An earlier run colored its own columns.
  const filled = [...(look?.filledColumns ?? [])];
  const lost = {
    [`${sheets} (${otherSheets.map(visible).join(", ")})`]:
      otherSheets.length > 0,
    "formulas (their values are)": look?.hasFormulas,
    "the colors of cells": filled.some((at) => !earlier.includes(at)),
    "merged cells": look && look.mergedCells.length > 0,
  };
  return Object.keys(lost).filter((words) => lost[words]);
}

function headerOf({ rows, firstRow }: ListTable): readonly SheetCell[] {
  return rows[firstRow - 1] ?? [];
}

/** Where columns that an earlier run wrote stand; never that of the numbers. */
function earlierColumns(table: ListTable, header: readonly string[]): number[] {
  const isOurs = (cell: SheetCell, at: number) => {
    const name = cellText(cell).trim();
    if (at === table.column || !name.startsWith(prefix)) return false;
    const bare = name.slice(prefix.length);
    return writtenNames.has(bare) || header.includes(bare);
  };
  return headerOf(table).flatMap((cell, at) => (isOurs(cell, at) ? at : []));
}

/** The table without some columns. */
function leftOf(table: ListTable, columns: readonly number[]): ListTable {
  if (columns.length === 0) return table;
  const rest = <T>(cells: readonly T[]) =>
    cells.filter((_, at) => !columns.includes(at));
  const { look, rows, column } = table;
  return {
    ...table,
    rows: rows.map(rest),
    column: column - columns.filter((at) => at < column).length,
    look: look && {
      ...look,
      widths: rest(Array.from(look.widths)),
      formats: look.formats.map((codes) => rest(Array.from(codes))),
    },
  };
}

/** Several rows of a carrier, one for each policy, share their cells. */
function merged([first = [], ...others]: readonly RowValues[]): RowValues {
  return first.map((value, at) => {
    const all = [value, ...others.map((row) => row[at])];
    if (all.every((each) => each === value)) return value;
    return all.map((each) => plainText(each ?? "")).join("; ");
  });
}

/** Beside each of the user's rows, ours; titles and comments have none. */
type Ours = readonly (RowValues | undefined)[];

/** The user's cells, padded where ours follow. */
function withOurs(
  { rows }: ListTable,
  ours: Ours,
  written: (value: unknown) => SheetCell,
): SheetCell[][] {
  const width = columnCount(rows);
  return rows.map((cells, at) => {
    const values = ours[at];
    if (values === undefined) return [...cells];
    const padding = Array<SheetCell>(width - cells.length).fill(null);
    return [...cells, ...padding, ...values.map(written)];
  });
}

/** A table without a header gets one. */
function headed(table: ListTable): ListTable {
  const { rows, firstRow, column, look } = table;
  if (firstRow > 0) return table;
  const names = Array.from({ length: columnCount(rows) }, (_, at) =>
    at === column ? "dot_number" : `column_${at + 1}`,
  );
  return {
    ...table,
    rows: [names, ...rows],
    firstRow: 1,
    look: look && { ...look, formats: [[], ...look.formats] },
  };
}

function columnCount(rows: ListTable["rows"]): number {
  return rows.reduce((most, { length }) => Math.max(most, length), 1);
}

/**
 * UTF-8, with the delimiter of the file, and a byte order mark unless the file
 * was plain UTF-8.
 */
function csvOf(table: ListTable, ours: Ours): string {
  const line = csvLines(table.delimiter);
  const lines = withOurs(table, ours, csvText).map((row) =>
    line(row.map(cellText)),
  );
  return (table.hasBom ? "\ufeff" : "") + lines.join("");
}

async function workbookOf(table: ListTable, ours: Ours): Promise<Uint8Array> {
  const { writeWorkbook } = await import("./workbook.ts");
  return writeWorkbook({
    name: table.sheet ?? "carriers",
    rows: withOurs(table, ours, cellOfValue),
    header: table.firstRow - 1,
    ownColumns: columnCount(table.rows),
    look: table.look,
  });
}
