/** Which column of a list without a header holds its numbers. */
import { parseDotNumber } from "../dot-number.ts";
import { type Cells, indexesOf } from "./cells.ts";
import { namesNumber } from "./header.ts";
import {
  headerMeaning,
  isBareNumber,
  isDataNumber,
  isHeaderWord,
  numberIn,
} from "./row-words.ts";

/** The only column that has numbers, if the first row is of a carrier. */
export function columnOfNumbers(
  firstRows: readonly Cells[],
): number | undefined {
  if (firstRows.every(({ length }) => length === 1))
    return beginsWithHeader(firstRows) ? undefined : 0;
  const [first = []] = firstRows;
  const cells = firstRows.flat();
  // Numbers of five digits or fewer alone may be zip codes or counts.
  const isLong = (cell: string) => (numberIn(cell)?.length ?? 0) > 5;
  if (!first.some(isDataNumber) || !cells.some(isLong)) return undefined;
  if (cells.some(namesNumber)) return undefined;
  const columns = firstRows.flatMap((row) => indexesOf(row, isBareNumber));
  const [column, ...others] = new Set(columns);
  return others.length === 0 ? column : undefined;
}

/**
 * Whether a list of one column begins with words above a number, or with a year
 * above anything else. The header of docket numbers is known.
 */
function beginsWithHeader([[first = ""] = [], second]: readonly Cells[]) {
  if (second === undefined || headerMeaning(first) === "docket") return false;
  if (isDataNumber(first)) return false;
  if (!second.every(isBareNumber)) return isBareNumber(first);
  const hasWords = isHeaderWord(first) || /\p{L}{3}/u.test(first);
  return hasWords && "invalid" in parseDotNumber(first);
}
