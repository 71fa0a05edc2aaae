/** What usdot itself wrote into a list: some of its columns, or all of it. */
import { refuse } from "../errors.ts";
import { beginsWithMark } from "../out-of-service-mark.ts";
import { excerpt } from "../text/safe-text.ts";
import type { Cells } from "./cells.ts";
import {
  type ClaimField,
  ourPrefix,
  type Place,
  type ReadOptions,
} from "./input.ts";

export interface OurColumns {
  /** For each column that usdot wrote, its name in a report: `verdict`. */
  ourNames: readonly (string | undefined)[];
  /** Whether usdot wrote the whole list. */
  isReport: boolean;
  /** Whether `--keep-columns` replaces our columns; those of a report stay. */
  isRewritten: boolean;
}

/** Finds our columns by their names. That of the numbers is never one. */
export function ourColumnsIn(
  names: Cells,
  column: number,
  { writtenNames, keepColumns }: ReadOptions,
): OurColumns {
  const isWritten = (name: string) => writtenNames?.has(name) === true;
  // A user's list may have `legal_name`, too.
  const isReport =
    names.every(isWritten) &&
    names.some((name) => name === "as_of" || name.includes("."));
  const ourName = (name: string, at: number) => {
    if (at === column) return undefined;
    // usdot writes no mark into notes: one in those of a report is a person's.
    if (isReport) return name === "notes" ? undefined : name;
    const [before, bare = ""] = name.trim().split(ourPrefix);
    return before === "" && isWritten(bare) ? bare : undefined;
  };
  return {
    ourNames: names.map(ourName),
    isReport,
    isRewritten: keepColumns === true && !isReport,
  };
}

/** What usdot writes as a verdict. */
const verdictWords = ["pass", "fail", "review"];

/**
 * The cells of a row without those that usdot wrote, which say nothing about a
 * carrier. What is read as a claim stays, and text that was typed over a
 * verdict.
 */
export function userCells(
  cells: Cells,
  {
    ourNames,
    claimColumns,
  }: OurColumns & { claimColumns: ReadonlyMap<ClaimField, number> },
): Cells {
  // Most lists have none, and to copy each row would take time.
  if (!ourNames.some(Boolean)) return cells;
  const claimed = [...claimColumns.values()];
  const isOurs = (cell: string, at: number) =>
    ourNames[at] !== undefined &&
    !claimed.includes(at) &&
    (ourNames[at] !== "verdict" || verdictWords.includes(cell));
  return cells.map((cell, at) => (isOurs(cell, at) ? "" : cell));
}

/** Our columns in which usdot begins no cell with a mark (`unlikeMark`). */
const columnsWithoutMarks = ["notes", "reasons", "warnings", "waived", "as_of"];

/**
 * What somebody typed over a cell of ours: any words over the verdict, or a
 * mark at the start of a cell where usdot writes none. It counts as a mark.
 */
export function typedOver(
  cells: Cells,
  { ourNames }: OurColumns,
): string | undefined {
  if (!ourNames.some(Boolean)) return undefined;
  const textBelow = (name: string) => cells[ourNames.indexOf(name)] ?? "";
  const verdict = textBelow("verdict").trim();
  return verdict === "" || verdictWords.includes(verdict.toLowerCase())
    ? columnsWithoutMarks.map(textBelow).find(beginsWithMark)
    : verdict;
}

export function refuseReplacing(typed: string, { source, line }: Place): never {
  refuse(
    `${source}:${line}: ${excerpt(typed)} was typed into a column that usdot overwrites`,
    "move it to a column of your own",
  );
}
