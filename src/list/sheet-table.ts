/** Which sheet of a workbook is the list. */

import { refuse } from "../errors.ts";
import { excerpt } from "../text/safe-text.ts";
import { insteadOfValue } from "../text/sheet-errors.ts";
import {
  cellText,
  indexesOf,
  isBareNumber,
  isSameName,
  namesNumber,
} from "./cells.ts";
import { layoutOf } from "./columns.ts";
import { hasHeader, listStartOf } from "./header.ts";
import type { ReadOptions } from "./input.ts";
import type { Table } from "./rows.ts";
import { readWorkbook, type Sheet } from "./workbook.ts";

/** Reads a workbook, and chooses the sheet that is its list. */
export function readSheetTable(
  bytes: Buffer,
  source: string,
  options: ReadOptions,
): Table {
  const sheets = readWorkbook(bytes, source);
  const names = sheets.map(({ name }) => name);
  const [first, ...others] = sheets
    .filter(
      ({ name }) =>
        options.sheet === undefined || isSameName(name, options.sheet),
    )
    .map((sheet) => candidate(source, sheet, options.column))
    .sort((a, b) => a.rank.localeCompare(b.rank));
  if (first === undefined)
    refuse(
      `${source} has no sheet ${excerpt(options.sheet ?? "")}`,
      `its sheets are ${names.map((name) => excerpt(name)).join(", ")}`,
    );
  const { listStart, sheet } = first;
  return {
    ...layoutOf(listStart, options),
    source,
    rows: sheet.rows,
    sheet: {
      ...sheet,
      others: names.filter((name) => name !== sheet.name),
      unread: others.flatMap((other) => (other.isList ? other.sheet.name : [])),
    },
  };
}

/**
 * A sheet, and how it ranks: that of the lowest rank is read. A fault is a 1,
 * and counts more than all behind it: `0010` is read before `0100`.
 */
function candidate(source: string, sheet: Sheet, columnOption?: string) {
  const listName = `${source}, sheet ${excerpt(sheet.name)}`;
  const listStart = listStartOf(listName, sheet.rows, columnOption);
  const { headerRow, firstCells } = listStart;
  const columns = indexesOf(
    firstCells,
    (name) => headerRow < 0 || namesNumber(name),
  );
  // An error stands where a number was.
  const hasNumber = (text: string) =>
    isBareNumber(text) || insteadOfValue(text) !== undefined;
  const hasNumbers = sheet.rows
    .slice(headerRow + 1)
    .some((row) => columns.some((at) => hasNumber(cellText(row[at]))));
  // A header below a number is refused, rather than another sheet read.
  const isHeaded = hasHeader(listStart);
  const isList = isHeaded || hasNumbers;
  const faults = [!isList, sheet.isHidden, !isHeaded, !hasNumbers];
  return { sheet, listStart, isList, rank: faults.map(Number).join("") };
}
