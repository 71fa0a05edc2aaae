/** Continues the output of an earlier run: what is whole stays, what is torn or has no answer goes, and what isn't ours is refused. */
import { createReadStream, promises as files } from "node:fs";
import type { DotNumber } from "../dot-number.ts";
import { DotNumberSet } from "../dot-number-set.ts";
import { FileError, UsageError } from "../errors.ts";
import { cannotRead, cannotWrite, writing } from "../file-error.ts";
import { type LockHost, notOurs } from "../file-lock.ts";
import { linesOf } from "../open-file.ts";
import { identify } from "./file-identity.ts";
import { FileSink } from "./file-sink.ts";
import { type LockedFile, locked, modeOf, OutputFile, removeOwn } from "./output-file.ts";
import { type RowOptions, RowReader } from "./own-rows.ts";
import { differenceOf, type RunInfo } from "./run-info.ts";

export interface ResumeOptions extends RowOptions {
  run: RunInfo;
}

export interface Resumed {
  sink: OutputFile;
  kept: DotNumberSet;
  /** The kept numbers that the service did not know. */
  missing: DotNumberSet;
  /** Whether the file has its header already. */
  continued: boolean;
}

/**
 * Opens a file to go on after its last whole row. Rows that say "no answer" are taken out first, to be asked again, and of several rows
 * about one number only the best stays. A file that does not exist is started. Where an earlier run left its rows in a partial file, that
 * one is continued.
 *
 * @param name the path as the user gave it
 * @param path the same, absolute
 * @throws {UsageError} when the file is not the output of the same command; it is untouched then
 * @throws {FileError} when it cannot be read or written, or another run is writing it
 */
export async function resumeFile(name: string, path: string, host: LockHost, options: ResumeOptions): Promise<Resumed> {
  const { stats } = await writing(name, () => identify(path));
  if (stats && !stats.isFile()) throw notContinued(name, "it is not a file");
  const file = await locked(name, path, host);
  try {
    return await resumed(file, options);
  } catch (error) {
    file.lock.release({ keep: file.lock.earlier !== undefined });
    throw cannotWrite(name, error);
  }
}

async function resumed(file: LockedFile, options: ResumeOptions): Promise<Resumed> {
  const { name, target, stats, sidecars, lock } = file;
  const isPartial = await exists(sidecars.partial);
  if (isPartial && lock.earlier === undefined) throw notOurs(sidecars.partial);
  // Another run could lock another of its names, and add its rows among ours.
  if (!isPartial && stats && stats.nlink > 1n) throw notContinued(name, "it has several names (hard links)");
  const earlier = lock.earlier?.note as Partial<RunInfo> | undefined;
  const difference = earlier && differenceOf(earlier, options.run);
  if (difference) throw notContinued(name, difference);
  const at = isPartial ? sidecars.partial : target;
  const rows: Rows = { name, at, options, known: earlier !== undefined };
  let survey = await surveyed(rows);
  if (survey.unanswered > 0 || survey.doubled.size > 0) {
    await keepBest(survey, rows, file);
    survey = await surveyed(rows);
  }
  lock.note(options.run);
  const sink = await FileSink.open(isPartial ? { name, at, target } : { name, at }, "a");
  try {
    await sink.truncate(survey.end);
    if (survey.unended) await sink.write("\n");
  } catch (error) {
    await sink.abandon();
    throw error;
  }
  const isRecognizable = (path: string) => areRecognizable({ ...rows, at: path, known: false });
  const { kept, missing, continued } = survey;
  return { sink: new OutputFile(sink, file, at, isRecognizable), kept, missing, continued };
}

/** The rows of a file that may be ours. */
interface Rows {
  name: string;
  at: string;
  options: RowOptions;
  /** Whether the run that wrote it left a note, so that it is certainly ours, and may be torn. */
  known: boolean;
}

/** What a file holds about one carrier: one row, or several where a list within the record has a row for each of its elements. */
interface Entry {
  /** undefined for the header. */
  dotNumber: DotNumber | undefined;
  /** The error's code; empty for a record. */
  code: string;
  text: string;
  /** Bytes up to its end. */
  end: number;
  /** Whether it has its last line feed. */
  ended: boolean;
  /** Whether some of its rows may be missing: in a file that goes on, more could have followed. */
  isOpen: boolean;
}

/** What a file holds. */
class Survey {
  readonly kept = new DotNumberSet();
  readonly missing = new DotNumberSet();
  /** Numbers with more than one answer. */
  readonly doubled = new Set<DotNumber>();
  continued = false;
  unanswered = 0;
  /** Bytes up to the end of what stays. */
  end = 0;
  /** Whether what stays lacks its last line feed. */
  unended = false;

  add(entry: Entry): void {
    const { dotNumber, code, end, ended } = entry;
    if (entry.isOpen) return;
    this.end = end;
    this.unended = !ended;
    if (dotNumber === undefined) this.continued = true;
    else if (!isAnswered(entry)) this.unanswered += 1;
    else if (!this.kept.add(dotNumber)) this.doubled.add(dotNumber);
    else if (code === "not-found") this.missing.add(dotNumber);
  }
}

