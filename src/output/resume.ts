/** Continues the output of an earlier run: what is whole stays, what is torn or has no answer goes, and what isn't ours is refused. */
import { promises as files } from "node:fs";
import { UsageError, UsdotError } from "../errors.ts";
import { DotNumberSet } from "../lookup/dot-number-set.ts";
import { cannotRead, cannotWrite, writing } from "./file-error.ts";
import { identify } from "./file-identity.ts";
import { FileSink } from "./file-sink.ts";
import { differenceOf, readJournal, writeJournal } from "./journal.ts";
import { type Claim, claimed, type FileOptions, OutputFile } from "./output-file.ts";
import { type OwnRow, type RowOptions, type RowReader, rowReader } from "./own-rows.ts";
import { listShown } from "./record-rows.ts";
import { columnsOf, type View } from "./view.ts";
import { linesOf } from "./whole-lines.ts";

export interface ResumeOptions extends FileOptions {
  format: "ndjson" | "csv";
  view: View;
  fields: readonly string[] | undefined;
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
 * Opens a file to go on after its last whole row. Rows that say "no answer" are taken out first, to be asked again. A file that does
 * not exist is started. Where an earlier run left its rows in a partial file, that one is continued.
 *
 * @param name the path as the user gave it
 * @param path the same, absolute
 * @throws {UsageError} when the file is not the output of the same command; it is untouched then
 * @throws {FileError} when it cannot be read or written, or another run is writing it
 */
export async function resumeFile(name: string, path: string, options: ResumeOptions): Promise<Resumed> {
  const { stats } = await writing(name, () => identify(path));
  if (stats && !stats.isFile()) throw notContinued(name, "it is not a file");
  const claim = await claimed(name, path, options);
  try {
    return await resumed(claim, options);
  } catch (error) {
    claim.release();
    throw error instanceof UsdotError ? error : cannotWrite(name, error);
  }
}

async function resumed(claim: Claim, options: ResumeOptions): Promise<Resumed> {
  const { name, target, companions } = claim;
  const at = (await exists(companions.partial)) ? companions.partial : target;
  const journal = await readJournal(companions.journal);
  const difference = journal && differenceOf(journal, options.beginning);
  if (difference) throw notContinued(name, difference);
  const survey = (await exists(at)) ? await surveyed(name, rowsIn(at, options, journal !== undefined)) : new Survey();
  if (survey.unanswered > 0) await keepOnly(survey, at, claim, options);
  const sink = await FileSink.open(at === target ? { name, at } : { name, at, target }, "a");
  try {
    if (journal === undefined) await writeJournal(companions.journal, options.beginning);
    if (survey.unanswered === 0) await cutAfter(survey, sink);
  } catch (error) {
    await sink.abandon();
    throw error;
  }
  const { kept, missing, continued } = survey;
  return { sink: new OutputFile(sink, claim, at, (path) => isRecognizable(path, options)), kept, missing, continued };
}

/** Cuts off what stays out. A whole row that only lacks its line feed, as an editor may leave it, is not asked again. */
async function cutAfter({ end, unended }: Survey, sink: FileSink): Promise<void> {
  if ((await sink.size()) > end) await sink.truncate(end);
  if (unended) await sink.write("\n");
}

/** What a file holds. */
class Survey {
  readonly kept = new DotNumberSet();
  readonly missing = new DotNumberSet();
  continued = false;
  unanswered = 0;
  /** Bytes up to the end of what stays. */
  end = 0;
  /** Whether what stays lacks its last line feed. */
  unended = false;

  add({ dotNumber, code }: OwnRow): void {
    if (code !== "" && code !== "not-found") this.unanswered += 1;
    else if (this.kept.add(dotNumber) && code === "not-found") this.missing.add(dotNumber);
  }
}

/** A file's rows, each with its line and the number of bytes up to its end. */
interface Rows {
  reader: RowReader;
  /** Whether a carrier may have several rows: those of the last one are then not kept, for some may be missing. */
  grouped: boolean;
  lines(): AsyncGenerator<{ row: OwnRow | "header"; line: string; end: number; ended: boolean }>;
}

function rowsIn(at: string, { format, view, fields }: ResumeOptions, known: boolean): Rows {
  const options: RowOptions = { format, view, fields, known };
  const reader = rowReader(options);
  const grouped = format === "csv" && listShown(view, columnsOf(view, "csv", fields)) !== undefined;
  return { reader, grouped, lines: () => ownLines(at, reader) };
}

/** Goes through a file once, and changes nothing. */
async function surveyed(name: string, { reader, grouped, lines }: Rows): Promise<Survey> {
  const survey = new Survey();
  let group: OwnRow | undefined;
  let last = { end: 0, ended: true };
  for await (const { row, end, ended } of lines()) {
    if (row === "header") survey.continued = true;
    else if (group?.dotNumber !== row.dotNumber) {
      if (group) survey.add(group);
      survey.end = last.end;
      group = row;
    }
    last = { end, ended };
  }
  if (!reader.isOfCommand()) throw notContinued(name, "its records are another command's");
  if (group && !grouped) survey.add(group);
  if (group === undefined || !grouped) survey.end = last.end;
  survey.unended = !last.ended;
  return survey;
}

/** How many rows show whose they are. */
const sampleSize = 100;

/** Whether a later run would take the rows for ours without a journal. */
async function isRecognizable(at: string, options: ResumeOptions): Promise<boolean> {
  const { reader, lines } = rowsIn(at, options, false);
  let left = sampleSize;
  for await (const _ of lines()) if (--left === 0) break;
  return reader.isOfCommand();
}

async function* ownLines(at: string, reader: RowReader): ReturnType<Rows["lines"]> {
  let number = 0;
  for await (const { bytes, end, ended } of readable(at)) {
    number += 1;
    const first = number === 1;
    const line = ended ? bytes.toString() : withoutCutCharacter(bytes);
    const row = ended ? reader.read(line, first) : reader.readUnended(line, first);
    if (row !== undefined) yield { row, line, end, ended };
    else if (ended || !reader.begins(line, first))
      throw notContinued(at, `its line ${number} is not a row of this command, format and fields`);
  }
}

/** A cut may go through the bytes of one character. */
function withoutCutCharacter(bytes: Buffer): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
}

/** Writes the file anew with the rows that are kept. */
async function keepOnly({ kept, end: last }: Survey, at: string, claim: Claim, options: ResumeOptions): Promise<void> {
  const { name, companions } = claim;
  await files.rm(companions.kept, { force: true });
  const sink = await FileSink.open({ name, at: companions.kept, target: at }, "wx");
  try {
    for await (const { row, line, end } of rowsIn(at, options, true).lines()) {
      if (end > last) break;
      if (row === "header" || kept.has(row.dotNumber)) await sink.write(`${line}\n`);
    }
    await sink.finish();
  } catch (error) {
    await sink.abandon();
    await files.unlink(companions.kept).catch(() => {});
    throw error;
  }
}

function notContinued(name: string, why: string): UsageError {
  return new UsageError(`--resume cannot continue ${name}: ${why}`, {
    hint: "name another file, or leave out --resume to replace it",
  });
}

async function exists(path: string): Promise<boolean> {
  return (await files.stat(path).catch(() => undefined)) !== undefined;
}

async function* readable(path: string): ReturnType<typeof linesOf> {
  try {
    yield* linesOf(path);
  } catch (error) {
    throw cannotRead(path, error);
  }
}
