/** Which sheet of a workbook is the list. */

import { refuse } from "../errors.ts";
import { quoteInput } from "../text/safe-text.ts";
import { cellText } from "./cells.ts";
import { findColumns, type Table } from "./columns.ts";
import {
  columnsNamed,
  firstCells,
  firstDataRow,
  withHeader,
} from "./header.ts";
import type { ReadOptions } from "./input.ts";
import { isBareNumber } from "./row-words.ts";
import { readWorkbook, type Sheet } from "./workbook.ts";

/** Reads a workbook, and chooses the sheet that is its list. */
export function readSheetTable(
  bytes: Buffer,
  source: string,
  options: ReadOptions,
): Table {
  const sheets = readWorkbook(bytes, source);
  const names = sheets.map(({ name }) => name);
  const plain = (name: string) => name.trim().toLowerCase();
  const [first, ...others] = sheets
    .filter(({ name }) => plain(name) === plain(options.sheet ?? name))
    .map((sheet) => candidate(sheet, options.column))
    .sort((a, b) => a.rank.localeCompare(b.rank));
  if (first === undefined)
    refuse(
      `${source} has no sheet ${quoteInput(options.sheet ?? "")}`,
      `its sheets are ${names.map((name) => quoteInput(name)).join(", ")}`,
    );
  const { sheet, headed } = first;
  const unread = others.filter(({ isList }) => isList);
  return findColumns(
    {
      ...headed,
      sheet: {
        ...sheet,
        others: names.filter((name) => name !== sheet.name),
        unread: unread.map(({ sheet: { name } }) => name),
      },
    },
    `${source}, sheet ${quoteInput(sheet.name)}`,
    options,
  );
}

/** A sheet, and how it ranks: that of the lowest rank is read. */
function candidate(sheet: Sheet, columnOption?: string) {
  const headed = withHeader({ rows: sheet.rows }, columnOption);
  const { header } = headed;
  const columns = header
    ? columnsNamed(header.cells)
    : [...firstCells(headed).keys()];
  // An error stands where a number was.
  const hasNumber = (text: string) =>
    isBareNumber(text) || /^\s*[#=]/.test(text);
  const hasNumbers = sheet.rows
    .slice(firstDataRow(headed))
    .some((row) => columns.some((at) => hasNumber(cellText(row[at]))));
  const isList = header !== undefined || hasNumbers;
  const faults = [!isList, sheet.isHidden, !header, !hasNumbers];
  return { sheet, headed, isList, rank: faults.map(Number).join("") };
}
