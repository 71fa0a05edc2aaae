/** A list as rows of cells: which are about a carrier, and what they say. */
import { refuse } from "../errors.ts";
import { beginsWithMark, mark } from "../out-of-service-mark.ts";
import { excerpt } from "../text/safe-text.ts";
import {
  type Cells,
  cellTexts,
  headerMeaning,
  isAlone,
  isBareNumber,
  isBlank,
  isComment,
  isDataNumber,
  isFilled,
  isHeaderWord,
  isSameName,
  labelsNumber,
  loneText,
  namesNumber,
  type SheetCell,
  totalIn,
} from "./cells.ts";
import { columnName, type Layout } from "./columns.ts";
import { type Claims, type Input, joinedMarks, type Place } from "./input.ts";
import { refuseReplacing, typedOver, userCells } from "./our-columns.ts";
import { inputOf } from "./pasted.ts";
import type { Sheet } from "./workbook.ts";

/** The rows of a list, once it is known which column is which. */
export interface Table extends Layout {
  /** The file, in places. */
  source: string;
  rows: readonly (readonly SheetCell[])[];
  /** The line on which each row begins, where cells have line breaks. */
  lineNumbers?: readonly number[] | undefined;
  /** The last row of a text without a line end, which it may have lost. */
  cutOffRow?: number | undefined;
  /** In a workbook: the sheet that is read. */
  sheet?: ReadSheet | undefined;
}

interface ReadSheet extends Sheet {
  /** The names of all other sheets. */
  others: readonly string[];
  /** The names of those that may be lists, too. */
  unread: readonly string[];
}

/** Where a row begins. */
export function placeAt({ source, lineNumbers }: Table, row: number): Place {
  return { source, line: lineNumbers?.[row] ?? row + 1 };
}

/**
 * The inputs of a table, one for each of its rows but for blank ones, comments,
 * headers, totals and marks. A row without a number is an invalid input. What
 * is skipped is counted.
 */
export function readInputs(table: Table) {
  const inputs: Input[] = invalidTitles(table);
  const skippedTitles = table.titleCount - inputs.length;
  const skipped = { total: 0, "repeated header": 0 };
  const { rows, column } = table;
  for (let row = table.headerRow + 1; row < rows.length; row += 1) {
    const written = cellTexts(rows[row] ?? []);
    const cells = userCells(written, table);
    // In a report, a row that lost its number is not blank.
    if (saysNothing(table.isReport ? written : cells)) continue;
    const place = placeAt(table, row);
    const above = inputs.at(-1);
    if (totalIn(cells, column) === "total") skipped.total += 1;
    else if (isHeaderAgain(cells, table, place))
      skipped["repeated header"] += 1;
    else if (
      isMarkAlone(cells, column) &&
      above?.row === row - 1 &&
      "dotNumber" in above
    )
      above.mark = joinedMarks([above.mark, "OOS"]);
    else inputs.push(inputIn(written, row, table, place));
  }
  return { inputs, skippedTitles, skipped };
}

/** What stands above the header is a title, unless it has a number or a mark. */
function invalidTitles(table: Table): Input[] {
  const above = table.rows.slice(0, Math.max(table.headerRow, 0));
  return above.flatMap((written, row) => {
    const cells = userCells(cellTexts(written), table);
    if (isComment(cells)) return [];
    const place = placeAt(table, row);
    const title = loneText(cells).trim();
    if (beginsWithMark(title) && !/^\w+ *(?:=|means\b)/.test(title))
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

/**
 * Whether a row is the header again: exports are pasted below each other.
 * @throws {UsageError} for the header of another table
 */
function isHeaderAgain(
  cells: Cells,
  table: Table,
  { source, line }: Place,
): boolean {
  const { column, names } = table;
  const cell = cells[column] ?? "";
  if (!isHeaderWord(cell)) return false;
  const isSame = (each: string, at: number) =>
    !isFilled(each) || isSameName(each, names[at] ?? "");
  if (cells.every(isSame)) return true;
  // With --column, other cells may have any name, even DOT number.
  const mayBeNames = namesNumber(names[column]) ? cells : [cell];
  const other = mayBeNames.find((each) => headerMeaning(each));
  if (other === undefined || cells.some(isDataNumber)) return false;
  refuse(
    `${source}:${line}: another table begins with the header ${excerpt(other)}`,
    "put each table in a file of its own, and each header on one line",
  );
}

const mayBeNumber = (text: string) =>
  /\d{5}/.test(text) || isBareNumber(text) || labelsNumber(text);

/** What a row says of its carrier. */
function inputIn(
  written: Cells,
  row: number,
  table: Table,
  place: Place,
): Input {
  const cells = userCells(written, table);
  const typed = typedOver(written, table);
  if (typed && table.isRewritten) refuseReplacing(typed, place);
  const text = cells[table.column] ?? "";
  const invalid = whyUnreadable(cells, row, table);
  const input: Input =
    invalid === undefined
      ? inputOf(text)
      : { text: cells.filter(isFilled).join(", "), invalid };
  // Set in place: a copy would take longer than all the rest.
  input.place = place;
  input.row = row;
  input.claims = claimsIn(cells, table, input.claims);
  if ("dotNumber" in input) {
    const marks = [input.mark, typed, ...marksBeside(cells, table)];
    input.mark = joinedMarks(marks);
  }
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
  const heading = loneText(cells);
  if (mark.test(heading) && !mayBeNumber(heading)) return marksNobody;
  if (!isFilled(cells[column] ?? ""))
    return `has no USDOT number in column ${columnName(table, column)}`;
  if (totalIn(cells, column)) return "may be a total, not a carrier";
  return isCutUp(cells, table)
    ? "may have a cell that the delimiter cuts up: put quotes around it"
    : undefined;
}

/**
 * Whether a cell of a text lacks quotes: `2,233,855` is not USDOT 2, and a name
 * with a comma moves the number behind it into the next column.
 */
function isCutUp(cells: Cells, table: Table): boolean {
  const { headerRow, names, column, delimiter } = table;
  if (delimiter === undefined) return false;
  const isNumberCut =
    delimiter === "," &&
    /^\D*\d{1,3}$/.test(cells[column] ?? "") &&
    /^\d{3}(?![-.\s]?\d)/.test(cells[column + 1] ?? "");
  const beyond = headerRow < 0 ? [] : cells.slice(names.length);
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

/** FMCSA's mark, which stands below the number that it is about. */
const isMarkAlone = (cells: Cells, column: number) =>
  /^\s*oos\s*$/i.test(cells[column] ?? "") && isAlone(cells);

/** `DO NOT USE` above rows: nobody can tell which they are. */
const marksNobody = "marks no carrier; put it on each row that it is about";

/** What marks a number beside it: a cell, or `OOS: Y` with its header. */
function marksBeside(cells: Cells, table: Table): string[] {
  const { column, markTests } = table;
  return cells.flatMap((cell, at) => {
    if (at !== column && mark.test(cell)) return cell;
    return markTests[at]?.(cell) ? `${columnName(table, at)}: ${cell}` : [];
  });
}
