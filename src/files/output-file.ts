/**
 * An output file: written as FILE.partial under FILE.lock, and renamed when it
 * is complete. FILE.run is written only where rows can be continued. What is
 * there afterwards (the lock is always gone):
 *
 *     every number answered         FILE (new)
 *     some without an answer        FILE (new), FILE.run: --resume adds them
 *     none answered (an outage)     FILE (old), FILE.partial
 *     cut off, or an error          FILE (old), FILE.partial, FILE.run
 *     either, before its first row  FILE (old), kept rows, FILE.run of an earlier run
 */
import { existsSync, fstatSync, statSync } from "node:fs";
import fs from "node:fs/promises";
import { dirname } from "node:path";
import { refuse } from "../errors.ts";
import { cannot, fileError, shownPath } from "./file-error.ts";
import { lock } from "./lock.ts";

/**
 * How a run ended: with an answer for every number, for some (another run may
 * add the others), for none, or before its end.
 */
export type RunEnd = "complete" | "resumable" | "nothing" | "cut off";

export interface Sink {
  write(data: string | Uint8Array): Promise<void>;
  /**
   * All is written: it replaces the earlier file, or stays beside it if nobody
   * was answered or the run was cut off. Returns where it stays; undefined if
   * nothing does. If this throws, call it again with "cut off".
   */
  end(runEnd: RunEnd): Promise<string | undefined>;
}

/** What makes an output one that a later run can continue. */
interface Resumption {
  /** What FILE.run says; called after `keep`. */
  runFileText(): string;
  /** With `--resume`, where there is an earlier file. */
  keep?: KeepRows | undefined;
}

/** What stays of the rows of an earlier file, which may have been cut off. */
type KeepRows = (file: string, isPartial: boolean) => AsyncIterable<string>;

/**
 * Opens a file to replace it once everything is written. A pipe or a device is
 * written as it is.
 * @throws {UsageError} where it holds evidence, what another program added, or
 *   rows that only `--resume` continues
 * @throws {FileError} where it cannot be written, or another run writes it
 */
export async function openOutputFile(
  named: string,
  continuable?: Resumption,
): Promise<Sink> {
  const fail = cannot("write", named);
  const path = await fs.realpath(named).catch(() => named);
  const stats = await fs.stat(path).catch(() => undefined);
  const isDevice = descriptor.test(named) || stats?.isFile() === false;
  if (isDevice) return openDevice(named, fail);
  if (stats) await refuseReplacing(named, path).catch(fail);
  const unlock = lock(path);
  try {
    const keep = continuable?.keep;
    if (!keep) await refuseInterrupted(path);
    const hasRows = keep && (await keepRows(path, keep, stats?.mode));
    const flags = hasRows ? "a" : "w";
    const file = await fs.open(partialOf(path), flags, stats?.mode);
    return partialFile(path, file, continuable?.runFileText(), fail, unlock);
  } catch (error) {
    unlock();
    return fail(error);
  }
}

/** Descriptors of this process: a file behind one has more in it than ours. */
export const descriptor = /^\/(?:dev\/(?:std|fd\/)|proc\/self\/fd\/)/;

/** Windows numbers files beyond 2^53. */
const big = { bigint: true } as const;

/**
 * What all names of a regular file have in common, by which an output is told
 * from the inputs; empty if there is none.
 */
export function identityOf(file: string | number | undefined): string {
  try {
    const stats =
      typeof file === "number"
        ? fstatSync(file, big)
        : statSync(file ?? "", big);
    return stats.isFile() ? `${stats.dev} ${stats.ino}` : "";
  } catch {
    return "";
  }
}

type Fail = (cause: unknown) => never;

async function openDevice(named: string, fail: Fail): Promise<Sink> {
  const device = await fs.open(named, "a").catch(fail);
  return {
    write: (data) => device.writeFile(data).catch(fail),
    end: async () => void (await device.close().catch(fail)),
  };
}

