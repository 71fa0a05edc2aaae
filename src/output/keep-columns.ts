/** `--keep-columns`: every row of the user's own table in its order, with its own cells, then ours. */
import { type DotNumber, quoteInput } from "../dot-number.ts";
import type { Input } from "../list/input.ts";
import type { List, ListTable } from "../list/list.ts";
import { type Cell, cellText } from "../list/workbook.ts";
import { views } from "../screen/columns.ts";
import { snapshotView } from "../screen/snapshot-view.ts";
import { counted } from "../text/digits.ts";
import { plainText } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";
import {
  type Content,
  collected,
  csvLine,
  csvText,
  type Format,
} from "./format.ts";
import { keptColumns } from "./reports/data.ts";

type Values = readonly unknown[];

/** Ours, beside the user's; the names without the prefix that tells them apart. */
export interface Added<Item>
  extends Pick<Content<Item>, "header" | "rows" | "verdictColumn"> {
  numberOf(item: Item): DotNumber;
  /** What stands beside a row of which there is no item: its text is invalid, or nothing was asked. */
  without(invalid?: string): Values;
}

/** A list with columns of its own. */
export type OwnRows = Pick<List, "source" | "inputs"> & { table: ListTable };

const prefix = "usdot_";

/** The columns that this version and earlier ones write. */
const writtenNames = new Set([
  ...keptColumns,
  ...["dot_number", "failed", "to_review", "changes", "error"],
  ...[...Object.values(views), snapshotView].flatMap(({ paths }) => paths),
]);

/** As a workbook, whose cells keep their values and types, or as CSV as the user wrote it. The columns of an earlier run are left out. */
export function keepColumns<Item>(
  { table: given, inputs }: OwnRows,
  added: Added<Item>,
  format: string,
): Format<Item> {
  const header = added.header.map((name) => prefix + name);
  const left = leftOf(given, earlierColumns(given, added.header));
  const table = headed(left);
  const invented = table.rows.length - left.rows.length;
  const byRow = new Map(inputs.map((input) => [input.row, input]));
  const keep = (item: Item) =>
    [added.numberOf(item), merged(added.rows(item))] as const;
  return collected(keep, (kept) => {
    const byNumber = new Map(kept);
    const ours = (input: Input) => {
      if ("invalid" in input)
        return added.without(`${quoteInput(input.text)} ${input.invalid}`);
      return byNumber.get(input.dotNumber) ?? added.without();
    };
    const rows = joined(table, header, (at) => {
      const input = byRow.get(at - invented);
      return input && ours(input);
    });
    const { verdictColumn } = added;
    return format === "xlsx"
      ? workbookOf(table, rows, verdictColumn && prefix + verdictColumn)
      : csvOf(table, rows);
  });
}

/** What a person should know before anything is sent: columns that are replaced, and what of a workbook is not kept. */
export function keptNotes(
  { table, source }: OwnRows,
  header: readonly string[],
): string[] {
  const names = earlierColumns(table, header).map((at) =>
    visible(cellText(headerOf(table)[at] ?? null).trim()),
  );
  const notes: [words: string, what: string[]][] = [
    ["replaced the columns of an earlier run", names],
    ["not kept", lostIn(table)],
  ];
  return notes.flatMap(([words, what]) =>
    what.length === 0 ? [] : `${source}: ${words}: ${what.join(", ")}`,
  );
}

function lostIn({ look, otherSheets = [] }: ListTable): string[] {
  const sheets = counted(otherSheets.length, "other sheet");
  const lost = [
    otherSheets.length > 0 &&
      `${sheets} (${otherSheets.map(visible).join(", ")})`,
    look?.hasFormulas && "formulas (their values are)",
    look?.hasFills && "the colors of cells",
    look && look.mergedCells.length > 0 && "merged cells",
  ];
  return lost.filter((text) => typeof text === "string");
}

function headerOf({ rows, firstRow }: ListTable): readonly Cell[] {
  return rows[firstRow - 1] ?? [];
}

/** Where columns that an earlier run wrote stand; never that of the numbers. */
function earlierColumns(table: ListTable, header: readonly string[]): number[] {
  const isOurs = (cell: Cell, at: number) => {
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
function merged([first = [], ...others]: readonly Values[]): Values {
  return first.map((value, at) => {
    const all = [value, ...others.map((row) => row[at])];
    if (all.every((each) => each === value)) return value;
    return all.map((each) => plainText(each ?? "")).join("; ");
  });
}

interface Joined {
  cells: readonly Cell[];
  ours: Values;
}

/** The user's cells, padded where ours follow. */
function joined(
  table: ListTable,
  header: Values,
  oursAt: (row: number) => Values | undefined,
): Joined[] {
  const { rows, firstRow } = table;
  const width = widthOf(table);
  return rows.map((row, at) => {
    const ours = at === firstRow - 1 ? header : oursAt(at);
    // Titles and comments have none.
    if (ours === undefined) return { cells: row, ours: [] };
    const padding = Array<Cell>(width - row.length).fill(null);
    return { cells: [...row, ...padding], ours };
  });
}

/** A table without a header gets one. */
function headed(table: ListTable): ListTable {
  const { rows, firstRow, column, look } = table;
  if (firstRow > 0) return table;
  const names = Array.from({ length: widthOf(table) }, (_, at) =>
    at === column ? "dot_number" : `column_${at + 1}`,
  );
  return {
    ...table,
    rows: [names, ...rows],
    firstRow: 1,
    look: look && { ...look, formats: [[], ...look.formats] },
  };
}

function widthOf({ rows }: ListTable): number {
  return rows.reduce((most, { length }) => Math.max(most, length), 1);
}

/** UTF-8, with the delimiter of the file, and a byte order mark unless the file was plain UTF-8. */
function csvOf({ hasBom, delimiter }: ListTable, rows: Joined[]): string {
  const lines = rows.map(({ cells, ours }) =>
    csvLine([...cells.map(cellText), ...ours.map(csvText)], delimiter),
  );
  return (hasBom ? "\ufeff" : "") + lines.join("");
}

async function workbookOf(
  table: ListTable,
  rows: Joined[],
  verdictColumn: string | undefined,
) {
  const { cellOf, writeWorkbook } = await import("./workbook.ts");
  return writeWorkbook({
    name: table.sheet ?? "carriers",
    rows: rows.map(({ cells, ours }) => [...cells, ...ours.map(cellOf)]),
    header: table.firstRow - 1,
    ownColumns: widthOf(table),
    look: table.look,
    verdictColumn,
  });
}
