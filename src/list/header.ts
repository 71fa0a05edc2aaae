/** What the cells of a header mean: by the headers of real spreadsheets. */
import { sheetError } from "../dot-number.ts";
import { isNumber } from "./arguments.ts";

export type Cells = readonly string[];

/**
 * Words of a header that tell nothing: `Our Carrier's DOT Number (required)` is
 * `DOT`.
 */
const fillers = new Set(
  "our assigned motor truck trucking carrier carriers company vendor hauler contractor account fmcsa us u s c numero number numbers num nbr nr no id required".split(
    " ",
  ),
);

/**
 * What is left of the headers of USDOT numbers, such as `DOT Number (USDOT)`
 * and `CENSUS_NUM`, and of docket numbers. `TX DOT #`, `Broker DOT`, `DOT
 * inspections` and `MC/DOT` are neither.
 */
const numberName = /^(?:dots?|usdot|dotusdot|census)$/;
const docketName = /^(?:mc|mx|ff|icc|docket)+$/;

/** `Carrier ID`, `Account #`: they head a list's only column. */
const anyNumber = /#|\b(?:num|nbr|nr|no|id)|^(?:carrier|vendor|account)s?$/i;

/**
 * What a header says of its column: USDOT numbers, docket numbers, or numbers
 * of any kind.
 */
export function headerMeaning(
  header = "",
): "number" | "docket" | "any" | undefined {
  // A whole line is not a name.
  if (/[,;|\t]/.test(header)) return undefined;
  const words = header
    // `Número` is numero.
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[a-z](?=[A-Z])/g, "$& ")
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  if (words === null) return undefined;
  const name = words.filter((word) => !fillers.has(word)).join("");
  if (numberName.test(name)) return "number";
  if (docketName.test(name)) return "docket";
  return name === "" && anyNumber.test(header) ? "any" : undefined;
}

/** A number that is not a year, which titles and headers may have in them. */
export function isData(cell: string): boolean {
  return isNumber(cell) && !/^\s*(?:19|20)\d\d\s*$/.test(cell);
}

/**
 * Letters and no digit, as a header has; `N/A` and `#N/A` stand for a number
 * that is missing.
 */
export function isWord(cell: string): boolean {
  return /^(?!\s*#?n\/a)\D*\p{L}\D*$/iu.test(cell) && !sheetError.test(cell);
}

/** `,,` is a blank row, however it is read. */
export function isBlank(cells: Cells): boolean {
  return !cells.some((cell) => /[^\s,;|]/.test(cell));
}

/**
 * `# Midwest` is a comment; `#2233855`, `#N/A`, `#REF!` and the header `#,DOT`
 * are not.
 */
export function isComment([first = "", ...others]: Cells): boolean {
  return (
    /^\s*#(?!\d|N\/A|[A-Z/0]+[!?])/.test(first) &&
    (others.length === 0 || first.trim() !== "#")
  );
}

/** Whether a column is asked for by its place, from 1 on, not by its name. */
export function isPlace(wanted = ""): boolean {
  return /^\d+$/.test(wanted);
}

/** `DOT Number` and `dot_number` are the same name; empty cells have none. */
export function isSameName(header: string, other: string): boolean {
  return isFilled(header) && compact(header) === compact(other);
}

function compact(name: string): string {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return letters || name.trim();
}

export function isFilled(cell: string): boolean {
  return cell.trim() !== "";
}

export function indexesOf(
  cells: Cells,
  matches: (cell: string, at: number) => boolean,
): number[] {
  return cells.flatMap((cell, at) => (matches(cell, at) ? [at] : []));
}
