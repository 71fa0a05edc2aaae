/** `--resume`: what an interrupted run answered is kept, by number; the rest is asked for again. */
import { promises as fs } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { fileError, shownPath } from "../files/file-error.ts";
import { openOutputFile, replaceFile, runFileOf } from "../files/output-file.ts";
import { decode } from "../files/read.ts";
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
  header: string;
}

export interface Kept {
  text: string;
  numbers: Map<DotNumber, "kept" | "kept-missing">;
  dropped: number;
}

type Refuse = (why: string) => never;

/** Opens an output of rows, and notes the run beside it. With `resume`, the settled rows of an earlier run stay. */
export async function openRows(path: string, run: RunInfo, resume?: Wanted) {
  let kept: Kept | undefined;
  const begin = async (partial: string) => {
    if (resume) kept = await readKept(path, partial, run, resume);
    await replaceFile(runFileOf(partial), `${JSON.stringify(run)}\n`, 0o666);
    return kept?.text;
  };
  const file = await openOutputFile(path, { begin });
  return { file, kept };
}

async function readKept(path: string, partial: string, run: RunInfo, wanted: Wanted): Promise<Kept | undefined> {
  const left = await bytesOf(partial);
  const bytes = left ?? (await bytesOf(path));
  if (bytes === undefined) return undefined;
  const refuse: Refuse = (why) => {
    throw new UsageError(`--resume cannot continue ${shownPath(left ? partial : path)}: ${why}`, {
      hint: "leave out --resume to replace it, or choose another --output",
    });
  };
  const note = String(await bytesOf(runFileOf(partial)));
  if (left && !isDeepStrictEqual(objectIn(note), run)) refuse("its command, service, format or --fields were others");
  // What is cut within a character would look like another encoding.
  const lines = decode(bytes.subarray(0, bytes.lastIndexOf("\n") + 1));
  const isCut = left !== undefined || bytes.at(-1) !== 0x0a;
  return keptRows(lines, { ...wanted, format: run.format, isCut, refuse });
}

export function keptRows(
  text: string,
  { asked, header, format, isCut, refuse }: Wanted & { format: RunInfo["format"]; isCut: boolean; refuse: Refuse },
): Kept {
  const rows = ownRows(text, format === "csv" ? header : undefined, refuse);
  const last = isCut ? rows.at(-1)?.number : undefined;
  const settled = rows.filter(({ code, number }) => (code === "" || code === "not-found") && number !== last);
  const kept: Kept = { text: format === "csv" ? header : "", numbers: new Map(), dropped: 0 };
  let above: DotNumber | undefined;
  for (const { number, code, text: row } of settled) {
    // A carrier may have a row for each policy, one below the other.
    const isMore = number === above;
    above = number;
    if (!asked.has(number)) kept.dropped += isMore ? 0 : 1;
    else if (isMore || !kept.numbers.has(number)) {
      kept.numbers.set(number, code === "" ? "kept" : "kept-missing");
      kept.text += row;
    }
  }
  return kept;
}

function ownRows(text: string, header: string | undefined, refuse: Refuse) {
  if (header !== undefined && text !== "" && !text.startsWith(header)) refuse("it has other columns");
  const numberColumn = header?.trimEnd().split(",").indexOf("dot_number") ?? 0;
  return text.split("\n").flatMap((line, index) => {
    if (line === "" || (header !== undefined && index === 0)) return [];
    const { number, code } = header === undefined ? jsonRow(line) : csvRow(line, numberColumn);
    const parsed = parseDotNumber(String(number ?? ""));
    if ("invalid" in parsed) return refuse(`line ${index + 1} is not a row with a dot_number`);
    return [{ number: parsed.dotNumber, code, text: `${line}\n` }];
  });
}

/** A row's number, and why it has no record, or lacks one of several; empty for a whole one. */
function jsonRow(line: string) {
  const row = objectIn(line);
  const { dot_number: number, error } = row;
  if (isObject(error)) return { number, code: String(error["code"]) };
  const lacksRecord = Object.values(row).some((part) => isObject(part) && Object.keys(part).join() === "error");
  return { number, code: lacksRecord ? "partial" : "" };
}

function csvRow(line: string, numberColumn: number) {
  const cells = [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = ""]) => cell.replace(/^"|"$/g, ""));
  return { number: cells[numberColumn], code: cells.at(-1) ?? "" };
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    return await fs.readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fileError("read", path, error);
  }
}