function partialFile(
  path: string,
  file: fs.FileHandle,
  runFileText: string | undefined,
  fail: Fail,
  unlock: () => void,
): Sink {
  const partial = partialOf(path);
  const runFile = runFileOf(path);
  let hasBegun = false;
  return {
    async write(data) {
      // A run that ends before its first row leaves the run file of an earlier one.
      if (runFileText !== undefined && !hasBegun)
        await fs.writeFile(runFile, runFileText).catch(fail);
      hasBegun = true;
      await file.writeFile(data).catch(fail);
    },
    async end(runEnd) {
      const isWhole = runEnd === "complete" || runEnd === "resumable";
      // No run continues a complete file, or one without any answer.
      const isFinal = runEnd === "complete" || runEnd === "nothing";
      try {
        await file.close();
        if (isWhole) await fs.rename(partial, path);
        if (isFinal) await fs.rm(runFile, { force: true });
        if ((await sizeOf(partial)) > 0) return partial;
        await fs.rm(partial, { force: true });
        return undefined;
      } catch (error) {
        return fail(error);
      } finally {
        unlock();
      }
    },
  };
}

/**
 * Begins the partial file with the rows of an earlier file that stay, and says
 * whether there is one.
 */
async function keepRows(
  path: string,
  keep: KeepRows,
  mode = 0o666,
): Promise<boolean> {
  const partial = partialOf(path);
  const isPartial = existsSync(partial);
  const earlier = isPartial ? partial : path;
  if ((await sizeOf(earlier)) === 0) return false;
  await replaceFile(partial, keep(earlier, isPartial), mode);
  return true;
}

/** A whole file may be replaced, but no partial one that can be continued. */
async function refuseInterrupted(path: string): Promise<void> {
  const partial = partialOf(path);
  if ((await sizeOf(partial)) > 0 && existsSync(runFileOf(path)))
    refuse(
      `${shownPath(partial)} has the rows of an interrupted run`,
      "continue it with --resume, or delete the file",
    );
}

export function partialOf(path: string): string {
  return `${path}.partial`;
}

/** The file that says which run wrote an output, whole or partial. */
export function runFileOf(path: string): string {
  return `${path.replace(/\.partial$/, "")}.run`;
}

async function sizeOf(file: string): Promise<number> {
  return (await fs.stat(file).catch(() => undefined))?.size ?? 0;
}

/** What Excel and LibreOffice write into a workbook, and usdot does not. */
const partOfOffice = "docProps/app.xml";

/** What recorded runs call their format, before its version. */
export const evidenceName = "usdot-evidence/";

const evidenceStart = `{"type":"run","format":"${evidenceName}`;

async function refuseReplacing(named: string, path: string): Promise<void> {
  // Another file will be renamed over it, so nothing else would ask for its
  // permissions.
  const file = await fs.open(path, "r+");
  const { buffer } = await file
    .read(Buffer.alloc(evidenceStart.length))
    .finally(() => file.close());
  if (buffer.toString() === evidenceStart)
    refuse(
      `${shownPath(named)} is recorded evidence, which is never replaced`,
      "choose another name",
    );
  if (!/\.xlsx$/i.test(path)) return;
  const workbook = await fs.readFile(path);
  if (workbook.includes(partOfOffice))
    refuse(
      `${shownPath(named)} was saved by another program: what was added there would be lost`,
      "use that file as the input and write to a new one, or delete it",
    );
}

/**
 * Writes a file beside the old one and renames it, creating its directory if
 * needed. A symbolic link stays.
 */
export async function replaceFile(
  named: string,
  text: string | AsyncIterable<string>,
  mode: number,
): Promise<void> {
  const path = await fs.realpath(named).catch(() => named);
  const temporary = `${path}.${crypto.randomUUID().slice(0, 8)}`;
  try {
    await fs.mkdir(dirname(path), { recursive: true });
    await fs.writeFile(temporary, text, { mode, flag: "wx" });
    await fs.rename(temporary, path);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => {});
    throw fileError("write", named, error);
  }
}
