/** Reads a table: which rows are about a carrier, and what they say. */

import { refuse } from "../errors.ts";
import { mark } from "../out-of-service-mark.ts";
import { excerpt } from "../text/safe-text.ts";
import { type Cells, cellTexts, isFilled, type SheetCell } from "./cells.ts";
import { columnName, type Layout } from "./columns.ts";
import { firstDataRow, namesNumber } from "./header.ts";
import { type Claims, type Input, ourPrefix, type Place } from "./input.ts";
import { inputOf } from "./pasted.ts";
import {
  headerMeaning,
  isBareNumber,
  isBlank,
  isComment,
  isDataNumber,
  isHeaderWord,
  isSameName,
  labelsNumber,
  totalIn,
} from "./row-words.ts";
import type { Sheet } from "./workbook.ts";

/** The sheet that is read. */
interface ReadSheet extends Sheet {
  /** The names of all other sheets. */
  others: readonly string[];
  /** The names of those that may be lists, too. */
  unread: readonly string[];
}

/** The rows of a list, and what they have in them. */
export interface Table extends Layout {
  rows: readonly (readonly SheetCell[])[];
  /** The line on which each row begins, where cells have line breaks. */
  lineNumbers?: readonly number[] | undefined;
  /** The last row of a text without a line end, which it may have lost. */
  cutOffRow?: number | undefined;
  /** In a workbook: the sheet that is read. */
  sheet?: ReadSheet | undefined;
}

/** The line on which a row begins. */
export function lineAt({ lineNumbers }: Table, row: number): number {
  return lineNumbers?.[row] ?? row + 1;
}

/**
 * The inputs of a table, one for each of its rows but for blank ones, comments,
 * headers, totals and marks. A row without a number is an invalid input. What is
 * skipped is counted.
 */
export function readInputs(table: Table, source: string) {
  const inputs: Input[] = invalidTitles(table, source);
  const skipped = { total: 0, "repeated header": 0 };
  const { rows, column } = table;
  for (let row = firstDataRow(table); row < rows.length; row += 1) {
    const written = cellTexts(rows[row] ?? []);
    const cells = userCells(written, table);
    if (saysNothing(table.isReport ? written : cells)) continue;
    const place = { source, line: lineAt(table, row) };
    const above = inputs.at(-1);
    if (totalIn(cells, column) === "total") skipped.total += 1;
    else if (isHeaderAgain(cells, table, place))
      skipped["repeated header"] += 1;
    else if (
      isMarkAlone(cells, column) &&
      above?.row === row - 1 &&
      "dotNumber" in above
    )
      above.mark = "OOS";
    else inputs.push(inputIn(written, row, table, place));
  }
  return { inputs, skipped };
}

/** What stands above the header is a title, unless it has a number or a mark. */
function invalidTitles(table: Table, source: string): Input[] {
  const above = table.rows.slice(0, table.header?.row ?? 0);
  return above.flatMap((written, row) => {
    const cells = userCells(cellTexts(written), table);
    if (isComment(cells)) return [];
    const place = { source, line: lineAt(table, row) };
    const title = isAlone(cells) ? cells.join("").trim() : "";
    if (title.search(mark) === 0 && !/^\w+ *(?:=|means\b)/.test(title))
      return { text: title, invalid: marksNobody, place, row };
    const text = cells.find(labelsNumber);
    return text === undefined
      ? []
      : { text, invalid: "stands above the header", place, row };
  });
}

/** A comment stands by itself: `#A12,TBD` is the row of a load. */
const saysNothing = (cells: Cells) =>
  isBlank(cells) || (isComment(cells) && isAlone(cells));

/** The name of a column of ours, with our prefix or in a report of ours. */
const nameOfOurs = ({ header }: Table, at: number): string =>
  (header?.cells[at] ?? "").trim().replace(ourPrefix, "");

const verdictWord = /^(?:pass|fail|review)$/;

/**
 * The cells of a row without those that usdot wrote, which say nothing about it.
 * Text that was typed over a verdict stays.
 */
function userCells(cells: Cells, table: Table): Cells {
  const { unreadColumns } = table;
  const isOurs = (cell: string, at: number) =>
    unreadColumns.includes(at) &&
    (nameOfOurs(table, at) !== "verdict" || verdictWord.test(cell));
  return unreadColumns.length === 0
    ? cells
    : cells.map((cell, at) => (isOurs(cell, at) ? "" : cell));
}

/**
 * Whether a row is the header again: exports are pasted below each other.
 * @throws {UsageError} for the header of another table
 */
function isHeaderAgain(
  cells: Cells,
  table: Table,
  { source, line }: Place,
): boolean {
  const { column, header } = table;
  const names = header?.cells ?? [];
  const cell = cells[column] ?? "";
  if (!isHeaderWord(cell)) return false;
  const isSame = (each: string, at: number) =>
    !isFilled(each) || isSameName(each, names[at] ?? "");
  if (cells.every(isSame)) return true;
  // Beside a column that was asked for, anything may stand.
  const found = namesNumber(names[column]) ? cells : [cell];
  const other = found.find((each) => headerMeaning(each));
  if (other === undefined || cells.some(isDataNumber)) return false;
  refuse(
    `${source}:${line}: another table begins with the header ${excerpt(other)}`,
    "put each table in a file of its own, and each header on one line",
  );
}

