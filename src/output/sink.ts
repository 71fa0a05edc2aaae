/** Where data goes: standard output or a file, in large pieces, no faster than the reader accepts them. */
import type { Writable } from "node:stream";
import { outputError } from "../file-error.ts";
import { onAbort } from "../on-abort.ts";

/** How text becomes bytes. */
export type SinkEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** Accepts text. A full sink makes its writer wait. */
export interface Sink {
  /** UTF-8, unless it is set before the first write. */
  encoding?: SinkEncoding;
  /** Await what it returns before the next call. */
  write(text: string): Promise<void> | undefined;
  /** Makes everything written final, `keepRunInfo` for a file that is to be continued. A file to be replaced stays until then. */
  finish(options?: { keepRunInfo?: boolean }): Promise<void>;
  /** Ends the output early, keeping what was written so far. */
  abandon(): Promise<void>;
  /** After that, the path of the file with the rows so far; undefined where there are none. */
  readonly left?: string | undefined;
  /** Whether what is written holds an answer. Set it to false at first, and what an earlier run wrote stays unless there is one. */
  hasAnswer?: boolean;
}

/** Writes to a sink whose first piece follows a head, even if that piece is empty. */
export function withHead(sink: Sink, head: string): (text: string) => Promise<void> | undefined {
  let start = head;
  return (text) => {
    const whole = start + text;
    start = "";
    return whole === "" ? undefined : sink.write(whole);
  };
}

/** The most characters gathered for one write: for smaller ones, system calls would dominate. */
const pieceLength = 64 * 1024;

/** Gathers text into pieces, one while another is written, and passes on what it has as soon as the program waits for something else. */
export abstract class GatheringSink implements Sink {
  encoding: SinkEncoding = "utf-8";
  hasAnswer = true;
  #gathered = "";
  #scheduled: NodeJS.Immediate | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #failure: { error: unknown } | undefined;

  /** Makes text safe for what reads it. */
  protected guard = (text: string): string => text;
  protected abstract send(bytes: Buffer): Promise<void>;
  abstract finish(): Promise<void>;
  abstract abandon(): Promise<void>;

  write(text: string): Promise<void> | undefined {
    if (this.#failure) throw this.#failure.error;
    this.#gathered += text;
    if (this.#gathered.length >= pieceLength) return this.flush();
    this.#scheduled ??= setImmediate(() => {
      // The next write, or `finish`, reports its failure.
      this.flush().catch(() => {});
    });
    return undefined;
  }

  protected flush(): Promise<void> {
    if (this.#scheduled) clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    // Text counts as gathered until the piece before it is written.
    this.#flushing = this.#flushing.then(() => this.#sendGathered());
    this.#flushing.catch((error) => {
      this.#failure ??= { error };
    });
    return this.#flushing;
  }

  async #sendGathered(): Promise<void> {
    const piece = this.#gathered;
    if (piece === "") return;
    this.#gathered = "";
    // As bytes: Node copies text that it writes itself, by way of memory three times as large.
    const bytes = Buffer.from(this.guard(piece), this.encoding === "utf-8" ? "utf8" : "utf16le");
    await this.send(this.encoding === "utf-16be" ? bytes.swap16() : bytes);
  }
}

export interface StreamSinkOptions {
  /** Makes text safe for what reads the stream, such as the GitHub Actions runner. */
  guard?: ((text: string) => string) | undefined;
  /** Ends the wait for a reader that accepts nothing. */
  signal?: AbortSignal | undefined;
  /** Whether the stream ends with the sink, unlike standard output. */
  isOurs?: boolean;
}

/** Standard output, or a named pipe. */
export class StreamSink extends GatheringSink {
  readonly #stream: Writable;
  readonly #isOurs: boolean;
  /** Why nothing more can be written, or why we must not wait any longer. */
  #ended: { reason: unknown } | undefined;
  /** Ends the wait for the write under way. */
  #endWait: (reason: unknown) => void = () => {};

  constructor(stream: Writable, { guard, signal, isOurs = false }: StreamSinkOptions = {}) {
    super();
    if (guard) this.guard = guard;
    this.#stream = stream;
    this.#isOurs = isOurs;
    stream.once("error", (error) => this.#end(outputError(error)));
    if (signal) onAbort(signal, (reason) => this.#end(reason));
  }

  #end(reason: unknown): void {
    this.#ended ??= { reason };
    this.#endWait(reason);
  }

  async finish(): Promise<void> {
    await this.flush();
    // The callback of a last, empty write is called when everything before it is written or has failed.
    await this.send(Buffer.alloc(0), { last: true });
    if (this.#isOurs) this.#stream.destroy();
  }

  /** Resolves when the stream takes more or, of the last write, when it is written. */
  protected send(bytes: Buffer, { last = false } = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      const isFree = this.#stream.write(bytes, (error) => (error ? reject(outputError(error)) : resolve()));
      if (isFree && !last) resolve();
      else if (this.#ended) reject(this.#ended.reason);
      else this.#endWait = reject;
    });
  }

  /** What is written stays written. It is whole records, since that is what writers write. */
  async abandon(): Promise<void> {
    await this.flush().catch(() => {});
    if (this.#isOurs) this.#stream.destroy();
  }
}
