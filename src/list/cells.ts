/**
 * The cells of a row, as a text has them and as a workbook has them, and the
 * words of real spreadsheets by which the rows of a list are told apart:
 * headers, comments, totals.
 */
import { parseDotNumber } from "../dot-number.ts";
import { insteadOfValue } from "../text/sheet-errors.ts";

/** The cells of a row as texts, as a person reads them. */
export type Cells = readonly string[];

/**
 * A cell with its type. An error is its text (`#N/A`), a formula without a
 * stored value the formula.
 */
export type SheetCell = string | number | boolean | Date | null;

/**
 * What a cell says, as a person reads it. A date without a time is a date, and
 * the day zero a time of day.
 */
export function cellText(cell: SheetCell | undefined): string {
  if (typeof cell === "boolean") return String(cell).toUpperCase();
  if (!(cell instanceof Date)) return String(cell ?? "");
  const [date = "", time = ""] = cell.toISOString().split(/T|\./);
  if (date === "1899-12-30") return time;
  return time === "00:00:00" ? date : `${date} ${time}`;
}

/** The text within `="00344554"`, which keeps Excel from dropping zeros. */
export function withoutExcelQuotes(text: string): string {
  return text.startsWith('="') ? text.slice(2, -1) : text;
}

export function cellTexts(cells: readonly SheetCell[]): string[] {
  return cells.map((cell) => withoutExcelQuotes(cellText(cell)));
}

export function isFilled(cell: string): boolean {
  return cell.trim() !== "";
}

/** The only cell that is filled; empty if there are more, or none. */
export const loneText = (cells: Cells): string =>
  onlyOne(cells.filter(isFilled)) ?? "";

export const isAlone = (cells: Cells): boolean => loneText(cells) !== "";

/** The indexes of the cells that match. */
export function indexesOf(
  cells: Cells,
  matches: (cell: string, at: number) => boolean,
): number[] {
  return cells.flatMap((cell, at) => (matches(cell, at) ? [at] : []));
}

/** The only element; undefined if there are none, or several. */
export function onlyOne<T>([first, ...others]: readonly T[]): T | undefined {
  return others.length === 0 ? first : undefined;
}

/**
 * Words of a header that tell nothing: `Our Carrier's DOT Number (required)` is
 * `DOT`.
 */
const fillers = new Set(
  "our assigned motor truck trucking carrier carriers company vendor hauler contractor account fmcsa us u s c numero number numbers num nbr nr no n id required".split(
    " ",
  ),
);

/**
 * What is left of the headers of USDOT numbers, such as `DOT Number (USDOT)`
 * and `CENSUS_NUM`, and of docket numbers. `TX DOT #`, `Broker DOT`, `DOT
 * inspections` and `MC/DOT` are neither.
 */
const numberHeader = /^(?:dots?|usdot|dotusdot|census)$/;
const docketHeader = /^(?:mc|mx|ff|icc|docket)+$/;

/** `# Midwest`, but not `#2233855`, `#N/A` or `#REF!`. */
const comment = /^\s*#(?!\d|N\/A|[A-Z/0]+[!?])/;

const notAvailable = /^\s*#?n\/a\b/i;

/**
 * Words of labels such as `Total # of carriers: 25` and `Page 1 of 3`; at least
 * one of them counts.
 */
const countingWord =
  "(?:(?:sub)?totals?|count|sum|average|carriers|records|rows|page)";
const totalLabel = new RegExp(
  `^(?!\\s*\\d)(?=.*\\b${countingWord}\\b)(?:[^\\p{L}]*\\b(?:${countingWord}|grand|sub|number|no|of|all|active|carrier|record|row)\\b)+[^\\p{L}]*$`,
  "iu",
);

/** Excel's subtotals are called `IA Count`. */
const subtotalLabel = /\bcount\W*$/i;

const onlyYear = /^\s*(?:19|20)\d\d\s*$/;

/** What a header says of its column: USDOT numbers, or docket numbers. */
export function headerMeaning(header = ""): "number" | "docket" | undefined {
  // A whole line is not a name.
  if (/[,;|\t]/.test(header)) return undefined;
  const words = header
    .replace(/[a-z](?=[A-Z])/g, "$& ")
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  const name = words?.filter((word) => !fillers.has(word)).join("") ?? "";
  if (numberHeader.test(name)) return "number";
  return docketHeader.test(name) ? "docket" : undefined;
}

export const namesNumber = (header?: string) =>
  headerMeaning(header) === "number";

export const namesDocket = (header?: string) =>
  headerMeaning(header) === "docket";

/** `DOT Number` and `dot_number` are the same name; empty cells have none. */
export function isSameName(header: string, other: string): boolean {
  return isFilled(header) && compact(header) === compact(other);
}

function compact(name: string): string {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return letters || name.trim();
}

/*
 * Which numbers a cell may hold, from any to those that carriers have:
 *
 *             isBareNumber  isDataNumber  isNumberInUse
 *     2024    yes           no            no             a year in a title
 *     45      yes           yes           no             a count in a title
 *     2233    yes           yes           yes
 */

/** Whether a text is a USDOT number, in one of its spellings, and nothing else. */
export function isBareNumber(text: string): boolean {
  const parsed = parseDotNumber(text);
  return "dotNumber" in parsed && !parsed.isOutOfText;
}

/** A bare number that is not a year, which titles and headers may have in them. */
export function isDataNumber(cell: string): boolean {
  return isBareNumber(cell) && !onlyYear.test(cell);
}

/** A number that is not a count either, as in the title `Carriers: 45`. */
export function isNumberInUse(cell: string): boolean {
  return isDataNumber(cell) && digitCount(cell) > 3;
}

export function digitCount(text: string): number {
  return text.replace(/\D/g, "").length;
}

/** A text with a number that it calls a USDOT number. */
export function labelsNumber(cell: string): boolean {
  const parsed = parseDotNumber(cell);
  return "dotNumber" in parsed && parsed.isOutOfText === true;
}

/** Letters and no digit, as a header has. */
export function isHeaderWord(cell: string): boolean {
  return isName(cell) && !/\d/.test(cell);
}

function isName(cell: string): boolean {
  const isValue = !notAvailable.test(cell) && !insteadOfValue(cell);
  return isValue && /\p{L}/u.test(cell);
}

/** `,,` is a blank row, however it is read. */
export function isBlank(cells: Cells): boolean {
  return !cells.some((cell) => /[^\s,;|]/.test(cell));
}

/** Whether a row begins with a comment; the header `#,DOT` does not. */
export function isComment([first = "", ...others]: Cells): boolean {
  return comment.test(first) && (others.length === 0 || first.trim() !== "#");
}

/**
 * Whether a row has a label of counting words. With nothing beside it but a
 * number of at most four digits, it is a total. `text`: its cell in the column
 * of the numbers.
 */
export function totalIn(
  cells: Cells,
  text: string,
): "total" | "doubtful" | undefined {
  const label = cells.find(isFilled) ?? "";
  const isCount = !/\d{5}|\d\D+\d/.test(text);
  if (totalLabel.test(label))
    return isCount && !cells.filter(isFilled).slice(1).some(isName)
      ? "total"
      : "doubtful";
  return subtotalLabel.test(label) && isCount ? "doubtful" : undefined;
}