/** FMCSA's mark, which stands below the number that it is about. */
const isMarkAlone = (cells: Cells, column: number) =>
  /^\s*oos\s*$/i.test(cells[column] ?? "") && isAlone(cells);

const isAlone = (cells: Cells) => cells.filter(isFilled).length === 1;

const mayBeNumber = (text: string) =>
  /\d{5}/.test(text) || isBareNumber(text) || labelsNumber(text);

/** `DO NOT USE` above rows: nobody can tell which they are. */
const marksNobody = "marks no carrier; put it on each row that it is about";

/** The mark beside a number: a cell that is one, or `OOS: Y` with its header. */
function markBeside(cells: Cells, table: Table): string | undefined {
  const { column, markTests } = table;
  const marked = cells.find((cell, at) => at !== column && mark.test(cell));
  if (marked !== undefined) return excerpt(marked);
  const at = cells.findIndex((cell, at) => markTests[at]?.(cell));
  if (at < 0) return undefined;
  return `${columnName(table, at)}: ${excerpt(cells[at] ?? "")}`;
}

/**
 * A mark that somebody typed where usdot writes a verdict, notes, or reasons
 * beside a pass, none of which begins with one.
 * @throws {UsageError} where it would be replaced
 */
function typedMark(
  cells: Cells,
  table: Table,
  { source, line }: Place,
): string | undefined {
  const { ourColumns, isReport, isRewritten } = table;
  if (ourColumns.length === 0) return undefined;
  const cellBelow = (name: string) =>
    cells[ourColumns.find((at) => nameOfOurs(table, at) === name) ?? -1] ?? "";
  const verdict = cellBelow("verdict");
  const besidePass = verdict === "pass" ? cellBelow("reasons") : "";
  const typed = [
    mark.test(verdict) && verdict,
    ...[cellBelow("notes"), besidePass].filter(
      (text) => text.search(mark) === 0,
    ),
  ].find(Boolean);
  if (!typed) return undefined;
  // The columns of a report of ours stay.
  return isRewritten && !isReport
    ? refuse(
        `${source}:${line}: the mark ${excerpt(typed)} would be replaced`,
        "move it to a column of your own",
      )
    : excerpt(typed);
}

/** What a row says of its carrier. */
function inputIn(
  written: Cells,
  row: number,
  table: Table,
  place: Place,
): Input {
  const cells = userCells(written, table);
  const typed = typedMark(written, table, place);
  const text = cells[table.column] ?? "";
  const invalid = whyUnreadable(cells, row, table);
  const input: Input =
    invalid === undefined
      ? inputOf(text)
      : { text: cells.filter(isFilled).join(", "), invalid };
  // Not copied into another object, which takes longer than all the rest.
  input.place = place;
  input.row = row;
  input.claims = claimsIn(cells, table, input.claims);
  if ("dotNumber" in input) input.mark ??= typed ?? markBeside(cells, table);
  return input;
}

/** Why no number is read from a row, whatever stands in its cell. */
function whyUnreadable(
  cells: Cells,
  row: number,
  table: Table,
): string | undefined {
  const { column } = table;
  if (row === table.cutOffRow)
    return "may be cut off: it has no line end, and fewer cells than the others";
  const heading = isAlone(cells) ? cells.join("") : "";
  if (mark.test(heading) && !mayBeNumber(heading)) return marksNobody;
  if (!isFilled(cells[column] ?? ""))
    return `has no USDOT number in column ${columnName(table, column)}`;
  if (totalIn(cells, column)) return "may be a total, not a carrier";
  return isCutUp(cells, table)
    ? "may have a cell that the delimiter cuts up: put quotes around it"
    : undefined;
}

/**
 * Whether a cell of a text lacks quotes: `2,233,855` is not USDOT 2, as numbers of
 * three digits are not in use, and a name with a comma moves the number behind it.
 */
function isCutUp(cells: Cells, { header, column, delimiter }: Table): boolean {
  if (delimiter === undefined) return false;
  const isNumberCut =
    delimiter === "," &&
    /^\D*\d{1,3}$/.test(cells[column] ?? "") &&
    /^\d{3}(?![-.\s]?\d)/.test(cells[column + 1] ?? "");
  const beyond = header ? cells.slice(header.cells.length) : [];
  return isNumberCut || (column > 0 && beyond.some(isFilled));
}

/** The claims in columns, and those beside the number in its cell. */
function claimsIn(
  cells: Cells,
  { claimColumns }: Table,
  claims?: Claims,
): Claims | undefined {
  for (const [field, column] of claimColumns) {
    const text = cells[column]?.trim();
    if (!text) continue;
    claims ??= {};
    const beside = claims[field];
    claims[field] = beside ? `${beside}, ${text}` : text;
  }
  return claims;
}
