/**
 * `--keep-columns`: every row of the user's own table in its order, with its
 * own cells, then ours.
 */
import { quoteInput } from "../dot-number.ts";
import { cellText, type SheetCell } from "../list/cells.ts";
import { type Input, ourPrefix } from "../list/input.ts";
import type { List, ListTable } from "../list/list.ts";
import { views } from "../screen/views.ts";
import { counted } from "../text/digits.ts";
import { plainText } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";
import {
  type Added,
  cellOfValue,
  collected,
  csvLines,
  csvText,
  type Format,
} from "./format.ts";
import { keptColumns } from "./reports/data.ts";
import { type SheetRow, widest, writeWorkbook } from "./write-workbook.ts";

/** Our cells in a row, and its verdict, where rows have one. */
interface OurRow extends Pick<SheetRow, "verdict"> {
  values: readonly unknown[];
}

/** A list with columns of its own. */
export type OwnRows = Pick<List, "source" | "inputs"> & { table: ListTable };

/** The columns that the commands write. */
const writtenNames = new Set([
  ...keptColumns,
  ...Object.values(views).flatMap(({ paths }) => paths),
  "error",
]);

/**
 * As a workbook, whose cells keep their values and types, or as CSV. The
 * columns of an earlier run are left out.
 */
export function keepColumns<Item>(
  { table, inputs }: OwnRows,
  added: Added<Item>,
  format: string,
): Format<Item> {
  const earlier = earlierColumns(table, added.header);
  const write = format === "xlsx" ? workbookOf : csvOf;
  const rowOf = (values: OurRow["values"], item?: Item): OurRow => ({
    values,
    verdict: added.verdictOf?.(item),
  });
  const keep = (item: Item) =>
    [added.numberOf(item), rowOf(merged(added.rows(item)), item)] as const;
  return collected(keep, (kept) => {
    const byNumber = new Map(kept);
    const rowFor = (input: Input) =>
      "invalid" in input
        ? rowOf(added.without(`${quoteInput(input.text)} ${input.invalid}`))
        : (byNumber.get(input.dotNumber) ?? rowOf(added.without()));
    const headed = withNames(table);
    const rowsAbove = headed.rows.length - table.rows.length;
    const ours = new Map<number, OurRow>();
    ours.set(headed.header, {
      values: added.header.map((name) => ourPrefix + name),
    });
    for (const input of inputs)
      ours.set((input.row ?? 0) + rowsAbove, rowFor(input));
    return write(headed, ours, earlier);
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
  const cells = headerOf(table);
  const names = earlier.map((at) => visible(cellText(cells[at]).trim()));
  const notes = {
    "removes the columns of an earlier run": names,
    "not kept": lostIn(table, earlier),
  };
  return Object.entries(notes).flatMap(([words, what]) =>
    what.length === 0 ? [] : `${source}: ${words}: ${what.join(", ")}`,
  );
}

function lostIn(
  { sheet, header = -1 }: ListTable,
  earlier: readonly number[],
): string[] {
  if (!sheet) return [];
  const { others, look } = sheet;
  const names = others.map(visible).join(", ");
  // A bold header is nothing to lose, and an earlier run colored its own columns.
  const isStyled = [...look.styledColumns].some(
    ([column, lastRow]) => lastRow > header && !earlier.includes(column),
  );
  return [
    ...(names ? [`${counted(others.length, "other sheet")} (${names})`] : []),
    ...(isStyled ? ["fonts, borders and colors of cells"] : []),
    ...look.lost,
  ];
}

/** The cells of the header; none where the table has none. */
const headerOf = ({ header, rows }: ListTable): readonly SheetCell[] =>
  (header === undefined ? undefined : rows[header]) ?? [];

/** Where columns that an earlier run wrote stand; never that of the numbers. */
function earlierColumns(table: ListTable, header: readonly string[]): number[] {
  const cells = headerOf(table);
  return [...cells.keys()].filter((at) => {
    const name = cellText(cells[at]).trim();
    if (at === table.column || !name.startsWith(ourPrefix)) return false;
    const bare = name.slice(ourPrefix.length);
    return writtenNames.has(bare) || header.includes(bare);
  });
}

/** Several rows of a carrier, one for each policy, share their cells. */
function merged([first = [], ...others]: readonly OurRow["values"][]) {
  return first.map((value, at) => {
    const all = [value, ...others.map((row) => row[at])];
    if (all.every((each) => each === value)) return value;
    return all.map((each) => plainText(each ?? "")).join("; ");
  });
}

interface HeadedTable extends ListTable {
  header: number;
}

/** A table without a header gets one above it. */
function withNames(table: ListTable): HeadedTable {
  const { rows, header, column, sheet } = table;
  if (header !== undefined) return { ...table, header };
  const names = Array.from({ length: widest(rows) }, (_, at) =>
    at === column ? "dot_number" : `column_${at + 1}`,
  );
  const look = sheet && {
    ...sheet.look,
    formats: [[], ...sheet.look.formats],
    hiddenRows: new Set([...sheet.look.hiddenRows].map((row) => row + 1)),
  };
  return {
    ...table,
    rows: [names, ...rows],
    header: 0,
    sheet: sheet && look && { ...sheet, look },
  };
}

/** Ours, by the indexes of the user's rows; titles and comments have none. */
type Ours = ReadonlyMap<number, OurRow>;

/** The user's rows with ours behind their cells, below each other. */
function rowsWithOurs(
  { rows }: HeadedTable,
  ours: Ours,
  written: (value: unknown) => SheetCell,
): SheetRow[] {
  const width = widest(rows);
  return rows.map((cells, row) => {
    const our = ours.get(row);
    if (our === undefined) return { cells };
    const users = Array.from({ length: width }, (_, at) => cells[at] ?? null);
    return {
      cells: [...users, ...our.values.map(written)],
      verdict: our.verdict,
    };
  });
}

/**
 * UTF-8, with the delimiter of the file, and a byte order mark unless the file
 * was plain UTF-8.
 */
function csvOf(table: HeadedTable, ours: Ours, earlier: readonly number[]) {
  const line = csvLines(table.delimiter);
  const lines = rowsWithOurs(table, ours, csvText).map(({ cells }) =>
    line(cells.filter((_, at) => !earlier.includes(at)).map(cellText)),
  );
  return (table.hasBom ? "\ufeff" : "") + lines.join("");
}

function workbookOf(
  table: HeadedTable,
  ours: Ours,
  earlier: readonly number[],
) {
  const { rows, header, sheet } = table;
  const look = sheet?.look;
  return writeWorkbook({
    name: sheet?.name ?? "carriers",
    rows: rowsWithOurs(table, ours, cellOfValue),
    header,
    users: { count: widest(rows), leftOut: earlier, look },
  });
}
