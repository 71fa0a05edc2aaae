/** Standard output and standard error, opened no sooner than they are needed. */
import { once } from "node:events";
import { fstatSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { outputError } from "../file-error.ts";
import { exitStatusOf } from "../runtime/exit-status.ts";
import type { Host } from "../runtime/host.ts";

/** An output of the process. Opening its stream takes milliseconds and isn't needed for one short text, so it waits for first use. */
export class ProcessOutput {
  readonly #descriptor: 1 | 2;
  #stream: Host["stdout"] | undefined;
  #used = false;
  #isTerminal: boolean | undefined;

  constructor(descriptor: 1 | 2) {
    this.#descriptor = descriptor;
  }

  get stream(): Host["stdout"] {
    // Writers report their own failures. This covers the rest: the reader may go away at any time, and if standard error can't be written
    // to, there is no one to tell.
    this.#stream ??= unblocked(streamOf(this.#descriptor)).on("error", (error) => {
      if (this.#descriptor === 1) process.exitCode = exitStatusOf(outputError(error));
    });
    return this.#stream;
  }

  /** The terminal's width, 0 if it has none; undefined if this is no terminal. Cheap from the second call on. */
  columns(): number | undefined {
    this.#isTerminal ??= isTerminal(this.#descriptor);
    return this.#isTerminal ? (this.stream.columns ?? 0) : undefined;
  }

  /**
   * Writes the first text directly. Everything else goes through the stream, so that a reader that stops reading can't keep us
   * from handling Ctrl-C. On Windows, everything uses the stream, because terminals there expect text rather than UTF-8.
   */
  write(text: string): void {
    if (this.#used || this.#stream || process.platform === "win32") {
      this.stream.write(text);
      // A file fails at once, and the process may end before its stream says so.
      if (this.stream.errored && this.#descriptor === 1) throw outputError(this.stream.errored);
      return;
    }
    this.#used = true;
    let left = Buffer.from(text);
    try {
      while (left.length > 0) left = left.subarray(writeSync(this.#descriptor, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") this.stream.write(left);
      else if (this.#descriptor === 1) throw outputError(error);
    }
  }

  /** Resolves when the reader has caught up or is gone, or on a signal; undefined if there is nothing to wait for. */
  drained(signal: AbortSignal): Promise<unknown> | undefined {
    const stream = this.#stream;
    if (!stream?.writable || !stream.writableNeedDrain) return undefined;
    return once(stream, "drain", { signal }).catch(() => {});
  }

  /** Resolves when everything is written or has failed. */
  async written(): Promise<void> {
    const stream = this.#stream;
    if (stream?.writableLength) await new Promise<unknown>((resolve) => stream.write("", resolve));
  }
}

function streamOf(descriptor: 1 | 2): Writable {
  if (descriptor === 2) return process.stderr;
  if (!isBlackHole(process.stdout)) return process.stdout;
  // Not imported: help needs no streams, and they take as long to load as the rest of it.
  const { Writable } = process.getBuiltinModule("node:stream");
  return new Writable({ write: (_, __, done) => done(new Error("it is not a file, a pipe or a terminal")) });
}

/** Whether Node discards what is written to its stream, which it does where it cannot write: to a directory, a datagram socket, a disk. */
function isBlackHole(stream: Writable): boolean {
  // A pipe, a terminal or a connection; Bun and Deno have streams of their own.
  if ("_handle" in stream || "bun" in process.versions || "deno" in process.versions) return false;
  const stats = fstatSync(1);
  return !stats.isFile() && !stats.isCharacterDevice();
}

function isTerminal(descriptor: number): boolean {
  try {
    // Asking Node loads its networking, so a pipe is told from a terminal beforehand.
    return fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(descriptor);
  } catch {
    return false;
  }
}

/**
 * Node writes to terminals synchronously, so a stopped one (Ctrl-S) would keep us from handling signals. We flush before exiting and don't
 * need that. The method is internal to Node, and it does no harm if it is missing.
 */
function unblocked<S extends Writable & { _handle?: { setBlocking?(blocking: boolean): unknown } }>(stream: S): S {
  if ("isTTY" in stream && stream.isTTY) stream._handle?.setBlocking?.(false);
  return stream;
}
