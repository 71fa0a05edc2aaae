/** Rows of lookups in memory, and what a format makes of them. */
import type { DotNumber } from "../../src/dot-number.ts";
import type { SheetCell } from "../../src/list/cells.ts";
import type { SheetLook } from "../../src/list/worksheet.ts";
import {
  csv,
  type Format,
  jsonArray,
  ndjson,
  xlsx,
} from "../../src/output/format.ts";
import {
  listTable,
  rowContent,
  singleJson,
  singleScreen,
} from "../../src/output/rows.ts";
import { type NewSheet, writeWorkbook } from "../../src/output/workbook.ts";
import type { Shown } from "../../src/screen/columns.ts";
import type { Look } from "../../src/screen/look.ts";
import type { LookupRow, View } from "../../src/screen/views.ts";
import { ServiceError } from "../../src/service/errors.ts";
import type { JsonObject } from "../../src/text/json.ts";

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
export const plainSheet: SheetLook = {
  widths: [],
  formats: [],
  hiddenRows: new Set(),
  hiddenColumns: new Set(),
  styledColumns: new Map(),
  lost: new Set(),
};

export function answered(
  record: JsonObject,
  number = String(record["dot_number"]),
): LookupRow {
  return { dotNumber: number as DotNumber, record };
}

const about = { baseUrl: "", withKey: false };
const source = { url: "", askedAt: "" };

export function notFound(number: string): LookupRow {
  const error = new ServiceError("the service knows no such carrier", {
    ...about,
    reason: "not-found",
    source: { ...source, status: 404 },
  });
  return { dotNumber: number as DotNumber, error };
}

export function unanswered(
  number: string,
  message = "nothing answers",
): LookupRow {
  const error = new ServiceError(message, {
    ...about,
    reason: "no-connection",
    source,
  });
  return { dotNumber: number as DotNumber, error };
}

interface Options extends Partial<Look> {
  fields?: readonly string[];
  single?: boolean;
}

function formatOf(
  name: "table" | "json" | "ndjson" | "csv",
  shown: Shown,
  single: boolean,
): Format<LookupRow> | Promise<Format<LookupRow>> {
  if (single && name === "table") return singleScreen(shown);
  if (single && name === "json") return singleJson(shown);
  return name === "table"
    ? listTable(shown)
    : { json: jsonArray, ndjson, csv }[name](rowContent(shown));
}

/** The whole output of a format. */
export async function written(
  name: "table" | "json" | "ndjson" | "csv",
  view: View,
  rows: readonly LookupRow[],
  { fields, single = false, ...look }: Options = {},
): Promise<string> {
  const shown = { view, fields, look: { ...pipe, ...look } };
  const { begin, item, end } = await formatOf(name, shown, single);
  return begin + rows.map(item).join("") + (await end(undefined));
}

/** A workbook of rows of cells, of which the first is the header. */
export async function sheetFile(
  rows: readonly (readonly SheetCell[])[],
  sheet: Partial<NewSheet> = {},
): Promise<Buffer> {
  const whole = { name: "x", header: 0, ...sheet };
  const bytes = await writeWorkbook({
    ...whole,
    rows: rows.map((cells) => ({ cells })),
  });
  return Buffer.from(bytes);
}

/** The workbook of some rows. */
export async function workbook(view: View, rows: readonly LookupRow[]) {
  const format = await xlsx(
    rowContent({ view, fields: undefined, look: pipe }),
  );
  for (const row of rows) format.item(row);
  return (await format.end(undefined)) as Uint8Array;
}
