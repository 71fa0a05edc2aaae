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
  isPlace,
} from "./header.ts";
import type { ClaimField, Claims, Input, ReadOptions } from "./input.ts";
import { claimColumns, headerBelow, type Layout, lineOfRow } from "./layout.ts";

/**
 * Reads the rows below a header, and below another one: exports are pasted
 * below each other.
 */
export function readRows(first: Layout, source: string, options: ReadOptions) {
  let layout = first;
  let claims = claimColumns(layout, source, options);
  const inputs: Input[] = [];
  const skipped = { total: 0, "repeated header": 0 };
  const readOut: string[] = [];
  for (const [row, cells] of first.rows.entries()) {
    if (row <= first.header || isAside(cells, layout)) continue;
    const { text, parsed } = numberIn(cells, layout);
    const below = "invalid" in parsed && headerBelow(cells, layout, options);
    if (below) {
      skipped["repeated header"] += 1;
      layout = below;
      claims = claimColumns(layout, source, options);
    } else if (isTotal(cells)) skipped.total += 1;
    else if (!isMarkOf(inputs.at(-1), cells)) {
      const line = lineOfRow(first, row);
      const input = inputOf(text, parsed);
      input.place = { source, line };
      input.row = row;
      input.claims = claimsOfRow(cells, claims);
      inputs.push(input);
      if ("isOutOfText" in parsed)
        readOut.push(`${line}: ${readOutOf(parsed.dotNumber, text)}`);
    }
  }
  const notes = [...headerNotes(first, options), ...rowNotes(skipped, readOut)];
  return { inputs, notes: notes.map((note) => `${source}:${note}`) };
}

function rowNotes(
  skipped: Record<string, number>,
  [example, ...more]: readonly string[],
): string[] {
  const notes = Object.entries(skipped).flatMap(([name, count]) =>
    count > 0 ? ` skipped ${counted(count, name)}` : [],
  );
  const others = more.length > 0 ? `, and ${more.length} more like it` : "";
  return example ? [...notes, example + others] : notes;
}

/**
 * What was skipped above the header, and which row was taken for one that is
 * not known.
 */
function headerNotes(layout: Layout, { column }: ReadOptions): string[] {
  const { header, head, rows } = layout;
  const titles = rows
    .slice(0, Math.max(header, 0))
    .filter((cells) => !isBlank(cells) && !isComment(cells));
  const notes =
    titles.length > 0
      ? [` skipped ${counted(titles.length, "row")} above the header`]
      : [];
  const isKnown = head.some((cell) => headerMeaning(cell) === "number");
  if (header < 0 || !isPlace(column) || isKnown) return notes;
  const cells = head.filter((cell) => cell.trim() !== "");
  const taken = quoteInput(cells.join(), 60);
  const line = lineOfRow(layout, header);
  return [...notes, ` took line ${line} for the header: ${taken}`];
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
  return totalLabel.test(firstText(cells));
}

function firstText(cells: Cells): string {
  return cells.find((cell) => cell.trim() !== "") ?? "";
}

/**
 * FMCSA's pages print OOS under the number of a carrier that is out of service:
 * in its cell, in another, or in a row of its own.
 */
const oosMark = /^\W*(?:O\.?O\.?S|out.of.service)\W*$/i;

/** Whether a row is nothing but the mark OOS, which belongs to the number above. */
function isMarkOf(above: Input | undefined, cells: Cells): boolean {
  if (!above || "invalid" in above || !oosMark.test(cells.join("")))
    return false;
  above.isMarkedOutOfService = true;
  return true;
}

/** What a row says of its carrier, and the text that says it. */
function numberIn(
  cells: Cells,
  { header, head, column, delimiter }: Layout,
): { text: string; parsed: ParsedDotNumber } {
  const { [column]: cell = "", [column + 1]: next = "" } = cells;
  const isEmpty = cell.trim() === "";
  // Excel's subtotals are called `IA Count`.
  if (isEmpty || /\bcount\W*$/i.test(firstText(cells))) {
    const name = header < 0 ? column + 1 : quoteInput(head[column] ?? "");
    const invalid = isEmpty
      ? `has no USDOT number in column ${name}`
      : "is a total, not a carrier";
    const filled = cells.filter((each) => each.trim() !== "");
    return { text: filled.join(", "), parsed: { invalid } };
  }
  // 2,233,855 without quotes is not USDOT 2: numbers of three digits are not in use.
  const isCutUp =
    delimiter === "," &&
    /^\s*\d{1,3}$/.test(cell) &&
    /^\d{3}(?![-.\s]?\d)/.test(next);
  const text = isCutUp ? cells.slice(column).join(", ") : cell;
  const parsed = parseDotNumber(text);
  if ("dotNumber" in parsed && cells.some((each) => oosMark.test(each)))
    parsed.isMarkedOutOfService = true;
  return { text, parsed };
}

/** An error of the spreadsheet claims nothing, as an empty cell. */
function claimsOfRow(
  cells: Cells,
  columns: ReadonlyMap<ClaimField, number>,
): Claims | undefined {
  if (columns.size === 0) return undefined;
  const claims: Claims = {};
  for (const [field, column] of columns) {
    const text = cells[column]?.trim();
    if (text && !sheetError.test(text)) claims[field] = text;
  }
  return claims;
}
