/** What to know about the columns of a list before its numbers are looked up. */
import { mark } from "../out-of-service-mark.ts";
import { counted, firstOf } from "../text/digits.ts";
import { quoteInput } from "../text/safe-text.ts";
import { cellText, indexesOf, isFilled } from "./cells.ts";
import { type ClaimColumns, columnName } from "./columns.ts";
import {
  columnsNamed,
  firstCells,
  firstDataRow,
  numberedColumn,
} from "./header.ts";
import type { ReadOptions } from "./input.ts";
import { isBareNumber } from "./row-words.ts";
import { lineAt, type Table } from "./rows.ts";

/** `fleet.csv: skipped 1 total` */
export function tableNotes(
  table: Table,
  skipped: Record<string, number>,
  source: string,
  options: ReadOptions,
): string[] {
  const notes = [
    ...headerNotes(table, options),
    ...Object.entries(skipped).map(
      ([what, count]) => count > 0 && `skipped ${counted(count, what)}`,
    ),
    ...sheetNotes(table, source),
    ...claimNotes(table, options),
    ...statusNotes(table),
  ];
  return notes.flatMap((note) => (note ? `${source}: ${note}` : []));
}

/**
 * What was skipped above the header, and which row was taken for one that is
 * not known.
 */
function headerNotes(table: Table, { column: columnOption }: ReadOptions) {
  const { header, firstRows } = table;
  if (!header) return [];
  const titles = firstRows.indexOf(header.cells);
  const hasNumber = (at: number) =>
    firstRows.some(
      ({ [at]: cell = "" }) => isBareNumber(cell) && /\d{5}/.test(cell),
    );
  const dotColumns = unreadColumns(table, dotName).filter(hasNumber);
  const isUnknown =
    numberedColumn(columnOption) !== undefined &&
    columnsNamed(header.cells).length === 0;
  const taken = quoteInput(header.cells.filter(isFilled).join(), 60);
  const marked = firstRows
    .slice(0, titles)
    .flat()
    .find((cell) => mark.test(cell));
  const isNoMark = marked ? `, which marks nobody: ${quoteInput(marked)}` : "";
  return [
    titles > 0 &&
      `skipped ${counted(titles, "row")} above the header${isNoMark}`,
    columnOption === undefined &&
      dotColumns.length > 0 &&
      `not read for USDOT numbers: ${quotedNames(table, dotColumns)}`,
    isUnknown &&
      `took line ${lineAt(table, header.row)} for the header: ${taken}`,
  ];
}

/** `Backup DOT` */
const dotName = /(?<!\p{L})(?:us)?dot(?!\p{L})/iu;

/** `Phone`, `Cargo limit`: claims that only an option compares. */
const claimName =
  /\b(?:phone|e-?mail|insur\w*|underwriter|policy|bipd|liab\w*|csl|cargo|coi|exp(?:ir\w*)?)\b/i;

/** The columns of which nothing is read, maybe only those with such names. */
function unreadColumns(table: Table, name = /^/): number[] {
  const { column, ourColumns, claimColumns, uncomparedColumns } = table;
  const read = [
    column,
    ...ourColumns,
    ...claimColumns.values(),
    ...uncomparedColumns.values(),
  ];
  return indexesOf(
    firstCells(table),
    (cell, at) => name.test(cell) && !read.includes(at),
  );
}

const quotedNames = (table: Table, columns: readonly number[]) =>
  columns.map((at) => JSON.stringify(columnName(table, at))).join(", ");

/** Which sheet of several was read, and that more was than is seen. */
function sheetNotes({ sheet }: Table, source: string) {
  if (!sheet) return [];
  const name = quoteInput(sheet.name);
  const unread = sheet.unread.map((each) => quoteInput(each)).join(", ");
  const { isHidden, look } = sheet;
  return [
    isHidden && `read the hidden sheet ${name}`,
    unread &&
      `read only the sheet ${name}, not ${unread}; ${source}#SHEET names another`,
    look.hiddenRows > 0 &&
      `read ${counted(look.hiddenRows, "hidden row")}, too`,
  ];
}

/** Which columns are compared with the records, and which are not. */
function claimNotes(table: Table, { usualClaims }: ReadOptions) {
  const { claimColumns, uncomparedColumns, isReport } = table;
  if (isReport && usualClaims) return [reportNote];
  const shown = (words: string, columns: ClaimColumns) => {
    const pairs = [...columns].map(
      ([field, at]) => `${field} from ${quotedNames(table, [at])}`,
    );
    return pairs.length > 0 && `${words}: ${pairs.join(", ")}`;
  };
  const isNameless = usualClaims?.includes("name") && !claimColumns.has("name");
  const claimLike = usualClaims?.length ? unreadColumns(table, claimName) : [];
  return [
    isNameless && unreadColumns(table).length > 0 && namesNote,
    shown("compared with the record", claimColumns),
    claimLike.length > 0 &&
      `not compared without --claim-column: ${quotedNames(table, claimLike)}`,
    shown("not compared, as your policy has it", uncomparedColumns),
  ];
}

/** What columns say of a carrier's status that neither marks nor clears it. */
function statusNotes(table: Table): string[] {
  const rows = table.rows.slice(firstDataRow(table));
  return unreadColumns(table, /\bstatus\b/i).flatMap((at) => {
    const texts = rows.map((row) => cellText(row[at]).trim());
    const unread = new Set(
      texts.filter((text) => !mark.test(text) && !clearStatus.test(text)),
    );
    const shown = firstOf([...unread].map((text) => quoteInput(text, 40)));
    return unread.size > 0
      ? `not read as marks, in ${quotedNames(table, [at])}: ${shown}`
      : [];
  });
}

const clearStatus = /^(?:|active|approved|authorized|current|ok|yes|y|a)$/i;

const reportNote =
  "usdot wrote this report, so its names were not compared; vet your own list to compare names";
const namesNote =
  "names are not compared; if a column has them, use --claim-column name=COLUMN";
