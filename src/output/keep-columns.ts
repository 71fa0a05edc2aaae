/** `--keep-columns`: every row of the user's own table in its order, with its own cells, then ours. */
import { type DotNumber, quoteInput } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import type { Input } from "../list/input.ts";
import type { List, ListTable } from "../list/list.ts";
import { type Cell, cellText } from "../list/workbook.ts";
import { plainText } from "../text/json.ts";
import { collected, csvLine, csvText, type Format } from "./format.ts";

type Values = readonly unknown[];

/** Ours, beside the user's. */
export interface Added<Item> {
  /** Without the prefix that tells them from the user's. */
  header: readonly string[];
  numberOf(item: Item): DotNumber;
  rows(item: Item): readonly Values[];
  /** What stands beside a row of which there is no item: its text is invalid, or nothing was asked. */
  without(invalid?: string): Values;
}

/** A list with columns of its own. */
export type OwnRows = Pick<List, "source" | "inputs"> & { table: ListTable };

const prefix = "usdot_";

/** As a workbook, whose cells keep their values and types, or as CSV as the user wrote it. Refuses columns that are there already. */
export function keepColumns<Item>(
  own: OwnRows,
  added: Added<Item>,
  format: string,
): Format<Item> {
  const { table, inputs } = own;
  const header = added.header.map((name) => prefix + name);
  refuseTaken(own, added.header);
  const byRow = new Map(inputs.map((input) => [input.row, input]));
  const keep = (item: Item) =>
    [added.numberOf(item), merged(added.rows(item))] as const;
  return collected(keep, (kept) => {
    const byNumber = new Map(kept);
    const ours = (input: Input) => {
      if ("invalid" in input)
        return added.without(`${quoteInput(input.text)} ${input.invalid}`);
      return byNumber.get(input.dotNumber) ?? added.without();
    };
    const rows = joined(table, header, (at) => {
      const input = byRow.get(at);
      return input && ours(input);
    });
    return format === "xlsx" ? workbookOf(table, rows) : csvOf(table, rows);
  });
}

/** Checks that columns can be added, before anything is sent. */
export function refuseTaken(
  { table: { rows, firstRow }, source }: OwnRows,
  header: readonly string[],
): void {
  const names = (rows[firstRow - 1] ?? []).map((cell) => cellText(cell).trim());
  const taken = names.find((name) =>
    header.some((own) => prefix + own === name.toLowerCase()),
  );
  if (taken === undefined) return;
  throw new UsageError(`${source} already has the column ${taken}`, {
    hint: "rename or remove it",
  });
}

/** Several rows of a carrier, one for each policy, share their cells. */
function merged([first = [], ...others]: readonly Values[]): Values {
  return first.map((value, at) => {
    const all = [value, ...others.map((row) => row[at])];
    if (all.every((each) => each === value)) return value;
    return all.map((each) => plainText(each ?? "")).join("; ");
  });
}

interface Joined {
  own: readonly Cell[];
  ours: Values;
}

/** The user's cells, padded where ours follow. A table without a header gets one. */
function joined(
  { rows, firstRow, column }: ListTable,
  header: Values,
  oursAt: (row: number) => Values | undefined,
): Joined[] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 1);
  const all: Joined[] = [];
  if (firstRow === 0) {
    const invented = (at: number) =>
      at === column ? "dot_number" : `column_${at + 1}`;
    const own = Array.from({ length: width }, (_, at) => invented(at));
    all.push({ own, ours: header });
  }
  for (const [at, row] of rows.entries()) {
    const ours = at === firstRow - 1 ? header : oursAt(at);
    // Titles and comments have none.
    const padding = Array<Cell>(ours ? width - row.length : 0).fill(null);
    all.push({ own: [...row, ...padding], ours: ours ?? [] });
  }
  return all;
}

/** UTF-8, with the delimiter of the file, and a byte order mark unless the file was plain UTF-8. */
function csvOf({ hasBom, delimiter }: ListTable, rows: Joined[]): string {
  const lines = rows.map(({ own, ours }) =>
    csvLine([...own.map(cellText), ...ours.map(csvText)], delimiter),
  );
  return (hasBom ? "\ufeff" : "") + lines.join("");
}

async function workbookOf({ sheet, firstRow }: ListTable, rows: Joined[]) {
  const { cellOf, writeWorkbook } = await import("./workbook.ts");
  return writeWorkbook({
    name: sheet ?? "carriers",
    rows: rows.map(({ own, ours }) => [...own, ...ours.map(cellOf)]),
    header: Math.max(firstRow - 1, 0),
  });
}
