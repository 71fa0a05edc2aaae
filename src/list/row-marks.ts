/** The marks in a row of a list: `DNU` in a cell, OOS below a number. */
import { refuse } from "../errors.ts";
import { beginsWithMark, mark } from "../out-of-service-mark.ts";
import { excerpt } from "../text/safe-text.ts";
import { type Cells, isAlone } from "./cells.ts";
import { columnName } from "./columns.ts";
import type { Place } from "./input.ts";
import { nameOfOurs, type Table } from "./table.ts";

/** FMCSA's mark, which stands below the number that it is about. */
export const isMarkAlone = (cells: Cells, column: number) =>
  /^\s*oos\s*$/i.test(cells[column] ?? "") && isAlone(cells);

/** `DO NOT USE` above rows: nobody can tell which they are. */
export const marksNobody =
  "marks no carrier; put it on each row that it is about";

/** The mark beside a number: a cell that is one, or `OOS: Y` with its header. */
export function markBeside(cells: Cells, table: Table): string | undefined {
  const { column, markTests } = table;
  const marked = cells.find((cell, at) => at !== column && mark.test(cell));
  if (marked !== undefined) return excerpt(marked);
  const at = cells.findIndex((cell, each) => markTests[each]?.(cell));
  if (at < 0) return undefined;
  return `${columnName(table, at)}: ${excerpt(cells[at] ?? "")}`;
}

/**
 * A mark that somebody typed into a column of ours: in the verdict, or at the
 * start of the notes or reasons, where usdot writes none (`unlikeMark`).
 */
export function typedMark(cells: Cells, table: Table): string | undefined {
  const { ourColumns } = table;
  if (ourColumns.length === 0) return undefined;
  const textBelow = (name: string) => {
    const at = ourColumns.find((each) => nameOfOurs(table, each) === name);
    return cells[at ?? -1] ?? "";
  };
  const verdict = textBelow("verdict");
  const typed = mark.test(verdict)
    ? verdict
    : [textBelow("notes"), textBelow("reasons")].find(beginsWithMark);
  return typed && excerpt(typed);
}

export function refuseReplacingMark(
  typed: string,
  { source, line }: Place,
): never {
  refuse(
    `${source}:${line}: the mark ${typed} would be replaced`,
    "move it to a column of your own",
  );
}
