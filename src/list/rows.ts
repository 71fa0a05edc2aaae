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

interface Row {
  /** Its index in the table. */
  at: number;
  place: Place;
  /** All cells of it, and then without those that usdot wrote. */
  written: Cells;
  cells: Cells;
  /** The cell in the column of the numbers. */
  text: string;
}

function rowAt(table: Table, at: number): Row {
  const written = cellTexts(table.rows[at] ?? []);
  const cells = userCells(written, table);
  const text = cells[table.column] ?? "";
  return { at, place: placeAt(table, at), written, cells, text };
}

/**
 * The inputs of a table, one for each of its rows but for blank ones, comments,
 * headers, totals and marks. A row without a number is an invalid input. What
 * is skipped is counted.
 */
export function readInputs(table: Table) {
  const inputs = invalidTitles(table);
  const skippedTitles = table.titleCount - inputs.length;
  const skipped = { total: 0, "repeated header": 0 };
  for (let at = table.headerRow + 1; at < table.rows.length; at += 1) {
    const row = rowAt(table, at);
    // In a report, a row that lost its number is not blank.
    if (saysNothing(table.isReport ? row.written : row.cells)) continue;
    const above = inputs.at(-1);
    if (totalIn(row.cells, row.text) === "total") skipped.total += 1;
    else if (isHeaderAgain(row, table)) skipped["repeated header"] += 1;
    else if (isMarkAlone(row) && above?.row === at - 1 && "dotNumber" in above)
      above.mark = joinedMarks([above.mark, "OOS"]);
    else inputs.push(inputIn(row, table));
  }
  return { inputs, skippedTitles, skipped };
}

/** What stands above the header is a title, unless it has a number or a mark. */
function invalidTitles(table: Table): Input[] {
  const inputs: Input[] = [];
  for (let at = 0; at < table.headerRow; at += 1) {
    const { cells, place } = rowAt(table, at);
    if (isComment(cells)) continue;
    const title = loneText(cells).trim();
    const numberText = cells.find(labelsNumber);
    if (beginsWithMark(title) && !/^\w+ *(?:=|means\b)/.test(title))
      inputs.push({ text: title, invalid: marksNobody, place, row: at });
    else if (numberText !== undefined)
      inputs.push({
        text: numberText,
        invalid: "stands above the header",
        place,
        row: at,
      });
  }
  return inputs;
}

/** A comment stands by itself: `#A12,TBD` is the row of a load. */
const saysNothing = (cells: Cells) =>
  isBlank(cells) || (isComment(cells) && isAlone(cells));

/**
 * Whether a row is the header again: exports are pasted below each other.
 * @throws {UsageError} for the header of another table
 */
function isHeaderAgain({ cells, text, place }: Row, table: Table): boolean {
  const { column, names } = table;
  if (!isHeaderWord(text)) return false;
  const isSame = (each: string, at: number) =>
    !isFilled(each) || isSameName(each, names[at] ?? "");
  if (cells.every(isSame)) return true;
  // With --column, other cells may have any name, even DOT number.
  const mayBeNames = namesNumber(names[column]) ? cells : [text];
  const other = mayBeNames.find((each) => headerMeaning(each));
  if (other === undefined || cells.some(isDataNumber)) return false;
  refuse(
    `${place.source}:${place.line}: another table begins with the header ${excerpt(other)}`,
    "put each table in a file of its own, and each header on one line",
  );
}

/** What a row says of its carrier. */
function inputIn(row: Row, table: Table): Input {
  const { cells, text, place } = row;
  const typed = typedOver(row.written, table);
  if (typed && table.isRewritten) refuseReplacing(typed, place);
  const invalid = whyUnreadable(row, table);
  const input: Input =
    invalid === undefined
      ? inputOf(text)
      : { text: cells.filter(isFilled).join(", "), invalid };
  // Set in place: a copy would take longer than all the rest.
  input.place = place;
  input.row = row.at;
  input.claims = claimsIn(cells, table, input.claims);
  if ("dotNumber" in input) {
    const marks = [input.mark, typed, ...marksBeside(cells, table)];
    input.mark = joinedMarks(marks);
  }
  return input;
}

/** Why no number is read from a row, whatever stands in its cell. */
function whyUnreadable(row: Row, table: Table): string | undefined {
  const { at, cells, text } = row;
  if (at === table.cutOffRow)
    return "may be cut off: it has no line end, and fewer cells than the others";
  const heading = loneText(cells);
  if (mark.test(heading) && !mayBeNumber(heading)) return marksNobody;
  if (!isFilled(text))
    return `has no USDOT number in column ${columnName(table, table.column)}`;
  if (totalIn(cells, text)) return "may be a total, not a carrier";
  return isCutUp(row, table)
    ? "may have a cell that the delimiter cuts up: put quotes around it"
    : undefined;
}

const mayBeNumber = (text: string) =>
  /\d{5}/.test(text) || isBareNumber(text) || labelsNumber(text);

/**
 * Whether a cell of a text lacks quotes: `2,233,855` is not USDOT 2, and a name
 * with a comma moves the number behind it into the next column.
 */
function isCutUp({ cells, text }: Row, table: Table): boolean {
  const { headerRow, names, column, delimiter } = table;
  if (delimiter === undefined) return false;
  const isNumberCut =
    delimiter === "," &&
    /^\D*\d{1,3}$/.test(text) &&
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
const isMarkAlone = ({ cells, text }: Row) =>
  /^\s*oos\s*$/i.test(text) && isAlone(cells);

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
