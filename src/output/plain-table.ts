/** Tables of our own words, for commands other than lookups. */
import { visible } from "../text/safe-text.ts";
import type { Cell } from "./cells.ts";
import { folded } from "./labeled-lines.ts";
import type { Paint } from "./palette.ts";
import { tableOf } from "./table.ts";

const plain: Paint = (text) => text;

/**
 * Rows under headers, or without them. A row that has no room is its cells below each other.
 *
 * @param width columns of the terminal; undefined where nothing needs to fit
 */
export function plainTable(
  rows: readonly (readonly string[])[],
  width: number | undefined,
  headers: readonly string[] | undefined,
): string {
  const cells = rows.map((row) => row.map((text): Cell => ({ text: visible(text) })));
  const columns = (headers ?? rows[0] ?? []).map((header) => ({ header }));
  const table = tableOf(cells, columns, { paint: plain, width, headless: headers === undefined });
  return (
    table ??
    cells
      .flatMap((row) => folded(row, width, plain))
      .map((line) => `${line}\n`)
      .join("")
  );
}

/** The rules of `vet`, a paragraph each, and what every rule takes. */
export function ruleCatalog(
  entries: readonly { name: string; summary: string; lines: readonly (readonly string[])[] }[],
  common: readonly (readonly string[])[],
  width: number | undefined,
): string {
  const indented = (text: string, columns: number) => text.replace(/^(?=.)/gm, " ".repeat(columns));
  const below = (text: string, columns: number) =>
    indented(`${folded([{ text }], width && width - columns, plain).join("\n")}\n`, columns);
  const rows = (lines: readonly (readonly string[])[], columns: number) =>
    indented(plainTable(lines, width && width - columns, undefined), columns);
  const paragraphs = entries.map(({ name, summary, lines }) => `${name}\n${below(summary, 2)}${rows(lines, 4)}`);
  return [...paragraphs, `Every rule also takes\n${rows(common, 2)}`].join("\n");
}
