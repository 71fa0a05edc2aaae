/** Rows in columns, laid out by cli-table3: without borders, with a rule under the headers. */
import Table from "cli-table3";
import utils from "cli-table3/src/utils.js";
import { displayWidth } from "../text/width.ts";
import { gap } from "./column-widths.ts";

export interface GridColumn {
  width: number;
  align?: "right" | undefined;
}

// Cells come folded to their widths, so that it only has to pad them, by our measure instead of its old one. Looking whether to cut them
// would take time quadratic in the length of wide text.
Object.assign(utils, {
  truncate: (text: string) => text,
  strlen: () => 0,
  pad(text: string, width: number, _: string, align: string) {
    const spaces = " ".repeat(Math.max(0, width - displayWidth(text)));
    return align === "right" ? spaces + text : text + spaces;
  },
});

/** Rows laid out at once: cli-table3 takes time quadratic in their number. */
const rowsAtOnce = 32;

const chars = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "─",
  "mid-mid": "─".repeat(gap.length),
  right: "",
  "right-mid": "",
  middle: gap,
};

/**
 * The lines of a table, each ending in a line feed.
 *
 * @param rows the cells' text: safe, folded to the widths with line feeds, and painted
 * @param head the headers, if there is to be a rule under them
 */
export function grid(
  rows: readonly (readonly string[])[],
  columns: readonly GridColumn[],
  head?: readonly string[],
): string {
  let text = "";
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const isHeaded = at === 0 && head !== undefined;
    const table = new Table({
      chars,
      head: isHeaded ? [...head] : [],
      colWidths: columns.map(({ width }) => width),
      colAligns: columns.map(({ align }) => align ?? "left"),
      style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
    });
    table.push(...rows.slice(at, at + rowsAtOnce).map((row) => [...row]));
    text += `${table.toString()}\n`;
  }
  return text.replace(/ +$/gm, "");
}
