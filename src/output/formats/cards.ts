/** The card of one carrier: who it is, then what is known, section by section. */
import { isResult } from "../../lookup/outcome.ts";
import type { RecordAnswer } from "../../service/records.ts";
import { visible } from "../../text/safe-text.ts";
import { displayWidth } from "../../text/width.ts";
import { type Cell, notStated } from "../cells.ts";
import { oneLine } from "../column-widths.ts";
import { type FieldSection, fieldLines } from "../field-lines.ts";
import { foldedLine } from "../folded-line.ts";
import type { Format, FormatOptions } from "../format.ts";
import { type Paint, palette } from "../palette.ts";
import { cellOf, recordRow, withoutFalseGreen } from "../record-rows.ts";
import { plainText, type RecordRow } from "../value.ts";
import { type Column, columnsOf, nameOf, type RowList, type Section, sectionsOf, titleOf } from "../view.ts";
import { wrappedTable } from "../wrapped-table.ts";

/** What a card is made with. */
interface Design {
  options: FormatOptions;
  paint: Paint;
  title: readonly Column[];
  sections: readonly Section[];
}

/** A carrier without a record has no card: standard error says why. */
export const cards: Format = (sink, options) => {
  const { view, fields, color } = options;
  const title = columnsOf(view, "table", titleOf(view, fields));
  const design = { options, paint: palette(color), title, sections: sectionsOf(view, fields) };
  return {
    write(outcomes) {
      const answers = outcomes.flatMap((outcome) => (isResult(outcome) && "answer" in outcome ? [outcome.answer] : []));
      return answers.length === 0 ? undefined : sink.write(answers.map((answer) => card(answer, design)).join("\n"));
    },
    end: () => undefined,
  };
};

function card(answer: RecordAnswer, { options, paint, title, sections }: Design): string {
  const { width, now } = options;
  const row = recordRow(answer, now);
  const fields = sections
    .filter(({ rows }) => rows === undefined)
    .map((section) => ({ section, cells: section.columns.map((column) => cellOf(row, column)) }));
  const blocks = [
    titleLines(row, title, fields, paint, width),
    stated(fields, paint, width),
    ...sections.flatMap((section) => (section.rows ? [listOf(row, section, section.rows, paint, width)] : [])),
  ];
  return blocks.filter((block) => block !== "").join("\n");
}

/** The fields that are stated, and in one line the names of the others. */
function stated(sections: readonly FieldSection[], paint: Paint, width: number | undefined): string {
  const shown = sections.map(({ section, cells }) => {
    const isShown = (index: number) => !isNotStated(cells[index]);
    return {
      section: { ...section, columns: section.columns.filter((_, index) => isShown(index)) },
      cells: cells.filter((_, index) => isShown(index)),
    };
  });
  const missing = sections.flatMap(({ section: { heading, columns }, cells }) => {
    const names = columns.filter((_, index) => isNotStated(cells[index])).map(nameOf);
    return heading !== undefined && names.length > 1 && names.length === columns.length
      ? [heading.charAt(0).toLowerCase() + heading.slice(1)]
      : names;
  });
  const line = `not stated: ${missing.join(", ")}`;
  return (
    fieldLines(shown, paint, width) +
    (missing.length === 0 ? "" : foldedLine("", line, 0, width, (text) => paint(text, "dim")))
  );
}

function isNotStated(cell: Cell | undefined): boolean {
  return cell === undefined || (cell.text === notStated.text && cell.aside === undefined);
}

/** What the elements of a list add up to, and below it a table if it fits, otherwise the fields of one element below another's. */
function listOf(row: RecordRow, section: Section, list: RowList, paint: Paint, width: number | undefined): string {
  const summary = list.summary(row);
  if (summary === undefined) return withoutList(row, list, paint, width);
  const head = foldedLine("", visible(oneLine(summary)), 0, width, (text) => paint(text, summary.tone));
  const rows = list.arranged(row);
  if (rows.length === 0) return head;
  const elements = rows.map((element, index) => ({
    section,
    cells: section.columns.map((column) => cellOf(element, column)),
    ...(rows.length > 1 && { number: ` ${index + 1}` }),
  }));
  return `${head}\n${wrappedTable(rows, section.columns, paint, width) ?? fieldLines(elements, paint, width)}`;
}

/** The name, and below it the status and the numbers, each with a label so that no name can pass for a status. */
function titleLines(
  row: RecordRow,
  [name, ...facts]: readonly Column[],
  fields: readonly FieldSection[],
  paint: Paint,
  width: number | undefined,
): string {
  if (name === undefined) return "";
  const head = hanging({ text: nameText(cellOf(row, name)), tone: "bold" }, paint, width);
  const own = facts.map((fact) => cellOf(row, fact));
  // The status is green only where nothing on the card is wrong.
  const tones = withoutFalseGreen([...own, ...fields.flatMap(({ cells }) => cells)]);
  const labeled = facts.map((fact, index): Cell => {
    const { text, tone } = tones[index] as Cell;
    return { text: `${fact.label} ${text}`, ...(tone && { tone }) };
  });
  if (labeled.length === 0) return head;
  const line = labeled.map(({ text }) => text).join(" · ");
  if (width === undefined || displayWidth(line) <= width) {
    return `${head}${labeled.map(({ text, tone }) => paint(text, tone)).join(" · ")}\n`;
  }
  return head + labeled.map((cell) => hanging(cell, paint, width)).join("");
}

function nameText(cell: Cell): string {
  return isNotStated(cell) ? "name not stated" : oneLine(cell);
}

/** Wraps text, indenting all lines but the first: only what we write starts at the margin. */
function hanging({ text, tone }: Cell, paint: Paint, width: number | undefined): string {
  return foldedLine("", text, 0, width, (line) => paint(line, tone), 2);
}

/** A list that is missing or isn't a list is not called empty. */
function withoutList(row: RecordRow, { path }: RowList, paint: Paint, width: number | undefined): string {
  const value = plainText(row, path);
  const text = `${path} ${value === undefined ? "not stated" : visible(value)}`;
  return foldedLine("", text, 0, width, (line) => paint(line, "warning"));
}
