/** Opens an output file to replace it: written beside it, put in its place when all is written, kept beside it otherwise. */
import { type BigIntStats, promises as files } from "node:fs";
import { writing } from "../file-error.ts";
import { type FileLock, type LockHost, lockFile, notOurs } from "../file-lock.ts";
import { identify } from "./file-identity.ts";
import { FileSink, openPipe } from "./file-sink.ts";
import { type RunInfo, sidecarsOf } from "./run-info.ts";
import type { FinishOptions, Sink, SinkEncoding } from "./sink.ts";

/** A file that this run alone writes, until it releases the lock. */
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

/** Takes a plain file for this run, whether or not it exists. */
export async function locked(name: string, path: string, host: LockHost): Promise<LockedFile> {
  return writing(name, async () => {
    const { real: target } = await identify(path);
    const sidecars = sidecarsOf(target);
    const lock = await lockFile(sidecars.run, name, host);
    // Looked at under the lock: another run may have replaced it a moment ago.
    const stats = await files.stat(target, { bigint: true }).catch(() => undefined);
    return { name, target, stats, sidecars, lock };
  });
}

/**
 * Opens a file that is replaced once everything is written. A symbolic link stays, and what it points to is replaced. Pipes and devices are
 * written as they are.
 *
 * @param name the path as the user gave it
 * @param path the same, absolute
 * @param run what `--resume` needs to know; undefined for output that cannot be continued
 * @throws {FileError} when it cannot be written, or another run is writing it
 * @throws {UsageError} when a file that is not ours has the name of one that we need beside it
 */
export async function openReplacing(
  name: string,
  path: string,
  host: LockHost,
  run?: RunInfo,
): Promise<Sink & Leftover> {
  const { stats } = await writing(name, () => identify(path));
  if (stats?.isFIFO()) return Object.assign(await openPipe(path, host.signal), { left: undefined });
  await writing(name, () => refuseUnwritable(path, stats));
  if (stats && !stats.isFile()) return Object.assign(await FileSink.open({ name, at: path }, "w"), { left: undefined });
  const file = await locked(name, path, host);
  const { target, sidecars, lock } = file;
  try {
    await removeOwn(sidecars.partial, file);
    await writing(name, async () => lock.note(run ?? {}));
    const sink = await FileSink.open({ name, at: sidecars.partial, target }, "wx", modeOf(file.stats));
    return new OutputFile(sink, file, sidecars.partial);
  } catch (error) {
    lock.release({ keep: lock.earlier !== undefined });
    throw error;
  }
}

/** The permissions of a file, for the one that replaces it. */
export function modeOf(stats: BigIntStats | undefined): number | undefined {
  return stats && Number(stats.mode) & 0o777;
}

/** A file that is renamed over is not opened itself, so its permissions are asked for. */
async function refuseUnwritable(path: string, stats: BigIntStats | undefined): Promise<void> {
  if (stats?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
  if (stats) await files.access(path, files.constants.W_OK);
}

/**
 * Removes a sidecar that an earlier run left.
 *
 * @throws {UsageError} when no earlier run can have left it
 */
export async function removeOwn(path: string, { name, lock }: LockedFile): Promise<void> {
  const found = await files.lstat(path).catch(() => undefined);
  if (found === undefined) return;
  if (!found.isFile() || lock.earlier === undefined) throw notOurs(path);
  await writing(name, () => files.unlink(path));
}

/** What a run that ended early leaves. */
export interface Leftover {
  /** The path of the file with the rows so far; undefined where there are none. */
  readonly left: string | undefined;
}

/** An output file with what belongs to it: nothing is left beside it when it is finished. */
export class OutputFile implements Sink, Leftover {
  left: string | undefined;
  readonly #sink: FileSink;
  readonly #file: LockedFile;
  readonly #at: string;
  readonly #isRecognizable: (path: string) => Promise<boolean>;
  #finished = false;

  /**
   * @param at where its rows are until it is finished
   * @param isRecognizable whether the finished rows alone show whose they are, so that no note about the run is needed beside them
   */
  constructor(sink: FileSink, file: LockedFile, at: string, isRecognizable = async (_path: string) => true) {
    this.#sink = sink;
    this.#file = file;
    this.#at = at;
    this.#isRecognizable = isRecognizable;
  }

  set encoding(encoding: SinkEncoding) {
    this.#sink.encoding = encoding;
  }

  write(text: string): Promise<void> | undefined {
    return this.#sink.write(text);
  }

  async finish({ keepRunInfo = false }: FinishOptions = {}): Promise<void> {
    const { target, lock } = this.#file;
    await this.#sink.finish();
    this.#finished = true;
    lock.release({ keep: keepRunInfo || !(await this.#isRecognizable(target)) });
  }

  async abandon(): Promise<void> {
    if (this.#finished) return;
    await this.#sink.abandon();
    const { target, stats, lock } = this.#file;
    const found = await files.stat(this.#at).catch(() => undefined);
    if (found?.size) this.left = this.#at;
    // Without a row there is nothing to continue. A file that was there before, though empty, stays.
    else if (found && (this.#at !== target || stats === undefined)) await files.unlink(this.#at).catch(() => {});
    lock.release({ keep: this.left !== undefined });
  }
}
