/** The card of one carrier: who it is, then what is known, section by section. */
import { isResult } from "../../lookup/outcome.ts";
import type { RecordAnswer } from "../../service/records.ts";
import { visible } from "../../text/safe-text.ts";
import { type Cell, docket, notStated, oneLine } from "../cells.ts";
import { heading as capitalized } from "../column-widths.ts";
import { type FieldSection, fieldLines } from "../field-lines.ts";
import { foldedLine } from "../folded-line.ts";
import type { Format, FormatOptions } from "../format.ts";
import { inspectionTable, labeledLines, roomBeside } from "../labeled-lines.ts";
import { type Paint, palette } from "../palette.ts";
import { cellOf, recordRow, withoutFalseGreen } from "../record-rows.ts";
import { tableOf } from "../table.ts";
import { alsoSent, hanging, sideBySide, titleLine } from "../title.ts";
import { extraFields } from "../unknown-fields.ts";
import { plainText, type RecordRow } from "../value.ts";
import { nameOf, type RowList, type Section, sectionsOf } from "../view.ts";

/** A carrier without a record has no card: standard error says why. */
export const cards: Format = (sink, options) => {
  const paint = palette(options.color);
  return {
    write(outcomes) {
      const answers = outcomes.flatMap((outcome) => (isResult(outcome) && "answer" in outcome ? [outcome.answer] : []));
      return answers.length === 0
        ? undefined
        : sink.write(answers.map((answer) => card(answer, paint, options)).join("\n"));
    },
    end: () => undefined,
  };
};

function card(answer: RecordAnswer, paint: Paint, options: FormatOptions): string {
  const { view, fields, width, now } = options;
  const row = recordRow(answer, now);
  const sections = sectionsOf(view, fields).map((section) => ({
    section,
    cells: section.columns.map((column) => cellOf(row, column)),
  }));
  const blocks: string[] = [];
  const missing: string[] = [];
  let pending: FieldSection[] = [];
  const writeFields = () => {
    const text = fieldLines(pending, paint, width);
    if (text !== "") blocks.push(text);
    pending = [];
  };
  for (const { section, cells } of sections) {
    const { rows, isTable } = section;
    const table = isTable && inspectionTable(row, roomBeside(width), paint);
    const text = rows ? listOf(row, section, rows, paint, width) : table && labeledLines(table, paint, width);
    if (!text) {
      pending.push(statedIn(section, cells, missing));
      continue;
    }
    writeFields();
    blocks.push(text);
  }
  writeFields();
  const command = `usdot ${view.name} ${plainText(row, "dot_number") ?? ""}`;
  const end =
    (missing.length === 0 ? "" : hanging(`not stated: ${missing.join(", ")}`, "dim", paint, width)) +
    (fields ? "" : alsoSent(extraFields(view, answer.record), command, { paint, width }));
  return (
    [
      titleOf(
        row,
        sections.flatMap(({ cells }) => cells),
        paint,
        options,
      ),
      ...blocks,
    ].join("\n") + end
  );
}

/** Whose card it is, and on a whole card its standing: green only where nothing on the card is wrong. */
function titleOf(row: RecordRow, cells: readonly Cell[], paint: Paint, { view, fields, width }: FormatOptions): string {
  const [name = "", number = "", docketPath] = view.title;
  const text = (path: string) => visible(plainText(row, path) ?? "not stated");
  const own = docketPath === undefined || fields ? notStated : docket(row, docketPath);
  const numbers = [`USDOT ${text(number)}`, ...(own === notStated ? [] : [visible(own.text)])];
  const standing = fields ? [] : (view.standing?.(row) ?? []);
  const tones = withoutFalseGreen([...standing, ...cells]);
  const facts = standing.map((fact, index) => ({ text: visible(oneLine(fact)), tone: tones[index]?.tone }));
  const legalName = plainText(row, name);
  return (
    titleLine(legalName === undefined ? "name not stated" : visible(legalName), numbers, paint, width) +
    (facts.length === 0 ? "" : sideBySide(facts, paint, width))
  );
}

/** The fields that are stated. The names of the others go to `missing`: that of the section, if it states nothing at all. */
function statedIn({ heading = "", columns }: Section, cells: readonly Cell[], missing: string[]): FieldSection {
  const isStated = (index: number) => cells[index]?.text !== notStated.text || cells[index]?.aside !== undefined;
  const others = columns.filter((_, index) => !isStated(index)).map(nameOf);
  const isEmpty = heading !== "" && others.length > 1 && others.length === columns.length;
  missing.push(...(isEmpty ? [heading.charAt(0).toLowerCase() + heading.slice(1)] : others));
  return {
    heading,
    columns: columns.filter((_, index) => isStated(index)),
    cells: cells.filter((_, index) => isStated(index)),
  };
}

/** What the elements of a list add up to, and below it a table if it fits, otherwise the fields of one element below another's. */
function listOf(row: RecordRow, section: Section, list: RowList, paint: Paint, width: number | undefined): string {
  const summary = list.summary(row);
  if (summary === undefined) return withoutList(row, list, paint, width);
  const head = foldedLine("", visible(oneLine(summary)), 0, width, (text) => paint(text, summary.tone));
  const { heading = "", columns } = section;
  const rows = list.arranged(row).map((element) => columns.map((column) => cellOf(element, column)));
  if (rows.length === 0) return head;
  const elements = rows.map((cells, index) => ({
    heading: rows.length > 1 ? `${heading} ${index + 1}` : heading,
    columns,
    cells,
  }));
  const headers = columns.map((column) => ({ ...column, header: capitalized(nameOf(column)) }));
  return `${head}\n${tableOf(rows, headers, { paint, width }) ?? fieldLines(elements, paint, width)}`;
}

/** A list that is missing or isn't a list is not called empty. */
function withoutList(row: RecordRow, { path }: RowList, paint: Paint, width: number | undefined): string {
  const value = plainText(row, path);
  const text = `${path} ${value === undefined ? "not stated" : visible(value)}`;
  return foldedLine("", text, 0, width, (line) => paint(line, "warning"));
}
