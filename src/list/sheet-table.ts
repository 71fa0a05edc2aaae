/** Which sheet of a workbook is the list. */

import { refuse } from "../errors.ts";
import { counted } from "../text/digits.ts";
import { quoteInput } from "../text/safe-text.ts";
import { cellText } from "./cells.ts";
import { findColumns, type Table } from "./columns.ts";
import { columnsNamed, withHeader } from "./header.ts";
import type { ReadOptions } from "./input.ts";
import { isNumber } from "./row-words.ts";
import { readWorkbook, type Sheet } from "./workbook.ts";

/** The rank of a sheet that has neither a header nor numbers, or a higher one. */
const notList = 8;

/** Reads a workbook, and chooses the sheet that is its list. */
export function readSheetTable(
  bytes: Buffer,
  source: string,
  options: ReadOptions,
): { table: Table; notes: string[] } {
  const sheets = readWorkbook(bytes, source);
  const names = sheets.map(({ name }) => name);
  const plain = (name: string) => name.trim().toLowerCase();
  const [first, ...others] = sheets
    .filter(({ name }) => plain(name) === plain(options.sheet ?? name))
    .map((sheet) => candidate(sheet, options.column))
    .sort((a, b) => a.rank - b.rank);
  if (first === undefined)
    refuse(
      `${source} has no sheet ${quoteInput(options.sheet ?? "")}`,
      `its sheets are ${names.map((name) => quoteInput(name)).join(", ")}`,
    );
  const { sheet, headed } = first;
  const { name, isHidden, look } = sheet;
  const quoted = quoteInput(name);
  const unread = others
    .filter(({ rank }) => rank < notList)
    .map((other) => quoteInput(other.sheet.name));
  const notes = [
    isHidden && `read the hidden sheet ${quoted}`,
    unread.length > 0 &&
      `read only the sheet ${quoted}, not ${unread.join(", ")}; ${source}#SHEET names another`,
    look.hiddenRows > 0 &&
      `read ${counted(look.hiddenRows, "hidden row")}, too`,
  ];
  const otherNames = names.filter((other) => other !== name);
  return {
    table: findColumns(
      { ...headed, sheet: { ...sheet, others: otherNames } },
      `${source}, sheet ${quoted}`,
      options,
    ),
    notes: notes.filter((note) => note !== false),
  };
}

/** A sheet, and how it ranks: that of the lowest rank is read. */
function candidate(sheet: Sheet, columnOption?: string) {
  const headed = withHeader({ rows: sheet.rows }, columnOption);
  const { headerRow = -1, headerCells } = headed;
  const isBare = headerRow < 0;
  const columns = isBare ? [...headerCells.keys()] : columnsNamed(headerCells);
  // An error stands where a number was.
  const hasNumber = (text: string) => isNumber(text) || /^\s*[#=]/.test(text);
  const isEmpty = !sheet.rows
    .slice(headerRow + 1)
    .some((row) => columns.some((at) => hasNumber(cellText(row[at]))));
  const rank =
    (isBare && isEmpty ? notList : 0) +
    (sheet.isHidden ? 4 : 0) +
    (isBare ? 2 : 0) +
    (isEmpty ? 1 : 0);
  return { sheet, headed, rank };
}
