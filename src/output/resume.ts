/**
 * `--resume`: what an interrupted run answered is kept, by number; the rest is
 * asked for again.
 */
import { createReadStream, promises as fs } from "node:fs";
import { basename } from "node:path";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { shownPath } from "../files/file-error.ts";
import { openOutputFile, runFileOf } from "../files/output-file.ts";
import { wholeLines } from "../files/read.ts";
import type { ResumedKind } from "../lookup/carriers.ts";
import { isObject, objectIn } from "../text/json.ts";

/** What rows depend on: two runs that agree in it write the same row for a number. */
export interface RunInfo {
  service: string;
  command: string;
  format: "csv" | "ndjson";
  fields: readonly string[] | null;
  /** The hashes of the policy and its lists, where rows are judged. */
  judgedBy?: readonly string[] | undefined;
}

export interface Wanted {
  asked: ReadonlySet<DotNumber>;
  /** The first line of CSV; empty for JSON lines. */
  header: string;
}

export interface ResumedRows {
  numbers: Map<DotNumber, ResumedKind>;
  /** How many numbers are left out, since they are no longer asked for. */
  dropped: number;
}

/**
 * Opens an output of rows, and says in a file beside it which run it is. With `resume`, the
 * settled rows of an earlier run stay, if there is one.
 */
export async function openRowFile(path: string, run: RunInfo, resume?: Wanted) {
  const resumed: ResumedRows = { numbers: new Map(), dropped: 0 };
  const sink = await openOutputFile(path, {
    runText: runTextOf(run),
    keep:
      resume &&
      ((file, isPartial) =>
        resumedRows({ file, isPartial, run }, resume, resumed)),
  });
  return { sink, resumed: sink.isContinued ? resumed : undefined };
}

const runTextOf = (run: RunInfo): string => `${JSON.stringify(run)}\n`;

/** The file of an earlier run, which may have been cut off. */
interface EarlierFile {
  file: string;
  isPartial: boolean;
  /** What continues it. */
  run: RunInfo;
}

/**
 * Yields what stays of a file, in pieces, and notes it in `resumed`.
 * @throws {UsageError} if another run wrote the file
 */
async function* resumedRows(
  earlier: EarlierFile,
  { asked, header }: Wanted,
  resumed: ResumedRows,
) {
  await refuseOtherRun(earlier);
  let text = header;
  for await (const { number, state, rows } of carriersIn(earlier, header)) {
    if (state === "open") continue;
    if (!asked.has(number)) resumed.dropped += 1;
    else if (!resumed.numbers.has(number)) {
      resumed.numbers.set(number, state);
      text += rows;
    }
    // Many small writes would take long.
    if (text.length < 2 ** 20) continue;
    yield text;
    text = "";
  }
  yield text;
}

async function refuseOtherRun(earlier: EarlierFile): Promise<void> {
  const runFile = runFileOf(earlier.file);
  const runText = await fs.readFile(runFile, "utf8").catch(() => "");
  if (runText === "")
    refuseFile(
      earlier,
      `there is no ${basename(runFile)} to tell which run wrote it`,
    );
  if (runText !== runTextOf(earlier.run))
    refuseFile(
      earlier,
      "its command, service, format, --fields or policy were others",
    );
}

function refuseFile({ file, isPartial }: EarlierFile, why: string): never {
  const again = isPartial ? "delete it" : "leave out --resume";
  refuse(
    `--resume cannot continue ${shownPath(file)}: ${why}`,
    `${again} to ask for all numbers again, or choose another --output`,
  );
}

/** A carrier as an earlier run wrote it. Open: something of it has no answer. */
interface WrittenCarrier {
  number: DotNumber;
  state: ResumedKind | "open";
  /** One for each policy, one below the other. */
  rows: string;
}

/** The last carrier in a cut file may lack rows, and is left out. */
async function* carriersIn(earlier: EarlierFile, header: string) {
  const { file, isPartial, run } = earlier;
  let { size: left } = await fs.stat(file);
  let carrier: WrittenCarrier | undefined;
  const lines = wholeLines(createReadStream(file));
  for await (const { bytes, number: line } of lines) {
    left -= bytes.length;
    const text = bytes.toString();
    if (line === 1 && text === header) continue;
    const next = rowIn(text, run.format, header);
    if (next === undefined)
      refuseFile(earlier, `line ${line} is not a row with a dot_number`);
    if (carrier?.number === next.number) carrier.rows += text;
    else {
      if (carrier) yield carrier;
      carrier = next;
    }
  }
  const isCut = isPartial || left > 0;
  if (carrier && !isCut) yield carrier;
}

function rowIn(
  rows: string,
  format: RunInfo["format"],
  header: string,
): WrittenCarrier | undefined {
  const { number, why } =
    format === "csv" ? csvRow(rows, header) : jsonRow(rows);
  const parsed = parseDotNumber(String(number ?? ""));
  if ("invalid" in parsed) return undefined;
  const missing = why === "not-found" ? "resumed-missing" : "open";
  return { number: parsed.dotNumber, state: why ? missing : "resumed", rows };
}

/** Its number, and why it has no record, or lacks one of several. */
function jsonRow(text: string) {
  const { error, ...row } = objectIn(text);
  const number = row["dot_number"];
  if (isObject(error)) return { number, why: error["code"] };
  const lacking = Object.values(row).find(
    (part) => isObject(part) && Object.keys(part).join() === "error",
  );
  return { number, why: lacking };
}

function csvRow(text: string, header: string) {
  const cells = [
    ...`,${text.trimEnd()}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g),
  ].map(([, cell]) => cell);
  const number = cells[header.split(",").indexOf("dot_number")];
  return { number, why: cells.at(-1) };
}
