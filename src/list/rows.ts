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
  indexesOf,
  isBlank,
  isComment,
  isFilled,
  isPlace,
} from "./header.ts";
import {
  type Claims,
  type Input,
  numbersIn,
  type Place,
  type ReadOptions,
} from "./input.ts";
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
  for (const [row, cells] of rowsBelowHeader(first)) {
    if (isAside(cells, table)) continue;
    const { text, parsed } = numberIn(cells, table, options);
    const above = inputs.at(-1);
    // The first row of a list is not below a table.
    const isBelow = first.header !== undefined || above !== undefined;
    const below =
      isBelow && "invalid" in parsed && headerBelow(cells, table, options);
    if (below) {
      headers += 1;
      table = withClaims(below, source, options);
    } else if (isTotal(cells, table, inputs)) totals += 1;
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

/**
 * The rows below the header, with their indexes. What `--keep-columns` wrote
 * behind them says nothing about a row, and is left out.
 */
function* rowsBelowHeader({
  rows,
  header,
  head,
  column,
}: Layout): Generator<[row: number, cells: Cells]> {
  const isOurs = (name: string, at: number) =>
    name.trim().startsWith("usdot_") && at !== column;
  const ours = new Set(indexesOf(head, isOurs));
  for (let row = (header ?? -1) + 1; row < rows.length; row += 1) {
    const cells = rows[row] ?? [];
    const own = () => cells.map((cell, at) => (ours.has(at) ? "" : cell));
    yield [row, ours.size > 0 ? own() : cells];
  }
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

/**
 * Rows that are not about a carrier: blank ones, and comments without a number.
 * Below a header, `#A12,#N/A` is the row of a load.
 */
function isAside(cells: Cells, { column, header }: Layout): boolean {
  if (isBlank(cells)) return true;
  if (!isComment(cells)) return false;
  const hasNumber = cells.length > 1 && /\d/.test(cells[column] ?? "");
  const isRow = header !== undefined && cells.filter(isFilled).length > 1;
  return !hasNumber && !isRow;
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

/**
 * A label of counting words beside nothing but numbers. In `Carriers,ACME INC,9000001`
 * and `Active carriers,9000001` it is the type of a carrier.
 */
function isTotal(
  cells: Cells,
  { column }: Layout,
  above: readonly Input[],
): boolean {
  const [label = "", ...others] = cells.filter(isFilled);
  if (!totalLabel.test(label) || others.some(isName)) return false;
  const figures = `${label} ${cells[column] ?? ""}`.match(/\d[\d,]*/g) ?? [];
  return figures.every((figure) => {
    const digits = figure.replaceAll(",", "");
    // USDOT numbers in use have more.
    if (digits.length < 5) return true;
    return [above.length, sumOf(above)].includes(Number(digits));
  });
}

/** Words that are neither an error, a formula nor a label of a total. */
function isName(cell: string): boolean {
  return (
    /^(?!\s*(?:=|#?n\/a\b)).*\p{L}/isu.test(cell) &&
    !sheetError.test(cell) &&
    !totalLabel.test(cell)
  );
}

function sumOf(inputs: readonly Input[]): number {
  return numbersIn(inputs).reduce((sum, number) => sum + Number(number), 0);
}

/**
 * FMCSA's pages print OOS under the number of a carrier that is out of service:
 * in its cell, in another, or in a row of its own.
 */
function isMark(text: string): boolean {
  return /^\W*(?:O\.?O\.?S|out.of.service)\W*$/i.test(text);
}

/**
 * Whether a text has cells behind its last column: one of them was cut up, and
 * moved a number that is not in the first. A row that is taken for the header
 * by a place may be a title.
 */
function isRagged(
  cells: Cells,
  { delimiter, header, head, column }: Layout,
  { column: wanted }: ReadOptions,
): boolean {
  return (
    delimiter !== "" &&
    header !== undefined &&
    column > 0 &&
    cells.slice(head.length).some(isFilled) &&
    (!isPlace(wanted) || headerMeaning(head[column]) === "number")
  );
}

/** What a row says of its carrier, and the text that says it. */
function numberIn(
  cells: Cells,
  table: Layout,
  options: ReadOptions,
): { text: string; parsed: ParsedDotNumber } {
  const { column, delimiter, docket } = table;
  const { [column]: cell = "", [column + 1]: next = "" } = cells;
  const filled = cells.filter(isFilled);
  const refused = (invalid: string) => {
    return { text: filled.join(", "), parsed: { invalid } };
  };
  if (docket !== undefined)
    return refused(
      `is below the header ${quoteInput(docket)}, of docket numbers, which are not USDOT numbers`,
    );
  if (!isFilled(cell))
    return refused(
      `has no USDOT number in column ${columnName(table, column)}`,
    );
  const [label = ""] = filled;
  // Excel's subtotals are called `IA Count`.
  const isLabel = totalLabel.test(label) || /\bcount\W*$/i.test(label);
  const isCount = /^\D*\d{0,4}\D*$/.test(cell);
  const isSum = /total|sum|average/i.test(label) && !filled.some(isName);
  if (isLabel && (isCount || isSum))
    return refused("may be a total, not a carrier");
  // 2,233,855 without quotes is not USDOT 2: numbers of three digits are not in use.
  const isCutUp =
    delimiter === "," &&
    /^\s*\d{1,3}$/.test(cell) &&
    /^\d{3}(?![-.\s]?\d)/.test(next);
  if (!isCutUp && isRagged(cells, table, options))
    return refused(
      "has more cells than the header: put quotes around a name that has a comma in it",
    );
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
  let claims: Claims | undefined;
  for (const [field, column] of columns) {
    const text = cells[column]?.trim();
    if (!text || sheetError.test(text)) continue;
    claims ??= {};
    claims[field] = text;
  }
  return claims;
}
