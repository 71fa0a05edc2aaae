/** Where data goes: standard output or a file, in large pieces, no faster than the reader takes them. */
import { createReadStream, promises as files } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { Writable } from "node:stream";
import { FileError, OutputClosedError, reasonOf } from "../errors.ts";

/** Takes text; a full sink makes its writer wait. */
export interface Sink {
  /** Await what it gives before writing on. */
  write(text: string): Promise<void> | undefined;
  /** All is written: makes it final. Without it, a file that was to be replaced keeps its old content. */
  finish(): Promise<void>;
  /** Something failed: what is not final is taken back, where it can be. */
  abandon(): Promise<void>;
}

/** Characters in one write: below it, system calls cost more than they move. */
const pieceLength = 64 * 1024;

/**
 * Gathers text into pieces, and passes on what there is as soon as the program waits for something else. No more than a
 * piece is gathered while another is under way: a reader that takes nothing stops the writer.
 */
abstract class GatheringSink implements Sink {
  #gathered: string[] = [];
  #length = 0;
  #scheduled: NodeJS.Immediate | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #failure: { error: unknown } | undefined;

  protected abstract send(text: string): Promise<void>;
  abstract finish(): Promise<void>;
  abstract abandon(): Promise<void>;

  write(text: string): Promise<void> | undefined {
    if (this.#failure) throw this.#failure.error;
    this.#gathered.push(text);
    this.#length += text.length;
    if (this.#length >= pieceLength) return this.flush();
    this.#scheduled ??= setImmediate(() => {
      // Its failure is kept, and met by the next write or by `finish`.
      this.flush().catch(() => {});
    });
    return undefined;
  }

  protected flush(): Promise<void> {
    if (this.#scheduled) clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    // What is gathered counts as gathered until the piece before it is out.
    this.#flushing = this.#flushing.then(() => this.#sendGathered());
    this.#flushing.catch((error) => {
      this.#failure ??= { error };
    });
    return this.#flushing;
  }

  async #sendGathered(): Promise<void> {
    if (this.#length === 0) return;
    const piece = this.#gathered.join("");
    this.#gathered = [];
    this.#length = 0;
    await this.send(piece);
  }
}

export interface StreamSinkOptions {
  /** Makes text safe for whoever reads the stream, such as the runner of GitHub Actions. */
  guard?: ((text: string) => string) | undefined;
  /** Ends the waiting for a reader that takes nothing. */
  signal?: AbortSignal | undefined;
}

/** Standard output. */
export class StreamSink extends GatheringSink {
  readonly #stream: Writable;
  readonly #guard: (text: string) => string;
  /** Rejected when nothing more can be written, or is to be waited for. */
  readonly #ended: Promise<never>;

  constructor(stream: Writable, { guard = (text) => text, signal }: StreamSinkOptions = {}) {
    super();
    this.#stream = stream;
    this.#guard = guard;
    this.#ended = new Promise((_, reject) => {
      stream.once("error", (error) => reject(streamError(error)));
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    this.#ended.catch(() => {});
  }

  protected async send(text: string): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      const free = this.#stream.write(this.#guard(text), (error) => (error ? reject(streamError(error)) : resolve()));
      if (free) resolve();
    });
    await Promise.race([written, this.#ended]);
  }

  async finish(): Promise<void> {
    await this.flush();
    // The callback of a last, empty write comes when all before it is out, or has failed.
    const out = new Promise<void>((resolve, reject) => {
      this.#stream.write("", (error) => (error ? reject(streamError(error)) : resolve()));
    });
    await Promise.race([out, this.#ended]);
  }

  /** What is written is written: whole records, for that is what writers write. */
  async abandon(): Promise<void> {
    await this.flush().catch(() => {});
  }
}

function streamError(error: NodeJS.ErrnoException): Error {
  if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED" || error.code === "ECONNRESET") {
    return new OutputClosedError("the reader of the output went away", { cause: error });
  }
  return new FileError(`cannot write the output: ${reasonOf(error)}`, {
    cause: error,
    hint: "free some space, or write elsewhere",
  });
}

/** A file that is replaced in one step, when all is written. */
export class FileSink extends GatheringSink {
  readonly #path: string;
  readonly #file: FileHandle;
  /** Where it is written until it is whole; undefined for what cannot be renamed over, such as /dev/null. */
  readonly #temporary: { path: string; target: string } | undefined;

  private constructor(path: string, file: FileHandle, temporary: { path: string; target: string } | undefined) {
    super();
    this.#path = path;
    this.#file = file;
    this.#temporary = temporary;
  }

  /**
   * Writes a temporary file beside `path`, and renames it in `finish`. A symbolic link stays; what it points to is replaced.
   *
   * @throws {FileError} when it cannot be written
   */
  static async replacing(path: string, unique: string): Promise<FileSink> {
    return explained(path, async () => {
      const found = await files.lstat(path).catch(() => undefined);
      const target = found?.isSymbolicLink() ? await files.realpath(path) : path;
      const kind = target === path ? found : await files.lstat(target);
      if (kind?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
      if (kind && !kind.isFile()) return new FileSink(path, await files.open(target, "w"), undefined);
      const temporary = `${target}.${unique}.partial`;
      const file = await files.open(temporary, "wx", kind ? kind.mode & 0o777 : 0o666);
      return new FileSink(path, file, { path: temporary, target });
    });
  }

  /**
   * Appends to a file after its first `length` bytes, cutting off what is behind them.
   *
   * @throws {FileError} when it cannot be written
   */
  static async appending(path: string, length: number): Promise<FileSink> {
    return explained(path, async () => {
      const file = await files.open(path, "a");
      await file.truncate(length);
      return new FileSink(path, file, undefined);
    });
  }

  protected async send(text: string): Promise<void> {
    await explained(this.#path, () => this.#file.appendFile(text));
  }

  async finish(): Promise<void> {
    try {
      await this.flush();
      await explained(this.#path, async () => {
        if (this.#temporary) await this.#file.sync();
        await this.#file.close();
        if (this.#temporary) await files.rename(this.#temporary.path, this.#temporary.target);
      });
    } catch (error) {
      await this.abandon();
      throw error;
    }
  }

  async abandon(): Promise<void> {
    if (!this.#temporary) await this.flush().catch(() => {});
    await this.#file.close().catch(() => {});
    if (this.#temporary) await files.unlink(this.#temporary.path).catch(() => {});
  }
}

async function explained<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`cannot write ${path}: ${reasonOf(error)}`, {
      cause: error,
      hint: "free some space, or choose another file",
    });
  }
}

/** The lines of a file that are whole, each with the number of bytes up to its end; a torn last line is left out. */
export async function* wholeLines(path: string): AsyncGenerator<{ line: string; end: number }> {
  let rest: Buffer = Buffer.alloc(0);
  let end = 0;
  for await (const chunk of createReadStream(path)) {
    let piece = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a)) {
      end += at + 1;
      yield { line: piece.toString("utf8", 0, at), end };
      piece = piece.subarray(at + 1);
    }
    rest = piece;
  }
}
