/**
 * `--keep-columns`: every row of the user's own table in its order, with its
 * own cells, then ours.
 */
import type { DotNumber } from "../dot-number.ts";
import { encodingOf } from "../files/read.ts";
import { cellText, indexesOf, type SheetCell } from "../list/cells.ts";
import { columnName } from "../list/columns.ts";
import { invalidText, ourPrefix } from "../list/input.ts";
import type { List } from "../list/list.ts";
import type { Table } from "../list/rows.ts";
import { counted } from "../text/digits.ts";
import { plainText } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";
import {
  type Columns,
  cellOfValue,
  collected,
  csvLines,
  csvText,
  type Format,
} from "./format.ts";
import {
  columnIndexes,
  type NewSheet,
  writeWorkbook,
} from "./write-workbook.ts";

/** Our values, after the user's cells in a row. */
type OurValues = readonly unknown[];

/** A list whose rows are kept. */
export interface KeptList extends List {
  table: Table;
}

/**
 * As a workbook, whose cells keep their values and types, or as CSV. The
 * columns of an earlier run are left out.
 */
export function keepColumns<Item>(
  keptList: KeptList,
  ours: Columns<Item>,
  format: string,
): Format<Item> {
  const keep = (item: Item): [DotNumber, OurValues] => [
    ours.numberOf(item),
    joinedValues(ours.rows(item)),
  ];
  return collected(keep, (kept) => {
    const byNumber = new Map(kept);
    const byRow = new Map(
      keptList.inputs.map((input) => [
        input.row,
        "invalid" in input
          ? ours.without(invalidText({ ...input, place: undefined }))
          : (byNumber.get(input.dotNumber) ?? ours.without()),
      ]),
    );
    if (format === "xlsx")
      return writeWorkbook(sheetOf(keptList, ours, byRow, cellOfValue));
    return csvOf(keptList, sheetOf(keptList, ours, byRow, csvText));
  });
}

/**
 * What a person should know before anything is sent: columns that are replaced,
 * and what of a workbook is not kept.
 */
export function keptNotes(keptList: KeptList): string[] {
  const { table, source } = keptList;
  const earlier = earlierColumns(keptList);
  const names = earlier.map((at) => columnName(table, at));
  const note = (words: string, what: readonly string[]) =>
    what.length === 0 ? [] : [`${source}: ${words}: ${what.join(", ")}`];
  return [
    ...note("removes the columns of an earlier run", names),
    ...note("not kept", lostIn(table, earlier)),
  ];
}

function lostIn(table: Table, earlier: readonly number[]): string[] {
  if (!table.sheet) return [];
  const { others, styledColumns, lost } = table.sheet;
  const names = others.map(visible).join(", ");
  // A bold header is nothing to lose, and an earlier run colored its own columns.
  const isStyled = [...styledColumns].some(
    ([column, lastRow]) =>
      lastRow > table.headerRow && !earlier.includes(column),
  );
  return [
    ...(names ? [`${counted(others.length, "other sheet")} (${names})`] : []),
    ...(isStyled
      ? ["fonts, borders and colors of cells (usdot reads no marks from them)"]
      : []),
    ...lost,
  ];
}

/** Where columns that an earlier run wrote stand. */
const earlierColumns = ({ table }: KeptList): readonly number[] =>
  table.isRewritten
    ? indexesOf(table.names, (_, at) => table.ourNames[at] !== undefined)
    : [];

/** Several rows of a carrier, one for each policy, share their cells. */
function joinedValues([first = [], ...others]: readonly OurValues[]) {
  return first.map((value, at) => {
    const all = [value, ...others.map((row) => row[at])];
    if (all.every((each) => each === value)) return value;
    return all.map((each) => plainText(each ?? "")).join("; ");
  });
}

/**
 * The user's rows with our cells (`byRow`) after theirs; titles and comments
 * have none. A table without a header gets one above it.
 */
function sheetOf(
  keptList: KeptList,
  { header, judged }: Columns<never>,
  byRow: ReadonlyMap<number | undefined, OurValues>,
  cellOf: (value: unknown) => SheetCell,
): NewSheet {
  const { rows, headerRow, column, sheet } = keptList.table;
  const earlier = earlierColumns(keptList);
  const columns = columnIndexes(rows).filter((at) => !earlier.includes(at));
  /** The values of the user's columns that stay. */
  const ofColumns = <T>(values: readonly T[] = []) =>
    columns.map((at) => values[at]);
  const ourNames = header.map((name) => ourPrefix + name);
  const keptRows = rows.map((cells, row) => {
    const formats = ofColumns(sheet?.formats[row]);
    const withOurs = (ours: OurValues) => ({
      cells: [...ofColumns(cells), ...ours.map(cellOf)],
      formats,
    });
    if (row === headerRow) return withOurs(ourNames);
    const ours = byRow.get(row);
    if (ours) return withOurs(ours);
    // Titles and comments are not padded to the width of the table.
    return { cells: cells.filter((_, at) => columns.includes(at)), formats };
  });
  const usualNames = columns.map((at) =>
    at === column ? "dot_number" : `column_${at + 1}`,
  );
  const newHeader = { cells: [...usualNames, ...ourNames] };
  const frozen = sheet?.frozenColumns ?? 0;
  return {
    name: sheet?.name ?? "carriers",
    headerAt: Math.max(headerRow, 0),
    rows: headerRow < 0 ? [newHeader, ...keptRows] : keptRows,
    widths: ofColumns(sheet?.widths),
    frozenColumns: columns.filter((at) => at < frozen).length,
    judged,
  };
}

/**
 * UTF-8, with the delimiter of the file, and a byte order mark unless the file
 * was plain UTF-8.
 */
function csvOf({ table, bytes }: KeptList, { rows }: NewSheet): string {
  const line = csvLines(table.delimiter);
  const lines = rows.map(({ cells }) => line(cells.map(cellText)));
  return (encodingOf(bytes) === "utf-8" ? "" : "\ufeff") + lines.join("");
}
