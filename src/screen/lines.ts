/** Lines of a screen that fold at the width of the terminal: nothing is cut. */
import { visible } from "../text/safe-text.ts";
import { displayWidth, wrap } from "../text/width.ts";
import {
  type Cell,
  docket,
  name,
  notStated,
  oneLine,
  type RecordRow,
} from "./cells.ts";
import type { Drawing, Look } from "./look.ts";

/** A column that is narrower cannot be read. */
const leastWidth = 25;

/** A text behind its label, which is safe and painted. Its further lines stand below its first, or near the margin where that has no room. */
export function labeled(
  label: string,
  cell: Cell,
  indent: number,
  { paint, width }: Drawing,
  hanging = 0,
): string {
  const margin = width - indent < leastWidth ? 4 : indent + hanging;
  const start = label.padEnd(indent + label.length - displayWidth(label));
  const [first = "", ...rest] = wrap(
    visible(oneLine(cell)),
    Math.max(2, width - margin),
    indent - margin,
  );
  const lines = [
    start + paint(first, cell.tone),
    ...rest.map((line) => " ".repeat(margin) + paint(line, cell.tone)),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** A text whose further lines are indented: only what we write starts at the margin. */
export function hanging(cell: Cell, drawing: Drawing): string {
  return labeled("", cell, 0, drawing, 2);
}

/** `THUNDER GOOSE EXPRESS LLC     USDOT 9000010 · MC 9100010`, or one below the other, with a verdict before the name. */
export function titleLine(
  dotNumber: string,
  row: RecordRow,
  drawing: Drawing,
  heading?: Cell,
): string {
  const { paint, width } = drawing;
  const [called, mc] = [name(row, "legal_name"), docket(row, "mc_number")];
  const left: Cell = {
    text: called === notStated ? "(no name)" : oneLine(called),
    tone: "bold",
  };
  const right = visible(
    `USDOT ${dotNumber}${mc === notStated ? "" : ` · ${mc.text}`}`,
  );
  const start =
    heading === undefined ? "" : `${paint(heading.text, heading.tone)}  `;
  const used =
    displayWidth(start) +
    displayWidth(visible(left.text)) +
    displayWidth(right);
  const title = labeled(start, left, displayWidth(start), drawing, 2);
  if (used + 2 > width) return title + hanging({ text: right }, drawing);
  return `${title.trimEnd()}${" ".repeat(Math.max(2, Math.min(77, width) - used))}${right}\n`;
}

export function sideBySide(cells: readonly Cell[], drawing: Drawing): string {
  const line = cells
    .map((cell) => drawing.paint(visible(oneLine(cell)), cell.tone))
    .join(" · ");
  if (displayWidth(line) <= drawing.width) return `${line}\n`;
  return cells.map((cell) => hanging(cell, drawing)).join("");
}

/** A remark of ours on a screen; empty without a text. */
export function remark(text: string, drawing: Drawing): string {
  return text === "" ? "" : hanging({ text, tone: "dim" }, drawing);
}

export const sampleText = "sample data: the carriers are invented";

/** Marks invented data; empty for any other. */
export function sampleNote(
  { sample }: Pick<Look, "sample">,
  drawing: Drawing,
): string {
  return remark(sample ? sampleText : "", drawing);
}

/** Names what a person does not see: absence must not look like good news. Empty if that is nothing. */
export function noRoomFor(names: readonly string[], drawing: Drawing): string {
  return remark(
    names.length === 0 ? "" : `no room for: ${[...new Set(names)].join(", ")}`,
    drawing,
  );
}
