/** Excel workbooks of one sheet: cells keep their types; the header is bold, frozen and has a filter. */
import type { CellObject } from "write-excel-file/node";
import { type Cell, cellText } from "../list/workbook.ts";
import { plainText } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";

/** A value of a record as a cell: numbers stay numbers, and a timestamp at midnight is a date. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  const text = plainText(value);
  // Excel has no dates before 1900.
  if (
    /^(?:19|2\d)\d\d-\d\d-\d\dT00:00:00(?:\.0+)?Z$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  )
    return new Date(text);
  return visible(text);
}

type Rows = readonly (readonly Cell[])[];

/** Writes a workbook of one sheet, whose header is at an index. Texts are texts, whatever they begin with: none becomes a formula. */
export async function writeWorkbook({
  name,
  rows,
  header,
}: {
  name: string;
  rows: Rows;
  header: number;
}) {
  const { default: writeExcelFile } = await import("write-excel-file/node");
  const { getCellAddress } = await import("write-excel-file/utility");
  const data = rows.map((row, index) =>
    row.map((cell) => written(cell, index === header)),
  );
  const columns = (rows[header] ?? []).map((_, at) => ({
    width: widthOf(rows.slice(header), at),
  }));
  const sheet = name.replace(/[[\]:*?/\\']/g, " ").slice(0, 31);
  const range = `${getCellAddress(header, 0)}:${getCellAddress(rows.length - 1, Math.max(columns.length - 1, 0))}`;
  // USDOT numbers are texts: without the second, each has a green triangle.
  const filter = `<autoFilter ref="${range}"/>`;
  const ignored = `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`;
  const insert = (xml: string) =>
    xml.replace("</sheetData>", `$&${filter}${ignored}`);
  const feature = {
    files: {
      transform: { "xl/worksheets/sheet{id}.xml": { transform: insert } },
    },
  };
  return writeExcelFile(
    data,
    { sheet, stickyRowsCount: header + 1, columns },
    { features: [feature] },
  ).toBuffer();
}

function written(cell: Cell, isHeader: boolean): CellObject | null {
  if (cell === null || cell === "") return null;
  if (cell instanceof Date) {
    const format = cellText(cell)
      .replace(/\d+-\d+-\d+/, "yyyy-mm-dd")
      .replace(/\d+:\d+:\d+/, "hh:mm:ss");
    return { value: cell, type: Date, format };
  }
  if (typeof cell === "boolean") return { value: cell, type: Boolean };
  if (typeof cell === "number")
    return Number.isFinite(cell) ? { value: cell, type: Number } : null;
  // Excel allows no longer texts, and reads `_x000D_` as a carriage return (ECMA-376, 22.9.2.19).
  const text = cell.slice(0, 32_767).replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_");
  // The writer looks texts up in an object, which has a `constructor`. It leaves out NUL.
  const value = text in {} ? `${text}\0` : text;
  return {
    value,
    type: String,
    ...(isHeader && { fontWeight: "bold" as const }),
  };
}

function widthOf(rows: Rows, column: number): number {
  const widest = rows.reduce(
    (most, row) => Math.max(most, cellText(row[column] ?? null).length),
    6,
  );
  return Math.min(widest + 2, 60);
}
