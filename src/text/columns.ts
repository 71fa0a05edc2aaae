/** Texts in columns. */
import { displayWidth, wrap } from "./width.ts";

const cellGap = "  ";
const narrowest = 20;

/**
 * Rows in columns. Where `width` is known, the last cell of each is folded at
 * words; a word that is longer stays as it is.
 */
export function inColumns(
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): string {
  const count = rows[0]?.length ?? 0;
  const widths = Array.from({ length: count - 1 }, (_, at) =>
    Math.max(...rows.map((row) => displayWidth(row[at] ?? ""))),
  );
  const indent = widths.reduce((sum, each) => sum + each + cellGap.length, 0);
  const room = Math.max(narrowest, width - indent);
  const lineOf = (row: readonly string[]) => {
    const before = widths.map((each, at) => {
      const cell = row[at] ?? "";
      return cell + " ".repeat(each - displayWidth(cell)) + cellGap;
    });
    const last = wrap(row[count - 1] ?? "", { width: room, hard: false });
    return before.join("") + last.join(`\n${" ".repeat(indent)}`);
  };
  return rows.map((row) => `${lineOf(row).trimEnd()}\n`).join("");
}
