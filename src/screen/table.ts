/**
 * Many carriers as a table: a line for each, or for each filing. columns.ts
 * makes the cells and fit.ts gives columns their room; without room for
 * them, remarks in parentheses go first. cli-table3 draws the first lines, and
 * the others have the same widths: load it only where a table is drawn.
 */
import CliTable from "cli-table3";
import { nothingText } from "../answer.ts";
import { sampleText } from "../settings/declarations.ts";
import { visible } from "../text/safe-text.ts";
import { displayWidth, shortened } from "../text/width.ts";
import { isInRows, type LookupRow } from "../views.ts";
import { blank, screenRow } from "./cells.ts";
import {
  type Column,
  cellOf,
  chosenColumns,
  type ScreenOptions,
} from "./columns.ts";
import {
  columnGap,
  fittingColumns,
  lineWidth,
  type SizedColumn,
  sized,
} from "./fit.ts";
import { filingsAndGaps } from "./insurance-cells.ts";
import { Drawing, oneLine, printedLines, type StyledText } from "./lines.ts";

/** A number without a record, and why: one text across the columns. */
interface Missing {
  number: string;
  reason: string;
}

type TableRow = readonly StyledText[] | Missing;

/** Makes the rows of each carrier, and the table of all rows. */
export function tableOf(options: ScreenOptions) {
  const { view, look } = options;
  const columns = chosenColumns(options, "list");
  return {
    rowsOf(carrier: LookupRow): TableRow[] {
      const { record, dotNumber, error } = carrier;
      if (record) return cellRows(carrier, columns, options);
      const reason =
        error?.kind === "not-found"
          ? nothingText(view.name)
          : `no answer (${error?.kind})`;
      return [{ number: dotNumber, reason }];
    },
    textOf(rows: readonly TableRow[]): string {
      const drawing = new Drawing(look);
      return printedLines([
        ...tableLines(columns, rows, drawing),
        ...drawing.remark(look.sample ? sampleText : ""),
      ]);
    },
  };
}

/** One row, or where filings are shown, one for each and for each gap. */
function cellRows(
  carrier: LookupRow,
  columns: readonly Column[],
  { view, look }: ScreenOptions,
): StyledText[][] {
  const row = screenRow(carrier, look.today);
  const first = columns.find(({ path }) => isInRows(view, path));
  const lines = first ? filingsAndGaps(row) : [];
  return (lines.length > 0 ? lines : [row]).map((line) =>
    columns.map((column) => {
      if (typeof line !== "string") return cellOf(line, column);
      // The first column of filings says what there is not.
      return column === first ? { text: line } : cellOf(row, column);
    }),
  );
}

/** A table that fits the terminal, and which columns have no room. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly TableRow[],
  drawing: Drawing,
): string[] {
  if (rows.length === 0) return ["no carriers"];
  const whole = measured(columns, rows);
  if (lineWidth(whole) <= drawing.width)
    return drawnLines(whole, rows, drawing);
  const bare = rows.map(withoutAsides);
  return drawnLines(measured(columns, bare), bare, drawing);
}

const withoutAsides = (row: TableRow): TableRow =>
  "reason" in row ? row : row.map((cell) => ({ ...cell, aside: undefined }));

const measured = (columns: readonly Column[], rows: readonly TableRow[]) =>
  columns.map((column, at) => {
    const isNumber = column.path === "dot_number";
    const texts = rows.map((row) => {
      if ("reason" in row) return isNumber ? row.number : "";
      return safeText(row[at] ?? blank);
    });
    return sized(column, at, texts);
  });

const safeText = (cell: StyledText) => visible(oneLine(cell)).trim();

function drawnLines(
  columns: readonly SizedColumn[],
  rows: readonly TableRow[],
  drawing: Drawing,
): string[] {
  const shown = fittingColumns(columns, drawing.width);
  const lines = rows.flatMap((row): (string | string[])[] =>
    "reason" in row
      ? [missingLine(row, shown, drawing)]
      : cellLines(row, shown, drawing),
  );
  const gone = columns.filter(({ at }) =>
    shown.every((each) => each.at !== at),
  );
  const labels = gone.map(({ label }) => label).join(", ");
  return [
    ...laidOut(shown, lines, drawing),
    ...drawing.remark(labels && `no room for: ${labels}`),
  ];
}

/** The number as wide as in its column, wherever that stands. */
function missingLine(
  { number, reason }: Missing,
  columns: readonly SizedColumn[],
  drawing: Drawing,
): string {
  const ofNumbers = columns.find(({ path }) => path === "dot_number");
  const start = number.padEnd(ofNumbers?.width ?? 0) + columnGap;
  const text = shortened(reason, drawing.width - start.length);
  return start + drawing.paint(text, "bad");
}

/** The cells of each line that a row takes. */
function cellLines(
  row: readonly StyledText[],
  columns: readonly SizedColumn[],
  drawing: Drawing,
): string[][] {
  const cells = columns.map((column) =>
    linesIn(column, row[column.at] ?? blank, drawing),
  );
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    cells.map((lines) => lines[line] ?? ""),
  );
}

/** Columns that are kept fold; of the others, what is too long is cut. */
function linesIn(
  { isKept, width }: SizedColumn,
  cell: StyledText,
  drawing: Drawing,
): string[] {
  const text = safeText(cell);
  const isOneLine = !cell.parts && displayWidth(text) <= width;
  return isKept && !isOneLine
    ? drawing.lines(cell, { width, long: "cut" })
    : [drawing.paint(shortened(text, width), cell.tone)];
}

/**
 * cli-table3 takes a quarter of a millisecond for a line, so it lays out the
 * first ones, and those below have the same widths.
 */
const linesLaidOut = 32;

/** The header and the lines: of cells, or of a text that takes the whole line. */
function laidOut(
  columns: readonly SizedColumn[],
  lines: readonly (string | string[])[],
  drawing: Drawing,
): string[] {
  const table = new CliTable({
    head: columns.map(({ label }) =>
      drawing.paint(label.charAt(0).toUpperCase() + label.slice(1), "bold"),
    ),
    colWidths: columns.map(({ width }) => width),
    colAligns: columns.map(({ align }) => align ?? "left"),
    chars: { left: "", middle: columnGap, right: "" },
    style: {
      "padding-left": 0,
      "padding-right": 0,
      head: [],
      border: [],
      compact: true,
    },
  });
  const ofCells = lines.filter((line) => typeof line !== "string");
  table.push(...ofCells.slice(0, linesLaidOut));
  // Without the borders above, below the header, and below.
  const [header = "", , ...drawn] = table.toString().split("\n").slice(1, -1);
  const all = lines.map((line) =>
    typeof line === "string"
      ? line
      : (drawn.shift() ?? paddedLine(line, columns)),
  );
  const rule = "─".repeat(lineWidth(columns));
  return [header, rule, ...all].map((line) => line.trimEnd());
}

function paddedLine(
  cells: readonly string[],
  columns: readonly SizedColumn[],
): string {
  const padded = columns.map(({ align, width }, at) => {
    const cell = cells[at] ?? "";
    const space = " ".repeat(Math.max(0, width - displayWidth(cell)));
    return align ? space + cell : cell + space;
  });
  return padded.join(columnGap);
}
