/** A block for each carrier: who it is first, then what is known, in parts. */
import type { Finding } from "../../lookup/outcome.ts";
import { visible } from "../../text/safe-text.ts";
import { displayWidth, wrap } from "../../text/width.ts";
import type { Tone } from "../cells.ts";
import { oneLine } from "../column-widths.ts";
import type { Format, FormatOptions } from "../format.ts";
import { blocks } from "../framed-table.ts";
import { type Paint, palette } from "../palette.ts";
import { cellOf, type RowsOf, rowsFor, rowsWithin } from "../record-rows.ts";
import { isFinding } from "../result-json.ts";
import { measuring } from "../text-width.ts";
import { plainText, type Row, valueAt } from "../value.ts";
import { type Column, columnsOf } from "../views.ts";
import { grid } from "../wrapped-table.ts";

/** What all cards of an output have in common. */
interface Deck {
  options: FormatOptions;
  paint: Paint;
  title: readonly Column[];
  columns: readonly Column[];
  rowsOf: RowsOf;
}

/** Cards of a list are parted by an empty line. */
export const cards: Format = measuring((sink, options) => {
  const deck = deckOf(options);
  let first = true;
  return {
    write(outcomes) {
      let text = "";
      for (const outcome of outcomes) {
        if (!isFinding(outcome)) continue;
        text += (first ? "" : "\n") + card(outcome, deck);
        first = false;
      }
      return text === "" ? undefined : sink.write(text);
    },
    end: () => undefined,
  };
});

/** With `--fields`, there is no title: what was asked for, and nothing else. */
function deckOf(options: FormatOptions): Deck {
  const { view, fields } = options;
  const all = columnsOf(view, "table", fields);
  const columns = fields ? all : all.filter(({ path }) => !view.title.includes(path));
  const title = fields ? [] : view.title.flatMap((path) => all.filter((column) => column.path === path));
  return { options, paint: palette(options.color), title, columns, rowsOf: rowsFor(view, columns, options.now) };
}

function card(finding: Finding<unknown>, { options, paint, title, columns, rowsOf }: Deck): string {
  const { width, view } = options;
  if (finding.kind !== "answered") {
    const why = finding.kind === "not-found" ? "not found" : `no answer: ${visible(finding.error.message)}`;
    return hanging(`USDOT ${finding.dotNumber}: ${why}`, "bad", paint, width);
  }
  const rows = rowsOf(finding);
  const [row] = rows as [Row];
  const head = titleOf(row, title, paint, width);
  const list = rowsWithin(view, columns);
  if (list === undefined) return head + blocks([row], columns, paint, width);
  if (row.element === undefined) return head + withoutRows(row, list, paint);
  return head + (grid(rows, columns, paint, width) ?? blocks(rows, columns, paint, width));
}

/** The name, and below it the status and the numbers, each with its label: no name can pass for a status. */
function titleOf(row: Row, [name, ...facts]: readonly Column[], paint: Paint, width: number | undefined): string {
  if (name === undefined) return "";
  const head = hanging(oneLine(cellOf(row, name)), "strong", paint, width);
  const shown = facts.map((fact) => {
    const { text, tone } = cellOf(row, fact);
    return { text: `${fact.label} ${text}`, tone };
  });
  const line = shown.map(({ text }) => text).join(" · ");
  if (width === undefined || displayWidth(line) <= width) {
    return `${head}${shown.map(({ text, tone }) => paint(text, tone)).join(" · ")}
`;
  }
  return head + shown.map(({ text, tone }) => hanging(text, tone, paint, width)).join("");
}

/** Text in lines that fit, each but the first set in: what begins at the margin is ours. */
function hanging(text: string, tone: Tone | undefined, paint: Paint, width: number | undefined): string {
  const lines = width === undefined ? [text] : wrap(text, Math.max(20, width - 2));
  return `${lines.map((line) => paint(line, tone)).join("\n  ")}\n`;
}

/** A list that is empty says so; one that did not come, or is no list, is not called empty. */
function withoutRows(row: Row, { path, none }: { path: string; none: string }, paint: Paint): string {
  if (Array.isArray(valueAt(row, path))) return `${paint(none, "bad")}\n`;
  const came = plainText(row, path);
  return `${path} ${paint(came === undefined ? "not stated" : visible(came), "careful")}\n`;
}
