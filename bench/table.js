/** Tables as Markdown, so that they can go into the README as they are printed. */

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function tableText(head, rows) {
  const widths = head.map((label, index) => Math.max(label.length, 3, ...rows.map((cells) => cells[index].length)));
  const line = (cells) => `| ${cells.map((cell, index) => cell.padEnd(widths[index])).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** `1,234,567`. */
export function count(value) {
  return Math.round(value).toLocaleString("en-US");
}

/** A time as people read it: `43 ms`, `1.24 s`. */
export function time(seconds) {
  return seconds < 1 ? `${(seconds * 1e3).toFixed(seconds < 0.1 ? 1 : 0)} ms` : `${seconds.toFixed(2)} s`;
}

/** `43 ms (41 ms .. 52 ms)`, whatever `text` makes of a value. */
export function withSpread({ median, min, max }, text) {
  return `${text(median)} (${text(min)} .. ${text(max)})`;
}

export function megabytes(value) {
  return Number.isNaN(value) ? "not known here" : `${value.toFixed(1)} MB`;
}

/**
 * An aim beside its result.
 *
 * @param {{ name: string, aim?: number, least?: boolean, value: number, text?: (value: number) => string, detail: string }} row
 * least: whether the aim is the least that will do, and not the most
 */
export function aimRow({ name, aim, least = false, value, text = ratio, detail }) {
  if (Number.isNaN(value)) return [name, aim === undefined ? "" : text(aim), "not known here", "", detail];
  if (aim === undefined) return [name, "", text(value), "", detail];
  const met = least ? value >= aim : value <= aim;
  return [name, `${least ? ">=" : "<="} ${text(aim)}`, text(value), met ? "yes" : "NO", detail];
}

/** The head above such rows. */
export const aimHead = ["what", "aim", "result", "met", "medians (min .. max)"];

export function ratio(value) {
  return value.toFixed(2);
}
