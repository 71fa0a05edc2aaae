/** Continues the output of an earlier run: what is whole stays, what is torn or has no answer goes, and what isn't ours is refused. */
import { createReadStream, existsSync, promises as files } from "node:fs";
import type { DotNumber } from "../dot-number.ts";
import { DotNumberSet } from "../dot-number-set.ts";
import { FileError, UsageError } from "../errors.ts";
import { cannotRead, writing } from "../file-error.ts";
import { type LockHost, notOurs } from "../file-lock.ts";
import { type FileLine, linesOf } from "../open-file.ts";
import { identify } from "./file-identity.ts";
import { FileSink } from "./file-sink.ts";
import { type LockedFile, openLocked } from "./output-file.ts";
import { type OwnRow, type RowOptions, RowReader } from "./own-rows.ts";
import { differenceOf, type RunInfo } from "./run-info.ts";

export interface ResumeOptions extends RowOptions {
  run: RunInfo;
  /** Called before the first row, with whether a run left a note about the file: the numbers that are asked for now. */
  asked?: ((isNoted: boolean) => Promise<DotNumberSet>) | undefined;
}

export type Resumed = Awaited<ReturnType<typeof resumeFile>>;

/**
 * Opens a file to go on after its last whole row. Rows that say "no answer" are taken out first, to be asked again, and of several rows
 * about one number only the best stays. A file that does not exist is started. Where an earlier run left its rows in a partial file, that
 * one is continued.
 * @param name the path as the user gave it
 * @param path the same, absolute
 * @throws {UsageError} when the file is not the output of the same command; it is untouched then
 * @throws {FileError} when it cannot be read or written, or another run is writing it
 */
export async function resumeFile(name: string, path: string, host: LockHost, options: ResumeOptions) {
  const { stats } = await writing(name, () => identify(path));
  if (stats && !stats.isFile()) throw notContinued(name, "it is not a file");
  return openLocked(name, path, host, (file) => resumed(file, options));
}

async function resumed(file: LockedFile, options: ResumeOptions) {
  const { name, target, stats, sidecars, lock } = file;
  const isPartial = existsSync(sidecars.partial);
  if (isPartial && lock.earlier === undefined) throw notOurs(sidecars.partial);
  // Another run could lock another of its names, and add its rows among ours.
  if (!isPartial && stats && stats.nlink > 1n) throw notContinued(name, "it has several names (hard links)");
  const earlier = lock.earlier?.note as Partial<RunInfo> | undefined;
  const difference = earlier && differenceOf(earlier, options.run);
  if (difference) throw notContinued(name, difference);
  const at = isPartial ? sidecars.partial : target;
  const rows: Rows = { name, at, options, known: earlier !== undefined };
  const found = await surveyed(rows);
  const isGood = found.isWhole && found.unanswered === 0 && found.doubled.size === 0;
  const { kept, missing, continued } = isGood ? found : await keepBest(found, rows, file);
  lock.note(options.run);
  const place = { name, at, target: isPartial ? target : undefined, lock, isNew: isPartial || stats === undefined };
  const isRecognizable = () => areRecognizable({ ...rows, at: target, known: false });
  return { sink: await FileSink.open({ ...place, isRecognizable }, "a"), kept, missing, continued };
}

/** The rows of a file that may be ours. */
interface Rows {
  name: string;
  at: string;
  options: ResumeOptions;
  /** Whether the run that wrote it left a note, so that it is certainly ours, and may be torn. */
  known: boolean;
}

/** What a file holds about one carrier: one row, or several where a list within the record has a row for each of its elements. */
interface Entry extends OwnRow {
  text: string;
  /** How many of its rows are there. */
  found: number;
  /** Bytes up to its end, with the line feed that the last one may lack. */
  end: number;
}

/** What a file holds. */
class Survey {
  readonly kept = new DotNumberSet();
  /** The kept numbers that the service did not know. */
  readonly missing = new DotNumberSet();
  /** Numbers with more than one answer. */
  readonly doubled = new Set<DotNumber>();
  /** Whether the file has its header already. */
  continued = false;
  unanswered = 0;
  /** Whether nothing is torn, nor may lack rows. */
  isWhole = true;

  add(entry: Entry): void {
    const { dotNumber, code } = entry;
    if (dotNumber === undefined) this.continued = true;
    else if (!isAnswered(entry)) this.unanswered += 1;
    else if (!this.kept.add(dotNumber)) this.doubled.add(dotNumber);
    else if (code === "not-found") this.missing.add(dotNumber);
  }
}

function isAnswered({ code, found, rows }: Entry): boolean {
  return found === rows && (code === "" || code === "not-found");
}

