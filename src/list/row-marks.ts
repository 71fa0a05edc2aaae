/** The marks in a row of a list: `DNU` in a cell, OOS below a number. */
import { refuse } from "../errors.ts";
import { beginsWithMark, mark } from "../out-of-service-mark.ts";
import { excerpt } from "../text/safe-text.ts";
import { type Cells, isAlone } from "./cells.ts";
import { columnName } from "./columns.ts";
import type { Place } from "./input.ts";
import { nameOfOurs, type Table, verdictWords } from "./table.ts";

/** FMCSA's mark, which stands below the number that it is about. */
export const isMarkAlone = (cells: Cells, column: number) =>
  /^\s*oos\s*$/i.test(cells[column] ?? "") && isAlone(cells);

/** `DO NOT USE` above rows: nobody can tell which they are. */
export const marksNobody =
  "marks no carrier; put it on each row that it is about";

/** What marks a number beside it: a cell, or `OOS: Y` with its header. */
export function marksBeside(cells: Cells, table: Table): string[] {
  const { column, markTests } = table;
  return cells.flatMap((cell, at) => {
    if (at !== column && mark.test(cell)) return wholeCell(cell);
    if (!markTests[at]?.(cell)) return [];
    return `${columnName(table, at)}: ${wholeCell(cell)}`;
  });
}

/** Not cut: a waiver that saw a note must not cover what is added to it. */
const wholeCell = (cell: string) => cell.trim().replace(/\s+/g, " ");

/** Our columns in which usdot begins no cell with a mark (`unlikeMark`). */
const columnsWithoutMarks = ["notes", "reasons", "warnings", "waived", "as_of"];

/**
 * What somebody typed over a cell of ours: any words over the verdict, or a mark
 * at the start of a cell where usdot writes none. It counts as a mark.
 */
export function typedOver(cells: Cells, table: Table): string | undefined {
  const { ourColumns } = table;
  if (ourColumns.length === 0) return undefined;
  const textBelow = (name: string) => {
    const at = ourColumns.find((each) => nameOfOurs(table, each) === name);
    return cells[at ?? -1] ?? "";
  };
  const verdict = textBelow("verdict").trim();
  const typed =
    verdict === "" || verdictWords.includes(verdict.toLowerCase())
      ? columnsWithoutMarks.map(textBelow).find(beginsWithMark)
      : verdict;
  return typed && wholeCell(typed);
}

export function refuseReplacing(typed: string, { source, line }: Place): never {
  refuse(
    `${source}:${line}: ${excerpt(typed)} was typed into a column of ours, and would be replaced`,
    "move it to a column of your own",
  );
}
