/**
 * `--resume`: what an interrupted run answered is kept, by number; the rest is
 * asked for again.
 */
import { createReadStream, promises as fs } from "node:fs";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { shownPath } from "../files/file-error.ts";
import { noteOf, openOutputFile } from "../files/output-file.ts";
import { wholeLines } from "../files/read.ts";
import { isObject, objectIn } from "../text/json.ts";

/** What rows depend on: two runs that agree in it write the same row for a number. */
export interface RunInfo {
  service: string;
  command: string;
  format: "csv" | "ndjson";
  fields: readonly string[] | null;
}

export interface Wanted {
  asked: ReadonlySet<DotNumber>;
  /** The first line of CSV; empty for JSON lines. */
  header: string;
}

export interface KeptRows {
  numbers: Map<DotNumber, "kept" | "kept-missing">;
  /** How many numbers are left out, since they are no longer asked for. */
  dropped: number;
}

/**
 * Opens an output of rows, and notes the run beside it. With `resume`, the
 * settled rows of an earlier run stay.
 */
export async function openRowFile(path: string, run: RunInfo, resume?: Wanted) {
  let kept: KeptRows | undefined;
  const keepOf = (wanted: Wanted) =>
    async function* (file: string, isPartial: boolean) {
      const earlier = { file, isPartial };
      await refuseOtherRun(earlier, run);
      kept = { numbers: new Map(), dropped: 0 };
      yield* keptRows(earlier, wanted, kept);
    };
  const sink = await openOutputFile(path, {
    note: `${JSON.stringify(run)}\n`,
    keep: resume && keepOf(resume),
  });
  return { sink, kept };
}

/** The file of an earlier run, which may have been cut off. */
interface EarlierFile {
  file: string;
  isPartial: boolean;
}

async function refuseOtherRun(
  earlier: EarlierFile,
  run: RunInfo,
): Promise<void> {
  const noteFile = noteOf(earlier.file);
  const note = await fs.readFile(noteFile, "utf8").catch(() => "");
  if (note === "")
    throw refusal(
      earlier,
      `there is no ${basename(noteFile)} to tell which run wrote it`,
    );
  if (!isDeepStrictEqual(objectIn(note), run))
    throw refusal(
      earlier,
      "its command, service, format or --fields were others",
    );
}

function refusal({ file, isPartial }: EarlierFile, why: string): UsageError {
  const again = isPartial ? "delete it" : "leave out --resume";
  return new UsageError(`--resume cannot continue ${shownPath(file)}: ${why}`, {
    hint: `${again} to ask for all numbers again, or choose another --output`,
  });
}

/** Yields what stays of a file, in pieces, and counts it in `kept`. */
async function* keptRows(
  earlier: EarlierFile,
  { asked, header }: Wanted,
  kept: KeptRows,
) {
  let text = header;
  for await (const { number, code, rows } of carriersIn(earlier, header)) {
    if (code !== "" && code !== "not-found") continue;
    if (!asked.has(number)) kept.dropped += 1;
    else if (!kept.numbers.has(number)) {
      kept.numbers.set(number, code === "" ? "kept" : "kept-missing");
      text += rows;
    }
    // Many small writes would take long.
    if (text.length < 2 ** 20) continue;
    yield text;
    text = "";
  }
  yield text;
}

/**
 * Yields each carrier with its rows: one for each policy, one below the other.
 * The last one in a cut file may lack some.
 */
async function* carriersIn(earlier: EarlierFile, header: string) {
  const { file, isPartial } = earlier;
  let { size: left } = await fs.stat(file);
  let carrier: { number: DotNumber; code: string; rows: string } | undefined;
  for await (const { bytes, number: line } of wholeLines(
    createReadStream(file),
  )) {
    left -= bytes.length;
    const rows = bytes.toString();
    if (line === 1 && rows === header) continue;
    const row = rowIn(rows, header);
    if (row === undefined)
      throw refusal(earlier, `line ${line} is not a row with a dot_number`);
    if (carrier?.number === row.number) carrier.rows += rows;
    else {
      if (carrier) yield carrier;
      carrier = { ...row, rows };
    }
  }
  if (carrier && left === 0 && !isPartial) yield carrier;
}

/**
 * A row's number, and why it has no record, or lacks one of several; empty for
 * a whole one.
 */
function rowIn(text: string, header: string) {
  const { number, code } = header === "" ? jsonRow(text) : csvRow(text, header);
  const parsed = parseDotNumber(String(number ?? ""));
  return "invalid" in parsed ? undefined : { number: parsed.dotNumber, code };
}

function jsonRow(text: string) {
  const { error, ...row } = objectIn(text);
  const { dot_number: number } = row;
  if (isObject(error)) return { number, code: String(error["code"]) };
  const lacksRecord = Object.values(row).some(
    (part) => isObject(part) && Object.keys(part).join() === "error",
  );
  return { number, code: lacksRecord ? "partial" : "" };
}

function csvRow(text: string, header: string) {
  const cells = [
    ...`,${text.trimEnd()}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g),
  ].map(([, cell]) => cell);
  return {
    number: cells[header.split(",").indexOf("dot_number")],
    code: cells.at(-1) ?? "",
  };
}
