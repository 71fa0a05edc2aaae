/** Continues the output of an interrupted run: what is whole stays, what is torn or has no answer goes. */
import { promises as files } from "node:fs";
import { parse } from "csv-parse/sync";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { FileError, reasonOf, UsageError } from "../errors.ts";
import { DotNumberSet } from "../lookup/dot-number-set.ts";
import { listShown } from "./record-rows.ts";
import { FileSink, wholeLines } from "./sink.ts";
import { type Column, columnsOf, type View } from "./views.ts";

export interface ResumeOptions {
  format: "ndjson" | "csv";
  view: View;
  fields: readonly string[] | undefined;
  /** Part of the name of a file that no other run writes. */
  unique: string;
}

export interface Resumed {
  sink: FileSink;
  kept: DotNumberSet;
  /** How many kept numbers the service did not know. */
  missing: number;
  /** Whether the file has its head already. */
  continued: boolean;
}

/** What one line of the output is about: a number, and why it has no answer, if it has none. */
interface KnownRow {
  dotNumber: DotNumber;
  code: string;
}

/** Reads a line of the file; undefined for one that cannot be of our making. */
type ReadRow = (line: string, first: boolean) => KnownRow | "head" | undefined;

/** A file's lines, each with what it is about and the number of bytes up to its end. */
type Rows = AsyncGenerator<{ row: KnownRow | "head"; line: string; end: number }>;

/**
 * Opens a file to go on after its last whole row. Rows that say "no answer" are taken out first, to be asked again. A file
 * that does not exist begins anew.
 *
 * @throws {UsageError} when the file is no output of the same format and fields
 * @throws {FileError} when it cannot be read or written
 */
export async function resumeFile(path: string, options: ResumeOptions): Promise<Resumed> {
  const columns = columnsOf(options.view, "csv", options.fields);
  const isCsv = options.format === "csv";
  const readRow = isCsv ? csvRows(columns) : ndjsonRow;
  const rows = () => rowsOf(path, readRow);
  const { kept, missing, continued, unanswered, end } = (await exists(path))
    ? await surveyed(rows(), isCsv && listShown(options.view, columns) !== undefined)
    : new Survey();
  if (unanswered > 0) await keepOnly(kept, path, rows(), end, options.unique);
  const length = unanswered > 0 ? (await files.stat(path)).size : end;
  return { sink: await FileSink.appending(path, length), kept, missing, continued };
}

/** What a file holds. */
class Survey {
  readonly kept = new DotNumberSet();
  missing = 0;
  continued = false;
  unanswered = 0;
  /** Bytes up to the end of what stays. */
  end = 0;

  add({ dotNumber, code }: KnownRow): void {
    if (code !== "" && code !== "not-found") this.unanswered += 1;
    else if (this.kept.add(dotNumber) && code === "not-found") this.missing += 1;
  }
}

/**
 * Goes through a file once.
 *
 * @param grouped whether a carrier may have several rows: those of the last one are then not kept, for some may be missing
 */
async function surveyed(rows: Rows, grouped: boolean): Promise<Survey> {
  const survey = new Survey();
  let group: KnownRow | undefined;
  let end = 0;
  for await (const { row, end: rowEnd } of rows) {
    if (row === "head") survey.continued = true;
    else if (group?.dotNumber !== row.dotNumber) {
      if (group) survey.add(group);
      survey.end = end;
      group = row;
    }
    end = rowEnd;
  }
  if (group && !grouped) survey.add(group);
  if (group === undefined || !grouped) survey.end = end;
  return survey;
}

/** Writes the file anew with the rows of these numbers, and only up to a byte. */
async function keepOnly(kept: DotNumberSet, path: string, rows: Rows, last: number, unique: string): Promise<void> {
  const sink = await FileSink.replacing(path, unique);
  try {
    for await (const { row, line, end } of rows) {
      if (end > last) break;
      if (row === "head" || kept.has(row.dotNumber)) await sink.write(`${line}\n`);
    }
    await sink.finish();
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

async function* rowsOf(path: string, readRow: ReadRow): Rows {
  let first = true;
  for await (const { line, end } of readable(path)) {
    const row = readRow(line, first);
    if (row === undefined) {
      throw new UsageError(`${path} cannot be resumed: it is not output of the same format and fields`, {
        hint: "name another file, or leave out --resume",
      });
    }
    yield { row, line, end };
    first = false;
  }
}

function ndjsonRow(line: string): KnownRow | undefined {
  try {
    const { dot_number, error } = JSON.parse(line) as { dot_number: unknown; error?: { code?: unknown } | null };
    return known(String(dot_number), typeof error?.code === "string" ? error.code : "");
  } catch {
    return undefined;
  }
}

function csvRows(columns: readonly Column[]): ReadRow {
  const head = [...columns.map(({ path }) => path), "error"];
  const [number, code] = [head.indexOf("dot_number"), head.indexOf("error")];
  return (line, first) => {
    const cells = cellsOf(line);
    if (first) return cells.join() === head.join() ? "head" : undefined;
    return cells.length === head.length ? known(cells[number] as string, cells[code] as string) : undefined;
  };
}

function cellsOf(line: string): string[] {
  try {
    return parse(line)[0] ?? [];
  } catch {
    return [];
  }
}

function known(text: string, code: string): KnownRow | undefined {
  const parsed = parseDotNumber(text);
  return "dotNumber" in parsed ? { dotNumber: parsed.dotNumber, code } : undefined;
}

async function exists(path: string): Promise<boolean> {
  return (await files.stat(path).catch(() => undefined)) !== undefined;
}

async function* readable(path: string): ReturnType<typeof wholeLines> {
  try {
    yield* wholeLines(path);
  } catch (error) {
    throw new FileError(`cannot read ${path}: ${reasonOf(error)}`, { cause: error });
  }
}
