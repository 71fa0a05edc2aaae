/** One card per carrier: who it is, then what is known, section by section. */
import { isResult, type Result } from "../../lookup/outcome.ts";
import { visible } from "../../text/safe-text.ts";
import { displayWidth, wrap } from "../../text/width.ts";
import type { Tone } from "../cells.ts";
import { oneLine } from "../column-widths.ts";
import type { Format, FormatOptions } from "../format.ts";
import { type FramedSection, framedTable } from "../framed-table.ts";
import { type Paint, palette } from "../palette.ts";
import { cellOf, elementRows, recordRow } from "../record-rows.ts";
import { loadingWidths } from "../text-width.ts";
import { plainText, type RecordRow, valueAt } from "../value.ts";
import { type Column, columnsOf, type RowList, type Section, sectionsOf } from "../views.ts";
import { wrappedTable } from "../wrapped-table.ts";

/** What all cards of a run share. */
interface Deck {
  options: FormatOptions;
  paint: Paint;
  title: readonly Column[];
  sections: readonly Section[];
}

/** The most list elements in one frame: its layout takes quadratic time. */
const mostInFrame = 50;

/** Cards of a list are separated by an empty line. */
export const cards: Format = loadingWidths((sink, options) => {
  const deck = deckOf(options);
  let first = true;
  return {
    write(outcomes) {
      let text = "";
      for (const outcome of outcomes) {
        if (!isResult(outcome)) continue;
        text += (first ? "" : "\n") + card(outcome, deck);
        first = false;
      }
      return text === "" ? undefined : sink.write(text);
    },
    end: () => undefined,
  };
});

/** With `--fields` there is no title, only what was asked for. */
function deckOf(options: FormatOptions): Deck {
  const { view, fields } = options;
  const title = fields ? [] : columnsOf(view, "table", view.title);
  return { options, paint: palette(options.color), title, sections: sectionsOf(view, fields) };
}

function card(result: Result, { options, paint, title, sections }: Deck): string {
  const { width, now } = options;
  if (result.kind === "not-found" || result.kind === "unanswered") {
    const why = result.kind === "not-found" ? "not found" : `no answer: ${visible(result.error.message)}`;
    return hanging(`USDOT ${result.dotNumber}: ${why}`, "bad", paint, width);
  }
  const row = recordRow(result.answer, now);
  let text = titleOf(row, title, paint, width);
  let framed: FramedSection[] = [];
  for (const section of sections) {
    if (section.rows === undefined) {
      framed.push({ section, row });
    } else {
      text += framed.length > 0 ? framedTable(framed, paint, width) : "";
      framed = [];
      text += listOf(row, section, section.rows, paint, width);
    }
  }
  return text + (framed.length > 0 ? framedTable(framed, paint, width) : "");
}

/** A list within the record: a table if it fits, otherwise frames with one element below another. */
function listOf(row: RecordRow, section: Section, list: RowList, paint: Paint, width: number | undefined): string {
  const rows = elementRows(row, list.path);
  if (rows.length === 0) return withoutElements(row, list, paint);
  const table = wrappedTable(rows, section.columns, paint, width);
  if (table !== undefined) return table;
  const numbered = rows.map((element, index) => ({
    section,
    row: element,
    ...(rows.length > 1 && { number: ` ${index + 1}` }),
  }));
  let text = "";
  for (let from = 0; from < numbered.length; from += mostInFrame) {
    text += framedTable(numbered.slice(from, from + mostInFrame), paint, width);
  }
  return text;
}

/** The name, and below it the status and the numbers, each with a label so that no name can pass for a status. */
function titleOf(row: RecordRow, [name, ...facts]: readonly Column[], paint: Paint, width: number | undefined): string {
  if (name === undefined) return "";
  const head = hanging(oneLine(cellOf(row, name)), "strong", paint, width);
  const labeled = facts.map((fact) => {
    const { text, tone } = cellOf(row, fact);
    return { text: `${fact.label} ${text}`, tone };
  });
  const line = labeled.map(({ text }) => text).join(" · ");
  if (width === undefined || displayWidth(line) <= width) {
    return `${head}${labeled.map(({ text, tone }) => paint(text, tone)).join(" · ")}\n`;
  }
  return head + labeled.map(({ text, tone }) => hanging(text, tone, paint, width)).join("");
}

/** Wraps text, indenting all lines but the first: only what we write starts at the margin. */
function hanging(text: string, tone: Tone | undefined, paint: Paint, width: number | undefined): string {
  const lines = width === undefined ? [text] : wrap(text, Math.max(20, width - 2));
  return `${lines.map((line) => paint(line, tone)).join("\n  ")}\n`;
}

/** Says that a list is empty; one that is missing or isn't a list is not called empty. */
function withoutElements(row: RecordRow, { path, none }: RowList, paint: Paint): string {
  if (Array.isArray(valueAt(row, path))) return `${paint(none, "bad")}\n`;
  const value = plainText(row, path);
  return `${path} ${paint(value === undefined ? "not stated" : visible(value), "careful")}\n`;
}
