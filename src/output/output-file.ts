/** Opens an output file to replace it: written beside it, put in its place when all is written, kept beside it otherwise. */
import { type BigIntStats, promises as files } from "node:fs";
import { UsageError } from "../errors.ts";
import { refuseDirectoryName, writing } from "../file-error.ts";
import { type FileLock, type LockHost, lockFile, notOurs } from "../file-lock.ts";
import { evidenceStart } from "../vet/model.ts";
import { identify } from "./file-identity.ts";
import { FileSink, openPipe, renamed } from "./file-sink.ts";
import { type RunInfo, sidecarsOf } from "./run-info.ts";
import type { Sink } from "./sink.ts";

/** A plain file that this run alone writes, whether or not it exists. */
export interface LockedFile {
  /** As the user named it. */
  name: string;
  /** Its path without symbolic links. */
  target: string;
  /** undefined where it does not exist. */
  stats: BigIntStats | undefined;
  sidecars: ReturnType<typeof sidecarsOf>;
  lock: FileLock;
}

/** Opens a file for this run alone. Where that fails, what an earlier run left beside it stays. */
export async function openLocked<T>(
  name: string,
  path: string,
  host: LockHost,
  open: (file: LockedFile) => Promise<T>,
): Promise<T> {
  return writing(name, async () => {
    refuseDirectoryName(name);
    const { real: target } = await identify(path);
    const sidecars = sidecarsOf(target);
    const lock = await lockFile(sidecars.run, name, host);
    try {
      // Looked at under the lock: another run may have replaced it a moment ago.
      const stats = await files.stat(target, { bigint: true }).catch(() => undefined);
      if (stats?.isFile()) await refuseEvidence(name, target);
      if ((await ownSize(sidecars.kept, lock)) !== undefined) await files.unlink(sidecars.kept);
      return await open({ name, target, stats, sidecars, lock });
    } catch (error) {
      lock.release({ keep: lock.earlier !== undefined });
      throw error;
    }
  });
}

/**
 * Opens a file that is replaced once everything is written. A symbolic link stays, and what it points to is replaced. Pipes and devices are
 * written as they are.
 * @param name the path as the user gave it
 * @param path the same, absolute
 * @param run what `--resume` needs to know; undefined for output that cannot be continued
 * @throws {FileError} when it cannot be written, or another run is writing it
 * @throws {UsageError} when a file that is not ours has the name of one that we need beside it
 */
export async function openReplacing(name: string, path: string, host: LockHost, run?: RunInfo): Promise<Sink> {
  const { stats } = await writing(name, () => identify(path));
  if (stats?.isFIFO()) return openPipe(path, host.signal);
  await writing(name, () => refuseUnwritable(path, stats));
  if (stats && !stats.isFile()) return FileSink.open({ name, at: path }, "w");
  return openLocked(name, path, host, async (file) => {
    const { target, stats, sidecars, lock } = file;
    const { partial, kept } = sidecars;
    const left = await ownSize(partial, lock);
    // What an earlier run left stays until there is something better, and so does its note.
    const takeOver = async () => {
      await renamed(() => files.rename(kept, partial));
      lock.note(run ?? {});
      return partial;
    };
    const earlier = stats?.size ? name : left ? partial : undefined;
    const onKept = earlier !== undefined && (() => host.note?.(`nothing was answered, so ${earlier} stays as it was`));
    const place = { name, target, lock, isNew: true, onKept };
    if (lock.earlier) return FileSink.open({ ...place, at: kept, takeOver }, "wx", stats);
    lock.note(run ?? {});
    return FileSink.open({ ...place, at: partial }, "wx", stats);
  });
}

/** A file that is renamed over is not opened itself, so its permissions are asked for. */
async function refuseUnwritable(path: string, stats: BigIntStats | undefined): Promise<void> {
  if (stats?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
  if (stats) await files.access(path, files.constants.W_OK);
}

/** What `usdot vet` recorded is never replaced, whatever its name. */
async function refuseEvidence(name: string, target: string): Promise<void> {
  const file = await files.open(target);
  try {
    // The decoder drops the BOM, of three bytes, that editors put at the start of a file.
    const { buffer } = await file.read(Buffer.alloc(evidenceStart.length + 3), { position: 0 });
    if (!new TextDecoder().decode(buffer).startsWith(evidenceStart)) return;
  } finally {
    await file.close();
  }
  throw new UsageError(`${name} is recorded evidence, which is never replaced`, { hint: "choose another name" });
}

/**
 * The size of a sidecar that an earlier run left; undefined without one.
 * @throws {UsageError} when no earlier run can have left it
 */
async function ownSize(path: string, lock: FileLock): Promise<number | undefined> {
  const found = await files.lstat(path).catch(() => undefined);
  if (found && (!found.isFile() || lock.earlier === undefined)) throw notOurs(path);
  return found?.size;
}
