/** Rows of lookups in memory, and what a format makes of them. */
import type { DotNumber } from "../../src/dot-number.ts";
import { OtherError } from "../../src/errors.ts";
import type { SheetCell } from "../../src/list/cells.ts";
import { readWorkbook } from "../../src/list/workbook.ts";
import type { SheetContent } from "../../src/list/worksheet.ts";
import { csv, jsonArray, ndjson } from "../../src/output/format.ts";
import {
  listTable,
  rowContent,
  singleJson,
  singleScreen,
} from "../../src/output/lookup-rows.ts";
import {
  type NewSheet,
  writeWorkbook,
} from "../../src/output/write-workbook.ts";
import type { Look } from "../../src/screen/lines.ts";
import type { JsonObject } from "../../src/text/json.ts";
import type { LookupRow, View } from "../../src/views.ts";

/** The day of all tests of screens. */
export const now = Date.parse("2026-11-22T12:00:00Z");

export const pipe: Look = {
  width: undefined,
  height: undefined,
  color: false,
  now,
  today: Math.floor(now / 86_400_000),
  zone: "utc",
  sample: false,
};

/** A sheet of cells alone. */
export const plainSheet: SheetContent = {
  rows: [],
  widths: [],
  formats: [],
  frozenColumns: 0,
  hiddenRows: 0,
  styledColumns: new Map(),
  lost: new Set(),
};

export function answered(
  record: JsonObject,
  number = String(record["dot_number"]),
): LookupRow {
  return { dotNumber: number as DotNumber, record };
}

export const notFound = (number: string): LookupRow => ({
  dotNumber: number as DotNumber,
  error: new OtherError("the service knows no such carrier", "not-found"),
});

export const unanswered = (
  number: string,
  message = "nothing answers",
): LookupRow => ({
  dotNumber: number as DotNumber,
  error: new OtherError(message, "unreachable"),
});

interface Options extends Partial<Look> {
  fields?: readonly string[];
  single?: boolean;
}

/** The whole output of a format. */
export async function written(
  name: "table" | "json" | "ndjson" | "csv",
  view: View,
  rows: readonly LookupRow[],
  { fields, single = false, ...look }: Options = {},
): Promise<string> {
  const shown = { view, fields, look: { ...pipe, ...look } };
  const content = rowContent(shown);
  const formats = {
    table: () => (single ? singleScreen : listTable)(shown),
    json: () => (single ? singleJson(shown) : jsonArray(content)),
    ndjson: () => ndjson(content),
    csv: () => csv(content),
  };
  const { begin, item, end } = await formats[name]();
  return begin + rows.map(item).join("") + (await end(undefined));
}

/** The first sheet of a workbook. */
export const sheetOf = (bytes: Uint8Array) =>
  readWorkbook(Buffer.from(bytes), "x.xlsx")[0];

/** A workbook of rows of cells, of which the first is the header. */
export async function sheetFile(
  rows: readonly (readonly SheetCell[])[],
  sheet: Partial<NewSheet> = {},
  formats: readonly (readonly string[])[] = [],
): Promise<Buffer> {
  const bytes = await writeWorkbook({
    name: "x",
    headerAt: 0,
    ...sheet,
    rows: rows.map((cells, at) => ({ cells, formats: formats[at] ?? [] })),
  });
  return Buffer.from(bytes);
}
