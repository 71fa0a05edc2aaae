/** Reads a table: which rows are about a carrier, and what they say. */

import { refuse } from "../errors.ts";
import { mark, noMark } from "../out-of-service-mark.ts";
import { counted } from "../text/digits.ts";
import { quoteInput } from "../text/safe-text.ts";
import { type Cells, cellTexts, indexesOf, isFilled } from "./cells.ts";
import { columnName, type Table } from "./columns.ts";
import { columnsNamed, isColumnNumber } from "./header.ts";
import type { Claims, Input, Place } from "./input.ts";
import { inputOf } from "./pasted.ts";
import {
  headerMeaning,
  isBlank,
  isComment,
  isData,
  isNumber,
  isSameName,
  isWord,
  totalIn,
} from "./row-words.ts";

/**
 * The inputs of a table, one for each of its rows but for blank ones, comments,
 * headers, totals and marks. A row without a number is an invalid input.
 */
export function readInputs(
  table: Table,
  source: string,
  columnOption?: string,
) {
  const inputs: Input[] = [];
  const skipped = { total: 0, "repeated header": 0 };
  const { rows, headerRow = -1, ourColumns } = table;
  for (let row = headerRow + 1; row < rows.length; row += 1) {
    const cells = ownCells(cellTexts(rows[row] ?? []), ourColumns);
    // A comment stands by itself: `#A12,TBD` is the row of a load.
    if (isBlank(cells) || (isComment(cells) && isAlone(cells))) continue;
    const place = { source, line: lineAt(table, row) };
    const input = inputIn(cells, table, place);
    input.row = row;
    const marked = carrierAbove(cells, row, inputs, table);
    const what = "invalid" in input && skippedAs(cells, table, place);
    if (what) skipped[what] += 1;
    else if (marked) marked.mark = "OOS";
    else inputs.push(input);
  }
  const skippedNotes = Object.entries(skipped).flatMap(([what, count]) =>
    count > 0 ? `skipped ${counted(count, what)}` : [],
  );
  const notes = [...headerNotes(table, columnOption), ...skippedNotes];
  return { inputs, notes };
}

/** The cells of a row; those that usdot wrote say nothing about it. */
const ownCells = (cells: Cells, ourColumns: readonly number[]): Cells =>
  ourColumns.length === 0
    ? cells
    : cells.map((cell, at) => (ourColumns.includes(at) ? "" : cell));

const lineAt = ({ lines }: Table, row: number): number =>
  lines?.[row] ?? row + 1;

/**
 * What was skipped above the header, and which row was taken for one that is
 * not known.
 */
function headerNotes(table: Table, columnOption?: string): string[] {
  const { headerRow, headerCells, sample } = table;
  if (headerRow === undefined) return [];
  const titles = sample.indexOf(headerCells);
  const unread = columnOption === undefined ? otherNumberColumns(table) : [];
  const isUnknown =
    isColumnNumber(columnOption) && columnsNamed(headerCells).length === 0;
  const taken = quoteInput(headerCells.filter(isFilled).join(), 60);
  const notes = [
    titles > 0 && `skipped ${counted(titles, "row")} above the header`,
    unread.length > 0 && `not read for USDOT numbers: ${unread.join(", ")}`,
    isUnknown &&
      `took line ${lineAt(table, headerRow)} for the header: ${taken}`,
  ];
  return notes.filter((note) => note !== false);
}

/** The names of columns that are called DOT, too, and have a number in use. */
function otherNumberColumns(table: Table): string[] {
  const { headerCells, sample, column, ourColumns } = table;
  const mayHoldNumbers = (name: string, at: number) =>
    at !== column &&
    !ourColumns.includes(at) &&
    /(?<!\p{L})(?:us)?dot(?!\p{L})/iu.test(name) &&
    sample.some(({ [at]: cell = "" }) => isNumber(cell) && /\d{5}/.test(cell));
  return indexesOf(headerCells, mayHoldNumbers).map((at) =>
    JSON.stringify(columnName(table, at)),
  );
}

/** What an invalid row is that is skipped. */
function skippedAs(cells: Cells, table: Table, place: Place) {
  if (totalIn(cells, table.column) === "total") return "total";
  return isHeaderAgain(cells, table, place) && "repeated header";
}

/**
 * Whether a row is the header again: exports are pasted below each other.
 * @throws {UsageError} for the header of another table
 */
