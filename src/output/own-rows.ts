/** Recognizes the rows that usdot itself wrote, so that only they are continued, cut or taken out. */
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { splitCells } from "../input/delimited-rows.ts";
import { compactJson, readJsonObject } from "../text/json-text.ts";
import { csvColumns, csvLine } from "./formats/csv.ts";
import { isErrorCode, readErrorRow } from "./result-json.ts";
import type { View } from "./view.ts";
import { isRecordOf } from "./views.ts";

/** What one row is about: a number, and why it has no record, if it has none. */
export interface OwnRow {
  /** undefined for the header. */
  dotNumber: DotNumber | undefined;
  /** The error's code; empty for a record. */
  code: string;
  /** How many rows its record has, one after the other. */
  rows: number;
}

export interface RowOptions {
  format: "ndjson" | "csv";
  view: View;
  fields: readonly string[] | undefined;
}

/** Reads the rows of a file, from its first line on. */
export class RowReader {
  readonly #options: RowOptions;
  /** Of a CSV; with a list, a carrier may have several rows, one after the other. */
  readonly #columns: ReturnType<typeof csvColumns>;
  /** The members of every row in NDJSON, sorted; undefined where the service chooses them. */
  readonly #members: string | undefined;
  /** The members that were seen in any record. */
  readonly #seen = new Set<string>();

  constructor(options: RowOptions) {
    const { view, fields } = options;
    this.#options = options;
    this.#columns = csvColumns(view, fields);
    this.#members = fields && namesOf(fields.map((path) => path.replace(/\..*$/s, "")));
  }

  /**
   * Reads a line; undefined for one that is not a whole row of ours.
   * @param isEnded whether it has a line feed
   */
  read(line: string, { isFirst, isEnded }: { isFirst: boolean; isEnded: boolean }): OwnRow | undefined {
    // Editors put a BOM at the start of a file.
    const text = isFirst ? line.replace(/^\ufeff/, "") : line;
    if (this.#options.format === "ndjson") return this.#readObject(text);
    // The last cell may go on.
    if (!isEnded) return undefined;
    const cells = splitCells(text, ",");
    if (csvLine(cells) !== `${text}\n`) return undefined;
    if (isFirst)
      return cells.join() === this.#columns.header.join() ? { dotNumber: undefined, code: "", rows: 1 } : undefined;
    return this.#readCells(cells);
  }

  /** Whether the rows so far may be this command's, by what their records hold: a CSV's header has said so. */
  isOfCommand(): boolean {
    const { format, view } = this.#options;
    return format === "csv" || this.#members !== undefined || isRecordOf(view, this.#seen);
  }

  #readObject(text: string): OwnRow | undefined {
    const value = readJsonObject(text);
    if (value === undefined || compactJson(text) !== text) return undefined;
    const code = readErrorRow(value);
    const row = rowAbout(String(value["dot_number"]), code ?? "");
    return row === undefined || (code === undefined && !this.#isRecord(value)) ? undefined : row;
  }

  #isRecord(value: Record<string, unknown>): boolean {
    const members = Object.keys(value);
    if (this.#members !== undefined) return namesOf(members) === this.#members;
    for (const member of members) this.#seen.add(member);
    return true;
  }

  #readCells(cells: readonly string[]): OwnRow | undefined {
    const { header, list } = this.#columns;
    if (cells.length !== header.length) return undefined;
    const number = header.indexOf("dot_number");
    const code = cells.at(-1) as string;
    if (code !== "") {
      const isEmpty = cells.every((cell, index) => cell === "" || index === number || index === cells.length - 1);
      if (!isErrorCode(code) || !isEmpty) return undefined;
    }
    // The column before the last counts them, and an empty list has one too.
    const rows = list ? Math.max(Number(cells.at(-2)), 1) : 1;
    if (Number.isNaN(rows)) return undefined;
    return rowAbout(asSent(cells[number] as string), code, rows);
  }
}

function namesOf(members: readonly string[]): string {
  return [...new Set(members)].sort().join("\n");
}

/** A cell without what we put in it: the apostrophe before a formula, the escapes of what cannot be seen (text/safe-text.ts). */
function asSent(cell: string): string {
  return cell
    .replace(/^'/, "")
    .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function rowAbout(text: string, code: string, rows = 1): OwnRow | undefined {
  const parsed = parseDotNumber(text);
  return "dotNumber" in parsed ? { dotNumber: parsed.dotNumber, code, rows } : undefined;
}