/** Goes through a file once, and changes nothing. */
async function surveyed(rows: Rows): Promise<Survey> {
  const survey = new Survey();
  const stats = await files.stat(rows.at).catch(() => undefined);
  if (stats === undefined) return survey;
  const reader = new RowReader(rows.options);
  let end = 0;
  let asked: DotNumberSet | undefined;
  for await (const entry of entriesOf(rows, reader)) {
    const { dotNumber } = entry;
    survey.add(entry);
    asked ??= dotNumber && (await rows.options.asked?.(rows.known));
    if (dotNumber && asked?.has(dotNumber) === false)
      throw notContinued(rows.name, `USDOT ${dotNumber} in it is not asked for`);
    end = entry.end;
  }
  survey.isWhole = end === stats.size;
  if (!rows.known && !reader.isOfCommand()) throw notContinued(rows.name, "its records are another command's");
  return survey;
}

/** The entries of a file. The last one is left out where rows of it are missing. */
async function* entriesOf(rows: Rows, reader = new RowReader(rows.options)): AsyncGenerator<Entry> {
  let open: Entry | undefined;
  for await (const row of rowsOf(rows, reader)) {
    const isNext = open?.dotNumber === row.dotNumber && open?.code === row.code && open.rows === row.rows;
    if (open && isNext && open.found < open.rows) {
      open = { ...row, text: open.text + row.text, found: open.found + 1 };
      continue;
    }
    if (open) yield open;
    open = row;
  }
  if (open && open.found === open.rows) yield open;
}

/** The rows of a file. What is torn at its end is left out if it is certainly ours. */
async function* rowsOf({ name, at, known }: Rows, reader: RowReader): AsyncGenerator<Entry> {
  const tooLong = () => new FileError(`${at} has a line of more than 128 MiB, which usdot did not write`);
  let number = 0;
  const rowOf = ({ bytes, offset }: FileLine): Entry[] => {
    number += 1;
    const text = bytes.toString();
    const ended = text.endsWith("\n");
    const line = ended ? text.slice(0, -1) : text;
    const row = reader.read(line, { isFirst: number === 1, isEnded: ended });
    if (row !== undefined)
      return [{ ...row, found: 1, text: `${line}\n`, end: offset + bytes.length + (ended ? 0 : 1) }];
    if (ended) throw notContinued(name, `its line ${number} is not a row of this command, format and fields`);
    if (!known) throw notContinued(name, `its last line (${number}) is cut off, or was not written by usdot`);
    return [];
  };
  try {
    for await (const page of linesOf(createReadStream(at), maxLine, tooLong)) yield* page.flatMap(rowOf);
  } catch (error) {
    throw cannotRead(at, error);
  }
}

/** The most bytes in a line: several times those of the largest record that we take from a service. */
const maxLine = 128 * 2 ** 20;

/** How many rows show whose they are. */
const sampleSize = 100;

/** Whether a later run would take the rows for ours without a note. */
async function areRecognizable(rows: Rows): Promise<boolean> {
  const reader = new RowReader(rows.options);
  let left = sampleSize;
  for await (const _ of rowsOf(rows, reader)) if (--left === 0) break;
  return reader.isOfCommand();
}

/** Writes the file anew, with the best whole entry about each number, and returns what it holds then. */
async function keepBest({ doubled }: Survey, rows: Rows, { sidecars }: LockedFile): Promise<Survey> {
  const { name, at } = rows;
  const best = doubled.size > 0 ? await bestOf(doubled, rows) : new Map<DotNumber, Entry>();
  const { kept } = sidecars;
  const sink = await FileSink.open({ name, at: kept, target: at }, "wx", await files.stat(at, { bigint: true }));
  const survey = new Survey();
  try {
    for await (const entry of entriesOf(rows)) {
      const other = entry.dotNumber && best.get(entry.dotNumber);
      if (other ? other.end !== entry.end : !isAnswered(entry)) continue;
      await sink.write(entry.text);
      survey.add(entry);
    }
    await sink.finish();
    return survey;
  } catch (error) {
    await sink.abandon();
    await files.unlink(kept).catch(() => {});
    throw error;
  }
}

/**
 * The best of several entries about a number: a record rather than "not found".
 * @throws {UsageError} for two different records, of which nobody knows the right one
 */
async function bestOf(doubled: ReadonlySet<DotNumber>, rows: Rows): Promise<Map<DotNumber, Entry>> {
  const best = new Map<DotNumber, Entry>();
  for await (const entry of entriesOf(rows)) {
    const { dotNumber, code, text } = entry;
    if (dotNumber === undefined || !doubled.has(dotNumber) || !isAnswered(entry)) continue;
    const other = best.get(dotNumber);
    if (other === undefined || (code === "" && other.code !== "")) best.set(dotNumber, entry);
    else if (code === "" && other.text !== text)
      throw notContinued(rows.name, `it has two different records for USDOT ${dotNumber}`);
  }
  return best;
}

function notContinued(name: string, why: string): UsageError {
  return new UsageError(`--resume cannot continue ${name}: ${why}`, {
    hint: "name another file, or leave out --resume to replace it",
  });
}
