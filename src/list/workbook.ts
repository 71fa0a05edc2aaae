/** The sheets of an Excel workbook (.xlsx), read only when one is given. */
import { quoteInput } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { sizeText } from "../files/read.ts";

export type Cell = string | number | boolean | Date | null;

export interface Sheet {
  name: string;
  rows: Cell[][];
}

/** A workbook of 50,000 rows and 20 columns unpacks to 60 MB. */
const maxUnpacked = 256 * 2 ** 20;

/** Reads all sheets of a workbook, or the one that is wanted. A formula is its value, an error an empty cell. */
export async function readWorkbook(
  bytes: Buffer,
  source: string,
  wanted?: string,
): Promise<Sheet[]> {
  checkSizes(bytes, source);
  const { default: readExcelFile } = await import("read-excel-file/universal");
  const all = await readExcelFile(new Uint8Array(bytes).buffer, {
    trim: false,
  }).catch((cause: unknown) => {
    throw broken(source, cause);
  });
  const sheets = all.map(({ sheet, data }) => ({
    name: sheet,
    rows: (data ?? []).map((row) => row.map(cellIn)),
  }));
  if (wanted === undefined) return sheets;
  const chosen = sheets.find(
    ({ name }) => name.toLowerCase() === wanted.toLowerCase(),
  );
  if (chosen) return [chosen];
  throw new UsageError(`${source} has no sheet ${quoteInput(wanted)}`, {
    hint: `its sheets are ${sheets.map(({ name }) => quoteInput(name)).join(", ")}`,
  });
}

/** A time of day is a fraction of a day, which may come out a millisecond early. */
function cellIn(value: unknown): Cell {
  if (!(value instanceof Date)) return value as Cell;
  const second = Math.round(value.getTime() / 1_000) * 1_000;
  return Math.abs(value.getTime() - second) < 2 ? new Date(second) : value;
}

/** What a cell says, as a person reads it. A date without a time is a date, and the day zero a time of day. */
export function cellText(cell: Cell): string {
  if (typeof cell === "boolean") return String(cell).toUpperCase();
  if (!(cell instanceof Date)) return String(cell ?? "");
  const [date = "", time = ""] = Number.isNaN(cell.getTime())
    ? []
    : cell.toISOString().split(/T|\./);
  if (date === "1899-12-30") return time;
  return time === "00:00:00" ? date : `${date} ${time}`.trim();
}

/** Sums the sizes in the archive's directory before anything is unpacked: a small file may unpack to gigabytes. */
function checkSizes(bytes: Buffer, source: string): void {
  let unpacked = 0;
  try {
    const end = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1");
    let at = bytes.readUInt32LE(end + 16);
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
      const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
      const name = bytes.toString("latin1", at + 46, nameEnd);
      if (/\.xml$/i.test(name)) unpacked += bytes.readUInt32LE(at + 24);
      at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  } catch (cause) {
    throw broken(source, cause);
  }
  if (unpacked <= maxUnpacked) return;
  throw new UsageError(
    `${source} unpacks to more than ${sizeText(maxUnpacked)}`,
    {
      hint: "save the sheet with the USDOT numbers as CSV and give that",
    },
  );
}

function broken(source: string, cause: unknown): UsageError {
  return new UsageError(
    `${source} is not an Excel workbook, or it is damaged or cut off`,
    {
      hint: "open it and save it again, as .xlsx or CSV",
      cause,
    },
  );
}
