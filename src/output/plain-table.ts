/** Tables of our own words, for commands other than lookups. */
import { foldedLine } from "./folded-line.ts";
import { drawingFor } from "./palette.ts";
import { tableOf } from "./table.ts";

/**
 * Rows under headers, or without them. A row that has no room is its cells below each other.
 * @param width columns of the terminal; undefined where nothing needs to fit
 */
export function plainTable(
  rows: readonly (readonly string[])[],
  width: number | undefined,
  headers?: readonly string[],
): string {
  const drawing = drawingFor({ color: false, width });
  const cells = rows.map((row) => row.map((text) => ({ text })));
  const columns = headers?.map((header) => ({ header })) ?? rows[0]?.map(() => ({})) ?? [];
  const table = tableOf(cells, columns, drawing);
  const below = () => cells.flat().map((cell) => foldedLine("", cell, 0, drawing));
  return table ?? below().join("");
}
