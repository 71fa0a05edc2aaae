/** What to know about the columns of a list before its numbers are looked up. */
import { counted, firstOf } from "../text/digits.ts";
import { quoted } from "../text/json.ts";
import { excerpt } from "../text/safe-text.ts";
import { indexesOf, isFilled } from "./cells.ts";
import { columnName } from "./columns.ts";
import { columnByPosition, numberColumnsIn } from "./header.ts";
import type { ReadOptions } from "./input.ts";
import type { readInputs } from "./rows.ts";
import { lineAt, type Table } from "./table.ts";

/** `fleet.csv: skipped 1 total` */
export function tableNotes(
  table: Table,
  { skippedTitles, skipped }: ReturnType<typeof readInputs>,
  source: string,
  { column, usualClaims }: ReadOptions,
): string[] {
  const notes = [
    skippedTitles > 0 &&
      `skipped ${counted(skippedTitles, "row")} above the header`,
    headerNote(table, column),
    ...Object.entries(skipped).map(
      ([what, count]) => count > 0 && `skipped ${counted(count, what)}`,
    ),
    ...sheetNotes(table, source),
    ...claimNotes(table, usualClaims !== undefined),
  ];
  return notes.flatMap((note) => (note ? `${source}: ${note}` : []));
}

/** Which row was taken for a header that is not known. */
function headerNote(table: Table, columnOption?: string) {
  const { headerRow, names } = table;
  const isUnknown =
    columnByPosition(columnOption) !== undefined &&
    numberColumnsIn(names).length === 0;
  if (headerRow < 0 || !isUnknown) return undefined;
  const taken = excerpt(names.filter(isFilled).join(), 60);
  return `took line ${lineAt(table, headerRow)} for the header: ${taken}`;
}

/** Which sheet of several was read, and that more was than is seen. */
function sheetNotes({ sheet }: Table, source: string) {
  if (!sheet) return [];
  const name = excerpt(sheet.name);
  const unread = sheet.unread.map((each) => excerpt(each)).join(", ");
  return [
    sheet.isHidden && `read the hidden sheet ${name}`,
    unread &&
      `read only the sheet ${name}, not ${unread}; ${source}#SHEET names another`,
    sheet.hiddenRows > 0 &&
      `read ${counted(sheet.hiddenRows, "hidden row")}, too`,
  ];
}

const reportNote =
  "usdot wrote this report, so its names are not compared; vet a list of your own for that";

/** Which columns are compared with the records, and in vetting, which are not. */
function claimNotes(table: Table, isVetting: boolean) {
  const { column, ourColumns, claimColumns, markTests } = table;
  const nameOf = (at: number) => quoted(columnName(table, at));
  const read = [column, ...ourColumns, ...claimColumns.values()];
  const others = indexesOf(
    table.firstCells,
    (_, at) => !read.includes(at) && !markTests[at],
  );
  const compared = Array.from(
    claimColumns,
    ([field, at]) => `${field} from ${nameOf(at)}`,
  );
  return [
    isVetting && table.isReport && reportNote,
    compared.length > 0 && `compared with the record: ${compared.join(", ")}`,
    isVetting &&
      others.length > 0 &&
      `not compared without --claim-column, only read for marks such as DNU: ${firstOf(others.map(nameOf), 12)}`,
  ];
}
