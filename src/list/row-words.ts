/**
 * The words of real spreadsheets by which the rows of a list are told apart:
 * headers, comments, totals and marks.
 */
import { sheetError } from "../dot-number.ts";
import { type Cells, isFilled } from "./cells.ts";
import type { ClaimField } from "./input.ts";
import { isNumber } from "./pasted.ts";

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

/** `Carrier ID`, `Account #`, `Nº`: they head a list's only column. */
const anyHeader =
  /[#º°]|\b(?:num|nbr|nr|no|id)|^(?:carrier|vendor|account)s?$/i;

/** Behind `DOT` or `MC`, these words make the name of a carrier. */
const carrierSuffix = /\b(?:carriers?|company|contractor|haulers?|trucking)$/i;

/** By itself, it may be a kind of carrier. */
const docketKind = /^\s*(?:mc|mx|ff|docket)\s*$/i;

/** Headers whose columns are compared with the record. */
const nameHeaders = [
  "legal name",
  "carrier legal name",
  "carrier name",
  "motor carrier name",
  "carrier",
  "motor carrier",
  "company name",
  "company",
];

/** By the order in which they are looked for: the first that a list has counts. */
export const claimHeaders: readonly (readonly [
  ClaimField,
  isHeader: (cell: string) => boolean,
])[] = [
  ...nameHeaders.map(
    (name) => ["name", (cell: string) => isSameName(cell, name)] as const,
  ),
  ["mc_number", (cell) => headerMeaning(cell) === "docket"],
];

/** `# Midwest`, but not `#2233855`, `#N/A` or `#REF!`. */
const comment = /^\s*#(?!\d|N\/A|[A-Z/0]+[!?])/;

/** `N/A`, `#N/A`: a value is missing. */
const missingValue = /^\s*#?n\/a\b/i;

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

/** FMCSA's pages print it under the number of a carrier that is out of service. */
const outOfService = /^\W*(?:O\.?O\.?S|out.of.service)\W*$/i;

/** The same with words behind it: `OOS since 11/20`, but not `OOS: no`. */
const outOfServiceNote =
  /^\W*(?:O\.?O\.?S|out.of.service)\b(?!.*\b(?:rate|no|none|not|never|n|0)\b)/i;

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
    // `Número` is numero, and `Nº` is n.
    .normalize("NFD")
    .replace(/[\p{M}º°]/gu, "")
    .replace(/[a-z](?=[A-Z])/g, "$& ")
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  if (words === null) return undefined;
  const name = words.filter((word) => !fillers.has(word)).join("");
  if (numberHeader.test(name)) return "number";
  if (docketHeader.test(name)) return "docket";
  return name === "" && anyHeader.test(header) ? "any" : undefined;
}

/** Whether a cell below a header is another one. */
export function isHeaderBelow(
  meaning: "number" | "docket",
  cell: string,
): boolean {
  return headerMeaning(cell) === meaning && !carrierSuffix.test(cell.trim());
}

/**
 * Of a row below a header, the cell that heads docket numbers. `MC` does so
 * beside another cell of the header above.
 */
export function docketHeaderBelow(
  cells: Cells,
  head: Cells,
): string | undefined {
  const isAbove = (cell: string) => head.some((name) => isSameName(cell, name));
  return cells.find(
    (cell) =>
      isHeaderBelow("docket", cell) &&
      (!docketKind.test(cell) || cells.some(isAbove)),
  );
}

/** `DOT Number` and `dot_number` are the same name; empty cells have none. */
export function isSameName(header: string, other: string): boolean {
  return isFilled(header) && compact(header) === compact(other);
}

function compact(name: string): string {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return letters || name.trim();
}

/** A number that is not a year, which titles and headers may have in them. */
export function isData(cell: string): boolean {
  return isNumber(cell) && !/^\s*(?:19|20)\d\d\s*$/.test(cell);
}

/** Letters and no digit, as a header has. */
export function isWord(cell: string): boolean {
  return (
    /\p{L}/u.test(cell) &&
    !/\d/.test(cell) &&
    !missingValue.test(cell) &&
    !sheetError.test(cell)
  );
}

/** Whether no cell stands for a value: `DOT TRUCKING,N/A` is a carrier. */
export function isLikeHeader(cells: Cells): boolean {
  const isValue = (cell: string) =>
    isData(cell) ||
    sheetError.test(cell) ||
    missingValue.test(cell) ||
    /^\s*(?:mc|mx|ff)\W*\d/i.test(cell);
  return !cells.some(isValue);
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
 * A label of counting words beside nothing but numbers, each too short for a
 * USDOT number in use, or one that `counts` allows. In `Carriers,ACME
 * INC,9000001` and `Active carriers,9000001` it is the type of a carrier.
 */
export function isTotal(
  cells: Cells,
  column: number,
  counts: (number: number) => boolean,
): boolean {
  const [label = "", ...others] = cells.filter(isFilled);
  if (!totalLabel.test(label) || others.some(isName)) return false;
  const figures = `${label} ${cells[column] ?? ""}`.match(/\d[\d,]*/g) ?? [];
  return figures
    .map((figure) => figure.replaceAll(",", ""))
    .every((digits) => digits.length < 5 || counts(Number(digits)));
}

/** Whether a label may be that of a total: beside a count, or without a name. */
export function mayBeTotal(cells: Cells, column: number): boolean {
  const filled = cells.filter(isFilled);
  const [label = ""] = filled;
  if (!totalLabel.test(label) && !subtotalLabel.test(label)) return false;
  const isCount = /^\D*\d{0,4}\D*$/.test(cells[column] ?? "");
  return isCount || (/total|sum|average/i.test(label) && !filled.some(isName));
}

/** Words that are neither an error, a formula nor a label of a total. */
function isName(cell: string): boolean {
  return (
    /\p{L}/u.test(cell) &&
    !/^\s*=/.test(cell) &&
    !missingValue.test(cell) &&
    !sheetError.test(cell) &&
    !totalLabel.test(cell)
  );
}

/** Whether a cell begins with FMCSA's mark of a carrier that is out of service. */
export function hasMark(cell: string): boolean {
  return outOfServiceNote.test(cell);
}

/** The mark by itself. */
export function isMark(text: string): boolean {
  return outOfService.test(text);
}
