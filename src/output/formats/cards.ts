/** The card of one carrier: who it is, then what is known, section by section. */
import type { RecordAnswer } from "../../service/records.ts";
import { type Cell, docket, notStated } from "../cells.ts";
import { heading as capitalized } from "../column-widths.ts";
import { foldedLine, hanging } from "../folded-line.ts";
import { type Format, type FormatOptions, writerOf } from "../format.ts";
import { besideLabel, type FieldSection, fieldLines, inspectionTable, labeledLines } from "../labeled-lines.ts";
import { type Drawing, drawingFor } from "../palette.ts";
import { cellOf, withoutFalseGreen } from "../record-rows.ts";
import { tableOf } from "../table.ts";
import { alsoSent, sideBySide, titleLine } from "../title.ts";
import { extraFields } from "../unknown-fields.ts";
import { plainText, type RecordRow } from "../value.ts";
import { labelOf, type RowList, type Section, sectionsOf, type View } from "../view.ts";

/** A carrier without a record has no card: standard error says why. */
export const cards: Format = (sink, options) => {
  const drawing = drawingFor(options);
  return writerOf(sink, (result) => ("answer" in result ? card(result.answer, drawing, options) : ""));
};

function card(answer: RecordAnswer, drawing: Drawing, { view, fields, now }: FormatOptions): string {
  const row = { answer, now };
  const sections = sectionsOf(view, fields).map((section) => ({
    section,
    cells: section.columns.map((column) => cellOf(row, column)),
  }));
  const cells = sections.flatMap((each) => each.cells);
  const blocks = [titleOf(row, cells, drawing, view, fields !== undefined)];
  const missing: string[] = [];
  let pending: FieldSection[] = [];
  const writeFields = () => {
    const text = fieldLines(pending, drawing);
    if (text !== "") blocks.push(text);
    pending = [];
  };
  for (const { section, cells: own } of sections) {
    const text = blockOf(row, section, drawing);
    if (text === undefined) pending.push(statedIn(section, own, missing));
    else {
      writeFields();
      blocks.push(text);
    }
  }
  writeFields();
  const command = `usdot ${view.name} ${plainText(row, "dot_number") ?? ""}`;
  const end =
    (missing.length === 0 ? "" : hanging({ text: `not stated: ${missing.join(", ")}`, tone: "dim" }, drawing)) +
    (fields ? "" : alsoSent(extraFields(view, answer.record), command, drawing));
  return blocks.join("\n") + end;
}

/** Whose card it is, and on a whole card its standing: green only where nothing on the card is wrong. */
function titleOf(row: RecordRow, cells: readonly Cell[], drawing: Drawing, view: View, isPartial: boolean): string {
  const [name = "", number = "", docketPath] = view.title;
  const own = docketPath === undefined || isPartial ? notStated : docket(row, docketPath);
  const title = titleLine(plainText(row, name), plainText(row, number), own, drawing);
  const standing = view.standing?.(row) ?? [];
  if (isPartial || standing.length === 0) return title;
  const tones = withoutFalseGreen([...standing, ...cells]);
  const facts = standing.map((fact, index) => ({ ...fact, tone: tones[index]?.tone }));
  return title + sideBySide(facts, drawing);
}

/** The fields that are stated. The names of the others go to `missing`: that of the section, if it states nothing at all. */
function statedIn({ heading = "", columns }: Section, cells: readonly Cell[], missing: string[]): FieldSection {
  const isStated = (_: unknown, index: number) =>
    cells[index]?.text !== notStated.text || cells[index]?.aside !== undefined;
  const stated = columns.filter(isStated);
  const others = columns.filter((column) => !stated.includes(column)).map(labelOf);
  const isEmpty = heading !== "" && others.length > 1 && stated.length === 0;
  missing.push(...(isEmpty ? [heading.charAt(0).toLowerCase() + heading.slice(1)] : others));
  return { heading, columns: stated, cells: cells.filter(isStated) };
}

/** A section that has a layout of its own: a list within the record, and the inspections unless nothing is stated. */
function blockOf(row: RecordRow, section: Section, drawing: Drawing): string | undefined {
  if (section.rows) return listOf(row, section, section.rows, drawing);
  const table = section.isTable && inspectionTable(row, besideLabel(drawing));
  return table && labeledLines(table, drawing);
}

/** What the elements of a list add up to, and below it a table if it fits, otherwise the fields of one element below another's. */
function listOf(row: RecordRow, { heading = "", columns }: Section, list: RowList, drawing: Drawing): string {
  const head = foldedLine("", list.summary(row), 0, drawing);
  const rows = list.arranged(row).map((element) => columns.map((column) => cellOf(element, column)));
  if (rows.length === 0) return head;
  const headers = columns.map((column) => ({ ...column, header: capitalized(labelOf(column)) }));
  const elements = rows.map((cells, index) => ({
    heading: rows.length > 1 ? `${heading} ${index + 1}` : heading,
    columns,
    cells,
  }));
  return `${head}\n${tableOf(rows, headers, drawing) ?? fieldLines(elements, drawing)}`;
}
