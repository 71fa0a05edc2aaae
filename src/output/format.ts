/**
 * How items are written: lookups and vetting share the formats. A new one is a
 * function of the content.
 *
 *     Sink    bytes to a file (files/output-file.ts) or standard output
 *     Format  items to text
 *     Output  a Format into a Sink
 */
import type { DotNumber } from "../dot-number.ts";
import type { RunEnd, Sink } from "../files/output-file.ts";
import type { SheetCell } from "../list/cells.ts";
import { jsonText, plainText } from "../text/json.ts";
import { csvSafe, visible } from "../text/safe-text.ts";
import type { JudgedColumns } from "./write-workbook.ts";

/** What is written about an item in columns, also beside the user's own. */
export interface Columns<Item> {
  header: readonly string[];
  /** Its rows under the header, as values of JSON. */
  rows(item: Item): readonly (readonly unknown[])[];
  /** Absent in lookups. */
  judged?: JudgedColumns;
  numberOf(item: Item): DotNumber;
  /**
   * The cells beside a user's row for which there is no item: its text is
   * invalid, or nothing was asked.
   */
  without(invalid?: string): readonly unknown[];
}

/** What there is to write about an item, whatever the format. */
export interface Content<Item> extends Columns<Item> {
  name: string;
  json(item: Item): unknown;
}

export type Written = string | Uint8Array;

/** `End` is what is known when all items are written. */
export interface Format<Item, End = unknown> {
  begin: string;
  item(item: Item): string;
  end(end: End): Written | Promise<Written>;
}

/** What a run writes its items to, whatever the format. */
export interface Output<Item, End = unknown> {
  /** Takes an item, to be written with the next `flush`. */
  item(item: Item): void;
  /**
   * Writes the items taken; at the end of a run that is cut short, also what
   * the format ends with.
   */
  flush(last?: Written): Promise<void>;
  /** The run is over. Returns where the items are if nobody was answered. */
  end(end: End, runEnd: RunEnd): Promise<string | undefined>;
  /**
   * The run ends early. Returns where the items are; undefined if there are
   * none.
   */
  abandon(): Promise<string | undefined>;
}

/** Nothing is written before the first item: a run that cannot begin leaves nothing. */
export function openOutput<Item, End = unknown>(
  sink: Sink,
  format: Format<Item, End>,
  isContinued = false,
): Output<Item, End> {
  let held = isContinued ? "" : format.begin;
  const flush = async (last: Written = "") => {
    const data = typeof last === "string" ? held + last : last;
    held = "";
    if (data.length > 0) await sink.write(data);
  };
  return {
    item(item) {
      held += format.item(item);
    },
    flush,
    async end(end, runEnd) {
      await flush(await format.end(end));
      return sink.end(runEnd);
    },
    abandon: () => sink.end("cut off"),
  };
}

/** A format that writes all at its end, of what it keeps of each item. */
export function collected<Item, Kept, End = unknown>(
  keep: (item: Item) => Kept,
  write: (kept: Kept[], end: End) => Written | Promise<Written>,
): Format<Item, End> {
  const kept: Kept[] = [];
  const item = (item: Item) => {
    kept.push(keep(item));
    return "";
  };
  return { begin: "", item, end: (end) => write(kept, end) };
}

/** A format that writes what it has to say of an item, and nothing else. */
export function perItem<Item>(item: (item: Item) => string): Format<Item> {
  return { begin: "", item, end: () => "" };
}

/** Exactly one compact JSON object per line. */
export const ndjson = <Item>({ json }: Content<Item>): Format<Item> =>
  perItem((item) => `${jsonText(json(item))}\n`);

/** An array, which is closed only after the last item. */
export function jsonArray<Item>({ json }: Content<Item>): Format<Item> {
  let separator = "\n";
  const item = (item: Item) => {
    const text = separator + jsonText(json(item), 2).replace(/^/gm, "  ");
    separator = ",\n";
    return text;
  };
  return {
    begin: "[",
    item,
    end: () => (separator === "\n" ? "]\n" : "\n]\n"),
  };
}

/**
 * CSV (RFC 4180, but with LF as Unix tools write it): values as the service
 * sent them.
 */
export function csv<Item>({ header, rows }: Content<Item>): Format<Item> {
  const line = csvLines();
  const lines = (item: Item) =>
    rows(item)
      .map((values) => line(values.map(csvText)))
      .join("");
  return { ...perItem(lines), begin: line(header) };
}

export function xlsx<Item>({
  name,
  header,
  rows,
  judged,
}: Content<Item>): Format<Item> {
  const rowsOf = (item: Item) =>
    rows(item).map((values) => ({ cells: values.map(cellOfValue) }));
  return collected(rowsOf, async (kept) => {
    const { writeWorkbook } = await import("./write-workbook.ts");
    const all = [{ cells: header }, ...kept.flat()];
    return writeWorkbook({ name, rows: all, headerAt: 0, judged });
  });
}

/** A day, as records write it. Excel has no dates before 1900. */
const writtenDay = /^(?:19|2\d)\d\d-\d\d-\d\d(?:T00:00:00(?:\.0+)?Z)?$/;

/**
 * A value of a record as a cell: numbers stay numbers, and a day is a date. A
 * time is a text with its zone, which no cell of Excel has.
 */
export function cellOfValue(value: unknown): SheetCell {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  const text = plainText(value);
  const date = new Date(writtenDay.test(text) ? text : "");
  // JavaScript reads February 31 as March 3.
  const isReal = date.toJSON()?.startsWith(text.slice(0, 10));
  return isReal ? date : visible(text);
}

/** Most text: nothing takes it for a formula, and nothing in it is invisible. */
const plain = /^[A-Za-z0-9][A-Za-z0-9 .,_:/()&#-]*$/;

/** A value, safe to open in a spreadsheet. A negative number is not a formula. */
export function csvText(value: unknown): string {
  const text = plainText(value ?? "");
  return plain.test(text) ? text : csvSafe(visible(text));
}

/** Writes cells, which are safe, as a line of CSV: quoted only where that is needed. */
export function csvLines(delimiter = ",") {
  const special = new RegExp(`[",\\n\\r${delimiter}]`);
  const quotedCell = (cell: string) =>
    special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return (cells: readonly string[]) =>
    `${cells.map(quotedCell).join(delimiter)}\n`;
}
