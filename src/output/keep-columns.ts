/** `--keep-columns`: every row of the user's own table in its order, with its own cells, then ours. */
import { type DotNumber, quoteInput } from "../dot-number.ts";
import { InputError } from "../errors.ts";
import type { Input } from "../input/input.ts";
import type { List, ListTable } from "../input/list.ts";
import { type Cell, cellText } from "../input/workbook.ts";
import type { Result } from "../lookup/outcome.ts";
import { plainText } from "../text/json.ts";
import { collected } from "./formats/collected.ts";
import { csvLine, csvText } from "./formats/csv.ts";
import { cellOf, writeWorkbook } from "./formats/xlsx.ts";
import { type Format, type FormatOptions, valueTable } from "./view.ts";

export interface AddedColumns {
  /** Without the prefix that tells them from the user's. */
  headers: readonly string[];
  inputs: readonly Input[];
  values(input: Input): readonly unknown[];
}

const prefix = "usdot_";

/** Checks that columns can be added, before anything is sent. */
export function refuseTakenColumns(
  { rows, firstRow }: ListTable,
  source: string,
  headers: readonly string[],
): void {
  const names = (rows[firstRow - 1] ?? []).map((cell) => cellText(cell).trim());
  const taken = names.find((name) =>
    headers.some((header) => prefix + header === name.toLowerCase()),
  );
  if (taken !== undefined)
    throw new InputError(`${source} already has the column ${taken}`, {
      hint: "rename or remove it",
    });
}

/**
 * The table as a workbook, whose cells keep their values and types, or as CSV: UTF-8, with the delimiter of the file, and a byte order mark
 * unless the file was plain UTF-8.
 */
export function writeKept(
  format: string,
  table: ListTable,
  added: AddedColumns,
): string | Promise<Uint8Array> {
  const rows = joined(table, added);
  if (format === "xlsx") {
    const cells = rows.map(({ own, ours }) => [...own, ...ours.map(cellOf)]);
    return writeWorkbook({
      name: table.sheet ?? "carriers",
      rows: cells,
      header: Math.max(table.firstRow - 1, 0),
    });
  }
  const lines = rows.map(({ own, ours }) =>
    csvLine([...own.map(cellText), ...ours.map(csvText)], table.delimiter),
  );
  return (table.hasBom ? "\ufeff" : "") + lines.join("");
}

/** The user's cells, padded where ours follow, and a header in any case. Ours stand beside inputs: not beside titles or comments. */
function joined(
  { rows, firstRow, column }: ListTable,
  { headers, inputs, values }: AddedColumns,
) {
  const names = headers.map((header) => prefix + header);
  const byRow = new Map(inputs.map((input) => [input.row, input]));
  const width = rows.reduce((most, { length }) => Math.max(most, length), 1);
  const all = rows.map(
    (row, index): { own: readonly Cell[]; ours: readonly unknown[] } => {
      const input = byRow.get(index);
      if (input === undefined && index !== firstRow - 1)
        return { own: row, ours: [] };
      const own = [...row, ...Array<Cell>(width - row.length).fill(null)];
      return { own, ours: input ? values(input) : names };
    },
  );
  if (firstRow > 0) return all;
  const own = Array.from({ length: width }, (_, at) =>
    at === column ? "dot_number" : `column_${at + 1}`,
  );
  return [{ own, ours: names }, ...all];
}

/** A list with columns of its own. */
export type OwnRows = Pick<List, "source" | "inputs"> & { table: ListTable };

/** The format of a lookup that keeps them: beside each row is what its CSV would have, or why there is nothing. */
export function besideOwnRows(
  { table, source, inputs }: OwnRows,
  format: string,
  options: FormatOptions,
): Format {
  const { header, rowsOf } = valueTable(options);
  refuseTakenColumns(table, source, header);
  const onlyError = (error: string) => [
    ...header.slice(1).map(() => undefined),
    error,
  ];
  return collected((results) => {
    const byNumber = new Map<DotNumber, Result>(
      results.map((result) => [result.dotNumber, result]),
    );
    const values = (input: Input) => {
      if ("invalid" in input)
        return onlyError(`${quoteInput(input.text)} ${input.invalid}`);
      const result = byNumber.get(input.dotNumber);
      return result === undefined
        ? onlyError("not asked")
        : merged(rowsOf(result));
    };
    return writeKept(format, table, { headers: header, inputs, values });
  });
}

/** Several rows of a carrier, one for each policy, share their cells. */
function merged([
  first = [],
  ...others
]: readonly (readonly unknown[])[]): readonly unknown[] {
  return first.map((value, at) => {
    const all = [value, ...others.map((row) => row[at])];
    return all.every((each) => each === value)
      ? value
      : all.map((each) => plainText(each ?? "")).join("; ");
  });
}