function isHeaderAgain(
  cells: Cells,
  { headerRow, headerCells, column }: Table,
  { source, line }: Place,
): boolean {
  const cell = cells[column] ?? "";
  if (!isWord(cell)) return false;
  const isSame = (each: string, at: number) => {
    const header = headerCells[at] ?? "";
    const meaning = headerMeaning(each);
    // `MC Number` is `MC #`.
    const isAlike = meaning !== undefined && meaning === headerMeaning(header);
    return !isFilled(each) || isAlike || isSameName(each, header);
  };
  if (headerRow !== undefined && cells.every(isSame)) return true;
  // Beside a column that was asked for, anything may stand.
  const isNamed = headerMeaning(headerCells[column]) === "number";
  const other = (isNamed ? cells : [cell]).find((each) => headerMeaning(each));
  if (other === undefined || cells.some(isData)) return false;
  refuse(
    `${source}:${line}: another table begins with the header ${quoteInput(other)}`,
    "put each table in a file of its own",
  );
}

/** The carrier above, where FMCSA's mark stands alone below its number. */
function carrierAbove(
  cells: Cells,
  row: number,
  inputs: readonly Input[],
  { column }: Table,
) {
  const above = inputs.at(-1);
  const isMark = /^\s*oos\s*$/i.test(cells[column] ?? "") && isAlone(cells);
  return isMark && above && "dotNumber" in above && above.row === row - 1
    ? above
    : undefined;
}

const isAlone = (cells: Cells) => cells.filter(isFilled).length === 1;

/** The mark beside a number: a cell that is one, or `OOS: Y` with its header. */
function markBeside(
  cells: Cells,
  { markColumns, headerCells }: Table,
): string | undefined {
  const marked = cells.find((cell) => mark.test(cell));
  if (marked !== undefined) return quoteInput(marked);
  const at = markColumns.find((column) => !noMark.test(cells[column] ?? ""));
  return at === undefined
    ? undefined
    : `${quoteInput(headerCells[at] ?? "")}: ${quoteInput(cells[at] ?? "")}`;
}

/** What a row says of its carrier. */
function inputIn(cells: Cells, table: Table, place: Place): Input {
  const invalid = whyUnreadable(cells, table);
  const text =
    invalid === undefined
      ? (cells[table.column] ?? "")
      : cells.filter(isFilled).join(", ");
  const input = inputOf(text, invalid === undefined ? undefined : { invalid });
  // Not copied into another object, which takes longer than all the rest.
  input.place = place;
  input.claims = claimsIn(cells, table, input.claims);
  if ("invalid" in input) return input;
  const markOfRow = markBeside(cells, table);
  if (markOfRow !== undefined) input.mark ??= markOfRow;
  // It may be meant for a comment.
  if (text.trim().startsWith("#")) input.readOutOf ??= text;
  return input;
}

/** Why no number is read from a row, whatever stands in its cell. */
function whyUnreadable(cells: Cells, table: Table): string | undefined {
  const { column, headerCells, isCutOff } = table;
  if (isCutOff && cells.length < headerCells.length)
    return "may be cut off: it has no line end, and fewer cells than the others";
  // A heading may be about the rows below it.
  const heading = isAlone(cells) ? cells.join("") : "";
  if (mark.test(heading) && !isData(heading) && !/\d{4}/.test(heading))
    return "marks no USDOT number; write it beside each one that it is about";
  if (!isFilled(cells[column] ?? ""))
    return `has no USDOT number in column ${columnName(table, column)}`;
  if (totalIn(cells, column)) return "may be a total, not a carrier";
  if (isCutUp(cells, table))
    return "has a number that its commas cut up: put quotes around it";
  if (isRagged(cells, table))
    return "has more cells than the header: put quotes around a name that has a comma in it";
  return undefined;
}

/** `2,233,855` without quotes is not USDOT 2: numbers of three digits are not in use. */
function isCutUp(cells: Cells, { column, delimiter }: Table): boolean {
  return (
    delimiter === "," &&
    /^\s*\d{1,3}$/.test(cells[column] ?? "") &&
    /^\d{3}(?![-.\s]?\d)/.test(cells[column + 1] ?? "")
  );
}

/**
 * Whether a text has cells behind its last column: one of them was cut up, and
 * moved a number that is not in the first.
 */
function isRagged(
  cells: Cells,
  { headerRow, headerCells, column, delimiter }: Table,
): boolean {
  return (
    headerRow !== undefined &&
    delimiter !== undefined &&
    column > 0 &&
    cells.slice(headerCells.length).some(isFilled)
  );
}

/** What columns claim, and what the cell of the number claims beside it. */
function claimsIn(
  cells: Cells,
  { claimColumns }: Table,
  claims?: Claims,
): Claims | undefined {
  for (const [field, column] of claimColumns) {
    const text = cells[column]?.trim();
    if (!text) continue;
    claims ??= {};
    const { [field]: inNumber } = claims;
    claims[field] = inNumber ? `${inNumber}, ${text}` : text;
  }
  return claims;
}
