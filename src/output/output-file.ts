/** Opens an output file to replace it: written beside it, put in its place when all is written, kept beside it otherwise. */
import { type BigIntStats, promises as files } from "node:fs";
import { UsageError } from "../errors.ts";
import { lockFile, type Processes } from "../file-lock.ts";
import { writing } from "./file-error.ts";
import { identify } from "./file-identity.ts";
import { FileSink, openPipe } from "./file-sink.ts";
import { type Beginning, companionsOf, readJournal, writeJournal } from "./journal.ts";
import type { FinishOptions, Sink } from "./sink.ts";

export interface FileOptions {
  beginning: Beginning;
  processes: Processes;
  signal: AbortSignal;
}

/** A file that this run alone writes, until it releases it. */
export interface Claim {
  /** As the user named it. */
  name: string;
  /** Its path without symbolic links. */
  target: string;
  stats: BigIntStats | undefined;
  companions: ReturnType<typeof companionsOf>;
  release(): void;
}

/** Takes a plain file for this run, whether or not it exists. */
export async function claimed(name: string, path: string, { processes }: FileOptions): Promise<Claim> {
  return writing(name, async () => {
    const { real: target } = await identify(path);
    const companions = companionsOf(target);
    const release = lockFile(companions.lock, name, processes);
    // Looked at under the lock: another run may have replaced it a moment ago.
    const stats = await files.stat(target, { bigint: true }).catch(() => undefined);
    return { name, target, stats, companions, release };
  });
}

/**
 * Opens a file that is replaced once everything is written. A symbolic link stays, and what it points to is replaced. Pipes and devices are
 * written as they are.
 *
 * @param name the path as the user gave it
 * @param path the same, absolute
 * @throws {FileError} when it cannot be written, or another run is writing it
 * @throws {UsageError} when a file that is not ours has the name of the partial one
 */
export async function openReplacing(name: string, path: string, options: FileOptions): Promise<Sink & Leftover> {
  const { stats } = await writing(name, () => identify(path));
  if (stats?.isFIFO()) return Object.assign(await openPipe(path, options.signal), { left: undefined });
  await writing(name, () => refuseUnwritable(path, stats));
  if (stats && !stats.isFile()) return Object.assign(await FileSink.open({ name, at: path }, "w"), { left: undefined });
  const claim = await claimed(name, path, options);
  const { target, companions } = claim;
  try {
    await clearPartial(claim);
    await writing(name, () => writeJournal(companions.journal, options.beginning));
    const mode = claim.stats === undefined ? undefined : Number(claim.stats.mode) & 0o777;
    const sink = await FileSink.open({ name, at: companions.partial, target }, "wx", mode);
    return new OutputFile(sink, claim, companions.partial);
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** A file that is renamed over is not opened itself, so its permissions are asked for. */
async function refuseUnwritable(path: string, stats: BigIntStats | undefined): Promise<void> {
  if (stats?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
  if (stats) await files.access(path, files.constants.W_OK);
}

/** Removes what an earlier run left: this one starts over. */
async function clearPartial({ name, companions: { partial, journal } }: Claim): Promise<void> {
  const found = await files.lstat(partial).catch(() => undefined);
  if (found === undefined) return;
  const isOurs = found.isFile() && (found.size === 0 || (await readJournal(journal)) !== undefined);
  if (!isOurs) {
    throw new UsageError(`${partial} is in the way of ${name}, and no run of usdot left it there`, {
      hint: "move it, or choose another file",
    });
  }
  await writing(name, () => files.unlink(partial));
}

/** What a run that ended early leaves. */
export interface Leftover {
  /** The path of the file with the rows so far; undefined where there are none. */
  readonly left: string | undefined;
}

/** An output file with what belongs to it: journal and lock go when it is finished. */
export class OutputFile implements Sink, Leftover {
  left: string | undefined;
  readonly #sink: FileSink;
  readonly #claim: Claim;
  readonly #at: string;
  readonly #isRecognizable: (path: string) => Promise<boolean>;
  #finished = false;

  /** @param isRecognizable whether the finished rows alone show whose they are, so that no journal is needed beside them */
  constructor(sink: FileSink, claim: Claim, at: string, isRecognizable = async (_path: string) => true) {
    this.#sink = sink;
    this.#claim = claim;
    this.#at = at;
    this.#isRecognizable = isRecognizable;
  }

  write(text: string): Promise<void> | undefined {
    return this.#sink.write(text);
  }

  async finish({ keepJournal = false }: FinishOptions = {}): Promise<void> {
    const { target, companions, release } = this.#claim;
    await this.#sink.finish();
    this.#finished = true;
    if (!keepJournal && (await this.#isRecognizable(target))) await files.rm(companions.journal, { force: true });
    release();
  }

  async abandon(): Promise<void> {
    if (this.#finished) return;
    await this.#sink.abandon();
    const size = await files.stat(this.#at).then(
      (found) => found.size,
      () => undefined,
    );
    if (size) this.left = this.#at;
    else await this.#clear(size !== undefined);
    this.#claim.release();
  }

  /** Without a row there is nothing to continue. A file that was there before, though empty, stays. */
  async #clear(exists: boolean): Promise<void> {
    const { target, stats, companions } = this.#claim;
    if (exists && (this.#at !== target || stats === undefined)) await files.unlink(this.#at).catch(() => {});
    await files.unlink(companions.journal).catch(() => {});
  }
}
