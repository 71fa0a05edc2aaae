/** The rules of `vet` as text, a paragraph each, and what every rule takes. */
import { catalogEntries, commonLines } from "../vet/catalog.ts";
import { plainTable } from "./plain-table.ts";

/** @param width columns of the terminal; undefined where nothing needs to fit */
export function ruleCatalog(width?: number): string {
  const indented = (rows: readonly (readonly string[])[], columns: number) =>
    plainTable(rows, width && width - columns).replace(/^(?=.)/gm, " ".repeat(columns));
  const paragraphs = catalogEntries().map(
    ({ name, summary, lines }) => `${name}\n${indented([[summary]], 2)}${indented(lines, 4)}`,
  );
  return [...paragraphs, `Every rule also takes\n${indented(commonLines, 2)}`].join("\n");
}
