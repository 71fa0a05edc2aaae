import { parseDotNumber } from "../dot-number.ts";
import { type Column, columnInRows, columnOf } from "./columns.ts";
import { assembleRows, chooseDelimiter, type DelimitedRow, isReadable, splitCells } from "./delimited-rows.ts";
import { type Input, invalidRow } from "./input.ts";
import type { LinePage } from "./lines.ts";

/** How many rows of a list without a header are searched for the column. */
const sampleSize = 20;

/** A list being read. */
export interface List {
  pages: AsyncGenerator<LinePage>;
  source: string;
  /** The value of `--column`. */
  wanted: string | undefined;
}

/** Reads the inputs of a delimited list; `first` is its first row, whether or not that is a header. */
export async function* readDelimited({ pages, source, wanted }: List, first: DelimitedRow): AsyncGenerator<Input[]> {
  const { delimiter, cells } = chooseDelimiter(first, wanted);
  let column = columnOf(cells, source, wanted);
  let rows: DelimitedRow[] = [];
  for await (const more of assembleRows(pages, delimiter)) {
    rows = rows.concat(more);
    if (column === undefined && rows.length < sampleSize) continue;
    column ??= columnOfSample(rows, delimiter, source);
    const header = column.headed ? first.line : undefined;
    yield rowInputs(
      rows.filter((row) => row.line !== header || !isReadable(row)),
      { delimiter, column, source },
    );
    rows = [];
  }
  column ??= columnOfSample(rows, delimiter, source);
  yield rowInputs(rows, { delimiter, column, source });
}

function columnOfSample(rows: readonly DelimitedRow[], delimiter: string, source: string): Column {
  const sample = rows.slice(0, sampleSize).filter(isReadable);
  return columnInRows(
    sample.map(({ text }) => splitCells(text, delimiter)),
    source,
  );
}

interface Layout {
  delimiter: string;
  column: Column;
  source: string;
}

function rowInputs(rows: readonly DelimitedRow[], { delimiter, column, source }: Layout): Input[] {
  const inputs: Input[] = [];
  for (const row of rows) {
    const input = isReadable(row)
      ? rowInput(row, splitCells(row.text, delimiter), column, source)
      : invalidRow(row, source);
    if (input !== undefined) inputs.push(input);
  }
  return inputs;
}

/** Undefined for a row of nothing but delimiters, which Excel writes for empty rows below a table. */
function rowInput(row: DelimitedRow, cells: readonly string[], column: Column, source: string): Input | undefined {
  const place = { source, line: row.line };
  const text = cells[column.index] ?? "";
  if (text.trim() !== "") {
    const parsed = parseDotNumber(text);
    return "dotNumber" in parsed ? { place, ...parsed } : { place, text, ...parsed };
  }
  if (cells.every((cell) => cell.trim() === "")) return undefined;
  return { invalid: `has no USDOT number in column ${column.label}`, text: row.text, place };
}
