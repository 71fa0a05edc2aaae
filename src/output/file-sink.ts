/** A file that rows go to, and in the end its new name. */
import { type BigIntStats, constants, promises as files, openSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { FileError } from "../errors.ts";
import { cannotWrite, codeOf, writing } from "../file-error.ts";
import type { FileLock } from "../file-lock.ts";
import { isSameInode } from "./file-identity.ts";
import { GatheringSink, type Sink, StreamSink } from "./sink.ts";

/** Where a file's rows are, and where they belong. */
export interface FilePlace {
  /** The file as the user named it. */
  name: string;
  /** The path that is written. */
  at: string;
  /** What it replaces once everything is written; undefined for a file that is written in place. */
  target?: string | undefined;
  /** Released when the file is finished or abandoned; undefined for a file of which an early end leaves nothing to continue. */
  lock?: FileLock;
  /** Moves it to where an earlier run's rows may be, and returns that place, once there is an answer; undefined where it is there. */
  takeOver?: (() => Promise<string>) | undefined;
  /** Says that what an earlier run wrote stays as it is; false where there is nothing. */
  onKept?: (() => void) | false;
  /** Whether the file is removed if the run ends early without a row. */
  isNew?: boolean;
  /** Whether the finished rows alone show whose they are, so that no note about the run is needed beside them. */
  isRecognizable?(): Promise<boolean>;
}

/** Writes a file, and notices when somebody deletes or replaces it meanwhile. Nothing is left beside it when it is finished. */
export class FileSink extends GatheringSink {
  left: string | undefined;
  readonly #place: FilePlace;
  readonly #file: FileHandle;
  /** How many bytes the file holds. */
  #size: number;
  #isFinished = false;

  private constructor(place: FilePlace, file: FileHandle, size: number) {
    super();
    this.#place = { ...place };
    this.#file = file;
    this.#size = size;
  }

  /**
   * Opens a file to write: `wx` creates it, `a` continues it, `w` is for devices.
   * @param replaced the file whose permissions a new one gets, if not the usual ones
   * @throws {FileError} when it cannot be written
   */
  static async open(place: FilePlace, flags: "wx" | "a" | "w", replaced?: BigIntStats): Promise<FileSink> {
    return writing(place.name, async () => {
      const mode = replaced && Number(replaced.mode) & 0o777;
      const file = await files.open(place.at, flags, mode);
      // The process's mask takes permissions away; where the file system has none, they don't matter.
      if (mode !== undefined) await file.chmod(mode).catch(() => {});
      return new FileSink(place, file, (await file.stat()).size);
    });
  }

  protected async send(bytes: Buffer): Promise<void> {
    // Before each write: a run that was stopped for a while would write over the rows of the one that took over.
    await this.#checkPlace();
    if (this.hasAnswer) await this.#takeOver();
    await writing(this.#place.name, () => this.#file.appendFile(bytes));
    this.#size += bytes.length;
  }

  /** Writes the rest, and gives the file its name. What is written stays at its place if that fails. */
  async finish({ keepRunInfo = false } = {}): Promise<void> {
    const { onKept } = this.#place;
    if (!this.hasAnswer && onKept) return this.abandon().then(onKept);
    await this.flush();
    await this.#checkPlace();
    await this.#takeOver();
    const { name, at, target, lock, isRecognizable = async () => true } = this.#place;
    await writing(name, async () => {
      if (target !== undefined) await this.#file.sync();
      await this.#file.close();
      if (target !== undefined) await renamed(() => files.rename(at, target));
    });
    this.#isFinished = true;
    lock?.release({ keep: keepRunInfo || !(await isRecognizable()) });
  }

  async abandon(): Promise<void> {
    if (this.#isFinished) return;
    await this.flush().catch(() => {});
    await this.#file.close().catch(() => {});
    const { at, lock, isNew, takeOver } = this.#place;
    if (lock === undefined) return;
    const found = await files.stat(at).catch(() => undefined);
    if (found?.size && this.hasAnswer) this.left = at;
    else if (isNew) await files.unlink(at).catch(() => {});
    lock.release({ keep: (this.left ?? (takeOver && lock.earlier)) !== undefined });
  }

  async #takeOver(): Promise<void> {
    const { takeOver, name } = this.#place;
    if (takeOver) Object.assign(this.#place, { at: await writing(name, takeOver), takeOver: undefined });
  }

  /** Rows that go to a file without a name are lost, and rows among another program's are worth nothing. */
  async #checkPlace(): Promise<void> {
    const { name, at } = this.#place;
    const [ours, there] = await Promise.all([
      this.#file.stat({ bigint: true }),
      files.stat(at, { bigint: true }).catch(() => undefined),
    ]);
    const what = at === name ? "" : ` (as ${at})`;
    if (!isSameInode(ours, there)) {
      throw new FileError(`${name} was deleted or replaced while writing${what}`, { hint: "run it again" });
    }
    if (ours.isFile() && ours.size !== BigInt(this.#size)) {
      throw new FileError(`another program changed ${name} while writing${what}`, { hint: "run it again by itself" });
    }
  }
}

/** Milliseconds between attempts to rename. On Windows another program, such as a virus scanner, may have a file open for a moment. */
const renamePauses = [10, 20, 50, 100, 200, 400, 800];
const passing = new Set(["EPERM", "EBUSY", "EACCES"]);

/** Tries a renaming again while its failure may pass. */
export async function renamed(
  rename: () => Promise<void>,
  wait: (pause: number) => Promise<unknown> = sleep,
): Promise<void> {
  for (const pause of renamePauses) {
    try {
      return await rename();
    } catch (error) {
      if (!passing.has(codeOf(error))) throw error;
    }
    await wait(pause);
  }
  return rename();
}

/** Milliseconds between two looks for a reader. */
const readerPause = 50;

/**
 * Opens a named pipe to write. The plain way to open one waits for a reader where no signal reaches it: this one can be stopped.
 * @param required what the pipe is, if it must have a reader already
 * @throws {FileError} when it cannot be written
 */
export async function openPipe(path: string, signal: AbortSignal, required?: string): Promise<Sink> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      return new StreamSink(new Socket({ fd, readable: false, writable: true }), { signal, isOurs: true });
    } catch (error) {
      if (codeOf(error) !== "ENXIO" || required !== undefined) throw cannotWrite(required ?? path, error);
    }
    await sleep(readerPause, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
