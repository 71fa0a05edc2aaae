/** Which sheet of a workbook is the list. */
import { quoteInput } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { counted } from "../text/digits.ts";
import { cellText } from "./cells.ts";
import { findColumns, type Table } from "./columns.ts";
import { columnsNamed, type Headed, withHeader } from "./header.ts";
import type { ReadOptions } from "./input.ts";
import { isNumber } from "./words.ts";
import { readWorkbook, type Sheet } from "./workbook.ts";

/** A sheet, and how it ranks: that of the lowest rank is read. */
interface Candidate {
  sheet: Sheet;
  headed: Headed;
  rank: number;
}

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
  const named = sheets.filter(({ name }) =>
    isSameSheet(name, options.sheet ?? name),
  );
  const all = named.map((sheet) => candidate(sheet, options.column));
  const [first] = all.sort((a, b) => a.rank - b.rank);
  if (first === undefined)
    refuse(
      `${source} has no sheet ${quoteInput(options.sheet ?? "")}`,
      `its sheets are ${names.map((name) => quoteInput(name)).join(", ")}`,
    );
  const { sheet, headed } = first;
  const { name, isHidden, look } = sheet;
  const quoted = quoteInput(name);
  const notes: string[] = [];
  const unread = all
    .filter((each) => each !== first && each.rank < notList)
    .map((each) => quoteInput(each.sheet.name));
  if (isHidden) notes.push(`read the hidden sheet ${quoted}`);
  if (unread.length > 0)
    notes.push(
      `read only the sheet ${quoted}, not ${unread.join(", ")}; ${source}#SHEET names another`,
    );
  if (look.hiddenRows > 0)
    notes.push(`read ${counted(look.hiddenRows, "hidden row")}, too`);
  const others = names.filter((other) => other !== name);
  return {
    table: findColumns(
      { ...headed, sheet: { ...sheet, others } },
      `${source}, sheet ${quoted}`,
      options,
    ),
    notes,
  };
}

function candidate(sheet: Sheet, columnOption?: string): Candidate {
  const headed = withHeader({ rows: sheet.rows }, columnOption);
  const { headerRow, headerCells } = headed;
  const columns =
    headerRow === undefined
      ? [...headerCells.keys()]
      : columnsNamed(headerCells);
  const cells = sheet.rows
    .slice((headerRow ?? -1) + 1)
    .flatMap((row) => columns.map((at) => cellText(row[at])));
  // An error stands where a number was.
  const isEmpty = !cells.some(
    (cell) => isNumber(cell) || /^\s*[#=]/.test(cell),
  );
  const isBare = headerRow === undefined;
  const rank =
    (isBare && isEmpty ? notList : 0) +
    (sheet.isHidden ? 4 : 0) +
    (isBare ? 2 : 0) +
    (isEmpty ? 1 : 0);
  return { sheet, headed, rank };
}

function isSameSheet(name: string, other: string): boolean {
  return name.trim().toLowerCase() === other.trim().toLowerCase();
}
