/** Where data goes: standard output or a file, in large pieces, no faster than the reader takes them. */
import type { Writable } from "node:stream";
import { OutputClosedError } from "../errors.ts";
import { cannotWrite } from "./file-error.ts";

export interface FinishOptions {
  /** Whether what lets a later run continue the file stays beside it: there are rows without an answer, to be asked again. */
  keepJournal?: boolean;
}

/** Takes text; a full sink makes its writer wait. */
export interface Sink {
  /** Await what it gives before writing on. */
  write(text: string): Promise<void> | undefined;
  /** All is written: makes it final. Without it, a file that was to be replaced keeps its old content. */
  finish(options?: FinishOptions): Promise<void>;
  /** The run ended early: what was written so far is kept where it is. */
  abandon(): Promise<void>;
}

/** Characters in one write: below it, system calls cost more than they move. */
const pieceLength = 64 * 1024;

/**
 * Gathers text into pieces, and passes on what there is as soon as the program waits for something else. No more than a
 * piece is gathered while another is under way: a reader that takes nothing stops the writer.
 */
export abstract class GatheringSink implements Sink {
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
  return cannotWrite("the output", error);
}
