/**
 * `--resume`: what an interrupted run answered is kept, by number; the rest is
 * asked for again.
 */
import { promises as fs } from "node:fs";
import { basename } from "node:path";
import { recordNames } from "../answer.ts";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { shownPath } from "../files/file-error.ts";
import { openOutputFile, runFileOf } from "../files/output-file.ts";
import { wholeLines } from "../files/read.ts";
import type { ResumedKind } from "../lookup/carriers.ts";
import { isObject, objectIn } from "../text/json.ts";

/** Two runs that agree in all but the moment write the same row for a number. */
export interface RunInfo {
  /** When the rows were begun, by this run or one that it continues. */
  began: string;
  service: string;
  command: string;
  format: string;
  fields?: readonly string[] | undefined;
  /** The hashes of the policy and its lists, where rows are judged. */
  judgedBy?: readonly string[] | undefined;
}

/**
 * Opens an output of rows, and notes in a file beside it which run it is. With
 * `--resume`, the settled rows of an earlier run stay; all must be among
 * `listNumbers`. Returns when the rows were begun. `header` is the first line
 * of CSV, and empty for JSON lines.
 * @throws {UsageError} if the file is another run's, or complete, or has other
 *   numbers
 */
export async function openRowFile(
  path: string,
  run: RunInfo,
  header: string,
  listNumbers?: ReadonlySet<DotNumber>,
) {
  let began: string | undefined;
  /** The numbers whose rows stay, and what the service said of them. */
  let resumed: Map<DotNumber, ResumedKind> | undefined;

  async function* settledRows(file: string, isPartial: boolean) {
    const stays = new Map<DotNumber, ResumedKind>();
    resumed = stays;
    began = await beganOf(file, run);
    yield header;
    for await (const carrier of carriersIn(file, isPartial, header)) {
      const { number, state, rows } = carrier;
      if (state === "unsettled" || stays.has(number)) continue;
      if (!listNumbers?.has(number))
        refuseFile(file, `it has USDOT ${number}, which is not in the list`);
      stays.set(number, state);
      yield rows;
    }
    // If no row stays, it does not matter which run wrote the file.
    if (began === undefined && stays.size > 0)
      refuseFile(
        file,
        `its run is complete, or ${basename(runFileOf(file))} is missing`,
      );
  }

  const sink = await openOutputFile(path, {
    runFileText: () => infoText({ ...run, ...(began && { began }) }),
    keep:
      listNumbers &&
      ((file, isPartial) => inPieces(settledRows(file, isPartial))),
  });
  return { sink, resumed, began: began ?? run.began };
}

/** Joins texts to long ones: many small writes would take long. */
async function* inPieces(texts: AsyncIterable<string>) {
  let piece = "";
  for await (const text of texts) {
    piece += text;
    if (piece.length < 2 ** 20) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

const infoText = (run: RunInfo): string => `${JSON.stringify(run)}\n`;

/**
 * When the rows of a file were begun; undefined where no run is noted beside it.
 * @throws {UsageError} if it is of another run
 */
async function beganOf(file: string, run: RunInfo) {
  const runFile = runFileOf(file);
  const text = await fs.readFile(runFile, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const began = String(objectIn(text)["began"]);
  if (text !== infoText({ ...run, began }))
    refuseFile(
      file,
      `${basename(runFile)} has another command, service, format, --fields or policy`,
    );
  return began;
}

function refuseFile(file: string, why: string): never {
  refuse(
    `--resume cannot continue ${shownPath(file)}: ${why}`,
    "delete it to ask for all numbers again, or choose another --output",
  );
}

/** A carrier as an earlier run wrote it; unsettled if something has no answer. */
interface WrittenCarrier {
  number: DotNumber;
  state: ResumedKind | "unsettled";
  /** One for each policy, one below the other. */
  rows: string;
}

/** The last carrier in a cut file may lack rows, and is left out. */
async function* carriersIn(file: string, isPartial: boolean, header: string) {
  let carrier: WrittenCarrier | undefined;
  for await (const { bytes, number: line } of wholeLines(file)) {
    const text = bytes.toString();
    if (line === 1 && text === header) continue;
    const next = rowIn(text, header);
    if (next === undefined)
      refuseFile(file, `line ${line} is not a row with a dot_number`);
    if (carrier?.number === next.number) carrier.rows += text;
    else {
      if (carrier) yield carrier;
      carrier = next;
    }
  }
  if (carrier && !isPartial) yield carrier;
}

function rowIn(rows: string, header: string): WrittenCarrier | undefined {
  const { number, why } = header ? csvRow(rows, header) : jsonRow(rows);
  const parsed = parseDotNumber(String(number));
  return "invalid" in parsed
    ? undefined
    : { number: parsed.dotNumber, state: stateOf(why), rows };
}

/** Only a definite no settles a number that has no record. */
function stateOf(why: unknown): WrittenCarrier["state"] {
  if (!why) return "resumed";
  return why === "not-found" ? "resumed-not-found" : "unsettled";
}

/** Its number, and why it has no record, or lacks one of several. */
function jsonRow(text: string) {
  const { error, dot_number: number, ...row } = objectIn(text);
  if (isObject(error)) return { number, why: error["code"] };
  const lacking = recordNames.find((name) => {
    const record = isObject(row[name]) ? row[name] : {};
    // Without an answer, its error is all that it has (`answerJson`).
    return isObject(record["error"]) && Object.keys(record).length === 1;
  });
  return { number, why: lacking };
}

function csvRow(text: string, header: string) {
  const found = `,${text.trimEnd()}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g);
  const cells = Array.from(found, ([, cell]) => cell);
  const number = cells[header.split(",").indexOf("dot_number")];
  // The last column is `error`.
  return { number, why: cells.at(-1) };
}
