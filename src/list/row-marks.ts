/** The marks in a row of a list: `DNU` in a cell, OOS below a number. */
import { refuse } from "../errors.ts";
import { mark } from "../out-of-service-mark.ts";
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

export const beginsWithMark = (text: string): boolean =>
  text.search(mark) === 0;

/** The mark beside a number: a cell that is one, or `OOS: Y` with its header. */
export function markBeside(cells: Cells, table: Table): string | undefined {
  const { column, markTests } = table;
  const marked = cells.find((cell, at) => at !== column && mark.test(cell));
  if (marked !== undefined) return excerpt(marked);
  const at = cells.findIndex((cell, at) => markTests[at]?.(cell));
  if (at < 0) return undefined;
  return `${columnName(table, at)}: ${excerpt(cells[at] ?? "")}`;
}

/** Of our reasons, those of fields may begin like a mark: `oos is "Y"`. */
const reasonOfField =
  /^(?:out of service|\S+)(?: is (?:["\d]|true|false|an? )| not sent(?:;|$)|.*: (?:too long|not text|an element|it has))/i;

/**
 * A mark that somebody typed into a column of ours: in the verdict, or at the start
 * of the notes or reasons, where usdot writes none.
 */
export function typedMark(cells: Cells, table: Table): string | undefined {
  const { ourColumns } = table;
  if (ourColumns.length === 0) return undefined;
  const textBelow = (name: string) => {
    const at = ourColumns.find((each) => nameOfOurs(table, each) === name);
    return (cells[at ?? -1] ?? "").replace(/^\W+/, "");
  };
  const verdict = textBelow("verdict");
  const typed = mark.test(verdict)
    ? verdict
    : [textBelow("notes"), textBelow("reasons")].find(
        (text) => beginsWithMark(text) && !reasonOfField.test(text),
      );
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
