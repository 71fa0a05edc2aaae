/**
 * One record on a screen of its own: who it is, then a line for each column,
 * then its filings. It calls columns.ts for cells and lines.ts to draw them.
 */
import { namelessText } from "../answer.ts";
import { sampleText } from "../settings/declarations.ts";
import { isObject, membersBeyond, plainText } from "../text/json.ts";
import { cutTo, visible } from "../text/safe-text.ts";
import { displayWidth } from "../text/width.ts";
import { isInRows, type LookupRow } from "../views.ts";
import { type ScreenRow, screenRow, showDocket, showName } from "./cells.ts";
import {
  cellOf,
  chosenColumns,
  filingText,
  type ScreenOptions,
} from "./columns.ts";
import { filingsAndGaps } from "./insurance-cells.ts";
import {
  Drawing,
  type Look,
  oneLine,
  printedLines,
  type StyledText,
  spacedLines,
} from "./lines.ts";

/** Loses nothing at any width. */
export function card(carrier: LookupRow, options: ScreenOptions): string {
  const { view, fields, look } = options;
  const row = screenRow(carrier, look.today);
  const drawing = new Drawing(look);
  const columns = chosenColumns(options, "card");
  const ofRecord = columns.filter(({ path }) => !isInRows(view, path));
  const ofFilings = columns.filter(({ path }) => isInRows(view, path));
  const text = fields ? "" : alsoSent([[row.record, view.paths]], look);
  const widths = ofRecord.map(({ label }) => displayWidth(label));
  const indent = Math.max(0, ...widths) + 2;
  const filings = ofFilings.length === 0 ? [] : filingsAndGaps(row);
  const blocks = [
    titleLines(row, drawing),
    [
      ...ofRecord.flatMap((column) =>
        drawing.labeled(column.label, cellOf(row, column), indent),
      ),
      ...(text ? drawing.labeled("also sent", { text }, indent) : []),
    ],
    filings.flatMap((line) =>
      drawing.hanging(
        typeof line === "string" ? { text: line } : filingText(line, ofFilings),
      ),
    ),
  ];
  return printedLines([
    ...spacedLines(blocks),
    ...drawing.remark(look.sample ? sampleText : ""),
  ]);
}

/**
 * What records state beyond the paths of the interface:
 * `safety.rating_date 2019-03-11`. Long objects are only named, and on a
 * terminal long texts are cut. The DBA name stands beside the name.
 */
export function alsoSent(
  records: readonly (readonly [record: unknown, paths: readonly string[]])[],
  { width, verbose }: Look,
): string {
  const short = 40;
  const most = width === undefined || verbose ? Infinity : short;
  const members = records.flatMap((given) => [...membersBeyond(...given)]);
  const texts = members.flatMap(([path, value]) => {
    if (path === "dba_name" || value === null || value === "") return [];
    const text = plainText(value);
    return isObject(value) && text.length > short
      ? `${path} {...}`
      : `${path} ${cutTo(text, most)}`;
  });
  return [...new Set(texts)].join("; ");
}

const titleWidth = 77;

/**
 * `THUNDER GOOSE EXPRESS LLC     USDOT 9000010 · MC 9100010`, or one below the
 * other, with a verdict before the name.
 */
export function titleLines(
  row: ScreenRow,
  drawing: Drawing,
  verdict?: StyledText,
): string[] {
  // In a snapshot, the carrier record is a part.
  const { carrier, summary } = row.answers;
  const start = (carrier ?? summary) ? "carrier." : "";
  const called = showName(row, `${start}legal_name`);
  const text = called.isBlank ? namelessText(row.answers) : called.text;
  const name = oneLine({ ...called, text });
  const docket = showDocket(row, `${start}mc_number`);
  const number = `USDOT ${row.record["dot_number"]}`;
  const right = visible(docket.isBlank ? number : `${number} · ${docket.text}`);
  const before = verdict
    ? `${drawing.paint(verdict.text, verdict.tone)}  `
    : "";
  const lines = drawing.labeled(
    before,
    { text: name, tone: "bold" },
    displayWidth(before),
    2,
  );
  const used = displayWidth(before + visible(name) + right);
  if (used + 2 > drawing.width)
    return [...lines, ...drawing.hanging({ text: right })];
  const gap = Math.max(2, Math.min(titleWidth, drawing.width) - used);
  return [`${lines.join("")}${" ".repeat(gap)}${right}`];
}