function isAnswered({ code }: Entry): boolean {
  return code === "" || code === "not-found";
}

/** Goes through a file once, and changes nothing. */
async function surveyed(rows: Rows): Promise<Survey> {
  const survey = new Survey();
  if (!(await exists(rows.at))) return survey;
  const reader = new RowReader(rows.options);
  for await (const entry of entriesOf(rows, reader)) survey.add(entry);
  if (!rows.known && !reader.isOfCommand()) throw notContinued(rows.name, "its records are another command's");
  return survey;
}

async function* entriesOf(rows: Rows, reader = new RowReader(rows.options)): AsyncGenerator<Entry> {
  let open: Entry | undefined;
  for await (const { row, text, end, ended } of rowsOf(rows, reader)) {
    const place = { text, end, ended, isOpen: false };
    if (row === "header") yield { dotNumber: undefined, code: "", ...place };
    else if (!reader.isGrouped) yield { ...row, ...place };
    else if (open?.dotNumber === row.dotNumber) open = { ...open, text: open.text + text, end };
    else {
      if (open) yield open;
      open = { ...row, ...place };
    }
  }
  if (open) yield { ...open, isOpen: true };
}

/** The rows of a file, with their lines. What is torn at its end is left out if it is certainly ours. */
async function* rowsOf({ name, at, known }: Rows, reader: RowReader) {
  let number = 0;
  for await (const { bytes, offset } of linesIn(at)) {
    number += 1;
    const end = offset + bytes.length;
    const text = bytes.toString();
    const ended = text.endsWith("\n");
    const line = ended ? text.slice(0, -1) : text;
    const row = reader.read(line, { isFirst: number === 1, isEnded: ended });
    if (row !== undefined) yield { row, text: `${line}\n`, end, ended };
    else if (ended) throw notContinued(name, `its line ${number} is not a row of this command, format and fields`);
    else if (!known) throw notContinued(name, `its last line (${number}) is cut off, or was not written by usdot`);
  }
}

/** How many rows show whose they are. */
const sampleSize = 100;

/** Whether a later run would take the rows for ours without a note. */
async function areRecognizable(rows: Rows): Promise<boolean> {
  const reader = new RowReader(rows.options);
  let left = sampleSize;
  for await (const _ of rowsOf(rows, reader)) if (--left === 0) break;
  return reader.isOfCommand();
}

/** Writes the file anew, with the best entry about each number. */
async function keepBest({ doubled }: Survey, rows: Rows, file: LockedFile): Promise<void> {
  const { name, at } = rows;
  const best = doubled.size > 0 ? await bestOf(doubled, rows) : new Map<DotNumber, Entry>();
  const { kept } = file.sidecars;
  await removeOwn(kept, file);
  const mode = modeOf(await files.stat(at, { bigint: true }));
  const sink = await FileSink.open({ name, at: kept, target: at }, "wx", mode);
  try {
    for await (const entry of entriesOf(rows)) {
      const other = entry.dotNumber && best.get(entry.dotNumber);
      if (other && !entry.isOpen ? other.end === entry.end : isAnswered(entry)) await sink.write(entry.text);
    }
    await sink.finish();
  } catch (error) {
    await sink.abandon();
    await files.unlink(kept).catch(() => {});
    throw error;
  }
}

/**
 * The best of several entries about a number: a record rather than "not found".
 *
 * @throws {UsageError} for two different records, of which nobody knows the right one
 */
async function bestOf(doubled: ReadonlySet<DotNumber>, rows: Rows): Promise<Map<DotNumber, Entry>> {
  const best = new Map<DotNumber, Entry>();
  for await (const entry of entriesOf(rows)) {
    const { dotNumber, code, text } = entry;
    if (dotNumber === undefined || !doubled.has(dotNumber) || !isAnswered(entry) || entry.isOpen) continue;
    const other = best.get(dotNumber);
    if (code === "" && other?.code === "" && other.text !== text) {
      throw notContinued(rows.name, `it has two different records for USDOT ${dotNumber}`);
    }
    if (other === undefined || (other.code !== "" && code === "")) best.set(dotNumber, entry);
  }
  return best;
}

function notContinued(name: string, why: string): UsageError {
  return new UsageError(`--resume cannot continue ${name}: ${why}`, {
    hint: "name another file, or leave out --resume to replace it",
  });
}

async function exists(path: string): Promise<boolean> {
  return (await files.stat(path).catch(() => undefined)) !== undefined;
}

/** The most bytes in a line: several times those of the largest record that we take from a service. */
const maxLine = 128 * 2 ** 20;

async function* linesIn(path: string): ReturnType<typeof linesOf> {
  const tooLong = () => new FileError(`${path} has a line of more than 128 MiB, which usdot did not write`);
  try {
    yield* linesOf(createReadStream(path), maxLine, tooLong);
  } catch (error) {
    throw cannotRead(path, error);
  }
}
