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
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => displayWidth(row[index] ?? ""))),
  );
  const indent = widths
    .slice(0, -1)
    .reduce((sum, each) => sum + each + cellGap.length, 0);
  const lineOf = (row: readonly string[]) => {
    const before = row.slice(0, -1).map((cell, index) => {
      const padding = (widths[index] ?? 0) - displayWidth(cell);
      return cell + " ".repeat(padding) + cellGap;
    });
    const room = Math.max(narrowest, width - indent);
    const last = wrap(row.at(-1) ?? "", room, 0, false);
    return `${before.join("")}${last.join(`\n${" ".repeat(indent)}`)}`;
  };
  return rows.map((row) => `${lineOf(row).trimEnd()}\n`).join("");
}
