/** Recognizes the rows that usdot itself wrote, so that only they are continued, cut or taken out. */
import { parse } from "csv-parse/sync";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { compactJson } from "../text/json-text.ts";
import { csvColumns } from "./formats/csv.ts";
import { isErrorCode, readErrorRow } from "./result-json.ts";
import { beginsObject } from "./torn-json.ts";
import { keysOf, type View } from "./view.ts";
import { isRecordOf } from "./views.ts";

/** What one row is about: a number, and why it has no record, if it has none. */
export interface OwnRow {
  dotNumber: DotNumber;
  /** The error's code; empty for a record. */
  code: string;
}

/** Reads the rows of a file, from its first line on. */
export interface RowReader {
  /** Reads a line; undefined for one that is not of our making. */
  read(line: string, first: boolean): OwnRow | "header" | undefined;
  /** The same for a last line without a line feed; undefined where it may be cut short. */
  readUnended(line: string, first: boolean): OwnRow | undefined;
  /** Whether a last line is the beginning of a row of ours. */
  begins(line: string, first: boolean): boolean;
  /** Whether the rows so far may be this command's, by what their records hold. */
  isOfCommand(): boolean;
}

export interface RowOptions {
  format: "ndjson" | "csv";
  view: View;
  fields: readonly string[] | undefined;
  /** Whether a journal says that the file is ours, so that less has to be proved by the rows. */
  known: boolean;
}

/** A reader for a format. */
export function rowReader(options: RowOptions): RowReader {
  return options.format === "csv" ? new CsvRows(options) : new NdjsonRows(options);
}

class NdjsonRows implements RowReader {
  readonly #view: View;
  readonly #known: boolean;
  /** The members of every row, sorted; undefined where the service chooses them. */
  readonly #members: string | undefined;
  /** The members that were seen in any record. */
  readonly #seen = new Set<string>();

  constructor({ view, fields, known }: RowOptions) {
    this.#view = view;
    this.#known = known;
    this.#members = fields && namesOf(fields.map((path) => path.replace(/\..*$/s, "")));
  }

  read(line: string, first: boolean): OwnRow | undefined {
    // Editors put a BOM at the start of a file.
    const text = first && line.startsWith("\ufeff") ? line.slice(1) : line;
    const value = parsedObject(text);
    if (value === undefined || compactJson(text) !== text) return undefined;
    const code = readErrorRow(value);
    const row = rowAbout(String(value["dot_number"]), code ?? "");
    return row === undefined || (code === undefined && !this.#isRecord(value)) ? undefined : row;
  }

  readUnended(line: string, first: boolean): OwnRow | undefined {
    return this.read(line, first);
  }

  begins(line: string): boolean {
    // A whole object that is no row was not cut off.
    if (parsedObject(line) !== undefined) return false;
    return beginsObject(line) && (this.#known || this.#beginsWithKnownMember(line));
  }

  isOfCommand(): boolean {
    return this.#known || this.#members !== undefined || isRecordOf(this.#view, this.#seen);
  }

  #isRecord(value: Record<string, unknown>): boolean {
    const members = Object.keys(value);
    if (this.#members !== undefined) return namesOf(members) === this.#members;
    for (const member of members) this.#seen.add(member);
    return true;
  }

  /** `{"note":"mine` may begin an object, but none of ours. */
  #beginsWithKnownMember(line: string): boolean {
    const [, member = "", end] = /^\{"?([^"\\]{0,200})("?)/.exec(line) ?? [];
    const known = [...(this.#members?.split("\n") ?? keysOf(this.#view)), "dot_number", ...this.#seen];
    return known.some((each) => (end ? each === member : each.startsWith(member)));
  }
}

class CsvRows implements RowReader {
  readonly #header: readonly string[];
  readonly #number: number;

  constructor({ view, fields }: RowOptions) {
    this.#header = csvColumns(view, fields).header;
    this.#number = this.#header.indexOf("dot_number");
  }

  read(line: string, first: boolean): OwnRow | "header" | undefined {
    const cells = cellsOf(line);
    if (first) return cells.join().replace(/^\ufeff/, "") === this.#header.join() ? "header" : undefined;
    if (cells.length !== this.#header.length) return undefined;
    const code = cells.at(-1) as string;
    if (code !== "") {
      const isEmpty = cells.every((cell, index) => cell === "" || index === this.#number || index === cells.length - 1);
      if (!isErrorCode(code) || !isEmpty) return undefined;
    }
    return rowAbout(asSent(cells[this.#number] as string), code);
  }

  /** The last cell may go on. */
  readUnended(): undefined {
    return undefined;
  }

  begins(line: string, first: boolean): boolean {
    if (first) return `${this.#header.join()}`.startsWith(line.replace(/^\ufeff/, ""));
    const closed = cellsOf(line);
    const cells = closed.length > 0 ? closed : cellsOf(`${line}"`);
    if (cells.length === 0 || cells.length > this.#header.length) return false;
    const isCut = this.#number >= cells.length - 1;
    const cell = cells[this.#number] ?? "";
    const number = asSent(isCut ? cell.replace(/\\(?:u[0-9a-f]{0,3})?$/, "") : cell);
    return (isCut && number.trim() === "") || rowAbout(number, "") !== undefined;
  }

  /** The header has said so. */
  isOfCommand(): boolean {
    return true;
  }
}

function namesOf(members: readonly string[]): string {
  return [...new Set(members)].sort().join("\n");
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function cellsOf(line: string): string[] {
  // Ten times as fast, and most rows have no quotes.
  if (!line.includes('"')) return line.split(",");
  try {
    const rows: string[][] = parse(line);
    return rows.length === 1 ? (rows[0] as string[]) : [];
  } catch {
    return [];
  }
}

/** A cell without what we put in it: the apostrophe before a formula, the escapes of what cannot be seen (text/safe-text.ts). */
function asSent(cell: string): string {
  return cell
    .replace(/^'/, "")
    .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function rowAbout(text: string, code: string): OwnRow | undefined {
  const parsed = parseDotNumber(text);
  return "dotNumber" in parsed ? { dotNumber: parsed.dotNumber, code } : undefined;
}
