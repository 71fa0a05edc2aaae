/** The rows of a list: which are about a carrier, and what they say. */
import {
  type ParsedDotNumber,
  parseDotNumber,
  quoteInput,
  sheetError,
} from "../dot-number.ts";
import { counted } from "../text/digits.ts";
import { inputOf, readOutOf } from "./arguments.ts";
import {
  type Cells,
  headerMeaning,
  isBlank,
  isComment,
  isFilled,
  isPlace,
} from "./header.ts";
import type { Claims, Input, Place, ReadOptions } from "./input.ts";
import {
  columnName,
  headerBelow,
  type Layout,
  type Table,
  withClaims,
} from "./layout.ts";

/**
 * Reads the rows below a header, and below another one: exports are pasted
 * below each other.
 */
export function readListRows(
  first: Table,
  source: string,
  options: ReadOptions,
) {
  let table = first;
  let [totals, headers] = [0, 0];
  const inputs: Input[] = [];
  const readOut: string[] = [];
  for (const [row, cells] of first.rows.entries()) {
    if (isInHead(row, first) || isAside(cells, table)) continue;
    const { text, parsed } = numberIn(cells, table);
    const above = inputs.at(-1);
    const below = "invalid" in parsed && headerBelow(cells, table, options);
    if (below) {
      headers += 1;
      table = withClaims(below, source, options);
    } else if (isTotal(cells)) totals += 1;
    else if (isMark(cells.join("")) && above && "dotNumber" in above)
      above.isMarkedOutOfService = true;
    else {
      const place = { source, line: lineAt(first, row) };
      // Not copied into another object, which takes longer than all the rest.
      const input = inputOf(text, parsed);
      input.place = place;
      input.row = row;
      input.claims = claimsOfRow(cells, table);
      inputs.push(input);
      readOut.push(...outOfNote(place, text, parsed));
    }
  }
  const skipped = [
    ...headerNotes(first, options),
    ...(totals > 0 ? [`skipped ${counted(totals, "total")}`] : []),
    ...(headers > 0 ? [`skipped ${counted(headers, "repeated header")}`] : []),
  ];
  const notes = skipped.map((note) => `${source}: ${note}`);
  return { inputs, notes: [...notes, ...withExample(readOut)] };
}

function outOfNote(
  { source, line }: Place,
  text: string,
  parsed: ParsedDotNumber,
): string[] {
  return "isOutOfText" in parsed
    ? [`${source}:${line}: ${readOutOf(parsed.dotNumber, text)}`]
    : [];
}

function withExample([example, ...more]: readonly string[]): string[] {
  const others = more.length > 0 ? `, and ${more.length} more like it` : "";
  return example === undefined ? [] : [example + others];
}

function lineAt({ lines }: Layout, row: number): number {
  return lines?.[row] ?? row + 1;
}

/**
 * What was skipped above the header, and which row was taken for one that is
 * not known.
 */
function headerNotes(table: Layout, { column }: ReadOptions): string[] {
  const { header, head, rows } = table;
  if (header === undefined) return [];
  const titles = rows
    .slice(0, header)
    .filter((cells) => !isBlank(cells) && !isComment(cells)).length;
  const notes =
    titles > 0 ? [`skipped ${counted(titles, "row")} above the header`] : [];
  const isKnown = head.some((cell) => headerMeaning(cell) === "number");
  if (!isPlace(column) || isKnown) return notes;
  const taken = quoteInput(head.filter(isFilled).join(), 60);
  const line = lineAt(table, header);
  return [...notes, `took line ${line} for the header: ${taken}`];
}

/** Whether a row is the first header, or above it. */
function isInHead(row: number, { header }: Layout): boolean {
  return header !== undefined && row <= header;
}

/** Rows that are not about a carrier: blank ones, and comments without a number. */
function isAside(cells: Cells, { column }: Layout): boolean {
  const hasNumber = cells.length > 1 && /\d/.test(cells[column] ?? "");
  return isBlank(cells) || (isComment(cells) && !hasNumber);
}

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

function isTotal(cells: Cells): boolean {
  return totalLabel.test(cells.find(isFilled) ?? "");
}

/**
 * FMCSA's pages print OOS under the number of a carrier that is out of service:
 * in its cell, in another, or in a row of its own.
 */
function isMark(text: string): boolean {
  return /^\W*(?:O\.?O\.?S|out.of.service)\W*$/i.test(text);
}

/** What a row says of its carrier, and the text that says it. */
function numberIn(
  cells: Cells,
  table: Layout,
): { text: string; parsed: ParsedDotNumber } {
  const { column, delimiter } = table;
  const { [column]: cell = "", [column + 1]: next = "" } = cells;
  const filled = cells.filter(isFilled);
  const refused = (invalid: string) => {
    return { text: filled.join(", "), parsed: { invalid } };
  };
  if (!isFilled(cell))
    return refused(
      `has no USDOT number in column ${columnName(table, column)}`,
    );
  // Excel's subtotals are called `IA Count`.
  if (/\bcount\W*$/i.test(filled[0] ?? ""))
    return refused("is a total, not a carrier");
  // 2,233,855 without quotes is not USDOT 2: numbers of three digits are not in use.
  const isCutUp =
    delimiter === "," &&
    /^\s*\d{1,3}$/.test(cell) &&
    /^\d{3}(?![-.\s]?\d)/.test(next);
  const text = isCutUp ? cells.slice(column).join(", ") : cell;
  const parsed = parseDotNumber(text);
  if ("dotNumber" in parsed && cells.some(isMark))
    parsed.isMarkedOutOfService = true;
  return { text, parsed };
}

/** An error of the spreadsheet claims nothing, as an empty cell. */
function claimsOfRow(
  cells: Cells,
  { claimColumns: columns }: Table,
): Claims | undefined {
  if (columns.size === 0) return undefined;
  const claims: Claims = {};
  for (const [field, column] of columns) {
    const text = cells[column]?.trim();
    if (text && !sheetError.test(text)) claims[field] = text;
  }
  return claims;
}
